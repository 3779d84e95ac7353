import { buildSchema, execute, type GraphQLSchema, parse, validate } from 'graphql';
import { expect, test } from 'vitest';
import type { Context } from '../../context.ts';
import { canonicalJson } from '../../lib/canonical-json.ts';
import { normalizeForCompilation } from '../validation/normalize-operation.ts';
import type { Variables } from '../variables.ts';
import { compileOperation } from './compile.ts';

/** A schema whose `echo` fields return the arguments that they received. */
function createEchoes(): GraphQLSchema {
  const schema = buildSchema(`
    scalar Any
    enum Size { SMALL LARGE }
    input Inner { n: Int = 7, deep: Deep }
    input Deep { n: Int }
    input Outer { size: Size, text: String = "none", inner: Inner, many: [Inner!] }
    interface Named { echo(n: Int, s: Size): String }
    type Query implements Named {
      echo(n: Int, s: Size): String
      need(n: Int!, s: Size! = SMALL): String
      list(of: [Int], all: [Int!]): String
      within(o: Outer, any: Any, anys: [Any]): String
      self: Named!
    }
    type Other implements Named { echo(n: Int, s: Size): String }
  `);
  const fields = schema.getQueryType()?.getFields() ?? {};
  for (const [name, field] of Object.entries(fields)) {
    field.resolve = (_parent, args) => (name === 'self' ? {} : canonicalJson(args));
  }
  const named = schema.getType('Named');
  Object.assign(named ?? {}, { resolveType: () => 'Query' });
  return schema;
}

const schema = createEchoes();

/** Both results of a query, with field order; `ours` is null if it is not compiled. */
async function both(query: string, variables: Variables) {
  const document = parse(query);
  expect(validate(schema, document)).toEqual([]);
  const operation = normalizeForCompilation(document, schema);
  const compiled = operation && compileOperation(schema, operation);
  const interpreted = await execute({ schema, document, variableValues: variables });
  const textOf = ({ data, errors = [] }: typeof interpreted) =>
    `${JSON.stringify(data)} ${errors.length > 0}`;
  return {
    ours: compiled && textOf(await compiled(undefined, {} as Context, variables)),
    theirs: textOf(interpreted),
  };
}

const values = [null, 5, 'LARGE', true, false, [1], [null], 'text', { n: 1 }];

test.each([
  'query($v: Int! = 2) { echo(n: $v) need(n: $v) }',
  'query($v: Int = 2) { echo(n: $v) need(n: $v) }',
  'query($v: Int = null) { echo(n: $v) }',
  'query($v: Int) { echo(n: $v) }',
  'query($v: Int!) { echo(n: $v) }',
  'query($v: Size! = LARGE) { echo(s: $v) need(n: 1, s: $v) }',
  'query($v: Size) { echo(s: $v) need(n: 1, s: $v) }',
  'query($v: [Int!]! = 4) { list(of: $v, all: $v) }',
  'query($v: [Int!] = [4]) { list(of: $v, all: $v) }',
  'query($v: [Int]) { list(of: $v) }',
  'query($v: Int! = 2) { list(of: [1, $v], all: [$v]) }',
  'query($v: Int = 2) { list(of: [1, $v], all: [$v]) }',
  'query($v: Int) { list(of: [1, $v]) }',
  'query($v: Int) { within(o: { inner: { n: $v } }) }',
  'query($v: Int = 3) { within(o: { inner: { n: $v, deep: { n: $v } }, many: [{ n: $v }] }) }',
  'query($v: String) { within(o: { text: $v, size: SMALL }) }',
  'query($v: String!) { within(o: { text: $v }) }',
  'query($v: Inner) { within(o: { inner: $v }) }',
  'query($v: [Inner!]) { within(o: { many: $v }) }',
  'query($v: Inner = { n: 9 }) { within(o: { inner: $v, many: [$v] }) }',
  'query($v: Outer! = { inner: {} }) { within(o: $v) }',
  'query($v: Any! = 1) { within(any: $v, anys: [$v]) }',
  'query($v: Any) { within(any: $v) }',
  'query($v: Int) { within(any: { a: [$v] }) }',
  'query($v: Boolean! = true) { a: echo @include(if: $v) b: echo @skip(if: $v) }',
  'query($v: Boolean = false) { a: echo @include(if: $v) ... @skip(if: $v) { b: echo } c: echo }',
  'query($v: Boolean!) { ... @include(if: $v) { a: echo } b: echo }',
  'query($v: Boolean!) { a: echo @include(if: $v) b: echo a: echo }',
  'query($v: Boolean!) { a: echo b: echo @skip(if: $v) ... @include(if: $v) { c: echo a: echo ... { d: echo } e: echo } f: echo }',
  'query($v: Boolean!) { ...A ...B @skip(if: $v) g: echo ...A } fragment A on Query { a: echo ...C b: echo } fragment B on Query { c: echo ...C @include(if: $v) } fragment C on Query { d: echo }',
  'query($v: Boolean!) { self { ... on Query { a: echo self { ... on Query { b: echo } c: echo } } ... on Other { b: echo } d: echo ... on Named @include(if: $v) { e: echo } f: echo } }',
  '{ __proto__: echo self { __proto__: echo } }',
])('behavior: %s returns the same compiled and interpreted, with any variables', async (query) => {
  const given = [{}, { extra: 1 }, ...values.map((v) => ({ v }))];
  for (const variables of given) {
    const { ours, theirs } = await both(query, variables);
    if (ours !== null) expect({ variables, answer: ours }).toEqual({ variables, answer: theirs });
  }
});

test('behavior: an operation with default values is executed compiled', async () => {
  const { ours } = await both('query($v: Int! = 2) { need(n: $v) }', {});
  expect(ours).toBe('{"need":"{\\"n\\":2,\\"s\\":\\"SMALL\\"}"} false');
});

test('behavior: an operation with fields after a fragment is executed compiled', async () => {
  const { ours } = await both('{ self { ... on Query { a: echo } b: echo } }', {});
  expect(ours).toBe('{"self":{"a":"{}","b":"{}"}} false');
});

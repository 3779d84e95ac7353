import { buildSchema, getIntrospectionQuery, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { prepareCost } from '../cost/cost.ts';
import type { Cost } from '../cost/cost-tree.ts';
import { collectFragments } from './collect-fragments.ts';
import { checkDocumentLimits, documentLimits } from './document-limits.ts';

const nested = (depth: number) => `{${'a{'.repeat(depth - 1)}b${'}'.repeat(depth - 1)}}`;

describe('document limits', () => {
  test('default: a document of usual size passes', () => {
    expect(checkDocumentLimits(parse('{ dtfs { edges { node { name } } } }'))).toBeNull();
  });

  test('behavior: the introspection query of tools passes', () => {
    expect(checkDocumentLimits(parse(getIntrospectionQuery()))).toBeNull();
  });

  test('behavior: depth counts through fragments', () => {
    const { depth } = documentLimits;
    expect(checkDocumentLimits(parse(nested(depth)))).toBeNull();
    expect(checkDocumentLimits(parse(nested(depth + 1)))?.message).toContain('nesting');
    const half = `{${'a{'.repeat(7)}...F${'}'.repeat(7)}} fragment F on T ${nested(7)}`;
    expect(checkDocumentLimits(parse(half))?.message).toContain('nesting');
  });

  test('behavior: depth does not count the edges and nodes of connections, other than nested ones', () => {
    const { depth } = documentLimits;
    const lists = (count: number) =>
      `{${'a{edges{node{'.repeat(count - 1)}b${'}}}'.repeat(count - 1)}}`;
    expect(checkDocumentLimits(parse(lists(depth)))).toBeNull();
    expect(checkDocumentLimits(parse(lists(depth + 1)))?.message).toContain('nesting');
    const spread = `{${'a{edges{...E}}'} } fragment E on T {node${nested(depth - 1)}}`;
    expect(checkDocumentLimits(parse(spread))).toBeNull();
    for (const chain of [['edges'], ['node'], ['edges', 'node']]) {
      const names = Array.from({ length: 2 * depth }, (_, at) => chain[at % chain.length]);
      const source = names.reduceRight<string>((below, name) => `{${name}${below}}`, '{b}');
      expect(checkDocumentLimits(parse(source))?.message).toContain('nesting');
    }
  });

  test('behavior: 1,000 aliases are rejected', () => {
    const aliases = Array.from({ length: 100 }, (_, i) => `a${i}: b`).join(' ');
    expect(checkDocumentLimits(parse(`{ ${aliases} }`))?.message).toContain('aliases');
  });

  test('behavior: a sixth directive is rejected anywhere in the document', () => {
    const fields = (size: number) =>
      Array.from({ length: size }, () => 'a @skip(if: $s)').join(' ');
    expect(checkDocumentLimits(parse(`{ ${fields(5)} }`))).toBeNull();
    expect(checkDocumentLimits(parse(`{ ${fields(6)} }`))?.message).toContain('directives');
    expect(checkDocumentLimits(parse(`{ a ${'@x '.repeat(6)} }`))?.message).toContain('directives');
  });

  test('behavior: fragments and their spreads are counted', () => {
    const spread = (size: number, fragments: number) => {
      const spreads = Array.from({ length: size }, (_, i) => `...F${i % fragments}`);
      const all = Array.from({ length: fragments }, (_, i) => `fragment F${i} on T { a { b } }`);
      return checkDocumentLimits(parse(`{ ${spreads.join(' ')} } ${all.join(' ')}`));
    };
    expect(spread(50, 50)).toBeNull();
    expect(spread(51, 51)?.message).toContain('fragments');
    expect(spread(51, 1)?.message).toContain('fragments');
  });

  test('behavior: a response name is selected at most 30 times in one object, inline fragments included', () => {
    const fields = (size: number, one: string) => Array.from({ length: size }, () => one).join(' ');
    const check = (query: string) => checkDocumentLimits(parse(query))?.message;
    expect(check(`{ ${fields(30, 'a { b }')} }`)).toBeUndefined();
    expect(check(`{ ${fields(31, 'a')} }`)).toContain('repeats');
    expect(check(`{ ${fields(31, '... on T { a }')} }`)).toContain('repeats');
    expect(check(`{ ${fields(16, 'a { b b }')} }`)).toContain('repeats');
    expect(check(`{ ${fields(15, 'x: a y: b { a }')} a b { a } }`)).toBeUndefined();
  });

  test('behavior: recursive fragments and fragments that double each other are checked at once', () => {
    const cycle = '{ ...A } fragment A on T { ...B } fragment B on T { ...A }';
    expect(checkDocumentLimits(parse(cycle))).toBeNull();
    const bomb = Array.from(
      { length: 30 },
      (_, i) => `fragment F${i} on T { x { ...F${i + 1} ...F${i + 1} } }`,
    );
    const started = performance.now();
    expect(
      checkDocumentLimits(parse(`{ ...F0 } ${bomb.join(' ')} fragment F30 on T { y }`)),
    ).not.toBeNull();
    expect(performance.now() - started).toBeLessThan(1000);
  });
});

const schema = buildSchema(`
  type Query { things(first: Int = 20): ThingConnection!  byIds(ids: [ID!]!): [Thing]  plain: [Thing!]!  beside(with: [ID!]!): [Thing!]  name: String }
  type ThingConnection { edges: [Edge!]! total: Int }
  type Edge { node: Thing! }
  type Thing { name: String parts: [Thing!]! }
`);

function cost(source: string, variables: Record<string, unknown> = {}): Cost {
  const document = parse(source);
  const operation = document.definitions[0];
  if (operation?.kind !== 'OperationDefinition') throw new Error('no operation');
  return prepareCost({ schema, operation, fragments: collectFragments(document) }).of(variables);
}

const objects = (source: string, variables?: Record<string, unknown>) =>
  cost(source, variables).objects;
const bytes = (source: string, variables?: Record<string, unknown>) =>
  cost(source, variables).bytes;

describe('operation cost', () => {
  test('default: an object counts 1, a leaf 0.01, a connection its page', () => {
    expect(objects('{ name }')).toBe(0.01);
    expect(objects('{ things(first: 5) { edges { node { name } } } }')).toBeCloseTo(1 + 5 * 2.01);
    expect(objects('{ things { edges { node { name } } } }')).toBeCloseTo(1 + 20 * 2.01);
    expect(objects('{ plain { name } }')).toBeCloseTo(100 * 1.01);
  });

  test('behavior: a leaf counts its response name and the longest value of its type', () => {
    const name = 200;
    expect(bytes('{ name }')).toBe('{"data":{"name":,}}\n'.length + name);
    expect(bytes('{ name other: name }')).toBe('{"data":{"name":,"other":,}}\n'.length + 2 * name);
    const series = (alias: string) => bytes(`{ plain { ${alias}: name } }`);
    expect(series('a'.repeat(101)) - series('a')).toBeCloseTo(100 * 100);
  });

  test('behavior: variables determine lengths, and lists of ids count their length', () => {
    expect(
      objects('query($n: Int) { things(first: $n) { edges { node { name } } } }', { n: 100 }),
    ).toBeCloseTo(1 + 100 * 2.01);
    expect(
      objects('query($ids: [ID!]!) { byIds(ids: $ids) { name } }', { ids: ['a', 'b', 'c'] }),
    ).toBeCloseTo(3.03);
    expect(objects('{ beside(with: ["a", "b"]) { name } }')).toBeCloseTo(3.03);
    expect(objects('{ beside(with: []) { name } }')).toBeCloseTo(1.01);
  });

  test('behavior: nested lists multiply, fragments count where they are spread', () => {
    const part = 100 * 1.01;
    const parts = '{ plain { parts { parts { name } } } }';
    expect(objects(parts)).toBeCloseTo(100 * (1 + 100 * (1 + part)));
    const spread =
      '{ plain { ...P } things { edges { node { ...P } } } } fragment P on Thing { parts { name } }';
    const written = '{ plain { parts { name } } things { edges { node { parts { name } } } } }';
    expect(cost(spread)).toEqual(cost(written));
    expect(objects(spread)).toBeCloseTo(100 * (1 + part) + 1 + 20 * (2 + part));
    const page =
      '{ things(first: 3) { ...E } } fragment E on ThingConnection { edges { node { name } } }';
    expect(cost(page)).toEqual(cost('{ things(first: 3) { edges { node { name } } } }'));
  });

  test('behavior: the cost of recursive fragments and of fragments that double each other is computed at once', () => {
    const bomb = Array.from(
      { length: 11 },
      (_, at) =>
        `fragment F${at} on Thing { a: parts { ...F${at + 1} } b: parts { ...F${at + 1} } }`,
    );
    const started = performance.now();
    const source = `{ plain { ...F0 } } ${bomb.join(' ')} fragment F11 on Thing { name }`;
    expect(objects(source)).toBeGreaterThan(1e20);
    objects('{ plain { ...A } } fragment A on Thing { name parts { ...A } }');
    expect(performance.now() - started).toBeLessThan(200);
  });
});

import { buildSchema, Kind, parse, print } from 'graphql';
import { expect, test } from 'vitest';
import { addRawJsonFields, rewriteRawJsonFields } from './raw-json-fields.ts';

const fields = [
  { type: 'Fund', field: 'series', leaves: ['time', 'nav'], resolve: () => ({ json: '' }) },
];
const schema = buildSchema(`
  type Asset { price: Float }
  type Holding { asset: Asset }
  type Point { time: Int nav: Float }
  type Fund { holdings: [Holding] series(days: Int): [Point!] }
  type Query { fund: Fund }
`);
addRawJsonFields(schema, fields);

/** The query rewritten for selections of the fund; null when it is unchanged. */
function rewritten(selected: string, beside = ''): string | null {
  const [operation] = parse(`{ ${beside} fund { ${selected} } }`).definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('not an operation');
  const result = rewriteRawJsonFields(operation, schema, fields);
  return result && print(result).replace(/\s+/g, ' ');
}

test('default: a list becomes a placeholder where all its leaves are selected, under any alias', () => {
  expect(rewritten('series { time nav } more: series(days: 2) @skip(if: false) { time nav }')).toBe(
    '{ fund { series: series__text more: series__text(days: 2) @skip(if: false) } }',
  );
  expect(rewritten('series { time nav } holdings { asset { price } }')).toBe(
    '{ fund { series: series__text holdings { asset { price } } } }',
  );
});

test.each([
  'series { nav time }',
  'series { time }',
  'series { time nav time }',
  'series { time nav __typename }',
  'series { time: nav nav }',
  'series { time nav @include(if: true) }',
  'series { ... { time nav } }',
])('behavior: %s is not changed', (selected) => {
  expect(rewritten(selected)).toBeNull();
});

test.each(['__type(name: "Fund") { name }', '__schema { queryType { name } }'])(
  'behavior: with %s beside it nothing is changed',
  (beside) => {
    expect(rewritten('series { time nav } holdings { asset { price } }', beside)).toBeNull();
  },
);

test('error: the message names an unknown field', () => {
  const wrong = { type: 'Query', field: 'funds', leaves: [], resolve: () => ({ json: '' }) };
  const other = buildSchema('type Query { fund: Int }');
  expect(() => addRawJsonFields(other, [wrong])).toThrow('Query.funds');
});

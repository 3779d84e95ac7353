import { buildSchema, Kind, type OperationDefinitionNode, parse, print } from 'graphql';
import { expect, test } from 'vitest';
import {
  addPrefetchedFields,
  type PrefetchedField,
  prefetchedProperty,
  usePrefetchedFields,
} from './prefetched-field.ts';

const brought: readonly PrefetchedField[] = [
  { type: 'Fund', field: 'holdings', path: ['asset', 'price'] },
];
const createSchema = () =>
  buildSchema(`
    type Asset { symbol: String price: Float }
    type Holding { asset: Asset }
    type Fund { holdings: [Holding] best: Holding }
    type Query { fund: Fund other: Fund }
  `);
const schema = addPrefetchedFields(createSchema(), brought);

/** The rewritten query with whitespace collapsed; null when it is unchanged. */
function taken(query: string): string | null {
  const [operation] = parse(query).definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('not an operation');
  const result = usePrefetchedFields(operation as OperationDefinitionNode, schema, brought);
  return result && print(result).replace(/\s+/g, ' ');
}

test('default: a leaf below the list is taken under its response name', () => {
  expect(taken('{ fund { holdings { asset { symbol price } } } }')).toBe(
    '{ fund { holdings { asset { symbol price: price__brought } } } }',
  );
  expect(taken('{ a: fund { b: holdings { c: asset { d: price } } } }')).toBe(
    '{ a: fund { b: holdings { c: asset { d: price__brought } } } }',
  );
  expect(prefetchedProperty('price')).toBe('price__brought');
});

test.each<[string, string]>([
  ['the leaf is elsewhere', '{ fund { best { asset { price } } } }'],
  ['it is not asked for', '{ fund { holdings { asset { symbol } } } }'],
  ['it stands under a condition', '{ fund { holdings { asset { price @skip(if: false) } } } }'],
  ['what is above it does', '{ fund { holdings { asset @include(if: true) { price } } } }'],
])('behavior: everything stays as it is where %s', (_where, query) => {
  expect(taken(query)).toBeNull();
});

test('error: there is no such leaf', () => {
  const wrong = { type: 'Fund', field: 'holdings', path: ['asset', 'prize'] };
  expect(() => addPrefetchedFields(createSchema(), [wrong])).toThrow('Fund.holdings.asset.prize');
});

import { Kind, parse } from 'graphql';
import { expect, test } from 'vitest';
import { hasSelectionPath } from './selection.ts';
import { collectFragments } from './validation/collect-fragments.ts';

/** The `info` of a resolver for the first field of a document. */
function infoOf(text: string) {
  const document = parse(text);
  const fragments = Object.fromEntries(collectFragments(document));
  const [operation] = document.definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  const selections =
    operation && 'selectionSet' in operation ? operation.selectionSet.selections : [];
  const fieldNodes = selections.filter((selection) => selection.kind === Kind.FIELD);
  return { fieldNodes, fragments };
}

test.each([
  ['{ basket { asset { price } } }', true],
  ['{ basket { weight } basket { cost: asset { now: price } } }', true],
  [
    '{ basket { ... on Holding { ...Parts } } } fragment Parts on Holding { asset { price } }',
    true,
  ],
  ['{ basket { asset { symbol } } }', false],
  ['{ basket { price } }', false],
  ['{ basket { asset { heldBy { asset { price } } } } }', false],
  ['query ($with: Boolean!) { basket { asset { price @include(if: $with) } } }', false],
  [
    'query ($no: Boolean!) { basket { ...P @skip(if: $no) } } fragment P on H { asset { price } }',
    false,
  ],
  ['{ basket }', false],
])('default: %s', (text, wanted) => {
  expect(hasSelectionPath(infoOf(text), ['asset', 'price'])).toBe(wanted);
});

test('behavior: a fragment is searched once, however often it is spread', () => {
  const chain = Array.from(
    { length: 40 },
    (_, at) => `fragment F${at} on Holding { ...F${at + 1} ...F${at + 1} }`,
  ).join(' ');
  const last = (field: string) => `fragment F40 on Holding { asset { ${field} } }`;
  const isFound = (field: string) =>
    hasSelectionPath(infoOf(`{ basket { ...F0 } } ${chain} ${last(field)}`), ['asset', 'price']);
  expect([isFound('symbol'), isFound('price')]).toEqual([false, true]);
});

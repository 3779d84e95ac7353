import { type FieldNode, type FragmentDefinitionNode, Kind, parse } from 'graphql';
import { expect, test } from 'vitest';
import { hasSelectionPath } from './selection.ts';

/** The `info` of a resolver for the first field of a document. */
function infoOf(text: string) {
  const fragments: Record<string, FragmentDefinitionNode> = {};
  const fieldNodes: FieldNode[] = [];
  for (const definition of parse(text).definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) {
      fragments[definition.name.value] = definition;
    } else if (definition.kind === Kind.OPERATION_DEFINITION) {
      for (const node of definition.selectionSet.selections) {
        if (node.kind === Kind.FIELD) fieldNodes.push(node);
      }
    }
  }
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

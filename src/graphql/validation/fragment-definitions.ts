import { type DocumentNode, type FragmentDefinitionNode, Kind } from 'graphql';

/** The fragments of a document by their names. */
export type FragmentDefinitions = ReadonlyMap<string, FragmentDefinitionNode>;

/** What a document's spreads stand for. */
export function collectFragments({ definitions }: DocumentNode): FragmentDefinitions {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) {
      fragments.set(definition.name.value, definition);
    }
  }
  return fragments;
}

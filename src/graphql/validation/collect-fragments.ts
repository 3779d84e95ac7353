import { type DocumentNode, type FragmentDefinitionNode, Kind } from 'graphql';

/** The fragments of a document by name. */
export type FragmentDefinitions = ReadonlyMap<string, FragmentDefinitionNode>;

/** Collects the fragments of a document. */
export function collectFragments({ definitions }: DocumentNode): FragmentDefinitions {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) {
      fragments.set(definition.name.value, definition);
    }
  }
  return fragments;
}

import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

/** Fragments that contain fragments grow when they are written out; what grows beyond this is left alone. */
const maxSelections = 4000;

/**
 * A valid operation with its fragments written out where they are used, as a document of its own. The
 * compiler keeps notes in the nodes of a document: a fragment that is used twice under different
 * conditions would be left out in both places. Null when it becomes too long.
 */
export function flatOperation(
  document: DocumentNode,
  operation: OperationDefinitionNode,
): OperationDefinitionNode | null {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) {
      fragments.set(definition.name.value, definition);
    }
  }
  let selections = 0;

  function flatSet(set: SelectionSetNode): SelectionSetNode {
    return { ...set, selections: set.selections.map(flatSelection) };
  }

  function flatSelection(selection: SelectionNode): SelectionNode {
    selections += 1;
    if (selections > maxSelections) throw new RangeError();
    if (selection.kind === Kind.FIELD) {
      const { selectionSet } = selection;
      return selectionSet ? { ...selection, selectionSet: flatSet(selectionSet) } : selection;
    }
    if (selection.kind === Kind.INLINE_FRAGMENT) {
      return { ...selection, selectionSet: flatSet(selection.selectionSet) };
    }
    const fragment = fragments.get(selection.name.value);
    if (!fragment) throw new RangeError();
    return {
      kind: Kind.INLINE_FRAGMENT,
      typeCondition: fragment.typeCondition,
      directives: selection.directives ?? [],
      selectionSet: flatSet(fragment.selectionSet),
    };
  }

  try {
    const flat = { ...operation, selectionSet: flatSet(operation.selectionSet) };
    const [copy] = parse(print(flat), { noLocation: true }).definitions;
    return copy?.kind === Kind.OPERATION_DEFINITION ? copy : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

import {
  type DocumentNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { collectFragments } from '../validation/collect-fragments.ts';

/** Maximum selections after inlining; nested fragments can make an operation grow exponentially. */
const maxSelections = 4000;

/**
 * Replaces fragment spreads by inline fragments, sharing nodes with the document. Null above 4,000
 * selections or when a fragment is missing.
 */
export function inlineFragments(
  document: DocumentNode,
  operation: OperationDefinitionNode,
): OperationDefinitionNode | null {
  const fragments = collectFragments(document);
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
    return { ...operation, selectionSet: flatSet(operation.selectionSet) };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

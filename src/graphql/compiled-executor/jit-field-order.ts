import {
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

/**
 * Reorders an operation so that graphql-jit emits fields in document order (GraphQL October 2021,
 * §7.2.2). graphql-jit emits fields before fragments, and the last fragment first; so fields become
 * inline fragments, and all fragments are reversed where needed.
 */
export function fixJitFieldOrder(operation: OperationDefinitionNode): OperationDefinitionNode {
  return { ...operation, selectionSet: turned(operation.selectionSet) };
}

function turned(set: SelectionSetNode): SelectionSetNode {
  const runs: SelectionNode[][] = [];
  let fields: SelectionNode[] | null = null;
  for (const selection of set.selections) {
    const below = withTurned(selection);
    if (selection.kind !== Kind.FIELD) {
      runs.push([below]);
      fields = null;
    } else if (fields) {
      fields.push(below);
    } else {
      fields = [below];
      runs.push(fields);
    }
  }
  const isInOrder =
    runs.length < 2 || (runs.length === 2 && fields === null && isOfFields(runs[0]));
  const selections = isInOrder ? runs.flat() : runs.map(asFragment).reverse();
  return { ...set, selections };
}

const isOfFields = (state: readonly SelectionNode[] | undefined) => state?.[0]?.kind === Kind.FIELD;

function withTurned(selection: SelectionNode): SelectionNode {
  if (selection.kind === Kind.FRAGMENT_SPREAD || !selection.selectionSet) return selection;
  return { ...selection, selectionSet: turned(selection.selectionSet) };
}

function asFragment(state: readonly SelectionNode[]): SelectionNode {
  const [first] = state;
  if (first && first.kind !== Kind.FIELD) return first;
  return {
    kind: Kind.INLINE_FRAGMENT,
    selectionSet: { kind: Kind.SELECTION_SET, selections: state },
  };
}

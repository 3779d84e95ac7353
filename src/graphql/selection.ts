import { type FieldNode, type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';
import { memoizeOnObject } from '../lib/memoize-on-object.ts';

type ResolvedField = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>;

/**
 * Whether a path below the resolver's field is selected, so that its values can be fetched
 * together. Selections with directives do not count.
 *
 * @param path - Field names below the field; results are cached by the array, so pass the same one.
 * @example hasSelectionPath(info, pricePath)
 */
export function hasSelectionPath(
  { fieldNodes, fragments }: ResolvedField,
  path: readonly string[],
): boolean {
  return fieldNodes.some((node) => {
    const known = knownOf(node);
    const before = known.get(path);
    if (before !== undefined) return before;
    const isSelected = reaches(node.selectionSet, { path, at: 0, fragments });
    known.set(path, isSelected);
    return isSelected;
  });
}

/** Results by field node and path; they are the same for every execution of a document. */
const knownOf = memoizeOnObject((_node: FieldNode) => new WeakMap<readonly string[], boolean>());

type Search = Pick<ResolvedField, 'fragments'> & {
  readonly path: readonly string[];
  readonly at: number;
};

function reaches(set: SelectionSetNode | undefined, search: Search): boolean {
  const { path, at, fragments } = search;
  if (at === path.length) return true;
  if (set === undefined) return false;
  return set.selections.some((selection) => {
    if (selection.directives?.length) return false;
    if (selection.kind === Kind.FIELD) {
      const isNext = selection.name.value === path[at];
      return isNext && reaches(selection.selectionSet, { path, at: at + 1, fragments });
    }
    const inner =
      selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments[selection.name.value];
    return reaches(inner?.selectionSet, search);
  });
}

import { type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';

type ResolvedField = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>;

/**
 * Whether a path below the resolver's field is selected, so that its values can be fetched
 * together. Selections with directives do not count.
 *
 * @param path - Field names below the field.
 * @example hasSelectionPath(info, ['asset', 'price'])
 */
export const hasSelectionPath = (
  { fieldNodes, fragments }: ResolvedField,
  path: readonly string[],
): boolean => fieldNodes.some(({ selectionSet }) => reaches(selectionSet, path, fragments));

function reaches(
  set: SelectionSetNode | undefined,
  path: readonly string[],
  fragments: ResolvedField['fragments'],
): boolean {
  const [next, ...rest] = path;
  if (next === undefined) return true;
  if (set === undefined) return false;
  return set.selections.some((selection) => {
    if (selection.directives?.length) return false;
    if (selection.kind === Kind.FIELD) {
      return selection.name.value === next && reaches(selection.selectionSet, rest, fragments);
    }
    const inner =
      selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments[selection.name.value];
    return reaches(inner?.selectionSet, path, fragments);
  });
}

import { type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';

type ResolvedField = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>;

/**
 * Whether a path below the resolver's field is selected, so that its values can be fetched
 * together. Selections with directives do not count.
 *
 * @param path - Field names below the field.
 * @example hasSelectionPath(info, ['author', 'name'])
 */
export const hasSelectionPath = (
  { fieldNodes, fragments }: ResolvedField,
  path: readonly string[],
): boolean => {
  const seen = new Set<string>();
  return fieldNodes.some(({ selectionSet }) => reaches(selectionSet, path, { fragments, seen }));
};

type Search = Pick<ResolvedField, 'fragments'> & {
  /** Fragments searched before, each with the length of the path that was left. */
  readonly seen: Set<string>;
};

function reaches(
  set: SelectionSetNode | undefined,
  path: readonly string[],
  search: Search,
): boolean {
  const [next, ...rest] = path;
  if (next === undefined) return true;
  if (set === undefined) return false;
  return set.selections.some((selection) => {
    if (selection.directives?.length) return false;
    if (selection.kind === Kind.FIELD) {
      return selection.name.value === next && reaches(selection.selectionSet, rest, search);
    }
    if (selection.kind === Kind.INLINE_FRAGMENT) {
      return reaches(selection.selectionSet, path, search);
    }
    // A fragment that contained the rest of the path would have ended the search.
    const { value: name } = selection.name;
    const key = `${name} ${path.length}`;
    if (search.seen.has(key)) return false;
    search.seen.add(key);
    return reaches(search.fragments[name]?.selectionSet, path, search);
  });
}

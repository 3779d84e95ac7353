import { type FieldNode, type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';
import { memoizeOnObject } from '../lib/memoize-on-object.ts';

type Asked = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>;

/**
 * Whether a field below a resolver's own is asked for, so that what it reads can be asked for
 * together with what the resolver reads, and not when that has come. What stands under a condition
 * may not be wanted, and does not count.
 *
 * @param path - Names of fields, from the one just below the resolver's own; one list for all calls,
 * since what was found is kept for it.
 * @example selects(info, pricePath)
 */
export function hasSelectionPath(
  { fieldNodes, fragments }: Asked,
  path: readonly string[],
): boolean {
  return fieldNodes.some((node) => {
    const known = knownOf(node);
    const before = known.get(path);
    if (before !== undefined) return before;
    const response = reaches(node.selectionSet, { path, at: 0, fragments });
    known.set(path, response);
    return response;
  });
}

/** What was found of a field of a document, which is the same at each execution. */
const knownOf = memoizeOnObject((_node: FieldNode) => new WeakMap<readonly string[], boolean>());

type Search = Pick<Asked, 'fragments'> & { readonly path: readonly string[]; readonly at: number };

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

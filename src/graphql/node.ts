import type { Context } from '../context.ts';
import { InvalidInputError } from '../core/errors.ts';
import { decodeGlobalId } from '../core/global-id.ts';
import type { Slice } from '../domains/slice.ts';
import { maxPageSize } from './connection.ts';

/** `Query.node` and `Query.nodes` over what the slices can find by key. */
export function nodeResolvers(slices: readonly Slice[]) {
  const finders = new Map(slices.flatMap((slice) => Object.entries(slice.nodes ?? {})));

  async function find(id: string, context: Context): Promise<object | null> {
    const decoded = decodeGlobalId(id);
    const finder = decoded && finders.get(decoded.type);
    if (!finder) throw new InvalidInputError('id must be a global id of this graph');
    const found = await finder(decoded.key, context);
    return found ? { ...found, __typename: decoded.type } : null;
  }

  return {
    Query: {
      node: (_root: unknown, { id }: { id: string }, context: Context) => find(id, context),
      nodes: (_root: unknown, { ids }: { ids: readonly string[] }, context: Context) => {
        if (ids.length > maxPageSize) {
          throw new InvalidInputError(`ids must be at most ${maxPageSize}`);
        }
        return ids.map((id) => find(id, context));
      },
    },
    Node: { __resolveType: (node: { readonly __typename: string }) => node.__typename },
  };
}

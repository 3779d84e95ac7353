import type { Context } from '../context.ts';
import { andThen } from '../core/and-then.ts';
import { InvalidInputError } from '../core/errors.ts';
import { decodeGlobalId } from '../core/global-id.ts';
import type { Slice } from '../domains/slice.ts';
import { maxPageSize } from './connection.ts';

/** `Query.node` and `Query.nodes` over what the slices can find by key. */
export function nodeResolvers(slices: readonly Slice[]) {
  const finders = new Map(slices.flatMap((slice) => Object.entries(slice.nodes ?? {})));

  function find(id: string, context: Context): object | null | Promise<object | null> {
    const decoded = decodeGlobalId(id);
    const finder = decoded && finders.get(decoded.type);
    if (!finder) throw new InvalidInputError('id must be a global id of this graph');
    return andThen(finder(decoded.key, context), (found) =>
      found ? { ...found, __typename: decoded.type } : null,
    );
  }

  /** One id that is wrong fails in its own place. */
  function findOrError(id: string, context: Context): unknown {
    try {
      return find(id, context);
    } catch (error) {
      return error;
    }
  }

  return {
    Query: {
      node: (_root: unknown, { id }: { id: string }, context: Context) => find(id, context),
      nodes: (_root: unknown, { ids }: { ids: readonly string[] }, context: Context) => {
        if (ids.length > maxPageSize) {
          throw new InvalidInputError(`ids must be at most ${maxPageSize}`);
        }
        return ids.map((id) => findOrError(id, context));
      },
    },
    Node: { __resolveType: (node: { readonly __typename: string }) => node.__typename },
  };
}

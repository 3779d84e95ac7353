import { type GraphQLFieldResolver, type GraphQLSchema, isUnionType } from 'graphql';
import type { Context } from '../context.ts';
import { InvalidInputError } from '../lib/errors.ts';
import { decodeGlobalId } from '../lib/global-id.ts';
import { mapMaybePromise } from '../lib/maybe-promise.ts';
import { isRecord } from '../lib/parse.ts';
import { maxPageSize } from './connection/index.ts';

/** Type name → function that finds an object by its key; null when it does not exist. */
export type NodeFinders<C> = Readonly<Record<string, (key: string, context: C) => unknown>>;

/** Resolvers of `Query.node` and `Query.nodes` over the node finders of all domains. */
export function nodeResolvers<C>(modules: readonly { readonly nodes?: NodeFinders<C> }[]) {
  const finders = new Map(modules.flatMap((module) => Object.entries(module.nodes ?? {})));

  function find(id: string, context: C): object | null | Promise<object | null> {
    const decoded = decodeGlobalId(id);
    const finder = decoded && finders.get(decoded.type);
    if (!finder) throw new InvalidInputError('id must be a global id of this graph');
    return mapMaybePromise(finder(decoded.key, context), (found) =>
      found ? { ...found, __typename: decoded.type } : null,
    );
  }

  /** Returns the error as a value, so one invalid id fails only its own element. */
  function findOrError(id: string, context: C): unknown {
    try {
      return find(id, context);
    } catch (error) {
      return error;
    }
  }

  return {
    Query: {
      node: (_root: unknown, { id }: { id: string }, context: C) => find(id, context),
      nodes: (_root: unknown, { ids }: { ids: readonly string[] }, context: C) => {
        if (ids.length > maxPageSize) {
          throw new InvalidInputError(`ids must be at most ${maxPageSize}`);
        }
        return settleAll(ids.map((id) => findOrError(id, context)));
      },
    },
    Node: { __resolveType: (node: { readonly __typename: string }) => node.__typename },
  };
}

/**
 * Makes each representation of `Query._entities` fail on its own. The resolver of the subgraph
 * library throws at the first invalid one and leaves earlier promises without a handler, so a
 * rejection would end the process.
 *
 * @throws {Error} the schema has no entities.
 */
export function isolateEntityErrors(schema: GraphQLSchema): GraphQLSchema {
  const field = schema.getQueryType()?.getFields()._entities;
  const union = schema.getType('_Entity');
  const resolve: GraphQLFieldResolver<unknown, Context> | undefined = field?.resolve;
  if (!field || !resolve || !isUnionType(union)) throw new Error('the schema has no entities');
  const names = new Set<unknown>(union.getTypes().map(({ name }) => name));

  field.resolve = (root, { representations }, context: Context, info) => {
    if (representations.length > maxPageSize) {
      throw new InvalidInputError(`representations must be at most ${maxPageSize}`);
    }
    const found = representations.map((one: unknown) => {
      if (!isRecord(one) || !names.has(one.__typename)) {
        const types = [...names].join(', ');
        return new InvalidInputError(`a representation must have the __typename of ${types}`);
      }
      try {
        return (resolve(root, { representations: [one] }, context, info) as unknown[])[0];
      } catch (error) {
        // An error as a value fails only its own element.
        return error;
      }
    });
    return settleAll(found);
  };
  return schema;
}

/**
 * Awaits all promises and returns values and errors at their positions. Lists must not contain
 * promises that may reject: graphql-jit appends an extra element for each rejection.
 */
export function settleAll<T>(
  found: readonly (T | Promise<T>)[],
): readonly T[] | Promise<readonly T[]> {
  if (!found.some((one) => one instanceof Promise)) return found as readonly T[];
  return Promise.allSettled(found).then((all) =>
    all.map((one) => (one.status === 'fulfilled' ? one.value : one.reason)),
  );
}

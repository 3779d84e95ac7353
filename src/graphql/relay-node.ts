import type { GraphQLSchema } from 'graphql';
import type { Context } from '../context.ts';
import { InvalidInputError } from '../lib/errors.ts';
import { decodeGlobalId, splitCompoundKey } from '../lib/global-id.ts';
import { mapMaybePromise } from '../lib/maybe-promise.ts';
import { isRecord } from '../lib/parse.ts';
import { maxPageSize } from './connection/index.ts';

/** How objects of one GraphQL type are found by their global id and by their natural key. */
export type NodeLookup<C> = {
  /** The fields of the natural key, as in `@key`; empty for a type that has only its id. */
  readonly keys: readonly string[];
  /** Finds the object by its natural key or, if its type has none, by the key in its id; else null. */
  readonly find: (fields: readonly string[], context: C) => unknown;
};

/** The types that implement `Node`, by name. Their global ids contain the fields of their keys. */
export type NodeTypes<C> = Readonly<Record<string, NodeLookup<C>>>;

type Finder = (context: Context) => object | null | Promise<object | null>;

/** Creates the resolvers of `Query.node`, `Query.nodes` and `Query._entities` for all domains. */
export function createNodeResolvers<C>(modules: readonly { readonly nodes?: NodeTypes<C> }[]) {
  const types = new Map(
    modules.flatMap((module) => Object.entries((module.nodes ?? {}) as NodeTypes<Context>)),
  );

  function findByKey(name: string, type: NodeLookup<Context>, key: readonly string[]): Finder {
    return (context) =>
      mapMaybePromise(type.find(key, context), (found) =>
        found ? { ...found, __typename: name } : null,
      );
  }

  function findById(id: string, wanted?: string): Finder {
    const decoded = decodeGlobalId(id);
    const type = decoded && types.get(decoded.type);
    if (!type || (wanted !== undefined && decoded.type !== wanted)) {
      throw new InvalidInputError(`id must be a global id of ${wanted ?? 'this graph'}`);
    }
    const key = splitCompoundKey(decoded.key, Math.max(1, type.keys.length));
    return key ? findByKey(decoded.type, type, key) : () => null;
  }

  /** Prefers the natural key, which needs no decoding. */
  function findByRepresentation(representation: unknown): Finder {
    const name = isRecord(representation) ? representation.__typename : undefined;
    const type = typeof name === 'string' ? types.get(name) : undefined;
    if (!isRecord(representation) || typeof name !== 'string' || !type) {
      const all = [...types.keys()].join(', ');
      throw new InvalidInputError(`a representation must have the __typename of ${all}`);
    }
    const key = type.keys.map((field) => representation[field]);
    if (key.length > 0 && key.every(isKeyField)) return findByKey(name, type, key.map(String));
    if (typeof representation.id === 'string') return findById(representation.id, name);
    const natural = type.keys.length > 0 ? `, or ${type.keys.join(' and ')}` : '';
    throw new InvalidInputError(`a representation of ${name} must have id${natural}`);
  }

  /** Returns an error as a value, so that it fails only its own element. */
  function findOrError(make: () => Finder, context: Context): unknown {
    try {
      return make()(context);
    } catch (error) {
      return error;
    }
  }

  return {
    Query: {
      node: (_root: unknown, { id }: { id: string }, context: Context) => findById(id)(context),
      nodes: (_root: unknown, { ids }: { ids: readonly string[] }, context: Context) => {
        if (ids.length > maxPageSize) {
          throw new InvalidInputError(`ids must be at most ${maxPageSize}`);
        }
        return settleAll(ids.map((id) => findOrError(() => findById(id), context)));
      },
      _entities: (
        _root: unknown,
        { representations }: { representations: readonly unknown[] },
        context: Context,
      ) =>
        settleAll(
          representations.map((one) => findOrError(() => findByRepresentation(one), context)),
        ),
    },
    Node: { __resolveType: (node: { readonly __typename: string }) => node.__typename },
  };
}

const isKeyField = (field: unknown): boolean =>
  typeof field === 'string' || typeof field === 'number';

/**
 * Replaces the resolver of `Query._entities`: that of the subgraph library throws at the first
 * invalid representation and leaves earlier promises unhandled, which would end the process.
 *
 * @throws {Error} the schema has no entities.
 */
export function isolateEntityErrors(
  schema: GraphQLSchema,
  { _entities }: ReturnType<typeof createNodeResolvers>['Query'],
): GraphQLSchema {
  const field = schema.getQueryType()?.getFields()._entities;
  if (!field) throw new Error('the schema has no entities');
  field.resolve = (root, args, context: Context) =>
    _entities(root, args as Parameters<typeof _entities>[1], context);
  return schema;
}

/**
 * Awaits all promises and returns values and errors at their positions. Given the promises
 * themselves, graphql-jit would append an element for each rejection.
 */
export function settleAll<T>(
  found: readonly (T | Promise<T>)[],
): readonly T[] | Promise<readonly T[]> {
  if (!found.some((one) => one instanceof Promise)) return found as readonly T[];
  return Promise.allSettled(found).then((all) =>
    all.map((one) => (one.status === 'fulfilled' ? one.value : one.reason)),
  );
}

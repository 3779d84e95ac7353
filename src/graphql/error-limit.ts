import {
  type FieldNode,
  GraphQLError,
  type GraphQLFieldResolver,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  responsePathAsArray,
} from 'graphql';
import { memoizeOnObject } from '../lib/memoize-on-object.ts';
import { createErrorAt } from './create-error-at.ts';
import { resolverTakesContext, wrapResolvers } from './wrap-resolvers.ts';

/** Maximum errors in a response: those of a page of 100 elements with ten failing fields. */
const maxListedErrors = 1000;

/** Failed fields by the coerced variables, an object that each execution creates. */
const failures = new WeakMap<object, number>();

/** Thrown for each error beyond the limit. It has a path so that executors do not wrap it. */
const unlisted = new GraphQLError('not listed', { path: [] });

const isUnlisted = (error: GraphQLError): boolean =>
  error === unlisted || error.originalError === unlisted;

type Resolve = GraphQLFieldResolver<unknown, unknown>;

/** Wraps all resolvers of a schema that take a context with `withResolverErrorLimit`, in place. */
export function limitErrorsOfResolvers(schema: GraphQLSchema): GraphQLSchema {
  return wrapResolvers(schema, (field) =>
    field.resolve && resolverTakesContext(field) ? withResolverErrorLimit(field.resolve) : null,
  );
}

/**
 * Wraps a resolver so that a response with many failed fields stays cheap. The first 1,000 failures
 * of a response are thrown as errors that already have their path and locations, because executors
 * would wrap other errors in new ones with a stack. All further failures throw the same error
 * object, which `limitErrors` removes from the response.
 */
export function withResolverErrorLimit(resolve: Resolve): Resolve {
  return (root, args, context, info) => {
    try {
      const value = resolve(root, args, context, info);
      return value instanceof Promise ? value.catch((error) => fail(error, info)) : value;
    } catch (error) {
      return fail(error, info);
    }
  };
}

function fail(error: unknown, info: GraphQLResolveInfo): never {
  const count = (failures.get(info.variableValues) ?? 0) + 1;
  failures.set(info.variableValues, count);
  if (count > maxListedErrors) throw unlisted;
  const nodes = info.fieldNodes;
  const place = { nodes, locations: locationsOf(nodes), path: responsePathAsArray(info.path) };
  const message = error instanceof Error ? error.message : String(error);
  throw createErrorAt(place, message, { originalError: error });
}

/** Locations of field nodes; compiled operations have none. */
const locationsOf = memoizeOnObject(
  (nodes: readonly FieldNode[]) => new GraphQLError('', { nodes }).locations,
);

const summaries = new WeakSet<GraphQLError>();

/** Whether an error is the one that `limitErrors` adds to say how many errors are not listed. */
export const isOmittedErrorsNotice = (error: GraphQLError): boolean => summaries.has(error);

/** Returns at most 1,000 errors, and one that says how many others there were. */
export function limitErrors(errors: readonly GraphQLError[]): readonly GraphQLError[] {
  const last = errors.at(-1);
  const isLimited = last !== undefined && isOmittedErrorsNotice(last);
  if (isLimited || (errors.length <= maxListedErrors && !errors.some(isUnlisted))) return errors;
  const listed = errors.filter((error) => !isUnlisted(error)).slice(0, maxListedErrors);
  const more = (errors.length - listed.length).toLocaleString('en');
  const summary = new GraphQLError(
    `errors that are not listed: ${more}; any field that is null may have failed`,
    { extensions: { code: 'MORE_ERRORS' } },
  );
  summaries.add(summary);
  return [...listed, summary];
}

import { GraphQLError, type GraphQLFieldResolver, type GraphQLSchema } from 'graphql';
import type { RequestCache } from '../cache/request-cache.ts';
import type { Context } from '../context.ts';
import { resolverTakesContext, wrapResolvers } from './wrap-resolvers.ts';

/** Maximum errors in a response: those of a page of 100 elements with ten failing fields. */
const maxListedErrors = 1000;

type FailureCounter = { readonly requestCache: RequestCache; count: number };

/** Failed fields of executions, by their context. Each event of a subscription is counted anew. */
const failures = new WeakMap<Context, FailureCounter>();

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
 * Wraps a resolver so that a response with many failed fields stays cheap: all failures after the
 * first 1,000 throw the same error object, which `limitErrors` removes from the response.
 *
 * The wrapper takes `info` only if the resolver does. Otherwise V8 does not create it, nor the path
 * in it, for each element of a list.
 */
export function withResolverErrorLimit(resolve: Resolve): Resolve {
  if (resolve.length > 3) {
    return (root, args, context, info) => {
      try {
        return limitRejection(resolve(root, args, context, info), context);
      } catch (error) {
        throw limited(error, context);
      }
    };
  }
  const resolveShort = resolve as (root: unknown, args: unknown, context: unknown) => unknown;
  return (root, args, context) => {
    try {
      return limitRejection(resolveShort(root, args, context), context);
    } catch (error) {
      throw limited(error, context);
    }
  };
}

function limitRejection(value: unknown, context: unknown): unknown {
  if (!(value instanceof Promise)) return value;
  return value.catch((error) => {
    throw limited(error, context);
  });
}

/** Counts a failure. Returns the error, or `unlisted` for one beyond the limit. */
function limited(error: unknown, given: unknown): unknown {
  const context = given as Context;
  const { requestCache } = context;
  const known = failures.get(context);
  const counter = known?.requestCache === requestCache ? known : { requestCache, count: 0 };
  counter.count += 1;
  failures.set(context, counter);
  return counter.count > maxListedErrors ? unlisted : error;
}

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

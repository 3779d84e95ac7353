import { GraphQLError, type GraphQLSchema, isObjectType } from 'graphql';
import type { Context } from '../context.ts';

/** Maximum errors that a response lists; more than a page of 100 elements with ten failing fields. */
const maxListedErrors = 1000;

/** Failures of fields in the execution that reads through a request cache. */
const failures = new WeakMap<object, number>();

/** Executors add an error that has a path already without making a new one of it. */
const unlisted = new GraphQLError('not listed', { path: [] });

const isUnlisted = (error: GraphQLError): boolean =>
  error === unlisted || error.originalError === unlisted;

type Resolve = (...args: [unknown, unknown, Context, ...unknown[]]) => unknown;

/**
 * Makes the failures of fields beyond the listed ones cheap. A document may select tens of
 * thousands of fields that fail in the same turn of the event loop, and an executor makes an error
 * with its own stack for each. Only resolvers that take a context are wrapped.
 */
export function limitErrorsOfResolvers(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      const { resolve } = field;
      if (resolve && resolve.length > 2)
        field.resolve = limitResolverErrors(resolve as Resolve) as typeof resolve;
    }
  }
  return schema;
}

/** Does the same for one resolver. */
export function limitResolverErrors(resolve: Resolve): Resolve {
  const resolver: Resolve = (root, args, context, ...info) => {
    try {
      const value = resolve(root, args, context, ...info);
      return value instanceof Promise ? value.catch((error) => fail(error, context)) : value;
    } catch (error) {
      return fail(error, context);
    }
  };
  // Keeps the parameter count: it shows readers of the schema whether a resolver takes a context.
  return Object.defineProperty(resolver, 'length', { value: resolve.length });
}

function fail(error: unknown, { requestCache }: Context): never {
  const count = (failures.get(requestCache) ?? 0) + 1;
  failures.set(requestCache, count);
  throw count > maxListedErrors ? unlisted : error;
}

/** Lists failures anew, before another execution with the same context. */
export const resetErrorCount = ({ requestCache }: Context): void =>
  void failures.delete(requestCache);

const summaries = new WeakSet<GraphQLError>();

/** Whether an error stands for others that are not listed. */
export const isSummary = (error: GraphQLError): boolean => summaries.has(error);

/**
 * Returns at most 1,000 errors, and one more that says how many others there were. Errors that were
 * limited before are returned unchanged.
 */
export function limitErrors(errors: readonly GraphQLError[]): readonly GraphQLError[] {
  const last = errors.at(-1);
  const isLimited = last !== undefined && isSummary(last);
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

import { GraphQLError, type GraphQLErrorOptions } from 'graphql';

/** The document locations and the response path of an error; an error has them too. */
export type ErrorLocationAndPath = Partial<
  Pick<GraphQLError, 'nodes' | 'source' | 'positions' | 'locations' | 'path'>
>;

/**
 * Creates an error at a known place, without a stack: `new GraphQLError` would compute both, too
 * slowly for the 1,000 errors of a response.
 */
export function createErrorAt(
  { nodes, source, positions, locations, path: ownPath }: ErrorLocationAndPath,
  message: string,
  {
    path = ownPath,
    originalError,
    extensions,
  }: Pick<GraphQLErrorOptions, 'path' | 'extensions'> & { readonly originalError?: unknown },
): GraphQLError {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  const error = new GraphQLError(message, { extensions });
  Error.stackTraceLimit = stackTraceLimit;
  // Replaces the stack, because reading `error.stack` would format it.
  const stack = `${error.name}: ${message}`;
  return Object.assign(error, { nodes, source, positions, locations, path, originalError, stack });
}

import { GraphQLError, type GraphQLErrorExtensions } from 'graphql';

/** The document locations and the response path of an error. */
export type ErrorLocation = Partial<
  Pick<GraphQLError, 'nodes' | 'source' | 'positions' | 'locations' | 'path'>
>;

type ErrorOptions = {
  readonly originalError?: unknown;
  readonly extensions?: GraphQLErrorExtensions | undefined;
};

/** Returns the document locations and the response path of an error. */
export const getErrorLocation = ({
  nodes,
  source,
  positions,
  locations,
  path,
}: GraphQLError): ErrorLocation => ({
  nodes,
  source,
  positions,
  locations,
  path,
});

/**
 * Creates an error at a known place, without a stack: `new GraphQLError` would compute both, too
 * slowly for the 1,000 errors of a response.
 */
export function createErrorAt(
  place: ErrorLocation,
  message: string,
  { originalError, extensions }: ErrorOptions = {},
): GraphQLError {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  const error = new GraphQLError(message, { extensions });
  Error.stackTraceLimit = stackTraceLimit;
  // Replaces the stack, because reading `error.stack` would format it.
  const stack = `${error.name}: ${message}`;
  return Object.assign(error, place, { originalError, stack });
}

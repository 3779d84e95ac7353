import { z } from 'zod';
import { parseParams } from '../../http/parse-params.ts';
import { GatewayError, InvalidInputError } from '../../lib/errors.ts';
import { isRecord } from '../../lib/parse.ts';

const record = (name: string) =>
  z
    .record(z.string(), z.unknown(), `${name} must be a JSON object`)
    .nullish()
    .transform((value) => value ?? {});

const shape = z.object({
  query: z.string('query must be a GraphQL document'),
  operationName: z
    .string('operationName must be a string')
    .nullish()
    .transform((value) => value ?? null),
  variables: record('variables'),
  extensions: record('extensions'),
});

/** A GraphQL request, from the body of a POST or the query string of a GET. */
export type GraphQLParams = z.output<typeof shape>;

/** A hash in the place of a document; the message is the one that makes clients send the document. */
class PersistedQueryNotSupportedError extends GatewayError {
  override readonly name = 'PersistedQueryNotSupportedError';
  readonly status = 400;
  readonly code = 'PERSISTED_QUERY_NOT_SUPPORTED';
}

/**
 * A GraphQL request that is one in its shape; its document may be anything.
 *
 * @throws {InvalidInputError} naming the parameter that is missing or of another type.
 * {PersistedQueryNotSupportedError} there is a hash alone.
 */
export function parseGraphQLParams(given: unknown): GraphQLParams {
  if (isHashAlone(given)) throw new PersistedQueryNotSupportedError('PersistedQueryNotSupported');
  return parseParams(shape, given);
}

function isHashAlone(given: unknown): boolean {
  if (!isRecord(given) || (given.query ?? null) !== null) return false;
  return isRecord(given.extensions) && isRecord(given.extensions.persistedQuery);
}

/**
 * What a query string says, its JSON parsed: of several the first, and nothing for an empty text.
 *
 * @throws {InvalidInputError} naming the parameter that is no JSON.
 */
export function parseGraphQLQueryString(
  search: URLSearchParams,
): Readonly<Record<string, unknown>> {
  const said: Record<string, unknown> = {};
  for (const name of ['query', 'operationName'] as const) {
    const text = search.get(name);
    if (text) said[name] = text;
  }
  for (const name of ['variables', 'extensions'] as const) {
    const text = search.get(name);
    if (text) said[name] = parseJson(name, text);
  }
  return said;
}

function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A parse error says nothing that the sender could not see.
    throw new InvalidInputError(`${name} must be a JSON object`);
  }
}

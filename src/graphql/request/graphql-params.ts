import { getOperationAST, type OperationDefinitionNode, parse } from 'graphql';
import { z } from 'zod';
import { parseParams } from '../../http/parse-params.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { documentLimits } from '../validation/document-limits.ts';

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

/** The parameters of a GraphQL request, from the body of a POST or the query string of a GET. */
export type GraphQLParams = z.output<typeof shape>;

/** Checks types, not the document. @throws {InvalidInputError} one is missing, wrong or unknown. */
export function parseGraphQLParams(given: Readonly<Record<string, unknown>>): GraphQLParams {
  for (const [name, value] of Object.entries(given)) {
    if (value == null || Object.hasOwn(shape.shape, name)) continue;
    throw new InvalidInputError(`there is no parameter ${JSON.stringify(name.slice(0, 60))}`);
  }
  return parseParams(shape, given);
}

const plainTarget = /^[!"$-~]*$/;

/** @throws {InvalidInputError} the URL has characters that must be percent-encoded. */
export function checkPlainUrl({ url = '' }: { readonly url?: string | undefined }): void {
  if (plainTarget.test(url)) return;
  throw new InvalidInputError('the URL of a GraphQL request must be percent-encoded ASCII');
}

/**
 * Reads the parameters from a query string. The first value of each counts; empty ones are omitted.
 *
 * @throws {InvalidInputError} `variables` or `extensions` is not JSON.
 */
export function parseGraphQLQueryString(
  search: URLSearchParams,
): Readonly<Record<string, unknown>> {
  const said: Record<string, unknown> = {};
  for (const name of ['query', 'operationName', 'documentId'] as const) {
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
    throw new InvalidInputError(`${name} must be a JSON object`);
  }
}

/** Returns the operation that a request executes; null for invalid documents. */
export function findOperation(
  params: Readonly<Record<string, unknown>> | null,
): OperationDefinitionNode | null {
  if (typeof params?.query !== 'string') return null;
  const name = typeof params.operationName === 'string' ? params.operationName : null;
  try {
    const document = parse(params.query, { noLocation: true, maxTokens: documentLimits.tokens });
    return getOperationAST(document, name) ?? null;
  } catch {
    return null;
  }
}

import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { InvalidInputError } from '../../core/errors.ts';
import { searchOf } from '../../http/asked.ts';
import { parseInput } from '../../http/input.ts';
import { decodeText, parseJsonObject, readJsonText } from '../../http/read-json-body.ts';

const record = (name: string) =>
  z
    .record(z.string(), z.unknown(), `${name} must be an object`)
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
export type StreamParams = z.output<typeof shape>;

/**
 * Reads a GraphQL request.
 *
 * @param body - The body of a POST, when it is read already.
 * @throws {GatewayError} not JSON, too large, or not a GraphQL request.
 */
export async function readParams(
  request: IncomingMessage,
  body: Buffer | null,
): Promise<StreamParams> {
  if (request.method === 'POST') {
    const text = body ? decodeText(body) : await readJsonText(request);
    return parseInput(shape, parseJsonObject(text));
  }
  const search = searchOf(request);
  const { query, operationName, variables, extensions } = Object.fromEntries(search);
  return parseInput(shape, {
    query,
    operationName,
    variables: variables ? parseJson('variables', variables) : undefined,
    extensions: extensions ? parseJson('extensions', extensions) : undefined,
  });
}

function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A parse error says nothing that the sender could not see.
    throw new InvalidInputError(`${name} must be valid JSON`);
  }
}

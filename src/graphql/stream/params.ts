import type { IncomingMessage } from 'node:http';
import { searchOf } from '../../http/asked.ts';
import {
  decodeText,
  maxGraphBodyBytes,
  parseJsonObject,
  readJsonText,
} from '../../http/read-json-body.ts';
import { type Params, parseParams, readSearch } from '../requests/params.ts';

export type { Params as StreamParams } from '../requests/params.ts';

/**
 * Reads a GraphQL request.
 *
 * @param body - The body of a POST, when it is read already.
 * @throws {GatewayError} not JSON, too large, or not a GraphQL request.
 */
export async function readParams(request: IncomingMessage, body: Buffer | null): Promise<Params> {
  if (request.method !== 'POST') return parseParams(readSearch(searchOf(request)));
  const text = body ? decodeText(body) : await readJsonText(request, maxGraphBodyBytes);
  return parseParams(parseJsonObject(text));
}

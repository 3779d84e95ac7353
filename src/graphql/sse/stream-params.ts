import type { IncomingMessage } from 'node:http';
import {
  decodeUtf8Body,
  maxGraphQLBodyBytes,
  parseJsonObject,
  readJsonText,
} from '../../http/read-json-body.ts';
import { getSearchParams } from '../../http/request-info.ts';
import {
  type GraphQLParams,
  parseGraphQLParams,
  parseGraphQLQueryString,
} from '../request/graphql-params.ts';

export type { GraphQLParams as StreamParams } from '../request/graphql-params.ts';

/**
 * Reads and validates the parameters of a GraphQL request from its body or URL.
 *
 * @param body - The body of a POST if it is read already.
 * @throws {GatewayError} the body is not JSON, is too large, or is not a GraphQL request.
 */
export async function parseStreamParams(
  request: IncomingMessage,
  body: Buffer | null,
): Promise<GraphQLParams> {
  if (request.method !== 'POST')
    return parseGraphQLParams(parseGraphQLQueryString(getSearchParams(request)));
  const text = body ? decodeUtf8Body(body) : await readJsonText(request, maxGraphQLBodyBytes);
  return parseGraphQLParams(parseJsonObject(text));
}

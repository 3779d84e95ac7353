import type { IncomingMessage } from 'node:http';
import {
  decodeUtf8Body,
  maxGraphQLBodyBytes,
  parseJsonObject,
  readJsonText,
} from '../../http/read-json-body.ts';
import { getSearchParams } from '../../http/request-info.ts';
import type { PersistedDocuments } from '../persisted-documents/index.ts';
import {
  type GraphQLParams,
  parseGraphQLParams,
  parseGraphQLQueryString,
} from '../request/graphql-params.ts';

export type { GraphQLParams as StreamParams } from '../request/graphql-params.ts';

/**
 * Reads and validates the parameters of a GraphQL request from its body or URL.
 *
 * @param options - `body` is that of a POST if it is read already.
 * @throws {GatewayError} the body is invalid or too large, or its document is unknown.
 */
export async function parseGraphQLStreamParams(
  request: IncomingMessage,
  { body, documents }: { readonly body: Buffer | null; readonly documents: PersistedDocuments },
): Promise<GraphQLParams> {
  const readBody = () => (body ? decodeUtf8Body(body) : readJsonText(request, maxGraphQLBodyBytes));
  const sent =
    request.method === 'POST'
      ? parseJsonObject(await readBody())
      : parseGraphQLQueryString(getSearchParams(request));
  return parseGraphQLParams(await documents.resolve(sent));
}

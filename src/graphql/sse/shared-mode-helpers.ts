import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from '../../context.ts';
import type { LabelClient } from '../../http/client-name.ts';
import type { UndeliveredBytes } from '../../http/connections/undelivered-bytes.ts';
import {
  decodeUtf8Body,
  maxGraphQLBodyBytes,
  parseJsonObject,
  readJsonText,
} from '../../http/read-json-body.ts';
import { setRequestIdHeader } from '../../http/request-id-and-address.ts';
import { getSearchParams } from '../../http/request-info.ts';
import { corsHeaders } from '../../http/response/cors.ts';
import type { SseBroadcastRegistry } from '../../http/sse/sse-broadcast-registry.ts';
import type { ClientRateLimits } from '../../lib/limits/client-rate-limits.ts';
import type { StreamPermit } from '../../streaming/stream-limits.ts';
import { costHeaders } from '../cost/shown-cost.ts';
import type { ErrorMask } from '../graphql-errors.ts';
import type { PersistedDocuments } from '../persisted-documents/index.ts';
import {
  checkPlainUrl,
  type GraphQLParams,
  parseGraphQLParams,
  parseGraphQLQueryString,
} from '../request/graphql-params.ts';
import { hasGraphQLBody } from '../request/methods.ts';
import type { PrepareOperation } from '../run-operation.ts';
import type { UsageRecorder } from '../usage/operation-usage.ts';

/** What the context of an operation needs besides its request. */
export type OperationSignalAndLastEventId = {
  readonly signal: AbortSignal;
  readonly lastEventId: string | null;
};

/** Dependencies of GraphQL over SSE that the application provides. */
export type SseModeOptions = {
  readonly prepareOperation: PrepareOperation;
  readonly createContext: (
    request: IncomingMessage,
    response: ServerResponse,
    origin: OperationSignalAndLastEventId,
  ) => Context;
  readonly documents: PersistedDocuments;
  readonly sseRegistry: SseBroadcastRegistry;
  readonly unread: UndeliveredBytes;
  /** Charges clients that join an operation; `Context.costCharger` charges its first one. */
  readonly clientLimits: Pick<ClientRateLimits, 'graphql'>;
  readonly addressOf: (request: IncomingMessage) => string;
  readonly usage: UsageRecorder;
  readonly labelClient: LabelClient;
  readonly shutdownSignal: AbortSignal;
};

/** Dependencies of both modes (distinct connections, single connection) of GraphQL over SSE. */
export type SseModeDeps = SseModeOptions & {
  readonly mask: ErrorMask;
  /**
   * Reserves an event stream for the client of a request.
   *
   * @throws {RateLimitedError} the client has too many streams.
   * @throws {OverloadedError} the service has too many streams.
   */
  readonly acquirePermit: (request: IncomingMessage) => StreamPermit;
  /** Counts an event stream as open until its response closes. */
  readonly countStream: (response: ServerResponse) => void;
  readonly countSlowStream: () => void;
};

/** The sharing key: subscribers with equal requests and positions get the same events. */
export const sharingKeyOf = (
  { query, operationName, variables }: GraphQLParams,
  { lastEventId = null, showsCost }: { lastEventId?: string | null; showsCost: boolean },
): string => JSON.stringify([query, operationName, variables, lastEventId, showsCost]);

/** Headers that forbid caches to store a response. */
export const noStoreHeaders = { 'Cache-Control': 'no-store' };

/** Returns the `Last-Event-ID` of a request; null for values that the gateway cannot have sent. */
export function parseLastEventId(request: IncomingMessage): string | null {
  const given = request.headers['last-event-id'];
  return typeof given === 'string' && /^[\w.-]{1,200}$/.test(given) ? given : null;
}

/** Sets CORS headers and the request id on a response that is not an event stream. */
export function setCorsAndRequestId(response: ServerResponse): void {
  response.setHeaders(new Map(Object.entries(corsHeaders)));
  setRequestIdHeader(response.req, response);
}

/** Writes a 405 response with an `Allow` header and a GraphQL error. */
export function writeGraphQLMethodNotAllowed(response: ServerResponse, allow: string): void {
  setCorsAndRequestId(response);
  response.setHeaders(new Map(Object.entries({ Allow: allow, ...costHeaders(0) })));
  const errors = [{ message: `use ${allow}`, extensions: { code: 'BAD_REQUEST' } }];
  response.writeHead(405, { 'Content-Type': 'application/json; charset=utf-8', ...noStoreHeaders });
  response.end(JSON.stringify({ errors }));
}

/**
 * Reads and validates the parameters of a GraphQL request from its body or URL.
 *
 * @param options - `body` is that of the request if it is read already.
 * @throws {GatewayError} the body is invalid or too large, or its document is unknown.
 */
export async function parseGraphQLStreamParams(
  request: IncomingMessage,
  { body, documents }: { readonly body: Buffer | null; readonly documents: PersistedDocuments },
): Promise<GraphQLParams> {
  const readBody = () => (body ? decodeUtf8Body(body) : readJsonText(request, maxGraphQLBodyBytes));
  const hasBody = hasGraphQLBody(request.method);
  if (!hasBody) checkPlainUrl(request);
  const sent = hasBody
    ? parseJsonObject(await readBody())
    : parseGraphQLQueryString(getSearchParams(request));
  return parseGraphQLParams(await documents.resolve(sent));
}

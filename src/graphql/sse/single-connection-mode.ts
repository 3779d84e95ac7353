import type { IncomingMessage, ServerResponse } from 'node:http';
import { TOKEN_HEADER_KEY, TOKEN_QUERY_KEY } from 'graphql-sse';
import { getSearchParams } from '../../http/request-info.ts';
import { writeSse } from '../../http/sse/sse-writer.ts';
import { costHeaders, wantsCost } from '../cost/shown-cost.ts';
import { createSingleModeFrameEncoder, withPings } from './graphql-sse-frames.ts';
import { prepareForEvents, runToSseFrames } from './operation.ts';
import { replaceFramesOverLimit } from './replace-frames-over-limit.ts';
import {
  noStoreHeaders,
  parseGraphQLStreamParams,
  parseLastEventId,
  type SseModeDeps,
  writeGraphQLMethodNotAllowed,
} from './shared-mode-helpers.ts';
import {
  createSingleConnections,
  createStreamNotFoundError,
  parseSseOperationId,
} from './single-connections.ts';

const methods: readonly unknown[] = ['GET', 'POST', 'PUT', 'DELETE'];
/** Methods of the single connection resource, in the form of the `Allow` header. */
export const singleModeMethods = [...methods, 'OPTIONS'].join(', ');

/**
 * Creates the handler of GraphQL over SSE's single connection mode: PUT reserves a stream, an event
 * stream request opens it, POST or GET starts an operation, DELETE stops one.
 */
export function createSingleConnectionMode(deps: SseModeDeps) {
  const { prepareOperation, mask, createContext, acquirePermit, countStream } = deps;
  const { shutdownSignal, unread } = deps;
  const connections = createSingleConnections();

  return async (
    request: IncomingMessage,
    response: ServerResponse,
    wantsEvents: boolean,
  ): Promise<void> => {
    const { method } = request;
    if (!methods.includes(method)) return writeGraphQLMethodNotAllowed(response, singleModeMethods);
    if (method === 'PUT') {
      const token = connections.reserve(acquirePermit(request).release);
      response.writeHead(201, { 'Content-Type': 'text/plain; charset=utf-8', ...noStoreHeaders });
      return void response.end(token);
    }
    const connection = connections.get(getConnectionToken(request) ?? '');
    if (!connection) throw createStreamNotFoundError();
    if (wantsEvents) {
      const frames = withPings(connection.open());
      countStream(response);
      return writeSse({ response, frames, shutdownSignal, unread });
    }
    if (method === 'DELETE') {
      connection.stop(parseSseOperationId(getSearchParams(request).get('operationId')));
      return void response.writeHead(200, noStoreHeaders).end();
    }
    const params = await parseGraphQLStreamParams(request, {
      body: null,
      documents: deps.documents,
    });
    const operationId = parseSseOperationId(params.extensions.operationId);
    const slot = connection.reserve(operationId);
    const origin = { signal: slot.signal, lastEventId: parseLastEventId(request) };
    const context = createContext(request, response, origin);
    try {
      const encoding = createSingleModeFrameEncoder(operationId);
      unread.admit(request);
      const extensions = { showsCost: wantsCost(request) };
      const operation = prepareForEvents(prepareOperation, { params, context, method, extensions });
      const results = await runToSseFrames(operation, { context, mask, encoding });
      const frames = replaceFramesOverLimit(results, { request, unread, mask, encoding });
      slot.start(frames, (frame) => unread.hold(request, frame));
    } catch (error) {
      slot.release();
      throw error;
    }
    const cost = costHeaders(context.costCharger.chargedObjects());
    response.writeHead(202, { ...noStoreHeaders, ...cost }).end();
  };
}

/** Returns the token of a connection from the header or the query string, else null. */
export function getConnectionToken(request: IncomingMessage): string | null {
  const header = request.headers[TOKEN_HEADER_KEY];
  return typeof header === 'string' ? header : getSearchParams(request).get(TOKEN_QUERY_KEY);
}

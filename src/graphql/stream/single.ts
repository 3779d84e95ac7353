import type { IncomingMessage, ServerResponse } from 'node:http';
import { TOKEN_HEADER_KEY, TOKEN_QUERY_KEY } from 'graphql-sse';
import { searchOf } from '../../http/asked.ts';
import { writeEvents } from '../../http/streams/event-writer.ts';
import { createConnections, noSuchStream, parseOperationId } from './connections.ts';
import { withPings } from './frames.ts';
import { openOperation } from './operation.ts';
import { readParams } from './params.ts';
import { lastEventIdOf, type ModeDeps, notKept, refuseMethod } from './protocol.ts';

const methods: readonly unknown[] = ['GET', 'POST', 'PUT', 'DELETE'];
/** What the resource of single connection mode takes, as in `Allow`. */
export const singleMethods = [...methods, 'OPTIONS'].join(', ');

/**
 * Serves one of the four requests of single connection mode: reserve, open, operate, stop. One
 * connection carries the events of many operations of one client.
 */
export function createSingle(deps: ModeDeps) {
  const { engine, mask, createContext, takePlace, countStream, drain } = deps;
  const connections = createConnections();

  return async (
    request: IncomingMessage,
    response: ServerResponse,
    wantsEvents: boolean,
  ): Promise<void> => {
    const { method } = request;
    if (!methods.includes(method)) return refuseMethod(response, singleMethods);
    if (method === 'PUT') {
      const token = connections.reserve(takePlace(request).release);
      response.writeHead(201, { 'Content-Type': 'text/plain; charset=utf-8', ...notKept });
      return void response.end(token);
    }
    const connection = connections.get(tokenOf(request) ?? '');
    if (!connection) throw noSuchStream();
    if (wantsEvents) {
      const frames = withPings(connection.open());
      countStream(response);
      return writeEvents({ response, frames, drain });
    }
    if (method === 'DELETE') {
      connection.stop(parseOperationId(searchOf(request).get('operationId')));
      return void response.writeHead(200, notKept).end();
    }
    const params = await readParams(request, null);
    const operationId = parseOperationId(params.extensions.operationId);
    const place = connection.reserve(operationId);
    const origin = { signal: place.signal, lastEventId: lastEventIdOf(request) };
    const context = createContext(request, response, origin);
    try {
      const to = { operationId };
      place.start(await openOperation({ engine, mask, params, context, method, to }));
    } catch (error) {
      place.release();
      throw error;
    }
    response.writeHead(202, notKept).end();
  };
}

/** The token that names a connection, if the request has one. */
export function tokenOf(request: IncomingMessage): string | null {
  const header = request.headers[TOKEN_HEADER_KEY];
  return typeof header === 'string' ? header : searchOf(request).get(TOKEN_QUERY_KEY);
}

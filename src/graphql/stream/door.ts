import type { IncomingMessage, ServerResponse } from 'node:http';
import { TOKEN_HEADER_KEY, TOKEN_QUERY_KEY } from 'graphql-sse';
import type { Context } from '../../context.ts';
import { canonicalJson } from '../../core/canonical-json.ts';
import { NotFoundError, RateLimitedError, toGatewayError } from '../../core/errors.ts';
import { type StreamSlots, takeSlot } from '../../core/events/stream-slots.ts';
import type { Log } from '../../core/log.ts';
import type { Telemetry } from '../../core/telemetry.ts';
import type { ClientReader } from '../../http/client.ts';
import type { Audiences } from '../../http/streams/audiences.ts';
import { writeEvents } from '../../http/streams/event-writer.ts';
import { tooSlow } from '../../http/streams/reader.ts';
import { type Engine, graphqlPath } from '../engine.ts';
import { createErrorMask } from '../errors.ts';
import { writeFailure } from '../server.ts';
import { createConnections, parseOperationId } from './connections.ts';
import { completeFrame, completeId, nextFrame, pingFrame, withPings } from './frames.ts';
import { framesOf, MutationOverGetError, openOperation, prepareOperation } from './operation.ts';
import { readParams, type StreamParams, searchOf } from './params.ts';

/** The path that serves both modes of GraphQL over SSE. */
export const streamPath = `${graphqlPath}/stream`;

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** GraphQL over server-sent events. */
export type StreamDoor = {
  /** A connection for each operation: for `/graphql`. */
  readonly distinct: Handler;
  /** Also one connection for many operations, named by a token: for `/graphql/stream`. */
  readonly both: Handler;
};

/** What the context of an operation knows beside its request. */
export type OperationOrigin = {
  /** Fires when the operation is stopped; the request's own when left out. */
  readonly signal?: AbortSignal;
  readonly lastEventId: string | null;
};

export type StreamDoorOptions = {
  readonly engine: Engine;
  readonly createContext: (
    request: IncomingMessage,
    response: ServerResponse,
    origin: OperationOrigin,
  ) => Context;
  readonly readClient: ClientReader;
  readonly slots: StreamSlots;
  readonly audiences: Audiences;
  readonly drain: AbortSignal;
  readonly log: Log;
  readonly telemetry: Telemetry;
};

/**
 * The GraphQL over SSE protocol of graphql-sse, in both of its modes. Every event has an id, and
 * `Last-Event-ID` takes up a subscription after it; who saw `complete` gets 204, which ends an
 * `EventSource`.
 */
export function createStreamDoor(options: StreamDoorOptions): StreamDoor {
  const { engine, createContext, readClient, slots, audiences, drain, log, telemetry } = options;
  const mask = createErrorMask(log);
  const connections = createConnections();
  const stream = { stream: streamPath };
  const manner = {
    ping: pingFrame,
    tooSlow: () => {
      const errors = [mask(new RateLimitedError(tooSlow, 1))];
      return Buffer.concat([nextFrame({ errors }, null, null), completeFrame(null)]);
    },
  };

  /** Takes a place for as long as the response is open. */
  function takePlace(request: IncomingMessage, response: ServerResponse): void {
    const slot = takeSlot(slots, readClient(request, response).clientAddress);
    telemetry.openStreams.inc(stream);
    response.once('close', () => {
      slot.release();
      telemetry.openStreams.dec(stream);
    });
  }

  async function serveDistinct(request: IncomingMessage, response: ServerResponse) {
    const lastEventId = lastEventIdOf(request);
    if (lastEventId === completeId) return void response.writeHead(204).end();
    if (request.method !== 'GET' && request.method !== 'POST') {
      return refuseMethod(response, 'GET, POST, OPTIONS');
    }
    const params = await readParams(request);
    takePlace(request, response);
    const key = keyOf(params, lastEventId);
    const known = audiences.find(key);
    if (known) return known.admit(response);
    const stopping = new AbortController();
    const { signal } = stopping;
    const stop = () => stopping.abort(new DOMException('the client has left', 'AbortError'));
    const context = createContext(request, response, { signal, lastEventId });
    const { method } = request;
    const asked = { engine, mask, params, context, method, to: null };
    const { isSubscription, open } = prepareOperation(asked);
    if (isSubscription) {
      const audience = audiences.begin(key, {
        open: (left) => {
          left.addEventListener('abort', stop, { once: true });
          return open();
        },
        manner,
      });
      return audience.admit(response);
    }
    response.once('close', stop);
    await writeEvents({ response, frames: withPings(framesOf(await open())), drain });
  }

  /** One of the four requests of single connection mode: reserve, open, operate, stop. */
  async function serveSingle(request: IncomingMessage, response: ServerResponse) {
    if (request.method === 'PUT') {
      response.writeHead(201, { 'Content-Type': 'text/plain; charset=utf-8', ...notKept });
      return void response.end(connections.reserve());
    }
    const connection = connections.get(tokenOf(request) ?? '');
    if (!connection) throw new NotFoundError('no such stream');
    if (wantsEvents(request)) {
      takePlace(request, response);
      return writeEvents({ response, frames: withPings(connection.open()), drain });
    }
    if (request.method === 'DELETE') {
      connection.stop(parseOperationId(searchOf(request).get('operationId')));
      return void response.writeHead(200, notKept).end();
    }
    const params = await readParams(request);
    const operationId = parseOperationId(params.extensions.operationId);
    const signal = connection.reserve(operationId);
    const lastEventId = lastEventIdOf(request);
    const context = createContext(request, response, { signal, lastEventId });
    try {
      const { method } = request;
      const to = { operationId };
      const operation = await openOperation({ engine, mask, params, context, method, to });
      connection.start(operationId, operation);
    } catch (error) {
      connection.stop(operationId);
      throw error;
    }
    response.writeHead(202, notKept).end();
  }

  const serve =
    (handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>): Handler =>
    (request, response) => {
      response.setHeader('Access-Control-Allow-Origin', '*');
      const end = telemetry.requests.startTimer({ door: 'graphql', route: streamPath });
      response.once('close', () => end({ status: String(response.statusCode) }));
      handle(request, response).catch((error: unknown) => {
        if (response.destroyed) return;
        if (error instanceof MutationOverGetError) return refuseMethod(response, 'POST');
        writeFailure(response, toGatewayError(error), log);
      });
    };

  return {
    distinct: serve(serveDistinct),
    both: serve(async (request, response) => {
      if (request.method === 'OPTIONS') return preflight(response);
      const isSingle = request.method === 'PUT' || tokenOf(request) !== null;
      if (isSingle || !wantsEvents(request)) return serveSingle(request, response);
      return serveDistinct(request, response);
    }),
  };
}

/** What two clients have in common whose events are the same: they ask the same, and have seen as much. */
function keyOf({ query, operationName, variables }: StreamParams, lastEventId: string | null) {
  return `${streamPath} ${canonicalJson([query, operationName, variables, lastEventId])}`;
}

const notKept = { 'Cache-Control': 'no-store' };

const wantsEvents = (request: IncomingMessage) =>
  request.headers.accept?.includes('text/event-stream') ?? false;

function tokenOf(request: IncomingMessage): string | null {
  const header = request.headers[TOKEN_HEADER_KEY];
  return typeof header === 'string' ? header : searchOf(request).get(TOKEN_QUERY_KEY);
}

/** Positions are ours and short; anything else is none. */
function lastEventIdOf(request: IncomingMessage): string | null {
  const given = request.headers['last-event-id'];
  return typeof given === 'string' && /^[\w.-]{1,200}$/.test(given) ? given : null;
}

function preflight(response: ServerResponse): void {
  response.writeHead(204, {
    'Access-Control-Allow-Methods': 'GET, POST, PUT, DELETE, OPTIONS',
    'Access-Control-Allow-Headers': `Content-Type, Accept, Last-Event-ID, ${TOKEN_HEADER_KEY}`,
    'Access-Control-Max-Age': '86400',
  });
  response.end();
}

function refuseMethod(response: ServerResponse, allow: string): void {
  response.setHeader('Allow', allow);
  const errors = [{ message: `use ${allow}`, extensions: { code: 'METHOD_NOT_ALLOWED' } }];
  response.writeHead(405, { 'Content-Type': 'application/json; charset=utf-8', ...notKept });
  response.end(JSON.stringify({ errors }));
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type GraphQLError, GraphQLSchema, parse } from 'graphql';
import { CloseCode, handleProtocols, makeServer } from 'graphql-ws';
import { type WebSocket, WebSocketServer } from 'ws';
import { logAccessOnFinish, writeAccessLog } from '../../http/access-log.ts';
import { type ClientNameHeaders, readClientName } from '../../http/client-name.ts';
import { sendError } from '../../http/error-response.ts';
import { maxGraphQLBodyBytes } from '../../http/read-json-body.ts';
import { endRequestSpan, getRequestIds, setRequestSpanClient } from '../../http/request-trace.ts';
import { isAllowedOrigin } from '../../http/response/cors.ts';
import {
  ForbiddenError,
  InvalidInputError,
  OverloadedError,
  RateLimitedError,
} from '../../lib/errors.ts';
import type { Log } from '../../lib/log.ts';
import type { Millis } from '../../lib/units.ts';
import { acquireStreamPermit, type StreamLimiter } from '../../streaming/stream-limits.ts';
import type { Telemetry } from '../../telemetry/telemetry.ts';
import { wantsCost } from '../cost/shown-cost.ts';
import { createErrorMask, formatWithoutHttpExtension } from '../graphql-errors.ts';
import { graphqlPath } from '../paths.ts';
import { type ClientSocket, createClientSocket } from './client-socket.ts';
import {
  createStartOperation,
  type StartOperation,
  type WebSocketOperationsOptions,
} from './operations.ts';
import type { WrittenResults } from './shared-subscriptions.ts';

/** A request to upgrade, with a response on its socket for the case that it is refused. */
type Upgrade = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly socket: Socket;
  readonly head: Buffer;
};

/** Serves the protocol graphql-transport-ws at `/graphql`. */
export type GraphQLWebSocketHandler = {
  /** Whether a request asks for it; other requests to upgrade are served as if they did not. */
  readonly isFor: (request: IncomingMessage) => boolean;
  readonly upgrade: (upgrade: Upgrade) => void;
};

/** What one connection carries through graphql-ws. */
type Extra = {
  readonly client: ClientSocket;
  readonly showsCost: boolean;
  /** The headers and, from the first message on, its parameters: browsers send no own headers. */
  names: ClientNameHeaders;
};

const pingInterval: Millis = 12_000;
/** How long clients have at shutdown to answer the close of their connection. */
const goodbyeTime: Millis = 2_000;
const maxOperations = 100;
const switchingProtocols = 101;
const stoppingMessage = 'the service is restarting; try again';
const streamName = `${graphqlPath} websocket`;

const target = new RegExp(`^${graphqlPath}/?(\\?|$)`);

/**
 * Creates the handler of WebSockets. The package graphql-ws speaks the protocol; operations run as
 * over all other transports, and equal subscriptions share one execution and one encoding.
 */
export function createGraphQLWebSocketHandler(
  options: WebSocketOperationsOptions & {
    readonly streamLimiter: StreamLimiter;
    readonly shutdownSignal: AbortSignal;
    readonly log: Log;
    readonly telemetry: Telemetry;
  },
): GraphQLWebSocketHandler {
  const { streamLimiter, addressOf, shutdownSignal, log, telemetry } = options;
  const mask = createErrorMask(log);
  const startOperation = createStartOperation({
    ...options,
    mask,
    countSlowStream: () => telemetry.slowStreams.inc(),
  });
  const protocol = createProtocol(startOperation, () =>
    mask(new RateLimitedError('too many operations on this connection', 1)),
  );
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: maxGraphQLBodyBytes,
    perMessageDeflate: false,
    handleProtocols,
  });
  const alive = new WeakSet<WebSocket>();
  let timer: NodeJS.Timeout | undefined;

  /** Disconnects clients that did not answer the last ping, and pings the others. */
  function pingAll(): void {
    for (const socket of sockets.clients) {
      if (!alive.has(socket) && !socket.isPaused) socket.terminate();
      alive.delete(socket);
      socket.ping();
    }
  }

  function closeAll(): void {
    for (const socket of sockets.clients) socket.close(1001, stoppingMessage);
    setTimeout(() => {
      for (const socket of sockets.clients) socket.terminate();
    }, goodbyeTime).unref();
  }
  shutdownSignal.addEventListener('abort', closeAll, { once: true });

  function accept(webSocket: WebSocket, { request, socket }: Upgrade): void {
    const startedAt = performance.now();
    const client = createClientSocket(webSocket, request, socket);
    alive.add(webSocket);
    telemetry.openStreams.inc({ stream: streamName });
    timer ??= setInterval(pingAll, pingInterval);
    const showsCost = wantsCost(request);
    const names = request.headers as ClientNameHeaders;
    const extra: Extra = { client, showsCost, names };
    const closed = protocol.opened(toProtocolSocket(client, alive, log), extra);
    webSocket.on('error', (error) => log.debug({ err: error }, 'WebSocket closed'));
    webSocket.on('close', (code, reason) => {
      telemetry.openStreams.dec({ stream: streamName });
      const { method, url } = request;
      const ids = getRequestIds(request);
      const client = readClientName(extra.names);
      const status = switchingProtocols;
      writeAccessLog(log, { method, url, status, startedAt, ...ids, client });
      endRequestSpan(request, { status, route: graphqlPath });
      void closed(code, String(reason));
      if (sockets.clients.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    });
  }

  return {
    isFor: ({ headers, url = '' }) =>
      headers.upgrade?.toLowerCase() === 'websocket' && target.test(url),
    upgrade: (upgrade) => {
      const { request, response, socket, head } = upgrade;
      response.shouldKeepAlive = false;
      if (log.isLevelEnabled('info')) logAccessOnFinish(request, response, log);
      try {
        if (shutdownSignal.aborted) throw new OverloadedError(stoppingMessage, 1);
        if (!isAllowedOrigin(request.headers.origin)) throw new ForbiddenError('invalid Origin');
        const permit = acquireStreamPermit(streamLimiter, addressOf(request));
        socket.once('close', permit.release);
        if (!isHandshake(request)) throw new InvalidInputError('invalid WebSocket handshake');
      } catch (error) {
        sendError(response, error, { log });
        return;
      }
      response.detachSocket(socket);
      sockets.handleUpgrade(request, socket, head, (webSocket) => accept(webSocket, upgrade));
    },
  };
}

/** Whether a request is a handshake of a version that the package ws speaks. */
function isHandshake({ method, headers }: IncomingMessage): boolean {
  const version = headers['sec-websocket-version'];
  const key = headers['sec-websocket-key'];
  return method === 'GET' && version === '13' && /^[+/\dA-Za-z]{22}==$/.test(key ?? '');
}

/** What graphql-ws looks at before it asks for the results; these are made elsewhere. */
const anyDocument = parse('subscription { any }');
const noSchema = new GraphQLSchema({});

/** Creates the protocol. Operations start in `onSubscribe` and write their results themselves. */
function createProtocol(startOperation: StartOperation, createTooManyError: () => GraphQLError) {
  const read = ({ contextValue }: { readonly contextValue?: unknown }) =>
    contextValue as WrittenResults;
  return makeServer<Record<string, unknown>, Extra>({
    onConnect: ({ extra, connectionParams }) => {
      const { request } = extra.client;
      extra.names = { ...connectionParams, ...extra.names };
      setRequestSpanClient(request, extra.names);
    },
    onSubscribe: async ({ extra, subscriptions, connectionParams }, id, payload) => {
      if (Object.keys(subscriptions).length > maxOperations) return [createTooManyError()];
      const { client, names } = extra;
      const showsCost = extra.showsCost || connectionParams?.['GraphQL-Cost'] === '1';
      const message = { client, id, payload, names, showsCost };
      const started = await startOperation(message);
      if (Array.isArray(started)) return started as readonly GraphQLError[];
      return { schema: noSchema, document: anyDocument, contextValue: started };
    },
    subscribe: read,
    onError: (_context, _id, _payload, errors) => errors.map(formatWithoutHttpExtension),
  });
}

/** Connects graphql-ws with a client, and reads no messages while the client does not read. */
function toProtocolSocket(client: ClientSocket, alive: WeakSet<WebSocket>, log: Log) {
  const { webSocket, drained } = client;

  function note(): void {
    alive.add(webSocket);
    if (!client.isBehind() || webSocket.isPaused) return;
    webSocket.pause();
    client.onDrain(() => webSocket.resume());
  }
  webSocket.on('ping', note).on('pong', note);

  return {
    protocol: webSocket.protocol,
    send: (data: string) => {
      if (webSocket.readyState === webSocket.OPEN) webSocket.send(data);
      return drained();
    },
    close: (code?: number, reason?: string) => webSocket.close(code, reason),
    onMessage: (handle: (data: string) => Promise<void>) => {
      webSocket.on('message', (data, isBinary) => {
        if (isBinary) {
          webSocket.close(CloseCode.BadRequest, 'Invalid message received');
          return;
        }
        handle(String(data)).catch((error: unknown) => {
          // The package throws for messages that only servers send.
          const isForeign = String(error).includes('Unexpected message of type');
          if (!isForeign) log.error({ err: error }, 'WebSocket failed');
          const code = isForeign ? CloseCode.BadRequest : CloseCode.InternalServerError;
          webSocket.close(code, isForeign ? 'Invalid message received' : 'Internal server error');
        });
        note();
      });
    },
  };
}

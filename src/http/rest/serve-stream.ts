import type { IncomingMessage, ServerResponse } from 'node:http';
import { acquireStreamPermit, type StreamLimiter } from '../../streaming/stream-limits.ts';
import type { Telemetry } from '../../telemetry.ts';
import { ensureRequestId, type IdentifyRequest } from '../request-identity.ts';
import type { StreamRoute } from '../route.ts';
import { countOpenStream } from '../sse/response-metrics.ts';
import { slowClientMessage } from '../sse/sse-client.ts';
import type { SseHub } from '../sse/sse-hub.ts';
import { formatSseEvent, sseHeaders } from '../sse/sse-writer.ts';

/** What all event-stream routes share. */
export type StreamDeps = {
  readonly sseHub: SseHub;
  readonly streamLimiter: StreamLimiter;
  readonly telemetry: Telemetry;
  readonly identifyRequest: IdentifyRequest;
};

/** A request for an event stream whose parameters are parsed. */
export type StreamCall<C> = {
  readonly route: StreamRoute<C>;
  readonly input: Readonly<Record<string, unknown>>;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The context of everybody who reads these events; the signal fires when the last has left. */
  readonly createContext: (signal: AbortSignal) => C;
  /** What the door says in every answer, as node takes it. */
  readonly headers: readonly string[];
};

/**
 * Lets a response read the events of a route, together with everybody who asks for the same.
 *
 * @throws {GatewayError} no place is free, or there are no events; nothing is written then.
 */
export async function serveStream<C>(deps: StreamDeps, call: StreamCall<C>): Promise<void> {
  const { sseHub, streamLimiter, telemetry, identifyRequest } = deps;
  const { route, input, request, response, createContext, headers } = call;
  const { clientAddress } = identifyRequest(request, null);
  route.check?.(input as never);
  if (hasSeenEnd(route, input, request)) return writeNoContent(request, response, headers);
  if (request.method === 'HEAD') {
    return void response.writeHead(200, sseHeaders(request, headers)).end();
  }
  response.on('close', acquireStreamPermit(streamLimiter, clientAddress).release);
  countOpenStream({ response, telemetry, path: route.path });
  // The parameters stand in the order of their schema, however they were asked for.
  const key = `${route.path} ${JSON.stringify(input)}`;
  const sharedSse =
    sseHub.find(key) ??
    sseHub.create(key, {
      subscribe: (signal) => route.subscribe(input as never, createContext(signal)),
      protocol: {
        headers,
        shutdownFrame: formatSseEvent(route.shutdownEvent),
        tooSlowFrame: () =>
          formatSseEvent({ type: 'error', error: slowClientMessage, message: slowClientMessage }),
      },
    });
  await sharedSse.addClient(response);
}

/** Whether a client reconnects that has seen the last event of these very parameters. */
function hasSeenEnd<C>(
  { finalEventId }: StreamRoute<C>,
  input: Readonly<Record<string, unknown>>,
  { headers }: IncomingMessage,
): boolean {
  const seen = headers['last-event-id'];
  return seen !== undefined && finalEventId !== undefined && seen === finalEventId(input as never);
}

/** What tells an `EventSource` to reconnect no more (HTML, 9.2.3). */
function writeNoContent(
  request: IncomingMessage,
  response: ServerResponse,
  headers: readonly string[],
): void {
  const own = ['X-Request-Id', ensureRequestId(request), 'Cache-Control', 'no-store'];
  response.writeHead(204, [...headers, ...own]).end();
}

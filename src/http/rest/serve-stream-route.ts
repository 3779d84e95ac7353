import type { IncomingMessage, ServerResponse } from 'node:http';
import { acquireStreamPermit, type StreamLimiter } from '../../streaming/stream-limits.ts';
import type { Telemetry } from '../../telemetry/telemetry.ts';
import { createMediaTypeNegotiator } from '../accepted-media-types.ts';
import type { ReadIdAndAddress } from '../request-id-and-address.ts';
import type { ResponseHeaders } from '../response/http-response.ts';
import { sendResponse } from '../response/send-response.ts';
import type { StreamRoute } from '../route.ts';
import { countOpenStream } from '../sse/response-metrics.ts';
import type { SseBroadcastRegistry } from '../sse/sse-broadcast-registry.ts';
import { slowClientMessage } from '../sse/sse-connection.ts';
import { encodeSseData, prepareSseHeaders } from '../sse/sse-writer.ts';

/** Dependencies of all event-stream routes. */
export type StreamRouteDeps = {
  readonly sseRegistry: SseBroadcastRegistry;
  readonly streamLimiter: StreamLimiter;
  readonly telemetry: Telemetry;
  readonly readIdAndAddress: ReadIdAndAddress;
};

/** A request of an event-stream route with its parsed parameters. */
export type StreamRouteRequest<C> = {
  readonly route: StreamRoute<C>;
  readonly input: Readonly<Record<string, unknown>>;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The context of all subscribers; the signal aborts when the last one disconnects. */
  readonly createContext: (signal: AbortSignal) => C;
  readonly headers: ResponseHeaders;
};

/**
 * Subscribes a response to the events of a route, one stream for clients with equal parameters.
 *
 * @throws {GatewayError} the stream limit is reached, or the stream cannot be opened; nothing is
 * written then.
 */
export async function serveStreamRoute<C>(
  deps: StreamRouteDeps,
  call: StreamRouteRequest<C>,
): Promise<void> {
  const { sseRegistry, streamLimiter, telemetry, readIdAndAddress } = deps;
  const { route, input, request, response, createContext, headers } = call;
  const { clientAddress } = readIdAndAddress(request, null);
  route.check?.(input as never);
  if (hasSeenEnd(route, input, request)) {
    // An `EventSource` stops reconnecting on 204 (WHATWG HTML §9.2.3).
    const ended = { status: 204, headers: { ...headers, 'Cache-Control': 'no-store' }, body: '' };
    return void sendResponse(request, response, ended);
  }
  if (request.method === 'HEAD') {
    return void response.writeHead(200, prepareSseHeaders(request, headers)).end();
  }
  response.on('close', acquireStreamPermit(streamLimiter, clientAddress).release);
  countOpenStream({ response, telemetry, path: route.path });
  // Parsing orders the parameters as in their schema, so the key does not depend on the query.
  const hasIds = namesEventStreams(request.headers.accept);
  const key = `${route.path} ${hasIds} ${JSON.stringify(input)}`;
  const broadcast =
    sseRegistry.find(key) ??
    sseRegistry.create(key, {
      subscribe: (signal) => route.subscribe(input as never, createContext(signal), hasIds),
      protocol: {
        headers,
        shutdownFrame: encodeSseData(route.shutdownEvent),
        tooSlowFrame: () => {
          telemetry.slowStreams.inc();
          const error = slowClientMessage;
          return encodeSseData({ type: 'error', error, message: error });
        },
      },
    });
  await broadcast.addClient(response);
}

const acceptedTypes = createMediaTypeNegotiator(['text/event-stream']);

/** Whether an `Accept` header names event streams, with a weight above 0. */
const namesEventStreams = (accept = ''): boolean =>
  /text\/event-stream/i.test(accept) && acceptedTypes(accept).length > 0;

/** Returns true if `Last-Event-ID` names the last event of a stream with these parameters. */
function hasSeenEnd<C>(
  { finalEventId }: StreamRoute<C>,
  input: Readonly<Record<string, unknown>>,
  { headers }: IncomingMessage,
): boolean {
  const seen = headers['last-event-id'];
  return seen !== undefined && finalEventId !== undefined && seen === finalEventId(input as never);
}

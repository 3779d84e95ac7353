import type { IncomingMessage, ServerResponse } from 'node:http';
import { type StreamSlots, takeSlot } from '../../core/events/stream-slots.ts';
import type { Telemetry } from '../../core/telemetry.ts';
import { type ClientReader, nameRequest } from '../client.ts';
import type { StreamRoute } from '../route.ts';
import type { Audiences } from '../streams/audiences.ts';
import { eventFrame, headOfEvents } from '../streams/event-writer.ts';
import { tooSlow } from '../streams/reader.ts';
import { countUntilClosed } from '../streams/until-closed.ts';

/** What all event-stream routes share. */
export type StreamDeps = {
  readonly audiences: Audiences;
  readonly slots: StreamSlots;
  readonly telemetry: Telemetry;
  readonly readClient: ClientReader;
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
  const { audiences, slots, telemetry, readClient } = deps;
  const { route, input, request, response, createContext, headers } = call;
  const { clientAddress } = readClient(request, null);
  route.check?.(input as never);
  if (hasSeenEnd(route, input, request)) return writeNoContent(request, response, headers);
  if (request.method === 'HEAD') {
    return void response.writeHead(200, headOfEvents(request, headers)).end();
  }
  response.on('close', takeSlot(slots, clientAddress).release);
  countUntilClosed({ response, telemetry, path: route.path });
  // The parameters stand in the order of their schema, however they were asked for.
  const key = `${route.path} ${JSON.stringify(input)}`;
  const audience =
    audiences.find(key) ??
    audiences.begin(key, {
      open: (signal) => route.open(input as never, createContext(signal)),
      manner: {
        headers,
        goodbye: eventFrame(route.goodbye),
        tooSlow: () => eventFrame({ type: 'error', error: tooSlow, message: tooSlow }),
      },
    });
  await audience.admit(response);
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
  const own = ['X-Request-Id', nameRequest(request), 'Cache-Control', 'no-store'];
  response.writeHead(204, [...headers, ...own]).end();
}

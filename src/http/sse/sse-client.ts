import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Millis } from '../../lib/units.ts';
import type { Broadcast } from '../../streaming/broadcast.ts';
import type { Subscriber } from '../../streaming/subscriber-registry.ts';
import { abortResponse } from '../connections/abort-response.ts';
import type { HeaderList } from '../response/header-list.ts';
import { getChunkSocket, onDrained, toHttpChunk, writeChunk } from './http-chunk.ts';
import type { SseFrame } from './sse-frame.ts';
import { defaultStallTimeout, formatSseRetry, sseHeaders } from './sse-writer.ts';

/** How an audience is spoken to, beside its events; everything is a frame. */
export type SseProtocol = {
  /** Header fields beside those of every event stream. */
  readonly headers?: HeaderList;
  /** A sign of life, at first and when it has been quiet for long. */
  readonly ping?: Uint8Array;
  /** The last words when the service stops, after the hint when to come back. */
  readonly shutdownFrame?: Uint8Array;
  /** The last words to a reader that is further behind than what is kept. */
  readonly tooSlowFrame: () => Uint8Array;
  /** A reader that takes nothing for this long is cut off, so that it holds no memory. */
  readonly stallLimit?: Millis;
};

/** An event for all readers, as a ready chunk; null when the events broke and the readers are to see it. */
export type EncodedSseEvent = Pick<SseFrame, 'retention' | 'isStillValid'> & {
  readonly chunk: Buffer | null;
};

/**
 * A response that reads along with others. Beside the response's own it is this record, its seat
 * and one callback: no promise, no timer, no signal.
 */
export type SseClient = {
  readonly response: ServerResponse;
  readonly protocol: SseProtocol;
  readonly stream: Broadcast<EncodedSseEvent>;
  readonly subscriber: Subscriber;
  /** See `getChunkSocket`; null before the head is written. */
  socket: Socket | null;
  /** `waiting` for the events to begin, `reading`, `behind` with its socket full, or `done`. */
  state: 'waiting' | 'reading' | 'behind' | 'done';
  /** Forgets what would happen to a reader that is behind or does not take the last bytes. */
  clearPending: () => void;
};

/** What a reader is told that cannot get every event any more. */
export const slowClientMessage = 'the reader is too slow for the events';

const nothing = () => {};

/** A reader who waits for the events to begin. */
export function createSseClient(
  options: Pick<SseClient, 'response' | 'protocol' | 'stream'>,
): SseClient {
  const client = { ...options, socket: null, state: 'waiting', clearPending: nothing } as const;
  const subscriber = options.stream.subscribe(client as unknown as SseClient, writePendingEvents);
  return Object.assign(client, { subscriber });
}

/** Writes the head and what there is for somebody who joins now, as one packet. */
export function startSseClient(client: SseClient, ping: Buffer | null): void {
  const { socket } = client.response;
  socket?.cork();
  writeHead(client);
  client.state = 'reading';
  if (ping) writeChunk(client, ping);
  writePendingEvents(client);
  socket?.uncork();
}

/** Writes what the reader has not seen, until its socket is full. */
function writePendingEvents(client: SseClient): void {
  try {
    while (client.state === 'reading') {
      const next = client.stream.takeNext(client.subscriber);
      if (!next) return;
      const { chunk } = next.event;
      if (!chunk) return void abortResponse(client.response);
      // The last event and the end of the answer leave as one packet: `end` uncorks.
      if (next.retention === 'terminal') client.socket?.cork();
      const keepsUp = writeChunk(client, chunk);
      if (next.retention === 'terminal') endSseClient(client);
      else if (!keepsUp) fallBehind(client);
    }
  } catch {
    // What it has not read is not kept any more, as its seat says: it must not miss that silently.
    writeChunk(client, toHttpChunk(client.protocol.tooSlowFrame()));
    endSseClient(client);
  }
}

/** Gives up a reader's seat, because it has left or shall be told nothing more. */
export function stopSseClient(client: SseClient): void {
  client.clearPending();
  client.state = 'done';
  client.stream.unsubscribe(client.subscriber);
}

/** Shows a reader that keeps up that the connection lives. */
export function pingSseClient(client: SseClient, ping: Buffer): void {
  if (client.state === 'reading') writeChunk(client, ping);
}

/** Ends a reader's events because the service stops. */
export function shutdownSseClient(client: SseClient): void {
  if (client.state === 'done' || client.response.destroyed) return;
  if (client.state === 'waiting') writeHead(client);
  sayGoodbye(client);
  endSseClient(client);
}

/** Says to somebody who comes while the service stops when to come back. */
export function rejectDuringShutdown(response: ServerResponse, protocol: SseProtocol): void {
  const newcomer = { response, protocol, socket: null };
  writeHead(newcomer);
  sayGoodbye(newcomer);
  response.end();
}

type Addressed = Pick<SseClient, 'response' | 'protocol' | 'socket'>;

function sayGoodbye(to: Addressed): void {
  writeChunk(to, toHttpChunk(formatSseRetry()));
  if (to.protocol.shutdownFrame) writeChunk(to, toHttpChunk(to.protocol.shutdownFrame));
}

function writeHead(to: Addressed): void {
  const { response, protocol } = to;
  response.writeHead(200, sseHeaders(response.req, protocol.headers));
  response.flushHeaders();
  to.socket = getChunkSocket(response);
}

/** Nothing more is written until the socket is empty: events are not queued for anybody. */
function fallBehind(client: SseClient): void {
  client.state = 'behind';
  const withdraw = onDrained(client, () => {
    client.clearPending();
    client.state = 'reading';
    writePendingEvents(client);
  });
  cutOffLater(client, withdraw);
}

function endSseClient(client: SseClient): void {
  const { response } = client;
  stopSseClient(client);
  response.end();
  if (response.socket?.writableLength) cutOffLater(client, nothing);
}

function cutOffLater(client: SseClient, withdraw: () => void): void {
  const { response, protocol } = client;
  const timer = setTimeout(
    () => abortResponse(response),
    protocol.stallLimit ?? defaultStallTimeout,
  );
  client.clearPending = () => {
    clearTimeout(timer);
    withdraw();
    client.clearPending = nothing;
  };
}

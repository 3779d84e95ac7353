import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Millis } from '../../lib/units.ts';
import type { Broadcast } from '../../streaming/broadcast.ts';
import type { Subscriber } from '../../streaming/subscribable-stream.ts';
import { abortResponse } from '../connections/abort-response.ts';
import type { UndeliveredBytes } from '../connections/undelivered-bytes.ts';
import type { ResponseHeaders } from '../response/http-response.ts';
import type { EncodedFrame } from './frame-broadcast.ts';
import {
  type EncodedHttpChunk,
  getChunkSocket,
  onNextDrain,
  toEncodedHttpChunk,
  writeChunk,
} from './http-chunk.ts';
import {
  defaultClientStallTimeout,
  formatRandomSseRetry,
  prepareSseHeaders,
} from './sse-writer.ts';

/** Headers and encoded frames that a client receives besides the events. */
export type SseControlFrames = {
  readonly headers?: ResponseHeaders;
  /** Another media type than that of SSE; such a stream gets no `retry:` field. */
  readonly contentType?: string;
  /** Sent before everything else. */
  readonly preamble?: Uint8Array;
  /** Sent at the start and after a quiet interval. */
  readonly ping?: Uint8Array;
  /** Last frame at shutdown, after the `retry:` field. */
  readonly shutdownFrame?: Uint8Array;
  /** Last frame for a client that is further behind than events are retained. */
  readonly tooSlowFrame: () => Uint8Array;
  /** A client that reads nothing for this long is disconnected. */
  readonly stallLimit?: Millis;
};

/** An event encoded as a chunk; one without a chunk aborts the responses. */
type EncodedSseEvent = EncodedFrame<EncodedHttpChunk>;

/** One connected client of a broadcast, without promise, timer or signal to save memory. */
export type SseConnection = {
  readonly response: ServerResponse;
  readonly protocol: SseControlFrames;
  readonly stream: Broadcast<EncodedSseEvent>;
  readonly subscriber: Subscriber;
  /** Counts events that the client does not read; undefined: not counted. */
  readonly unread: UndeliveredBytes | undefined;
  /** Socket for writing chunks (`getChunkSocket`); null before the head is written. */
  socket: Socket | null;
  /** `waiting` for the subscription, `reading`, `behind` while its socket is full, or `done`. */
  state: 'waiting' | 'reading' | 'behind' | 'done';
  /** Cancels the drain listener and the stall timer. */
  clearPending: () => void;
};

/** Error message for a client that is too slow for the events and has missed some. */
export const slowClientMessage = 'the reader is too slow for the events';

const nothing = () => {};
const noBytes = Buffer.alloc(0);

/** Subscribes a client to the stream. Nothing is written before `startSseConnection`. */
export function subscribeSseConnection(
  options: Pick<SseConnection, 'response' | 'protocol' | 'stream' | 'unread'>,
): SseConnection {
  const client = { ...options, socket: null, state: 'waiting', clearPending: nothing } as const;
  const subscriber = options.stream.subscribe(
    client as unknown as SseConnection,
    writePendingEvents,
  );
  return Object.assign(client, { subscriber });
}

/** Writes the head, the ping and the retained events in one packet; later events follow. */
export function startSseConnection(client: SseConnection, ping: EncodedHttpChunk | null): void {
  const { socket } = client.response;
  socket?.cork();
  writeHead(client);
  client.state = 'reading';
  if (ping) writeChunk(client, ping);
  writePendingEvents(client);
  socket?.uncork();
}

/** Writes the events that the client has not received yet, until its socket is full. */
function writePendingEvents(client: SseConnection): void {
  try {
    while (client.state === 'reading') {
      const next = client.stream.takeNext(client.subscriber);
      if (!next) return;
      const { chunk } = next.event;
      if (!chunk) return void abortResponse(client.response);
      client.unread?.admit(client.response.req, chunk);
      // Send the last event and the end of the response in one packet; `end` uncorks.
      if (next.deliveryMode === 'terminal') client.socket?.cork();
      const keepsUp = writeChunk(client, chunk);
      if (next.deliveryMode === 'terminal') endSseConnection(client, chunk);
      else if (!keepsUp) fallBehind(client, chunk);
    }
  } catch {
    // The client has missed dropped events, or its unread bytes have reached their limit: end its
    // stream with an error.
    writeChunk(client, toEncodedHttpChunk(client.protocol.tooSlowFrame()));
    endSseConnection(client);
  }
}

/** Unsubscribes the client: it has disconnected, or its stream has ended. */
export function unsubscribeSseConnection(client: SseConnection): void {
  client.clearPending();
  client.state = 'done';
  client.stream.unsubscribe(client.subscriber);
}

/** Sends a ping to the client, unless its socket is full. */
export function sendSsePing(client: SseConnection, ping: EncodedHttpChunk): void {
  if (client.state === 'reading') writeChunk(client, ping);
}

/** Ends the client's stream at shutdown, with a `retry:` field and `shutdownFrame`. */
export function shutdownSseConnection(client: SseConnection): void {
  if (client.state === 'done' || client.response.destroyed) return;
  if (client.state === 'waiting') writeHead(client);
  sayGoodbye(client);
  endSseConnection(client);
}

/** Responds to a client that connects during shutdown with a `retry:` field. */
export function rejectSseDuringShutdown(
  response: ServerResponse,
  protocol: SseControlFrames,
): void {
  const newcomer = { response, protocol, socket: null };
  writeHead(newcomer);
  sayGoodbye(newcomer);
  response.end();
}

type Addressed = Pick<SseConnection, 'response' | 'protocol' | 'socket'>;

function sayGoodbye(to: Addressed): void {
  if (!to.protocol.contentType) writeChunk(to, toEncodedHttpChunk(formatRandomSseRetry()));
  if (to.protocol.shutdownFrame) writeChunk(to, toEncodedHttpChunk(to.protocol.shutdownFrame));
}

function writeHead(to: Addressed): void {
  const { response, protocol } = to;
  response.writeHead(200, prepareSseHeaders(response.req, protocol.headers, protocol.contentType));
  response.flushHeaders();
  to.socket = getChunkSocket(response);
  if (protocol.preamble) writeChunk(to, toEncodedHttpChunk(protocol.preamble));
}

/** Writes nothing more until the socket has drained: events are not queued per client. */
function fallBehind(client: SseConnection, chunk: EncodedHttpChunk): void {
  client.state = 'behind';
  const withdraw = onNextDrain(client, () => {
    client.clearPending();
    client.state = 'reading';
    writePendingEvents(client);
  });
  cutOffLater(client, chunk, withdraw);
}

function endSseConnection(client: SseConnection, chunk: EncodedHttpChunk = noBytes): void {
  const { response } = client;
  unsubscribeSseConnection(client);
  response.end();
  if (response.socket?.writableLength) cutOffLater(client, chunk, nothing);
}

/** Disconnects a client that does not drain in time; the chunk is unread until `clearPending`. */
function cutOffLater(client: SseConnection, chunk: EncodedHttpChunk, withdraw: () => void): void {
  const { response, protocol } = client;
  const release = client.unread?.hold(response.req, chunk);
  const timer = setTimeout(
    () => abortResponse(response),
    protocol.stallLimit ?? defaultClientStallTimeout,
  );
  client.clearPending = () => {
    clearTimeout(timer);
    release?.();
    withdraw();
    client.clearPending = nothing;
  };
}

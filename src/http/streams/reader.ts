import type { ServerResponse } from 'node:http';
import type { Delivery, Seat } from '../../core/events/event-stream.ts';
import type { Millis } from '../../core/units.ts';
import { chunkOf, whenDrained, writeChunk } from './chunk.ts';
import { eventStreamHeaders, retryFrame, standardStallLimit } from './event-writer.ts';

/** How an audience is spoken to, beside its events; everything is a frame. */
export type Manner = {
  /** Header fields beside those of every event stream, as node takes them. */
  readonly headers?: readonly string[];
  /** A sign of life, at first and when it has been quiet for long. */
  readonly ping?: Uint8Array;
  /** The last words when the service stops, after the hint when to come back. */
  readonly goodbye?: Uint8Array;
  /** The last words to a reader that is further behind than what is kept. */
  readonly tooSlow: () => Uint8Array;
  /** A reader that takes nothing for this long is cut off, so that it holds no memory. */
  readonly stallLimit?: Millis;
};

/** An event for all readers, as a ready chunk; null when the events broke and the readers are to see it. */
export type SharedEvent = { readonly chunk: Buffer | null; readonly delivery: Delivery };

/**
 * A response that reads along with others. Beside the response's own it is this record and two
 * callbacks: no promise, no timer, no signal.
 */
export type Reader = {
  readonly response: ServerResponse;
  readonly seat: Seat<SharedEvent>;
  readonly manner: Manner;
  /** `waiting` for the events to begin, `reading`, `behind` with its socket full, or `done`. */
  state: 'waiting' | 'reading' | 'behind' | 'done';
  /** Forgets what would happen to a reader that is behind or does not take the last bytes. */
  settle: () => void;
};

/** What a reader is told that cannot get every event any more. */
export const tooSlow = 'the reader is too slow for the events';

const nothing = () => {};

/** A reader who waits for the events to begin. */
export function createReader(options: Pick<Reader, 'response' | 'seat' | 'manner'>): Reader {
  return { ...options, state: 'waiting', settle: nothing };
}

/** Writes the head and what there is for somebody who joins now, as one packet. */
export function beginReading(reader: Reader): void {
  const { response, manner } = reader;
  const { socket } = response;
  reader.state = 'reading';
  socket?.cork();
  writeHead(reader);
  if (manner.ping) writeChunk(response, chunkOf(manner.ping));
  serveReader(reader);
  socket?.uncork();
}

/** Writes what the reader has not seen, until its socket is full. */
export function serveReader(reader: Reader): void {
  const { response, seat } = reader;
  try {
    while (reader.state === 'reading') {
      const next = seat.take();
      if (!next) return;
      const { chunk } = next.event;
      if (!chunk) return void response.destroy();
      const keepsUp = writeChunk(response, chunk);
      if (next.delivery === 'final') endReading(reader);
      else if (!keepsUp) fallBehind(reader);
    }
  } catch {
    // What it has not read is not kept any more, as the seat says: it must not miss that silently.
    writeChunk(response, chunkOf(reader.manner.tooSlow()));
    endReading(reader);
  }
}

/** Shows a reader that keeps up that the connection lives. */
export function pingReader({ response, state }: Reader, ping: Buffer): void {
  if (state === 'reading') writeChunk(response, ping);
}

/** Ends a reader's events because the service stops. */
export function dismissReader(reader: Reader): void {
  const { response, manner, state } = reader;
  if (state === 'done' || response.destroyed) return;
  if (state === 'waiting') writeHead(reader);
  sayGoodbye(response, manner);
  endReading(reader);
}

/** Says to somebody who comes while the service stops when to come back. */
export function turnAway(response: ServerResponse, manner: Manner): void {
  writeHead({ response, manner });
  sayGoodbye(response, manner);
  response.end();
}

function sayGoodbye(response: ServerResponse, { goodbye }: Manner): void {
  writeChunk(response, chunkOf(retryFrame()));
  if (goodbye) writeChunk(response, chunkOf(goodbye));
}

function writeHead({ response, manner }: Pick<Reader, 'response' | 'manner'>): void {
  response.writeHead(200, [...(manner.headers ?? []), ...eventStreamHeaders]);
  response.flushHeaders();
}

/** Nothing more is written until the socket is empty: events are not queued for anybody. */
function fallBehind(reader: Reader): void {
  reader.state = 'behind';
  const withdraw = whenDrained(reader.response, () => {
    reader.settle();
    reader.state = 'reading';
    serveReader(reader);
  });
  cutOffLater(reader, withdraw);
}

function endReading(reader: Reader): void {
  const { response, seat } = reader;
  reader.settle();
  reader.state = 'done';
  seat.leave();
  response.end();
  if (response.socket?.writableLength) cutOffLater(reader, nothing);
}

function cutOffLater(reader: Reader, withdraw: () => void): void {
  const { response, manner } = reader;
  const timer = setTimeout(() => response.destroy(), manner.stallLimit ?? standardStallLimit);
  reader.settle = () => {
    clearTimeout(timer);
    withdraw();
    reader.settle = nothing;
  };
}

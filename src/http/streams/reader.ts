import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { EventStream } from '../../core/events/event-stream.ts';
import type { Seat } from '../../core/events/seats.ts';
import type { Millis } from '../../core/units.ts';
import type { HeaderList } from '../answers/headers.ts';
import { abortResponse } from '../connections/abort-response.ts';
import { chunkOf, chunkSocketOf, whenDrained, writeChunk } from './chunk.ts';
import { headOfEvents, retryFrame, standardStallLimit } from './event-writer.ts';
import type { Told } from './told.ts';

/** How an audience is spoken to, beside its events; everything is a frame. */
export type Manner = {
  /** Header fields beside those of every event stream. */
  readonly headers?: HeaderList;
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
export type SharedEvent = Pick<Told, 'delivery' | 'isCurrent'> & { readonly chunk: Buffer | null };

/**
 * A response that reads along with others. Beside the response's own it is this record, its seat
 * and one callback: no promise, no timer, no signal.
 */
export type Reader = {
  readonly response: ServerResponse;
  readonly manner: Manner;
  readonly stream: EventStream<SharedEvent>;
  readonly seat: Seat;
  /** See `chunkSocketOf`; null before the head is written. */
  socket: Socket | null;
  /** `waiting` for the events to begin, `reading`, `behind` with its socket full, or `done`. */
  state: 'waiting' | 'reading' | 'behind' | 'done';
  /** Forgets what would happen to a reader that is behind or does not take the last bytes. */
  settle: () => void;
};

/** What a reader is told that cannot get every event any more. */
export const tooSlow = 'the reader is too slow for the events';

const nothing = () => {};

/** A reader who waits for the events to begin. */
export function createReader(options: Pick<Reader, 'response' | 'manner' | 'stream'>): Reader {
  const reader = { ...options, socket: null, state: 'waiting', settle: nothing } as const;
  const seat = options.stream.join(reader as unknown as Reader, serveReader);
  return Object.assign(reader, { seat });
}

/** Writes the head and what there is for somebody who joins now, as one packet. */
export function beginReading(reader: Reader, ping: Buffer | null): void {
  const { socket } = reader.response;
  socket?.cork();
  writeHead(reader);
  reader.state = 'reading';
  if (ping) writeChunk(reader, ping);
  serveReader(reader);
  socket?.uncork();
}

/** Writes what the reader has not seen, until its socket is full. */
function serveReader(reader: Reader): void {
  try {
    while (reader.state === 'reading') {
      const next = reader.stream.take(reader.seat);
      if (!next) return;
      const { chunk } = next.event;
      if (!chunk) return void abortResponse(reader.response);
      // The last event and the end of the answer leave as one packet: `end` uncorks.
      if (next.delivery === 'final') reader.socket?.cork();
      const keepsUp = writeChunk(reader, chunk);
      if (next.delivery === 'final') endReading(reader);
      else if (!keepsUp) fallBehind(reader);
    }
  } catch {
    // What it has not read is not kept any more, as its seat says: it must not miss that silently.
    writeChunk(reader, chunkOf(reader.manner.tooSlow()));
    endReading(reader);
  }
}

/** Gives up a reader's seat, because it has left or shall be told nothing more. */
export function stopReading(reader: Reader): void {
  reader.settle();
  reader.state = 'done';
  reader.stream.leave(reader.seat);
}

/** Shows a reader that keeps up that the connection lives. */
export function pingReader(reader: Reader, ping: Buffer): void {
  if (reader.state === 'reading') writeChunk(reader, ping);
}

/** Ends a reader's events because the service stops. */
export function dismissReader(reader: Reader): void {
  if (reader.state === 'done' || reader.response.destroyed) return;
  if (reader.state === 'waiting') writeHead(reader);
  sayGoodbye(reader);
  endReading(reader);
}

/** Says to somebody who comes while the service stops when to come back. */
export function turnAway(response: ServerResponse, manner: Manner): void {
  const newcomer = { response, manner, socket: null };
  writeHead(newcomer);
  sayGoodbye(newcomer);
  response.end();
}

type Addressed = Pick<Reader, 'response' | 'manner' | 'socket'>;

function sayGoodbye(to: Addressed): void {
  writeChunk(to, chunkOf(retryFrame()));
  if (to.manner.goodbye) writeChunk(to, chunkOf(to.manner.goodbye));
}

function writeHead(to: Addressed): void {
  const { response, manner } = to;
  response.writeHead(200, headOfEvents(response.req, manner.headers));
  response.flushHeaders();
  to.socket = chunkSocketOf(response);
}

/** Nothing more is written until the socket is empty: events are not queued for anybody. */
function fallBehind(reader: Reader): void {
  reader.state = 'behind';
  const withdraw = whenDrained(reader, () => {
    reader.settle();
    reader.state = 'reading';
    serveReader(reader);
  });
  cutOffLater(reader, withdraw);
}

function endReading(reader: Reader): void {
  const { response } = reader;
  stopReading(reader);
  response.end();
  if (response.socket?.writableLength) cutOffLater(reader, nothing);
}

function cutOffLater(reader: Reader, withdraw: () => void): void {
  const { response, manner } = reader;
  const timer = setTimeout(() => abortResponse(response), manner.stallLimit ?? standardStallLimit);
  reader.settle = () => {
    clearTimeout(timer);
    withdraw();
    reader.settle = nothing;
  };
}

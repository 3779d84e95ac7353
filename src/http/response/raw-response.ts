import type { Server, ServerResponse } from 'node:http';
import { httpDate } from '../../lib/clock.ts';
import { batchImmediate } from '../../streaming/batch-immediate.ts';
import { endResponse, type ResponseBody } from './response-body.ts';

/**
 * A connection without requests is closed after this long, milliseconds. Balancers keep theirs for 60 s
 * and are to hang up first: what they send at the moment of our closing is lost, and 502 when it is a POST.
 */
const keepAliveTimeout = 65_000;
/** A connection ends with this request of those that node's parser reads. */
const requestsPerConnection = 1000;

/**
 * Lets a server keep its connections as long as the heads here tell clients. From its drain
 * on each ends with its next answer: one that always has a request under way would never be closed as idle.
 */
export function configureKeepAlive(server: Server, shutdownSignal: AbortSignal): void {
  server.keepAliveTimeout = keepAliveTimeout;
  server.maxRequestsPerSocket = requestsPerConnection;
  // Node tells of the end in heads of its own making alone, and waits for the client to hang up.
  server.prependListener('request', (_request, response: CountedResponse) => {
    if (response.maxRequestsOnConnectionReached || shutdownSignal.aborted) {
      response.shouldKeepAlive = false;
    }
  });
}

/** What node notes of a response beside its documented properties. */
type CountedResponse = ServerResponse & { readonly maxRequestsOnConnectionReached?: boolean };

/** What bounds the memory that a client holds with a large response. */
export type ResponseBudget = {
  /** @throws {RateLimitedError | BusyError} there is none for another. */
  readonly admit: () => void;
  /** Counts the body until the returned function is called. */
  readonly hold: (body: ResponseBody) => () => void;
};

/** An answer that is ready but for what concerns the connection. */
export type RawResponse = {
  /** Status line and headers, each with its line end; a `Content-Length` among them when there is a body. */
  readonly head: string;
  /** Null for answers without a body. */
  readonly body: ResponseBody | null;
  /** True when the head tells a `Date`; it gets one of this moment otherwise. */
  readonly hasDate?: boolean;
  /** For large bodies, to be held until they are sent. */
  readonly room?: ResponseBudget | undefined;
};

const cached = `timeout=${keepAliveTimeout / 1000}, max=${requestsPerConnection}`;
const persistence = `Connection: keep-alive\r\nKeep-Alive: ${cached}\r\n\r\n`;
let ending = { date: '', text: '' };

/** True when nothing is said yet and the connection goes on, so that the head is ours to say. */
export function canWriteRaw(response: ServerResponse): boolean {
  return response.shouldKeepAlive && !response.headersSent && !response.chunkedEncoding;
}

/**
 * Ends a response with a head that is ready.
 *
 * `writeHead` checks, sorts and joins every header of every answer: a hit of 1 kB with 22 headers
 * takes 23.8 µs of CPU with it and 16.3 µs like this (nginx from its cache: 17.9 µs; minimum of six
 * runs of wrk with 32 connections, one core). `_header` is where `writeHead` leaves its text and
 * where `end` takes it from; a test holds both ways to the same bytes. The bytes leave together with
 * those of other answers of this turn.
 */
export function writeRawResponse(response: ServerResponse, ready: RawResponse): void {
  const prepared = response as ServerResponse & { _header: string; _hasBody: boolean };
  const { body } = ready;
  prepared._header = formatResponseHead(ready);
  if (body === null) prepared._hasBody = false;
  batchImmediate(() => {
    if (response.destroyed) return;
    if (body === null) response.end();
    else endHeld(response, body, ready.room);
  });
}

/** Ends a response with a body, which counts as held until its client has taken it. */
export function endHeld(
  response: ServerResponse,
  body: ResponseBody,
  room: ResponseBudget | undefined,
): void {
  endResponse(response, body);
  if (room && !response.writableFinished) response.once('close', room.hold(body));
}

/** A head with what it says of the connection, which goes on, and the blank line at its end. */
export function formatResponseHead({ head, hasDate }: RawResponse): string {
  return head + (hasDate ? persistence : connectionEnding());
}

/** The last lines of a head; they change once a second. */
function connectionEnding(): string {
  const date = httpDate();
  if (date !== ending.date) ending = { date, text: `Date: ${date}\r\n${persistence}` };
  return ending.text;
}

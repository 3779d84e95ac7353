import type { Server, ServerResponse } from 'node:http';
import { httpDate } from '../../lib/clock.ts';
import { batchImmediate } from '../../streaming/batch-immediate.ts';
import { endResponse, type ResponseBody } from './response-body.ts';

/**
 * An idle connection is closed after this time, milliseconds. Load balancers close theirs after 60
 * s and should do so first: a request sent while the gateway closes is lost, which is a 502 for a
 * POST.
 */
const keepAliveTimeout = 65_000;
/** Requests per connection; counts only those that node's parser reads. */
const requestsPerConnection = 1000;

/**
 * Configures keep-alive as the raw response heads announce it. After `shutdownSignal` each
 * connection closes with its next response; a connection that always has a request in progress
 * would otherwise never be closed as idle.
 */
export function configureKeepAlive(server: Server, shutdownSignal: AbortSignal): void {
  server.keepAliveTimeout = keepAliveTimeout;
  server.maxRequestsPerSocket = requestsPerConnection;
  // Node announces the close only in heads that it formats itself. `shouldKeepAlive = false` makes
  // it format this one and close the connection after the response.
  server.prependListener('request', (_request, response: CountedResponse) => {
    if (response.maxRequestsOnConnectionReached || shutdownSignal.aborted) {
      response.shouldKeepAlive = false;
    }
  });
}

/** Undocumented property that node sets on a response. */
type CountedResponse = ServerResponse & { readonly maxRequestsOnConnectionReached?: boolean };

/** Bounds the memory that a client holds with a large response. */
export type ResponseBudget = {
  /** @throws {RateLimitedError | OverloadedError} too many bytes are pending. */
  readonly admit: () => void;
  /** Counts the body as pending until the returned function is called. */
  readonly hold: (body: ResponseBody) => () => void;
};

/** A response as head and body bytes, complete except for the connection headers. */
export type RawResponse = {
  /** Status line and header lines, with line ends; has `Content-Length` if there is a body. */
  readonly head: string;
  /** Null for responses without a body. */
  readonly body: ResponseBody | null;
  /** True when the head has a `Date`; otherwise the current date is added. */
  readonly hasDate?: boolean;
  /** Budget for large bodies, which count as pending until they are sent. */
  readonly room?: ResponseBudget | undefined;
};

const cached = `timeout=${keepAliveTimeout / 1000}, max=${requestsPerConnection}`;
const persistence = `Connection: keep-alive\r\nKeep-Alive: ${cached}\r\n\r\n`;
let ending = { date: '', text: '' };

/** Returns true if the connection is keep-alive and no head has been written. */
export function canWriteRaw(response: ServerResponse): boolean {
  return response.shouldKeepAlive && !response.headersSent && !response.chunkedEncoding;
}

/**
 * Ends a response with a formatted head. `writeHead` validates, sorts and joins all headers of each
 * response, which costs more than sending a cached response.
 *
 * It sets `_header`, where `writeHead` stores its text and `end` reads it; a test checks that both
 * ways write the same bytes. The write is batched with `setImmediate` with other responses.
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

/** Ends a response with a body, which counts as pending until the client has received it. */
export function endHeld(
  response: ServerResponse,
  body: ResponseBody,
  room: ResponseBudget | undefined,
): void {
  endResponse(response, body);
  if (room && !response.writableFinished) response.once('close', room.hold(body));
}

/** Returns a complete head: adds the keep-alive headers and the closing blank line. */
export function formatResponseHead({ head, hasDate }: RawResponse): string {
  return head + (hasDate ? persistence : connectionEnding());
}

/** The last lines of a head, formatted once a second because of `Date`. */
function connectionEnding(): string {
  const date = httpDate();
  if (date !== ending.date) ending = { date, text: `Date: ${date}\r\n${persistence}` };
  return ending.text;
}

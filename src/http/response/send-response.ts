import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SizedBuffer } from '../../lib/limits/undelivered-bytes-limiter.ts';
import { mapMaybePromise } from '../../lib/maybe-promise.ts';
import { abortResponse } from '../connections/abort-response.ts';
import type { UndeliveredBytes } from '../connections/undelivered-bytes.ts';
import { ensureRequestId } from '../request-id-and-address.ts';
import { type ContentEncoding, getBodyInEncoding } from './compress-body.ts';
import { chooseEncoding, isNotModified } from './encoding-and-etag-match.ts';
import {
  bodyLength,
  type HttpResponse,
  isPieces,
  type ResponseBody,
  type ResponseHeaders,
} from './http-response.ts';

/** Options of one send. */
export type SendOptions = {
  /** Headers of this send alone. */
  readonly headers?: ResponseHeaders;
  /** Bounds large bodies that clients have not received; undefined for bodies that all share. */
  readonly unread?: UndeliveredBytes;
};

/**
 * Sends a response in an encoding that the client accepts, or a 304 for `If-None-Match`. If another
 * head was already sent, the response is aborted; if the client has disconnected, nothing happens.
 *
 * @returns the status, a promise if the body must be compressed first.
 * @throws what `unread.admit` throws, synchronously or as a rejection; nothing is written then.
 */
export function sendResponse(
  request: IncomingMessage,
  response: ServerResponse,
  made: HttpResponse,
  options: SendOptions = {},
): number | Promise<number> {
  const accepts = request.headers['accept-encoding'];
  const encoding =
    made.compressed && accepts ? chooseEncoding(accepts, bodyLength(made.body)) : 'identity';
  return mapMaybePromise(getBodyInEncoding(made, encoding), (body) =>
    write(response, { made, encoding, body, ...options }),
  );
}

function write(
  response: ServerResponse,
  sending: SendOptions & {
    readonly made: HttpResponse;
    readonly encoding: ContentEncoding;
    readonly body: ResponseBody;
  },
): number {
  const { made, encoding, body, unread } = sending;
  const request = response.req;
  const isEncoded = encoding !== 'identity' && body !== made.body;
  const tag = made.headers.ETag;
  const etag = tag === undefined || !isEncoded ? tag : `${tag.slice(0, -1)}-${encoding}"`;
  const isHeld =
    etag !== undefined &&
    made.status === 200 &&
    isNotModified(request.headers['if-none-match'], etag);
  const status = isHeld ? 304 : made.status;
  if (response.destroyed) return status;
  if (response.headersSent) {
    abortResponse(response);
    return status;
  }
  const headers: Record<string, string | number> = {
    ...made.headers,
    'X-Request-Id': ensureRequestId(request),
    ...sending.headers,
  };
  if (etag !== undefined) headers.ETag = etag;
  if (isHeld) {
    delete headers['Content-Type'];
    response.writeHead(304, headers).end();
    return status;
  }
  const length = bodyLength(body);
  const hasBody = request.method !== 'HEAD' && status !== 204;
  if (hasBody) unread?.admit(request, { length });
  if (status !== 204) headers['Content-Length'] = length;
  if (isEncoded) headers['Content-Encoding'] = encoding;
  response.writeHead(status, headers);
  if (!hasBody) {
    response.end();
    return status;
  }
  writeBody(response, body);
  if (unread && !response.writableFinished) {
    response.once('close', unread.hold(request, isPieces(body) ? body : toSized(body)));
  }
  return status;
}

/** A string has no identity, so it counts for each client that holds it. */
const toSized = (body: string | Buffer): SizedBuffer =>
  typeof body === 'string' ? { length: body.length } : body;

/**
 * Bytes of one socket write, so that a slow client shows progress at least each time it has read so
 * many.
 */
const maxWriteBytes = 256 * 1024;

/** Ends a response with a body; sends a large one piece by piece at the pace of the client. */
function writeBody(response: ServerResponse, body: ResponseBody): void {
  if (isPieces(body)) writePieces(response, splitPieces(body));
  else if (typeof body === 'string') response.end(body, 'latin1');
  else if (body.length <= maxWriteBytes) response.end(body);
  else writePieces(response, splitPieces([body]));
}

function* splitPieces(body: readonly Buffer[]): Generator<Buffer, undefined> {
  for (const buffer of body) {
    for (let at = 0; at < buffer.length; at += maxWriteBytes) {
      yield buffer.subarray(at, at + maxWriteBytes);
    }
  }
}

/** Node joins the writes of one turn, so each turn writes at least `maxWriteBytes`, if there are. */
function writePieces(response: ServerResponse, pieces: Generator<Buffer, undefined>): void {
  let written = 0;
  while (written < maxWriteBytes) {
    const { value } = pieces.next();
    if (value === undefined) {
      response.end();
      return;
    }
    written += value.length;
    response.write(value);
  }
  if (response.writableNeedDrain) response.once('drain', () => writePieces(response, pieces));
  else setImmediate(writePieces, response, pieces);
}

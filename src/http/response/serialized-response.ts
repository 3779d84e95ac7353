import type { ServerResponse } from 'node:http';
import { abortResponse } from '../connections/abort-response.ts';

/** Buffers that are sent in order and never copied together, because many responses share them. */
export type SharedBodyBuffers = { readonly buffers: readonly Buffer[]; readonly length: number };

/** A response body: latin1 string, buffer, or list of buffers. */
export type ResponseBody = string | Buffer | SharedBodyBuffers;

/** Returns the buffers with their total length. */
export function withTotalLength(pieces: readonly Buffer[]): SharedBodyBuffers {
  return { buffers: pieces, length: pieces.reduce((sum, { length }) => sum + length, 0) };
}

/** Returns the bytes of a body as one buffer. */
export function toBuffer(body: ResponseBody): Buffer {
  if (typeof body === 'string') return Buffer.from(body, 'latin1');
  return 'buffers' in body ? Buffer.concat(body.buffers, body.length) : body;
}

/** Bounds the bytes of large responses that a client has not received yet. */
export type UndeliveredResponseBudget = {
  /** @throws {RateLimitedError | OverloadedError} too many bytes are pending. */
  readonly admit: () => void;
  /** Adds the body to the memory of pending responses until the returned function is called. */
  readonly hold: (body: ResponseBody) => () => void;
};

/** A response as head and body bytes, complete except for the connection headers. */
export type ResponseHeadAndBody = {
  readonly head: string;
  /** Null for responses without a body. */
  readonly body: ResponseBody | null;
  /** The limit that a large body counts against until it is sent; undefined for small ones. */
  readonly budget?: UndeliveredResponseBudget | undefined;
};

/** A response that is ready to be written; `status` repeats the status of `head`. */
export type PreparedResponse = ResponseHeadAndBody & { readonly status: number };

/**
 * Sends a prepared response. If another head was already sent, the response cannot be replaced and
 * is aborted; if the client has disconnected, nothing happens.
 */
export function writeResponse(response: ServerResponse, ready: PreparedResponse): void {
  if (response.destroyed) return;
  if (response.headersSent) {
    abortResponse(response);
    return;
  }
  const { status, head, body, budget } = ready;
  response.statusCode = status;
  response.writeHead(status, parseHeaderLines(head));
  if (body === null) response.end();
  else endAndCountBytes(response, body, budget);
}

/** Ends a response with a body, which counts against the budget until it is sent. */
export function endAndCountBytes(
  response: ServerResponse,
  body: ResponseBody,
  budget: UndeliveredResponseBudget | undefined,
): void {
  endResponse(response, body);
  if (budget && !response.writableFinished) response.once('close', budget.hold(body));
}

function parseHeaderLines(head: string): string[] {
  return head
    .split('\r\n')
    .slice(1, -1)
    .flatMap((line) => {
      const colon = line.indexOf(': ');
      return [line.slice(0, colon), line.slice(colon + 2)];
    });
}

/**
 * Bytes of one socket write, so that a slow client shows progress at least each time it has read so
 * many.
 */
const maxWriteBytes = 256 * 1024;

/** Ends a response with a body; sends a large one piece by piece at the pace of the client. */
function endResponse(response: ServerResponse, body: ResponseBody): void {
  if (typeof body === 'string') {
    response.end(body, 'latin1');
  } else if (body.length <= maxWriteBytes && !('buffers' in body)) {
    response.end(body);
  } else {
    writePieces(response, splitBody(body));
  }
}

function* splitBody(body: Buffer | SharedBodyBuffers): Generator<Buffer, undefined> {
  for (const buffer of 'buffers' in body ? body.buffers : [body]) {
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

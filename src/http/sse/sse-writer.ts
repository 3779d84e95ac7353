import type { IncomingMessage, ServerResponse } from 'node:http';
import { encodeBetween, encodeJson } from '../../lib/encoding/encode-json.ts';
import { mapMaybePromise } from '../../lib/maybe-promise.ts';
import { memoizeOnObject } from '../../lib/memoize-on-object.ts';
import type { Millis } from '../../lib/units.ts';
import { abortResponse } from '../connections/abort-response.ts';
import { markEventStream } from '../connections/stalled-clients.ts';
import type { UndeliveredBytes } from '../connections/undelivered-bytes.ts';
import { ensureRequestId } from '../request-id-and-address.ts';
import type { ResponseHeaders } from '../response/http-response.ts';
import type { FrameBytes } from './sse-frame-types.ts';

/** A client that reads nothing for this long is disconnected, so that it holds no memory. */
export const defaultClientStallTimeout: Millis = 45_000;

/** Headers of every event stream: no caching, transformation or buffering by proxies. */
const eventStreamHeaders: ResponseHeaders = {
  'Cache-Control': 'no-cache, no-store, no-transform',
  'X-Accel-Buffering': 'no',
};

/**
 * Returns the response headers of an event stream, beginning with `own`, and exempts the request
 * from the limit for stalled clients. Pass them to `writeHead`: fields set by `setHeader` stay in
 * memory.
 */
export function prepareSseHeaders(
  request: IncomingMessage,
  own: ResponseHeaders = {},
  contentType = 'text/event-stream',
): Record<string, string> {
  markEventStream(request);
  const identity = { 'X-Request-Id': ensureRequestId(request), 'Content-Type': contentType };
  return { ...own, ...identity, ...eventStreamHeaders };
}

/** Encodes a short event as a `data: ` line and a blank line. */
export const encodeSseData = (event: object): Buffer =>
  Buffer.from(`data: ${JSON.stringify(event)}\n\n`);

/** Encodes an event of any length as `encodeSseData` does. It is cached, so it must not change. */
export const formatEvent = memoizeOnObject((event: object) => formatWith(event, '\n\n'));

/** Encodes a stream's last event with an id, which a client sends back as `Last-Event-ID`. */
export const formatLastEvent = (event: object, id: string) => formatWith(event, `\nid: ${id}\n\n`);

const formatWith = (event: object, behind: string): FrameBytes | Promise<FrameBytes> =>
  mapMaybePromise(encodeJson(event), (json) => encodeBetween('data: ', json, behind));

/** Returns a `retry:` field of 1 to 5 s, random so that clients do not reconnect all at once. */
export function formatRandomSseRetry(): Buffer {
  return Buffer.from(`retry: ${1000 + Math.floor(Math.random() * 4000)}\n\n`);
}

/**
 * Writes frames at the pace of the client until it disconnects or stalls, or `shutdownSignal`
 * fires; then it receives a `retry:` field and `shutdownFrame`.
 */
export async function writeSse(options: {
  readonly response: ServerResponse;
  readonly headers?: ResponseHeaders;
  readonly frames: AsyncIterable<FrameBytes>;
  readonly shutdownSignal: AbortSignal;
  readonly shutdownFrame?: Uint8Array;
  readonly stallLimit?: Millis;
  /** Counts frames that the client does not read. */
  readonly unread?: UndeliveredBytes;
}): Promise<void> {
  const { response, shutdownSignal, stallLimit = defaultClientStallTimeout, unread } = options;
  const events = options.frames[Symbol.asyncIterator]();
  const endEvents = () => void events.return?.();
  response.once('close', endEvents);
  shutdownSignal.addEventListener('abort', endEvents, { once: true });
  response.writeHead(200, prepareSseHeaders(response.req, options.headers));
  response.flushHeaders();
  response.socket?.setNoDelay(true);
  try {
    while (!shutdownSignal.aborted && !response.destroyed) {
      const { value, done } = await events.next();
      if (done || response.destroyed) break;
      if (writeFrame(response, value)) continue;
      const release = unread?.hold(response.req, value);
      if (!(await waitForDrain(response, stallLimit))) abortResponse(response);
      release?.();
    }
    if (shutdownSignal.aborted && !response.destroyed) {
      response.write(formatRandomSseRetry());
      if (options.shutdownFrame) response.write(options.shutdownFrame);
    }
  } finally {
    shutdownSignal.removeEventListener('abort', endEvents);
    response.off('close', endEvents);
    endEvents();
  }
  response.end();
}

function writeFrame(response: ServerResponse, frame: FrameBytes): boolean {
  if (frame instanceof Uint8Array) return response.write(frame);
  let keepsUp = true;
  for (const piece of frame) keepsUp = response.write(piece);
  return keepsUp;
}

/** Resolves to true on `drain`; to false on disconnect or after `stallLimit`. */
export function waitForDrain(response: ServerResponse, stallLimit: Millis): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = (caughtUp: boolean) => () => {
      clearTimeout(timer);
      response.off('drain', onDrain).off('close', onClose);
      resolve(caughtUp);
    };
    const onDrain = finish(true);
    const onClose = finish(false);
    const timer = setTimeout(onClose, stallLimit);
    response.on('drain', onDrain).on('close', onClose);
  });
}

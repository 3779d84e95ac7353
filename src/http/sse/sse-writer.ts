import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Millis } from '../../lib/units.ts';
import { abortResponse } from '../connections/abort-response.ts';
import { markEventStream } from '../connections/stalled-clients.ts';
import { ensureRequestId } from '../request-identity.ts';
import type { HeaderList } from '../response/header-list.ts';

/** A reader that takes nothing for this long is cut off, so that it holds no memory. */
export const defaultStallTimeout: Millis = 45_000;

/** What every event stream is answered with: never kept, changed or buffered on its way. */
const eventStreamHeaders = [
  ...['Content-Type', 'text/event-stream'],
  ...['Cache-Control', 'no-cache, no-store, no-transform'],
  ...['X-Accel-Buffering', 'no'],
] as const;

/**
 * The header fields of a request's event stream, the door's `own` first.
 *
 * They go into the head in one list: fields that are set one by one stay with the response, 100 bytes
 * each for as long as the stream is open.
 */
export function sseHeaders(request: IncomingMessage, own: HeaderList = []): string[] {
  markEventStream(request);
  return [...own, 'X-Request-Id', ensureRequestId(request), ...eventStreamHeaders];
}

const frames = new WeakMap<object, Buffer>();

/**
 * An event as one `data: ` line with one space and a blank line (spec: Events). An object is
 * encoded once, however many readers get it.
 */
export function formatSseEvent(event: object): Buffer {
  let frame = frames.get(event);
  if (!frame) {
    frame = Buffer.from(`data: ${JSON.stringify(event)}\n\n`);
    frames.set(event, frame);
  }
  return frame;
}

/**
 * The same for the last event of a stream, with the id by which an `EventSource` that reconnects tells
 * that it has seen it. The `data: ` line stays the first one.
 */
export const lastEventFrame = (event: object, id: string): Buffer =>
  Buffer.from(`data: ${JSON.stringify(event)}\nid: ${id}\n\n`);

/** When to come back to a service that stops: 1 to 5 s, so that readers do not all come at once. */
export function formatSseRetry(): Buffer {
  return Buffer.from(`retry: ${1000 + Math.floor(Math.random() * 4000)}\n\n`);
}

/**
 * Writes frames as they come, at the pace of the reader. The events are left at once when the
 * reader goes, when it stalls, or when `drain` fires; the reader then gets a `retry:` hint and
 * the `goodbye` frame.
 */
export async function writeSse(options: {
  readonly response: ServerResponse;
  /** Header fields beside those of every event stream and those that are set. */
  readonly headers?: HeaderList;
  readonly frames: AsyncIterable<Uint8Array>;
  readonly shutdownSignal: AbortSignal;
  readonly shutdownFrame?: Uint8Array;
  readonly stallLimit?: Millis;
}): Promise<void> {
  const { response, shutdownSignal, stallLimit = defaultStallTimeout } = options;
  const events = options.frames[Symbol.asyncIterator]();
  const leave = () => void events.return?.();
  response.once('close', leave);
  shutdownSignal.addEventListener('abort', leave, { once: true });
  response.writeHead(200, sseHeaders(response.req, options.headers));
  response.flushHeaders();
  response.socket?.setNoDelay(true);
  try {
    while (!shutdownSignal.aborted && !response.destroyed) {
      const { value, done } = await events.next();
      if (done || response.destroyed) break;
      if (!response.write(value) && !(await waitForDrain(response, stallLimit))) {
        abortResponse(response);
      }
    }
    if (shutdownSignal.aborted && !response.destroyed) {
      response.write(formatSseRetry());
      if (options.shutdownFrame) response.write(options.shutdownFrame);
    }
  } finally {
    shutdownSignal.removeEventListener('abort', leave);
    response.off('close', leave);
    leave();
  }
  response.end();
}

/** True once the reader has caught up; false when it left or stalls. */
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

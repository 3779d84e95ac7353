import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { EventStreamResponse, ServerEvent } from './service-response.ts';

/**
 * After this many milliseconds without an event a comment is sent, so that a broken connection is
 * detected.
 */
const HEARTBEAT_MS = 15_000;

/** Formats one event as bytes, which can be sent to many subscribers. */
export function formatSseEvent(event: ServerEvent): Uint8Array {
  const id = event.id === undefined ? '' : `id: ${event.id}\n`;
  const name = event.event === undefined ? '' : `event: ${event.event}\n`;
  return Buffer.from(`${id}${name}data: ${JSON.stringify(event.data)}\n\n`);
}

export type SseTarget = { readonly response: ServerResponse; readonly signal: AbortSignal };

/**
 * Writes each event as soon as it is produced. The producer waits for a slow reader. Ends with the
 * iterable or when the signal aborts; the iterable is always returned.
 */
export async function writeSseEvents(
  eventStream: EventStreamResponse,
  target: SseTarget,
): Promise<void> {
  const { response, signal } = target;
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-store, must-revalidate',
    'x-accel-buffering': 'no',
    ...eventStream.headers,
  });
  response.flushHeaders();
  response.socket?.setNoDelay(true);
  const heartbeat = setInterval(() => {
    if (!response.writableNeedDrain) response.write(': \n\n');
  }, HEARTBEAT_MS);
  const iterator = eventStream.events[Symbol.asyncIterator]();
  const disconnected = Promise.withResolvers<'disconnected'>();
  const disconnect = () => disconnected.resolve('disconnected');
  signal.addEventListener('abort', disconnect, { once: true });
  try {
    while (!signal.aborted) {
      const next = await Promise.race([iterator.next(), disconnected.promise]);
      if (next === 'disconnected' || next.done === true) break;
      const frame = next.value instanceof Uint8Array ? next.value : formatSseEvent(next.value);
      if (response.write(frame)) heartbeat.refresh();
      else
        await Promise.race([
          once(response, 'drain', { signal }).catch(disconnect),
          disconnected.promise,
        ]);
    }
  } finally {
    clearInterval(heartbeat);
    signal.removeEventListener('abort', disconnect);
    // Not awaited, because a generator returns only after its current step.
    void Promise.resolve(iterator.return?.()).catch(() => undefined);
  }
  response.end();
}

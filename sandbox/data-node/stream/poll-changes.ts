import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerEvent } from '../../lib/http-service.ts';

/** A named event and a function that returns its present payload. */
export type StreamTopic = { readonly event: string; readonly read: () => unknown };

/**
 * Yields the payload of each topic at once, then after each change; payloads are compared every
 * `periodMs`. Ends when the signal aborts.
 */
export async function* pollChanges(
  topics: readonly StreamTopic[],
  options: { readonly periodMs: number; readonly signal: AbortSignal },
): AsyncGenerator<ServerEvent> {
  const sent = new Map<string, string>();
  while (!options.signal.aborted) {
    for (const { event, read } of topics) {
      const data = read();
      const text = JSON.stringify(data);
      if (sent.get(event) === text) continue;
      sent.set(event, text);
      yield { event, data };
    }
    try {
      await sleep(options.periodMs, undefined, { signal: options.signal });
    } catch {
      return;
    }
  }
}

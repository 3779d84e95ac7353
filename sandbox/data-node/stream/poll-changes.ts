import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerEvent } from '../../lib/http-service.ts';

/** One named event with its newest payload. */
export type StreamTopic = { readonly event: string; readonly read: () => unknown };

/**
 * Yields each topic at once, then again whenever it changed, looking every `periodMs`; ends when
 * the signal aborts.
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

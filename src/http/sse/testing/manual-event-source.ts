import { once } from 'node:events';
import type { EventDeliveryMode } from '../../../streaming/subscribable-stream.ts';
import type { SseFrame } from '../sse-frame-types.ts';

/**
 * A source whose events a test emits; counts subscriptions (`opened`), those ended by their signal
 * (`left`), and events taken (`made`).
 */
export type ManualEventSource = {
  readonly state: { readonly opened: number; readonly left: number; readonly made: number };
  /** Emits `data: text` and a blank line. */
  readonly emit: (text: string, deliveryMode?: EventDeliveryMode) => void;
  /** Ends the stream without a terminal event. */
  readonly end: () => void;
  readonly fail: () => void;
  readonly subscribe: (signal: AbortSignal) => Promise<AsyncIterable<SseFrame>>;
};

/** Creates a source of events that the test emits; only the latest subscription receives them. */
export function createManualEventSource(): ManualEventSource {
  const state = { opened: 0, left: 0, made: 0 };
  let queue: (SseFrame | Error | null)[] = [];
  let wake = () => {};
  const push = (one: SseFrame | Error | null) => {
    queue.push(one);
    wake();
  };

  async function* follow(signal: AbortSignal): AsyncGenerator<SseFrame, undefined> {
    const left = once(signal, 'abort');
    while (!signal.aborted) {
      const next = queue.shift();
      if (next === null) return;
      if (next instanceof Error) throw next;
      if (next) {
        state.made += 1;
        yield next;
      } else {
        const { promise, resolve } = Promise.withResolvers<void>();
        wake = resolve;
        await Promise.race([left, promise]);
      }
    }
    state.left += 1;
  }

  return {
    state,
    emit: (text, deliveryMode = 'replay') =>
      push({ frame: Buffer.from(`data: ${text}\n\n`), deliveryMode }),
    end: () => push(null),
    fail: () => push(new Error('the events broke')),
    subscribe: async (signal) => {
      state.opened += 1;
      queue = [];
      return follow(signal);
    },
  };
}

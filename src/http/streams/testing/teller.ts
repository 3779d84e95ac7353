import { once } from 'node:events';
import type { Delivery } from '../../../core/events/seats.ts';
import type { Told } from '../told.ts';

/** Events that a test tells by hand, how often they were opened, and whether they were left. */
export type Teller = {
  readonly state: { readonly opened: number; readonly left: number; readonly made: number };
  /** Tells `data: text` and a blank line. */
  readonly tell: (text: string, delivery?: Delivery) => void;
  /** Ends the events without a final one. */
  readonly end: () => void;
  readonly break: () => void;
  readonly open: (signal: AbortSignal) => Promise<AsyncIterable<Told>>;
};

/** Tells to those who have opened it last. */
export function createTeller(): Teller {
  const state = { opened: 0, left: 0, made: 0 };
  let queue: (Told | Error | null)[] = [];
  let wake = () => {};
  const push = (one: Told | Error | null) => {
    queue.push(one);
    wake();
  };

  async function* follow(signal: AbortSignal): AsyncGenerator<Told, undefined> {
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
    tell: (text, delivery = 'every') => push({ frame: Buffer.from(`data: ${text}\n\n`), delivery }),
    end: () => push(null),
    break: () => push(new Error('the events broke')),
    open: async (signal) => {
      state.opened += 1;
      queue = [];
      return follow(signal);
    },
  };
}

import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { isSimulatedUp } from './backtest-bitmap.ts';

/** Returns whether a market, by its position, goes UP in a simulated tick. */
export type IsSimulatedUp = (market: number, tick: number) => boolean;

/** Made-up outcomes, worked out once per market and tick. */
export type SimulatedOutcomes = {
  /** Works out what is missing, in slices that leave room for other requests. */
  readonly prepare: (
    marketIds: readonly string[],
    options: { readonly ticks: number; readonly signal: AbortSignal },
  ) => Promise<IsSimulatedUp>;
};

/** Markets remembered: several of the longest batches. */
const REMEMBERED = 20_000;
const SLICE_MS = 8;

/** Creates the memory of simulated outcomes; hashing is what a backtest costs. */
export function createSimulatedOutcomes(): SimulatedOutcomes {
  const known = new LRUCache<string, readonly boolean[]>({ max: REMEMBERED });

  return {
    async prepare(marketIds, { ticks, signal }) {
      const columns: (readonly boolean[])[] = [];
      let sliceEnd = performance.now() + SLICE_MS;
      for (const id of marketIds) {
        const before = known.get(id) ?? [];
        const missing = Math.max(0, ticks - before.length);
        const added = Array.from({ length: missing }, (_, i) =>
          isSimulatedUp(id, before.length + i),
        );
        const column = missing === 0 ? before : [...before, ...added];
        if (missing > 0) known.set(id, column);
        columns.push(column);
        if (performance.now() > sliceEnd) {
          await yieldToOthers();
          signal.throwIfAborted();
          sliceEnd = performance.now() + SLICE_MS;
        }
      }
      return (market, tick) => columns[market]?.[tick] === true;
    },
  };
}

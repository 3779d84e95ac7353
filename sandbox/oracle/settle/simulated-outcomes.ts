import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { isSimulatedUp } from './backtest-bitmap.ts';

/** Returns whether a market, by its position, goes UP in a simulated tick. */
export type IsSimulatedUp = (market: number, tick: number) => boolean;

/** Simulated outcomes, each computed once for a market and tick. */
export type SimulatedOutcomes = {
  /** Computes missing outcomes in batches, between which other requests are processed. */
  readonly prepare: (
    marketIds: readonly string[],
    options: { readonly ticks: number; readonly signal: AbortSignal },
  ) => Promise<IsSimulatedUp>;
};

/** Maximum number of cached markets: several of the largest batches. */
const REMEMBERED = 20_000;
const SLICE_MS = 8;

/**
 * Creates a cache of simulated outcomes, because computing their hashes is most of a backtest's
 * cost.
 */
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

import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { PricePoint } from '../settle/price-moves.ts';

/** Prices of a source's assets at one time, by asset id, without assets that have no price. */
export type PricesByAsset = ReadonlyMap<string, PricePoint>;

/**
 * Reads prices at the start and end of ticks. Every oracle gets the same prices for the same time.
 */
export type PriceFeed = {
  /**
   * Fetches the prices of a source.
   *
   * @param at - Unix seconds, not in the future.
   * @throws {Error} the data node does not respond, or sends an invalid response.
   */
  readonly fetchAt: (source: string, at: number) => Promise<PricesByAsset>;
};

const number = z.union([z.number(), z.string().min(1)]).transform(Number);

const row = z.object({
  assetId: z.string(),
  value: number,
  fetchedAt: z.string().transform((text) => Date.parse(text)),
});

/** Data nodes name the list either `snapshots` or `prices`. */
const snapshot = z.union([
  z.object({ snapshots: z.array(z.unknown()) }).transform(({ snapshots }) => snapshots),
  z.object({ prices: z.array(z.unknown()) }).transform(({ prices }) => prices),
]);

/** Maximum number of requested rows; the largest source has fewer. */
const LIMIT = 20_000;
const DEADLINE_MS = 10_000;

/** Creates a feed that reads a data node's `/vision/snapshot?source=&limit=&at=`. */
export function createPriceFeed(dataNodeUrl: string): PriceFeed {
  const cache = new LRUCache<string, PricesByAsset>({
    max: 64,
    fetchMethod: async (key) => {
      const at = Number(key.slice(0, key.indexOf('/')));
      const source = encodeURIComponent(key.slice(key.indexOf('/') + 1));
      const url = `${dataNodeUrl}/vision/snapshot?source=${source}&limit=${LIMIT}&at=${at}`;
      const response = await fetch(url, { signal: AbortSignal.timeout(DEADLINE_MS) });
      if (!response.ok) {
        await response.body?.cancel();
        throw new Error(`the data node responded with status ${response.status}`);
      }
      return readPrices(snapshot.parse(await response.json()), at);
    },
  });
  return {
    async fetchAt(source, at) {
      const prices = await cache.fetch(`${at}/${source}`);
      if (prices === undefined) throw new Error('the data node sent no prices');
      return prices;
    },
  };
}

/**
 * Parses rows. Invalid rows are dropped, and so are rows after `at`, which a data node sends that
 * ignores `at`.
 */
function readPrices(rows: readonly unknown[], at: number): PricesByAsset {
  return new Map(
    rows.flatMap((each) => {
      const parsed = row.safeParse(each);
      if (!parsed.success) return [];
      const { assetId, value, fetchedAt } = parsed.data;
      const seconds = fetchedAt / 1000;
      if (!Number.isFinite(value) || !(seconds <= at)) return [];
      return [[assetId, { value, at: seconds }] as const];
    }),
  );
}

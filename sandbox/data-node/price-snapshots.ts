import type { MarketHistory } from '../world/market-history.ts';
import { usdToWei } from '../world/nav.ts';

/** Prices of all assets at one time; USD, null if there is none. */
export type PriceSnapshot = {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Returns the price by column number of the history; null for an unknown number. */
  readonly price: (asset: number) => number | null;
  /** Returns the price in wei. */
  readonly priceWei: (asset: number) => bigint | null;
};

export type PriceSnapshots = {
  /**
   * Returns the prices of the present second, so that all responses of one second have the same
   * prices.
   */
  readonly current: () => PriceSnapshot;
  /** Returns the prices at any time in milliseconds. They are not cached. */
  readonly at: (ms: number) => PriceSnapshot;
};

export type PriceSnapshotsOptions = {
  readonly history: Pick<MarketHistory, 'assets'>;
  readonly priceAt: (asset: number, ms: number) => number | null;
  /** The world's time in milliseconds. */
  readonly now: () => number;
};

/** Creates the price snapshots that all routes share. */
export function createPriceSnapshots(options: PriceSnapshotsOptions): PriceSnapshots {
  let running: PriceSnapshot | null = null;

  function at(ms: number): PriceSnapshot {
    const prices = new Map<number, number | null>();
    const weis = new Map<number, bigint>();
    const price = (asset: number) => {
      const known = prices.get(asset);
      if (known !== undefined) return known;
      const found = options.priceAt(asset, ms);
      prices.set(asset, found);
      return found;
    };
    return {
      at: ms,
      price,
      priceWei(asset) {
        const known = weis.get(asset);
        if (known !== undefined) return known;
        const usd = price(asset);
        if (usd === null) return null;
        const wei = usdToWei(usd);
        weis.set(asset, wei);
        return wei;
      },
    };
  }

  return {
    at,
    current() {
      const second = Math.floor(options.now() / 1000) * 1000;
      if (running?.at !== second) running = at(second);
      return running;
    },
  };
}

import type { MarketHistory } from '../world/market-history.ts';
import { usdToWei } from '../world/nav.ts';

/** Prices of all assets at one moment; USD, null where there is none. */
export type PriceSnapshot = {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** By column number of the history; null for a number that it has not. */
  readonly price: (asset: number) => number | null;
  /** The same in wei. */
  readonly priceWei: (asset: number) => bigint | null;
};

export type PriceSnapshots = {
  /** The moment of the running second: all responses of one second have the same prices. */
  readonly current: () => PriceSnapshot;
  /** Prices at any time, milliseconds; not remembered. */
  readonly at: (ms: number) => PriceSnapshot;
};

export type PriceSnapshotsOptions = {
  readonly history: Pick<MarketHistory, 'assets'>;
  readonly priceAt: (asset: number, ms: number) => number | null;
  /** The world's time, milliseconds. */
  readonly now: () => number;
};

/** Creates the view on prices that every route shares. */
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

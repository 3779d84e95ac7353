import { DAY_MS, type MarketHistory } from '../world/market-history.ts';
import { isSourceDown, type Scenario } from '../world/scenario.ts';
import type { ChainMirror } from './chain/chain-mirror.ts';
import type { DataNodeState } from './data-node-state.ts';
import { createDtfValuer } from './dtf/dtf-valuer.ts';
import { createNavSeries } from './dtf/nav-series.ts';
import { createLendingReader } from './lending/lending-reader.ts';
import { createCryptoSource } from './market/crypto-source.ts';
import { createMarketSources } from './market/market-sources.ts';
import { sourceSpecs } from './market/source-catalog.ts';
import { createSyntheticSource } from './market/synthetic-source.ts';
import { createPriceSnapshots } from './price-snapshots.ts';
import { type PriceAt, withMidnightPrices } from './prices/midnight-prices.ts';
import { createPriceQuotes } from './prices/price-quotes.ts';

export type DataNodeStateOptions = {
  readonly history: MarketHistory;
  readonly priceAt: PriceAt;
  /** The world's time in milliseconds. */
  readonly now: () => number;
  readonly mirror: Pick<ChainMirror, 'shareLedger' | 'lendingLog' | 'rpc' | 'contractAddresses'>;
  readonly seed: number;
  readonly scenario?: Scenario | null;
};

/** Stale sources have no values in this number of days before the end of the history. */
const SILENT_DAYS = 20;

/** Creates everything that the routes read. */
export function createDataNodeState(options: DataNodeStateOptions): DataNodeState {
  const { history, now, mirror, seed, scenario = null } = options;
  const priceAt = withMidnightPrices(history, options.priceAt);
  const priceSnapshots = createPriceSnapshots({ history, priceAt, now });
  const dtfValuer = createDtfValuer(history);
  const silentSince = (history.firstDay + history.days - SILENT_DAYS) * DAY_MS;
  const sources = [
    createCryptoSource({ history, priceAt }),
    ...sourceSpecs.map((spec) =>
      createSyntheticSource(spec, {
        seed,
        silentSince,
        isDown: (ms) => isSourceDown(scenario, spec.id, ms),
      }),
    ),
  ];
  return {
    history,
    priceSnapshots,
    quotes: createPriceQuotes(history, priceSnapshots),
    shareLedger: mirror.shareLedger,
    dtfValuer,
    navSeries: createNavSeries(dtfValuer, priceSnapshots),
    marketSources: createMarketSources(sources, now),
    lendingReader: createLendingReader({ ...mirror, log: mirror.lendingLog }),
  };
}

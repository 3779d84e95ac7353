import { DAY_MS, type MarketHistory } from '../world/history.ts';
import { isSourceDown, type Scenario } from '../world/scenario.ts';
import type { ChainMirror } from './chain/chain-mirror.ts';
import { createNavSeries } from './dtf/nav-series.ts';
import { createValuation } from './dtf/valuation.ts';
import { createLendingReader } from './lending/lending-reader.ts';
import { sourceSpecs } from './market/catalog.ts';
import { createCryptoSource } from './market/crypto-source.ts';
import { createMarketSources } from './market/market-sources.ts';
import { createSpecSource } from './market/spec-source.ts';
import type { NodeState } from './node-state.ts';
import { createPriceSnapshots } from './price-snapshots.ts';
import { type PriceAt, withMidnightPrices } from './prices/midnight-prices.ts';
import { createQuotes } from './prices/quotes.ts';

export type StateOptions = {
  readonly history: MarketHistory;
  readonly priceAt: PriceAt;
  /** The world's time, milliseconds. */
  readonly now: () => number;
  readonly mirror: Pick<ChainMirror, 'book' | 'lendingLog' | 'rpc' | 'deployment'>;
  readonly seed: number;
  readonly scenario?: Scenario | null;
};

/** The stale sources went silent this many days before the history's end. */
const SILENT_DAYS = 20;

/** Wires everything that the routes read. */
export function createNodeState(options: StateOptions): NodeState {
  const { history, now, mirror, seed, scenario = null } = options;
  const priceAt = withMidnightPrices(history, options.priceAt);
  const moments = createPriceSnapshots({ history, priceAt, now });
  const valuation = createValuation(history);
  const silentSince = (history.firstDay + history.days - SILENT_DAYS) * DAY_MS;
  const sources = [
    createCryptoSource({ history, priceAt }),
    ...sourceSpecs.map((spec) =>
      createSpecSource(spec, {
        seed,
        silentSince,
        isDown: (ms) => isSourceDown(scenario, spec.id, ms),
      }),
    ),
  ];
  return {
    history,
    moments,
    quotes: createQuotes(history, moments),
    book: mirror.book,
    valuation,
    series: createNavSeries(valuation, moments),
    board: createMarketSources(sources, now),
    lending: createLendingReader({ ...mirror, log: mirror.lendingLog }),
  };
}

import type { MarketHistory } from '../world/market-history.ts';
import type { Dtf, ShareLedger } from './chain/share-ledger.ts';
import type { DtfValue, DtfValuer } from './dtf/dtf-valuer.ts';
import type { NavSeries } from './dtf/nav-series.ts';
import type { LendingReader } from './lending/lending-reader.ts';
import type { MarketSources } from './market/market-sources.ts';
import type { PriceSnapshots } from './price-snapshots.ts';
import type { PriceQuotes } from './prices/price-quotes.ts';

/** Everything that the routes read. Responses of every wire format are computed from it. */
export type DataNodeState = {
  readonly history: MarketHistory;
  readonly priceSnapshots: PriceSnapshots;
  readonly quotes: PriceQuotes;
  readonly shareLedger: ShareLedger;
  readonly dtfValuer: DtfValuer;
  readonly navSeries: NavSeries;
  readonly marketSources: MarketSources;
  readonly lendingReader: LendingReader;
};

/** Returns the value of a DTF at its present NAV. */
export function valueDtfNow(state: DataNodeState, dtf: Dtf): DtfValue {
  return state.dtfValuer.value(dtf, state.priceSnapshots.current());
}

/** Returns the values of all DTFs at their present NAVs, descending by assets under management. */
export function rankDtfsByAum(state: DataNodeState): readonly DtfValue[] {
  const values = state.shareLedger.dtfs().map((dtf) => valueDtfNow(state, dtf));
  return values.sort((a, b) => (a.aum === b.aum ? 0 : a.aum > b.aum ? -1 : 1));
}

/** Returns the world's time in whole Unix seconds. */
export function getUnixNow(state: Pick<DataNodeState, 'priceSnapshots'>): number {
  return Math.floor(state.priceSnapshots.current().at / 1000);
}

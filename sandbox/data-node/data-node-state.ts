import type { MarketHistory } from '../world/market-history.ts';
import type { Dtf, ShareLedger } from './chain/share-ledger.ts';
import type { DtfValue, DtfValuer } from './dtf/dtf-valuer.ts';
import type { NavSeries } from './dtf/nav-series.ts';
import type { LendingReader } from './lending/lending-reader.ts';
import type { MarketSources } from './market/market-sources.ts';
import type { PriceSnapshots } from './price-snapshots.ts';
import type { PriceQuotes } from './prices/price-quotes.ts';

/** Everything that routes read; all responses are computed from it, in every wire format. */
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

/** A DTF at the NAV of now. */
export function valueDtfNow(state: DataNodeState, dtf: Dtf): DtfValue {
  return state.dtfValuer.value(dtf, state.priceSnapshots.current());
}

/** Every DTF at the NAV of now, by assets under management, descending. */
export function rankDtfsByAum(state: DataNodeState): readonly DtfValue[] {
  const values = state.shareLedger.dtfs().map((dtf) => valueDtfNow(state, dtf));
  return values.sort((a, b) => (a.aum === b.aum ? 0 : a.aum > b.aum ? -1 : 1));
}

/** The world's time in Unix seconds: the running second. */
export function unixNow(state: Pick<DataNodeState, 'priceSnapshots'>): number {
  return Math.floor(state.priceSnapshots.current().at / 1000);
}

import type { MarketHistory } from '../world/history.ts';
import type { Dtf, ShareLedger } from './chain/share-ledger.ts';
import type { NavSeries } from './dtf/nav-series.ts';
import type { DtfValue, Valuation } from './dtf/valuation.ts';
import type { LendingReader } from './lending/lending-reader.ts';
import type { MarketSources } from './market/market-sources.ts';
import type { PriceSnapshots } from './price-snapshots.ts';
import type { Quotes } from './prices/quotes.ts';

/** Everything that routes read; all responses are computed from it, in every wire format. */
export type NodeState = {
  readonly history: MarketHistory;
  readonly moments: PriceSnapshots;
  readonly quotes: Quotes;
  readonly book: ShareLedger;
  readonly valuation: Valuation;
  readonly series: NavSeries;
  readonly board: MarketSources;
  readonly lending: LendingReader;
};

/** A DTF at the NAV of now. */
export function currentValue(state: NodeState, dtf: Dtf): DtfValue {
  return state.valuation.value(dtf, state.moments.current());
}

/** Every DTF at the NAV of now, by assets under management, descending. */
export function ranking(state: NodeState): readonly DtfValue[] {
  const values = state.book.dtfs().map((dtf) => currentValue(state, dtf));
  return values.sort((a, b) => (a.aum === b.aum ? 0 : a.aum > b.aum ? -1 : 1));
}

/** The world's time in Unix seconds: the running second. */
export function unixNow(state: Pick<NodeState, 'moments'>): number {
  return Math.floor(state.moments.current().at / 1000);
}

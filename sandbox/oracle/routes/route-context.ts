import type { Domain } from '../bls/messages.ts';
import type { MarketState } from '../market-state/market-state.ts';
import type { ConfigLibrary } from '../markets/config-library.ts';
import type { Prover } from '../proofs/prover.ts';
import type { BitmapStore } from '../store/bitmap-store.ts';
import type { StayTotalsStore } from '../store/stay-totals-store.ts';
import type { TickStore } from '../store/tick-store.ts';
import type { Ledger } from '../ticks/ledger.ts';

/** What the public routes read. */
export type OracleRouteContext = {
  readonly book: MarketState;
  readonly ledger: Ledger;
  readonly ticks: TickStore;
  readonly standings: StayTotalsStore;
  readonly bitmaps: BitmapStore;
  readonly configs: ConfigLibrary;
  readonly prover: Prover;
  readonly domain: Domain;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Everything up to this time on the chain is in the book, unix milliseconds; 0 before the first look. */
  readonly syncedTo: () => number;
  /** Seconds from a tick's end to its reveal, for a tick length in seconds. */
  readonly revealWindow: (tickDuration: number) => number;
  readonly dialect: 'spec' | 'wild';
};

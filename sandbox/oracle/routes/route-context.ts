import type { MessageDomain } from '../bls/hash-messages.ts';
import type { MarketState } from '../market-state/market-state.ts';
import type { BatchConfigFile } from '../markets/batch-config-file.ts';
import type { QuorumProver } from '../proofs/quorum-prover.ts';
import type { BitmapStore } from '../store/bitmap-store.ts';
import type { PositionTotalsStore } from '../store/position-totals-store.ts';
import type { TickStore } from '../store/tick-store.ts';
import type { TickLedger } from '../ticks/tick-ledger.ts';

/** Everything that the public routes read. */
export type OracleRouteContext = {
  readonly marketState: MarketState;
  readonly ledger: TickLedger;
  readonly ticks: TickStore;
  readonly positionTotals: PositionTotalsStore;
  readonly bitmaps: BitmapStore;
  readonly configs: BatchConfigFile;
  readonly prover: QuorumProver;
  readonly domain: MessageDomain;
  /** Unix milliseconds. */
  readonly now: () => number;
  /**
   * Returns the time up to which the chain's events have been applied, Unix milliseconds; 0 before
   * the first poll.
   */
  readonly syncedTo: () => number;
  /** Returns the delay from a tick's end to its reveal for a tick length, both in seconds. */
  readonly revealWindow: (tickDuration: number) => number;
  readonly wireFormat: 'spec' | 'wild';
};

import type { WeiString } from '../../../lib/units.ts';
import type { MarketOutcomeListElement } from '../lists/market-lists.ts';
import type { TickEntry } from '../oracle-api/schema.ts';
import { listForfeiters, type RevealedTickFigures } from './revealed-ticks.ts';
import { computeFee } from './settle-tick.ts';

/** How a market ended in the counted ticks. */
export type BatchMarketStatistics = {
  readonly marketId: string;
  readonly ticks: number;
  readonly upPct: number | null;
  readonly meanAbsChangePct: number | null;
  readonly refunds: number;
};

/** How the markets of a batch ended in its resolved ticks. */
export type BatchStatistics = {
  readonly resolvedTicks: number;
  readonly revealedTicks: number;
  readonly markets: readonly BatchMarketStatistics[];
  readonly oneSidedPct: number | null;
  readonly forfeits: number;
  readonly matched: WeiString;
  readonly fee: WeiString;
};

/** A resolved tick with its outcomes, and its figures once it is revealed. */
export type ResolvedTick = {
  readonly entry: TickEntry;
  readonly outcomes: readonly MarketOutcomeListElement[];
  readonly figures: RevealedTickFigures | null;
};

const percentOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : (100 * part) / whole;

/** Computes the statistics of a batch from some of its resolved ticks. */
export function computeBatchStatistics(ticks: readonly ResolvedTick[]): BatchStatistics {
  const outcomes = ticks.flatMap((tick) => tick.outcomes);
  const byMarket = Map.groupBy(outcomes, ({ marketId }) => marketId);
  const matched = ticks.reduce((sum, { entry }) => sum + BigInt(entry.total_matched ?? 0), 0n);
  const figures = ticks.flatMap((tick) => tick.figures ?? []);
  return {
    resolvedTicks: ticks.length,
    revealedTicks: figures.length,
    markets: [...byMarket].map(([marketId, of]) => {
      const moved = of.filter(({ outcome }) => outcome === 'UP' || outcome === 'DOWN');
      const changes = of.flatMap(({ changePct }) => changePct ?? []);
      const total = changes.reduce((sum, change) => sum + Math.abs(change), 0);
      return {
        marketId,
        ticks: of.length,
        upPct: percentOf(moved.filter(({ outcome }) => outcome === 'UP').length, moved.length),
        meanAbsChangePct: changes.length === 0 ? null : total / changes.length,
        refunds: of.length - moved.length,
      };
    }),
    oneSidedPct: percentOf(
      outcomes.filter(({ outcome }) => outcome === 'ALL_SAME_SIDE' || outcome === 'ALL_LOSERS')
        .length,
      outcomes.length,
    ),
    forfeits: figures.reduce((sum, tick) => sum + listForfeiters(tick).length, 0),
    matched: String(matched),
    fee: String(computeFee(matched)),
  };
}

import { InvalidInputError } from '../../../lib/errors.ts';
import type { WeiString } from '../../../lib/units.ts';
import type { TickParent } from '../graphql-parents.ts';
import type { MarketOutcomeListElement } from '../lists/market-lists.ts';
import type { RevealedTickFigures } from './revealed-ticks.ts';
import { computeFee, settleTick } from './settle-tick.ts';

/** How a rule predicts from what was known before a tick began. */
export type ReplayRule = {
  readonly kind: 'MOMENTUM' | 'REVERSAL' | 'ALWAYS_UP' | 'ALWAYS_DOWN';
  /** Ticks over which a change of a market is looked at. */
  readonly lookback: number;
};

/** What a strategy would have earned on resolved ticks; amounts in wei. */
export type ReplayResult = {
  readonly ticks: readonly {
    readonly tick: TickParent;
    readonly tickId: number;
    readonly pnl: WeiString;
    readonly cumulative: WeiString;
    readonly hits: number;
    /** Number of markets that moved. */
    readonly decided: number;
    readonly markets: number;
  }[];
  readonly total: WeiString;
  readonly fee: WeiString;
  readonly winRate: number | null;
  readonly ticksPlayed: number;
  readonly isComplete: boolean;
};

/** An address that no wallet has; the player who is added to the pools of a tick. */
const replayedPlayer = `0x${'0'.repeat(40)}` as const;

/**
 * Returns the change of a market over the ticks before one, as a factor; null when they do not state
 * it.
 *
 * @param earlier - Outcomes of the ticks before, newest first.
 */
function changeBefore(
  marketId: string,
  earlier: readonly ReadonlyMap<string, MarketOutcomeListElement>[],
): number | null {
  const changes = earlier.flatMap((outcomes) => outcomes.get(marketId)?.changePct ?? []);
  if (changes.length === 0) return null;
  return changes.reduce((factor, pct) => factor * (1 + pct / 100), 1);
}

/** Returns the predictions of a rule for the markets of a tick, true = UP; UP without a change. */
export function predictByRule(
  { kind, lookback }: ReplayRule,
  markets: RevealedTickFigures['markets'],
  earlier: readonly ReadonlyMap<string, MarketOutcomeListElement>[],
): readonly boolean[] {
  const known = earlier.slice(0, lookback);
  return markets.map(({ marketId }) => {
    if (kind === 'ALWAYS_UP' || kind === 'ALWAYS_DOWN') return kind === 'ALWAYS_UP';
    const change = changeBefore(marketId, known);
    if (change === null || change === 1) return true;
    return change > 1 === (kind === 'MOMENTUM');
  });
}

/**
 * Plays predictions on revealed ticks, with a stake added to their real pools.
 *
 * @param ticks - Ascending by tick, each with the predictions for its markets.
 * @throws {InvalidInputError} the stake is not positive.
 */
export function replayTicks(
  ticks: readonly {
    readonly figures: RevealedTickFigures;
    readonly predictions: readonly boolean[];
  }[],
  stake: bigint,
): ReplayResult {
  if (stake <= 0n) throw new InvalidInputError('stakePerTick must be above 0');
  let cumulative = 0n;
  let hitsInAll = 0;
  let decidedInAll = 0;
  const rows = ticks.map(({ figures, predictions }) => {
    const { tick, tickId, moves, players } = figures;
    const own = { address: replayedPlayer, stake, predictions };
    const { deltas, hits } = settleTick(moves, [...players, own]);
    const pnl = deltas.at(-1) ?? 0n;
    const hit = hits.at(-1) ?? 0;
    cumulative += pnl;
    hitsInAll += hit;
    const decided = moves.filter((move) => move !== null).length;
    decidedInAll += decided;
    return {
      tick,
      tickId,
      pnl: String(pnl),
      cumulative: String(cumulative),
      hits: hit,
      decided,
      markets: moves.length,
    };
  });
  return {
    ticks: rows,
    total: String(cumulative),
    fee: String(computeFee(cumulative)),
    winRate: decidedInAll === 0 ? null : hitsInAll / decidedInAll,
    ticksPlayed: rows.length,
    isComplete: ticks.every(({ figures }) => figures.isComplete),
  };
}

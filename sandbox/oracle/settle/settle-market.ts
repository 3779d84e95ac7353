import { splitByWeight } from './split-by-weight.ts';

/** Which way a market's price went over a tick; `cancelled` when a price is missing or stale. */
export type MoveDirection = 'up' | 'down' | 'flat' | 'cancelled';

/** How a market ended, in the words of the wire. */
export type MarketOutcome = 'Up' | 'Down' | 'Flat' | 'Cancelled' | 'AllSameSide' | 'AllLosers';

/** One player's bet on one market. */
export type MarketBet = {
  /** Wei. */
  readonly stake: bigint;
  readonly up: boolean;
};

/** What a market pays. */
export type MarketSettlement = {
  readonly outcome: MarketOutcome;
  /** Stake of either side that found an opposite, wei; 0 when everything is refunded. */
  readonly matched: bigint;
  /** Gain or loss of each bet, in the order of the bets, wei; they sum to zero. */
  readonly deltas: readonly bigint[];
};

/**
 * Settles one market parimutuelly.
 *
 * matched = min(Σ UP, Σ DOWN); a stake's matched part = floor(stake · matched / Σ its side).
 * A loser loses its matched part; the winners share what was lost by stake, to the wei: each gets
 * its own matched part again, but for at most one wei of rounding. The unmatched rest stays.
 * Flat, Cancelled, AllSameSide (no stake against the winners) and AllLosers (no winner) refund
 * everything.
 */
export function settleMarket(move: MoveDirection, bets: readonly MarketBet[]): MarketSettlement {
  const refund = (outcome: MarketOutcome): MarketSettlement => ({
    outcome,
    matched: 0n,
    deltas: bets.map(() => 0n),
  });
  if (move === 'flat') return refund('Flat');
  if (move === 'cancelled') return refund('Cancelled');
  const won = (bet: MarketBet): boolean => bet.up === (move === 'up');
  const winning = sum(bets.map((bet) => (won(bet) ? bet.stake : 0n)));
  const losing = sum(bets.map((bet) => (won(bet) ? 0n : bet.stake)));
  const outcome = move === 'up' ? 'Up' : 'Down';
  if (winning === 0n && losing === 0n) return refund(outcome);
  if (losing === 0n) return refund('AllSameSide');
  if (winning === 0n) return refund('AllLosers');
  let matched = winning;
  if (losing < matched) matched = losing;
  const lost = bets.map((bet) => (won(bet) ? 0n : (bet.stake * matched) / losing));
  const gained = splitByWeight(
    sum(lost),
    bets.map((bet) => (won(bet) ? bet.stake : 0n)),
  );
  return { outcome, matched, deltas: bets.map((_, i) => (gained[i] ?? 0n) - (lost[i] ?? 0n)) };
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}

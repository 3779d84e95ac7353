import { splitByWeight } from './split-by-weight.ts';

/** Direction of a market's price during a tick; `cancelled` if a price is missing or too old. */
export type MoveDirection = 'up' | 'down' | 'flat' | 'cancelled';

/** Outcome of a market, in wire names. */
export type MarketOutcome = 'Up' | 'Down' | 'Flat' | 'Cancelled' | 'AllSameSide' | 'AllLosers';

/** One player's bet on one market. */
export type MarketBet = {
  /** Wei. */
  readonly stake: bigint;
  readonly up: boolean;
};

/** Settlement of one market. */
export type MarketSettlement = {
  readonly outcome: MarketOutcome;
  /** Stake of each side that is matched by the other, wei; 0 if everything is refunded. */
  readonly matched: bigint;
  /** Gain or loss of each bet in wei, in the order of the bets; the sum is zero. */
  readonly deltas: readonly bigint[];
};

/**
 * Settles one market as a parimutuel.
 *
 * matched = min(Σ UP, Σ DOWN); the matched part of a stake = floor(stake · matched / Σ its side). A
 * loser loses the matched part. The winners share the losers' total by stake, to the wei: each
 * gains an amount equal to its own matched part, up to one wei of rounding. The unmatched rest is
 * returned. Flat, Cancelled, AllSameSide (no stake against the winners) and AllLosers (no winner)
 * refund everything.
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

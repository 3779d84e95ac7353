import type { Address } from '../../../lib/units.ts';

/** How a market moved in a tick; null gives every stake back. */
export type MarketMove = 'UP' | 'DOWN' | null;

/** A player of a tick. */
export type TickPlayer = {
  readonly address: Address;
  /** Stake on each market, wei. */
  readonly stake: bigint;
  /** A prediction for each market, true = UP; null if no bitmap arrived, which forfeits the stakes. */
  readonly predictions: readonly boolean[] | null;
};

/** The stakes on both sides of a market, wei, and how many players placed them. */
export type MarketPools = {
  readonly upStake: bigint;
  readonly downStake: bigint;
  readonly upPlayers: number;
  readonly downPlayers: number;
};

/** What a tick brings each player, wei, in the order of the players; the sum is zero. */
export type TickSettlement = {
  readonly deltas: readonly bigint[];
  /** Right predictions of markets that moved, in the order of the players. */
  readonly hits: readonly number[];
  /** The volume that winners and losers matched in all markets, wei. */
  readonly matched: bigint;
  readonly forfeited: bigint;
};

const sum = (amounts: readonly bigint[]): bigint =>
  amounts.reduce((total, amount) => total + amount, 0n);

const smaller = (left: bigint, right: bigint): bigint => (left < right ? left : right);

/** Adds up the stakes on a market: position `market` in the predictions of the players. */
export function computePools(players: readonly TickPlayer[], market: number): MarketPools {
  const active = players.filter(({ predictions, stake }) => predictions !== null && stake > 0n);
  const up = active.filter(({ predictions }) => predictions?.[market] === true);
  const upStake = sum(up.map(({ stake }) => stake));
  return {
    upStake,
    downStake: sum(active.map(({ stake }) => stake)) - upStake,
    upPlayers: up.length,
    downPlayers: active.length - up.length,
  };
}

/** The volume that both sides of a market match: the smaller one; 0 if the stakes are given back. */
export const computeMatched = (move: MarketMove, { upStake, downStake }: MarketPools): bigint =>
  move === null ? 0n : smaller(upStake, downStake);

/**
 * Settles a tick as the contract and the oracles do: in each market the smaller side is matched, the
 * matched part of a stake is floor(stake · matched / side), a loser loses it and a winner gains it.
 * What floors leave over, which may be negative, goes to the largest winner. Stakes of players without a bitmap are
 * divided among the others by stake; each wei that is left over goes to one player, in their order.
 */
export function settleTick(
  moves: readonly MarketMove[],
  players: readonly TickPlayer[],
): TickSettlement {
  const deltas = players.map(() => 0n);
  const hits = players.map(() => 0);
  const add = (player: number, amount: bigint) => {
    deltas[player] = (deltas[player] ?? 0n) + amount;
  };
  const active = [...players.keys()].filter((index) => {
    const player = players[index];
    return player !== undefined && player.predictions !== null && player.stake > 0n;
  });
  const stakeOf = (player: number): bigint => players[player]?.stake ?? 0n;
  let matchedInAll = 0n;

  for (const [market, move] of moves.entries()) {
    if (move === null) continue;
    const isRight = (player: number) =>
      (players[player]?.predictions?.[market] === true) === (move === 'UP');
    const winners = active.filter(isRight);
    const losers = active.filter((player) => !isRight(player));
    for (const player of winners) hits[player] = (hits[player] ?? 0) + 1;
    const [won, lost] = [winners, losers].map((side) => sum(side.map(stakeOf)));
    if (!won || !lost) continue;
    const matched = smaller(won, lost);
    matchedInAll += matched;
    const losses = losers.map((player) => (stakeOf(player) * matched) / lost);
    for (const [index, player] of losers.entries()) add(player, -(losses[index] ?? 0n));
    const pot = sum(losses);
    const gains = winners.map((player) => (stakeOf(player) * matched) / won);
    for (const [index, player] of winners.entries()) add(player, gains[index] ?? 0n);
    const largest = winners.reduce((best, player) =>
      stakeOf(player) > stakeOf(best) ? player : best,
    );
    add(largest, pot - sum(gains));
  }

  const forfeiters = [...players.keys()].filter(
    (index) => players[index]?.predictions === null && stakeOf(index) > 0n,
  );
  const total = sum(active.map(stakeOf));
  let forfeited = 0n;
  if (total > 0n) {
    for (const player of forfeiters) {
      const stakes = stakeOf(player) * BigInt(moves.length);
      add(player, -stakes);
      forfeited += stakes;
    }
    const shares = active.map((player) => (forfeited * stakeOf(player)) / total);
    let left = forfeited - sum(shares);
    for (const [index, player] of active.entries()) {
      const extra = left > 0n ? 1n : 0n;
      left -= extra;
      add(player, (shares[index] ?? 0n) + extra);
    }
  }
  return { deltas, hits, matched: matchedInAll, forfeited };
}

/** Fee of the protocol on winnings: 5 basis points, rounded down; 0 without winnings. */
export const computeFee = (winnings: bigint): bigint =>
  winnings > 0n ? (winnings * 5n) / 10_000n : 0n;

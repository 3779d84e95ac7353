import { isPredictedUp } from './bitmap.ts';
import { type MarketOutcome, type MoveDirection, settleMarket } from './settle-market.ts';
import { splitByWeight } from './split-by-weight.ts';

/** A player of one tick. */
export type TickPlayer = {
  /** Lower-case address. */
  readonly player: string;
  /** Stake on each market in this tick, wei. */
  readonly stake: bigint;
  /** `null` if no bitmap of the commitment in force was submitted; the stake is then forfeited. */
  readonly bitmap: Uint8Array | null;
};

/** Result of a tick for one player. */
export type TickPlayerResult = {
  readonly player: string;
  readonly played: boolean;
  /** Total stake over all markets, played or forfeited, wei. */
  readonly staked: bigint;
  /** Gain or loss in wei. */
  readonly delta: bigint;
  /** Number of markets with an UP or DOWN move on which the player bet. */
  readonly decided: number;
  readonly won: number;
};

/** Settlement of one tick. */
export type TickSettlement = {
  /** Outcomes in the order of the markets. */
  readonly outcomes: readonly MarketOutcome[];
  /** Sum of the markets' matched volumes, wei. */
  readonly totalMatched: bigint;
  /** Stakes that players without a bitmap forfeit, wei. */
  readonly forfeited: bigint;
  /** Results in the order of the players; the sum of the deltas is zero. */
  readonly players: readonly TickPlayerResult[];
};

/**
 * Returns a player's stake on each market: `stake_per_tick`, or an equal part of a smaller balance.
 *
 * stake = min(stake_per_tick, floor(balance / markets))   (spec: Player object, per tick per
 * market)
 */
export function computeStakePerMarket(
  stakePerTick: bigint,
  balance: bigint,
  markets: number,
): bigint {
  if (markets === 0 || balance <= 0n) return 0n;
  const affordable = balance / BigInt(markets);
  return affordable < stakePerTick ? affordable : stakePerTick;
}

/**
 * Settles a tick: first every market among the players with a bitmap, then the forfeited stakes.
 *
 * A forfeited stake goes to the players who took part, by stake; without such players it is
 * returned. The result is zero-sum to the wei; the protocol takes its fee at the claim.
 *
 * @param players - Ascending by address, which is the order in which remaining wei are distributed.
 */
export function settleTick(
  moves: readonly MoveDirection[],
  players: readonly TickPlayer[],
): TickSettlement {
  const activePlayers = players.flatMap(({ player, stake, bitmap }) =>
    bitmap !== null && stake > 0n ? [{ player, stake, bitmap }] : [],
  );
  const deltas = new Map(players.map(({ player }) => [player, 0n]));
  const add = (player: string, delta: bigint): void => {
    deltas.set(player, (deltas.get(player) ?? 0n) + delta);
  };
  const record = new Map(activePlayers.map(({ player }) => [player, { decided: 0, won: 0 }]));
  let totalMatched = 0n;
  const outcomes = moves.map((move, market) => {
    const bets = activePlayers.map(({ stake, bitmap }) => ({
      stake,
      up: isPredictedUp(bitmap, market),
    }));
    const settled = settleMarket(move, bets);
    totalMatched += settled.matched;
    activePlayers.forEach(({ player }, i) => {
      add(player, settled.deltas[i] ?? 0n);
      const score = record.get(player);
      if (score === undefined || (move !== 'up' && move !== 'down')) return;
      score.decided += 1;
      if (bets[i]?.up === (move === 'up')) score.won += 1;
    });
    return settled.outcome;
  });

  const stakes = BigInt(moves.length);
  const absent = players.filter(({ bitmap, stake }) => bitmap === null && stake > 0n);
  let forfeited = 0n;
  if (activePlayers.length > 0) {
    for (const { player, stake } of absent) {
      add(player, -stake * stakes);
      forfeited += stake * stakes;
    }
    const shares = splitByWeight(
      forfeited,
      activePlayers.map(({ stake }) => stake),
    );
    activePlayers.forEach(({ player }, i) => {
      add(player, shares[i] ?? 0n);
    });
  }
  return {
    outcomes,
    totalMatched,
    forfeited,
    players: players.map(({ player, stake, bitmap }) => ({
      player,
      played: bitmap !== null && stake > 0n,
      staked: bitmap !== null || activePlayers.length > 0 ? stake * stakes : 0n,
      delta: deltas.get(player) ?? 0n,
      decided: record.get(player)?.decided ?? 0,
      won: record.get(player)?.won ?? 0,
    })),
  };
}

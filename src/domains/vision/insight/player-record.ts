import type { Address, UnixSeconds, WeiString } from '../../../lib/units.ts';
import type { BatchPlayerParent, TickParent } from '../graphql-parents.ts';
import type { RevealedTickFigures } from './revealed-ticks.ts';
import { settleTick } from './settle-tick.ts';

/** A batch that a wallet plays in, with those of its revealed ticks that are counted. */
export type CountedBatch = BatchPlayerParent & {
  /** Source of the markets' values; null if it is not known. */
  readonly sourceId: string | null;
  readonly ticks: readonly {
    readonly figures: RevealedTickFigures;
    readonly endedAt: UnixSeconds;
  }[];
};

/** What a revealed tick brought a wallet; amounts in wei. */
type SettledTick = {
  readonly tick: TickParent;
  readonly batchId: number;
  readonly tickId: number;
  readonly endedAt: UnixSeconds;
  readonly stake: bigint;
  readonly profit: bigint;
  /** For each market that moved and was predicted, whether the prediction was right. */
  readonly decided: readonly { readonly marketId: string; readonly isHit: boolean }[];
  readonly isForfeit: boolean;
};

type Totals = {
  readonly stake: WeiString;
  readonly ticksPlayed: number;
  readonly forfeits: number;
  readonly winRate: number | null;
  readonly profit: WeiString;
};

/** How often a wallet was right about a market. */
export type MarketAccuracy = Accuracy & { readonly marketId: string };

type Accuracy = { readonly hits: number; readonly decided: number; readonly accuracyPct: number };

/** The record of a wallet in one batch. */
export type PlayedBatch = Totals & {
  readonly batch: BatchPlayerParent['batch'];
  readonly player: BatchPlayerParent;
};

/** How a wallet played the prediction market, over the counted ticks. */
export type PlayerRecord = Totals & {
  readonly batches: readonly PlayedBatch[];
  readonly bestBatch: PlayedBatch | null;
  readonly worstBatch: PlayedBatch | null;
  readonly longestStreak: number;
  readonly ticks: readonly {
    readonly tick: TickParent;
    readonly batchId: number;
    readonly tickId: number;
    readonly endedAt: UnixSeconds;
    readonly stake: WeiString;
    readonly profit: WeiString;
    readonly cumulative: WeiString;
    readonly hits: number;
    readonly decided: number;
    readonly isForfeit: boolean;
  }[];
  readonly bySource: readonly (Accuracy & { readonly sourceId: string })[];
  readonly byMarket: readonly MarketAccuracy[];
  readonly isComplete: boolean;
};

const maxMarkets = 20;

/**
 * Computes the record of a wallet from the batches that it plays in.
 *
 * @param areAllCounted - Whether `batches` are all batches that the wallet plays in.
 */
export function computePlayerRecord(
  address: Address,
  batches: readonly CountedBatch[],
  areAllCounted: boolean,
): PlayerRecord {
  const settled = batches.map((counted) => ({ counted, ticks: settleTicks(address, counted) }));
  const played = settled.map(
    ({ counted: { batch, player }, ticks }): PlayedBatch & { readonly isCounted: boolean } => ({
      ...totalsOf(ticks),
      batch,
      player: { batch, player },
      isCounted: ticks.length > 0,
    }),
  );
  const ranked = played
    .filter(({ isCounted }) => isCounted)
    .toSorted((left, right) => compareWei(right.profit, left.profit));
  const ticks = settled
    .flatMap((one) => one.ticks)
    .toSorted(
      (left, right) =>
        left.endedAt - right.endedAt || left.batchId - right.batchId || left.tickId - right.tickId,
    );
  let cumulative = 0n;
  return {
    ...totalsOf(ticks),
    batches: played,
    bestBatch: ranked[0] ?? null,
    worstBatch: ranked.at(-1) ?? null,
    longestStreak: longestRun(ticks.map(({ profit }) => profit > 0n)),
    ticks: ticks.map(({ stake, profit, decided, ...tick }) => {
      cumulative += profit;
      return {
        ...tick,
        stake: String(stake),
        profit: String(profit),
        cumulative: String(cumulative),
        hits: decided.filter(({ isHit }) => isHit).length,
        decided: decided.length,
      };
    }),
    bySource: accuracyBy(
      settled.flatMap(({ counted: { sourceId }, ticks: of }) =>
        sourceId === null
          ? []
          : of.flatMap(({ decided }) => decided.map(({ isHit }) => ({ key: sourceId, isHit }))),
      ),
    ).map(({ key, ...accuracy }) => ({ sourceId: key, ...accuracy })),
    byMarket: accuracyBy(
      ticks.flatMap(({ decided }) =>
        decided.map(({ marketId, isHit }) => ({ key: marketId, isHit })),
      ),
    )
      .slice(0, maxMarkets)
      .map(({ key, ...accuracy }) => ({ marketId: key, ...accuracy })),
    isComplete:
      areAllCounted && batches.every((one) => one.ticks.every(({ figures }) => figures.isComplete)),
  };
}

/** Settles the ticks in which the wallet had stakes. */
function settleTicks(address: Address, { batch, ticks }: CountedBatch): readonly SettledTick[] {
  return ticks.flatMap(({ figures, endedAt }) => {
    const { tick, tickId, moves, markets, players } = figures;
    const index = players.findIndex((player) => player.address === address);
    const player = players[index];
    if (!player || player.stake === 0n) return [];
    const { predictions, stake } = player;
    const decided = moves.flatMap((move, market) => {
      if (move === null || predictions === null) return [];
      const isHit = (predictions[market] === true) === (move === 'UP');
      return [{ marketId: markets[market]?.marketId ?? '', isHit }];
    });
    return [
      {
        ...{ tick, batchId: batch.batchId, tickId, endedAt, decided },
        stake: stake * BigInt(moves.length),
        profit: settleTick(moves, players).deltas[index] ?? 0n,
        isForfeit: predictions === null,
      },
    ];
  });
}

function totalsOf(ticks: readonly SettledTick[]): Totals {
  const decided = ticks.flatMap((tick) => tick.decided);
  const hits = decided.filter(({ isHit }) => isHit).length;
  const forfeits = ticks.filter(({ isForfeit }) => isForfeit).length;
  return {
    stake: String(ticks.reduce((sum, { stake }) => sum + stake, 0n)),
    ticksPlayed: ticks.length - forfeits,
    forfeits,
    winRate: decided.length === 0 ? null : hits / decided.length,
    profit: String(ticks.reduce((sum, { profit }) => sum + profit, 0n)),
  };
}

function accuracyBy(predictions: readonly { readonly key: string; readonly isHit: boolean }[]) {
  return [...Map.groupBy(predictions, ({ key }) => key)]
    .map(([key, of]) => {
      const hits = of.filter(({ isHit }) => isHit).length;
      return { key, hits, decided: of.length, accuracyPct: (100 * hits) / of.length };
    })
    .toSorted(
      (left, right) =>
        right.decided - left.decided || right.hits - left.hits || (left.key < right.key ? -1 : 1),
    );
}

function longestRun(outcomes: readonly boolean[]): number {
  let longest = 0;
  let run = 0;
  for (const isWon of outcomes) {
    run = isWon ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

const compareWei = (left: WeiString, right: WeiString): number =>
  BigInt(left) < BigInt(right) ? -1 : BigInt(left) > BigInt(right) ? 1 : 0;

import type { Resolvers } from '../../../../generated/graphql/resolvers.ts';
import { mapNodes } from '../../../graphql/connection/index.ts';
import { ForbiddenError } from '../../../lib/errors.ts';
import { encodeGlobalId, joinCompoundKey } from '../../../lib/global-id.ts';
import { valueOrIfNotFound } from '../../../lib/maybe-promise.ts';
import { memoizeOnObject } from '../../../lib/memoize-on-object.ts';
import { parseNumberOrText } from '../../../lib/parse.ts';
import { type Hex, parseAddress, parseBytes32 } from '../../../lib/units.ts';
import {
  type BatchMarkets,
  type BatchParent,
  findBatch,
  getBatchMarkets,
  parseBatchId,
  parseSourceId,
  type TickParent,
  toWalletParent,
  type VisionMarketParent,
} from '../graphql-parents.ts';
import {
  createTickIdMatcher,
  filterAndPaginateRankedPlayers,
  filterAndPaginateTicks,
} from '../lists/batch-lists.ts';
import {
  filterAndPaginateOutcomes,
  filterAndPaginatePredictions,
  listedMarketsFromIds,
  type MarketListElement,
  type MarketOutcomeListElement,
} from '../lists/market-lists.ts';
import type { VisionContext } from '../loaders.ts';
import type { RevealedTick, TickEntry } from '../oracle-api/schema.ts';
import { tickOutcomesSchema } from '../oracle-api/upstream-schema.ts';
import { computeBitmapHash, decodeBitmap } from '../submit/bitmap.ts';

/** A market and its outcome. */
export type MarketOutcomeParent = Omit<MarketOutcomeListElement, 'marketId'> & {
  readonly market: VisionMarketParent;
  readonly tick: TickParent;
};
/** The reveal of a tick; `bitmaps` is null while it is sealed. */
export type TickRevealParent = {
  readonly tick: TickParent;
  readonly bitmaps: RevealedTick['bitmaps'] | null;
  readonly deadline: number | null;
};
export type RevealedBitmapParent = {
  readonly tick: TickParent;
  readonly bitmap: RevealedTick['bitmaps'][number];
};

/** Returns the outcomes of a tick's markets; memoized on the entry. */
export const outcomesOf = memoizeOnObject(
  (entry: TickEntry): readonly MarketOutcomeListElement[] => {
    const known = tickOutcomesSchema.safeParse(entry.results_json);
    return (known.data?.markets ?? []).map((one) => ({
      marketId: one.market_id,
      outcome: toOutcome(one.outcome),
      changePct: one.pct_change,
      startPrice: parseNumberOrText(one.start_price),
      endPrice: parseNumberOrText(one.end_price),
    }));
  },
);
const resolvedMarkets = memoizeOnObject((outcomes: readonly MarketOutcomeListElement[]) => {
  const markets = listedMarketsFromIds(outcomes.map(({ marketId }) => marketId));
  return { markets, ids: new Set(markets.map(({ marketId }) => marketId)) };
});

const outcomeNames = ['UP', 'DOWN', 'FLAT', 'CANCELLED', 'ALL_SAME_SIDE', 'ALL_LOSERS'] as const;

/** Maps `AllSameSide` to ALL_SAME_SIDE; unknown outcomes are null. */
function toOutcome(word: string | null) {
  const name = word?.replace(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
  return outcomeNames.find((one) => one === name) ?? null;
}

/** Returns the batch of a tick; null when there is none. */
export const findTickBatch = async (
  { batch, entry }: TickParent,
  context: VisionContext,
): Promise<BatchParent | null> => batch ?? (await findBatch(entry.batch_id, context));

/** Returns the markets that a tick had, in the order of their bits in bitmaps. */
export async function readMarketsAt(
  tick: TickParent,
  context: VisionContext,
): Promise<BatchMarkets> {
  const batch = await findTickBatch(tick, context);
  const current = batch ? await getBatchMarkets(batch, context) : noMarkets;
  const { markets, ids } = resolvedMarkets(outcomesOf(tick.entry));
  const isSame =
    ids.size === 0 ||
    (current.markets.length === ids.size &&
      current.markets.every(({ marketId }) => ids.has(marketId)));
  return isSame ? current : { markets, sourceId: batch?.sourceId ?? null };
}
const noMarkets: BatchMarkets = { markets: [], sourceId: null };

/** Parses the deadline in the message of an oracle, Unix seconds. */
function parseDeadline(message: string): number | null {
  const found = /deadline:? (\d{1,12})\b/i.exec(message)?.[1];
  return found === undefined ? null : Number(found);
}

/** Returns the reveal of a tick; without bitmaps while it is sealed. */
export async function readReveal(
  tick: TickParent,
  context: VisionContext,
): Promise<TickRevealParent> {
  const { batch_id, tick_id } = tick.entry;
  try {
    const { bitmaps } = await context.loaders.vision.oracle.reveal(batch_id, tick_id);
    return { tick, bitmaps, deadline: null };
  } catch (error) {
    // A sealed tick is a state, not a failure.
    if (!(error instanceof ForbiddenError)) throw error;
    // It may be revealed at any time.
    context.requestCache.freshness.recordComputed('tickHistory');
    return { tick, bitmaps: null, deadline: parseDeadline(error.message) };
  }
}

/** Returns the resolved ticks of a batch, newest first. */
export const readTicks = async (batch: BatchParent, context: VisionContext) =>
  (await context.loaders.vision.oracle.history(batch.batchId)).map(
    (entry): TickParent => ({ batch, entry }),
  );

/** Returns the resolved tick with this natural key; null when there is none. */
export async function findTick(
  batchId: string,
  tickId: string,
  context: VisionContext,
): Promise<TickParent | null> {
  const [batchNumber, tickNumber] = [Number(batchId), Number(tickId)];
  const isKey = String(batchNumber) === batchId && String(tickNumber) === tickId;
  if (!isKey || !Number.isSafeInteger(batchNumber) || !Number.isSafeInteger(tickNumber))
    return null;
  const { oracle } = context.loaders.vision;
  const entry = await valueOrIfNotFound(() => oracle.tick(batchNumber, tickNumber), null);
  return entry && { batch: null, entry };
}

/** Ticks, their reveals, and the leaderboard. */
export const tickAndLeaderboardResolvers: Resolvers<VisionContext> = {
  Query: {
    leaderboard: async (_root, args, context) => {
      const { oracle } = context.loaders.vision;
      const sourceId = args.sourceId == null ? undefined : parseSourceId(args.sourceId);
      if (args.batchId == null) return oracle.leaderboard({ sourceId });
      const batchId = parseBatchId(args.batchId, 'batchId');
      return batchId === null
        ? null
        : valueOrIfNotFound(() => oracle.leaderboard({ batchId, sourceId }), null);
    },
  },
  Batch: {
    ticks: async (batch, args, context) => {
      const history = await context.loaders.vision.oracle.history(batch.batchId);
      return mapNodes(
        filterAndPaginateTicks(history, args),
        (entry): TickParent => ({ batch, entry }),
      );
    },
    tick: async (batch, { tickId }, context) => {
      const isWanted = createTickIdMatcher(tickId, 'tickId');
      return (await readTicks(batch, context)).find(({ entry }) => isWanted(entry)) ?? null;
    },
    leaderboard: ({ batchId }, _args, context) =>
      context.loaders.vision.oracle.leaderboard({ batchId }),
  },
  Tick: {
    id: ({ entry }) => encodeGlobalId('Tick', joinCompoundKey([entry.batch_id, entry.tick_id])),
    batchId: ({ entry }) => entry.batch_id,
    batch: (tick, _args, context) => findTickBatch(tick, context),
    tickId: ({ entry }) => entry.tick_id,
    resolvedAt: ({ entry }) => entry.resolved_at,
    playerCount: ({ entry }) => entry.player_count,
    totalMatched: ({ entry }) => entry.total_matched,
    outcomes: (tick, args) => {
      const { batch, entry } = tick;
      const sourceId = batch?.sourceId ?? null;
      const batchId = batch ? undefined : entry.batch_id;
      return mapNodes(
        filterAndPaginateOutcomes(outcomesOf(entry), args),
        ({ marketId, ...outcome }): MarketOutcomeParent => ({
          market: { marketId, sourceId, batchId },
          tick,
          ...outcome,
        }),
      );
    },
    reveal: (tick, _args, context) => valueOrIfNotFound(() => readReveal(tick, context), null),
  },
  TickReveal: {
    isSealed: ({ bitmaps }) => bitmaps === null,
    bitmaps: ({ tick, bitmaps }) => (bitmaps ?? []).map((bitmap) => ({ tick, bitmap })),
  },
  RevealedBitmap: {
    portfolio: ({ bitmap }) => toWalletParent(bitmap.player),
    bitmap: ({ bitmap }) => bitmap.bitmap_hex as Hex,
    hash: ({ bitmap }) => parseBytes32(bitmap.hash),
    hashMatches: ({ bitmap }) =>
      computeBitmapHash(bitmap.bitmap_hex as Hex) === bitmap.hash.toLowerCase(),
    matchesCommitment: ({ tick, bitmap }, _args, context) => {
      const player = parseAddress(bitmap.player);
      const hash = computeBitmapHash(bitmap.bitmap_hex as Hex);
      const { batch_id: batchId } = tick.entry;
      return player && context.loaders.vision.commitments.matches({ batchId, player, hash });
    },
    predictions: async ({ tick, bitmap }, args, context) => {
      const { markets, sourceId } = await readMarketsAt(tick, context);
      const bits = decodeBitmap(bitmap.bitmap_hex as Hex, markets.length);
      const directionOf = ({ bit }: MarketListElement) => (bits[bit] ? 'UP' : 'DOWN');
      const wanted = args.filter?.direction;
      const page = filterAndPaginatePredictions(markets, args, {
        filter: wanted == null ? undefined : (market) => directionOf(market) === wanted,
      });
      return mapNodes(page, (market) => ({
        market: { marketId: market.marketId, sourceId },
        direction: directionOf(market),
      }));
    },
  },
  Leaderboard: {
    entries: ({ leaderboard }, args) => filterAndPaginateRankedPlayers(leaderboard, args),
  },
  LeaderboardEntry: {
    portfolio: ({ walletAddress }) => toWalletParent(walletAddress),
    pnlUsd: ({ pnl }) => pnl,
    roiPct: ({ roi }) => roi,
    totalVolumeUsd: ({ totalVolume }) => totalVolume,
    bitmapsPlayed: ({ portfolioBets }) => portfolioBets,
    avgMarkets: ({ avgPortfolioSize }) => avgPortfolioSize,
    mostMarkets: ({ largestPortfolio }) => largestPortfolio,
  },
};

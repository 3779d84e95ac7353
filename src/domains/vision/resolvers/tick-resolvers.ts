import type { Resolvers } from '../../../../generated/graphql/resolvers.ts';
import { toConnection } from '../../../graphql/connection.ts';
import { nameParameter, parseParams } from '../../../http/parse-params.ts';
import { ForbiddenError, InvalidInputError } from '../../../lib/errors.ts';
import { encodeGlobalId, joinKey } from '../../../lib/global-id.ts';
import { valueOrIfNotFound } from '../../../lib/maybe-promise.ts';
import { type Hex, parseAddress, parseBytes32 } from '../../../lib/units.ts';
import {
  type BatchParent,
  findBatch,
  findBatchByKey,
  getBatchMarkets,
  type MarketParent,
  parseBatchId,
  type TickParent,
  toWallet,
} from '../graphql-parents.ts';
import type { VisionContext } from '../loaders.ts';
import type { Leaderboard, LeaderboardEntry, Reveal, TickEntry } from '../oracle-api/schema.ts';
import { tickOutcomesSchema } from '../oracle-api/upstream-schema.ts';
import { bitmapHash, decodeBitmap } from '../submit/bitmap.ts';

/** A market and its outcome. */
export type MarketOutcomeParent = {
  readonly market: MarketParent;
  readonly outcome: string | null;
  readonly changePct: number | null;
};
/** The reveal of a tick; `bitmaps` is null while it is sealed. */
export type RevealParent = {
  readonly tick: TickParent;
  readonly bitmaps: Reveal['bitmaps'] | null;
  readonly deadline: number | null;
};
export type RevealedBitmapParent = {
  readonly tick: TickParent;
  readonly bitmap: Reveal['bitmaps'][number];
};
export type LeaderboardParent = Leaderboard;
export type LeaderboardEntryParent = LeaderboardEntry;

const maxMarkets = 2000;

/**
 * Arguments of a range. An explicit null does not get the schema's default, so null is possible.
 */
type Range = { readonly first?: number | null; readonly skip?: number | null };

/** Returns a section of a list. @throws {InvalidInputError} `first` or `skip` is out of range. */
function part<T>(list: readonly T[], range: Range): readonly T[] {
  const first = range.first ?? 100;
  const skip = range.skip ?? 0;
  if (first < 1 || first > maxMarkets) {
    throw new InvalidInputError(`first must be from 1 to ${maxMarkets}`);
  }
  if (skip < 0) throw new InvalidInputError('skip must not be negative');
  return list.slice(skip, skip + first);
}

function outcomesOf(entry: TickEntry) {
  const known = tickOutcomesSchema.safeParse(entry.results_json);
  return known.success ? known.data.markets : [];
}

/** Maps `AllSameSide` to ALL_SAME_SIDE; unknown outcomes are null. */
function toOutcome(word: string | null) {
  switch (word?.replace(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toUpperCase()) {
    case 'UP':
      return 'UP';
    case 'DOWN':
      return 'DOWN';
    case 'FLAT':
      return 'FLAT';
    case 'CANCELLED':
      return 'CANCELLED';
    case 'ALL_SAME_SIDE':
      return 'ALL_SAME_SIDE';
    case 'ALL_LOSERS':
      return 'ALL_LOSERS';
    default:
      return null;
  }
}

const batchOf = async (
  { batch, entry }: TickParent,
  context: VisionContext,
): Promise<BatchParent | null> => batch ?? (await findBatch(entry.batch_id, context));

/**
 * The markets of a tick in the order of their bits. They are the batch's current markets, unless
 * the outcomes show that the batch had other markets then.
 */
async function marketsAt(
  tick: TickParent,
  context: VisionContext,
): Promise<readonly MarketParent[]> {
  const batch = await batchOf(tick, context);
  const current = batch ? await getBatchMarkets(batch, context) : [];
  const outcomes = outcomesOf(tick.entry);
  const resolved = new Set(outcomes.map(({ market_id }) => market_id));
  const isSame =
    resolved.size === 0 ||
    (current.length === resolved.size && current.every(({ marketId }) => resolved.has(marketId)));
  if (isSame) return current;
  const sourceId = batch?.sourceId ?? null;
  return outcomes.map(({ market_id }) => ({ marketId: market_id, sourceId }));
}

/** The deadline in the message of an oracle, Unix seconds. */
function deadlineIn(message: string): number | null {
  const found = /deadline:? (\d{1,12})\b/i.exec(message)?.[1];
  return found === undefined ? null : Number(found);
}

async function revealOf(tick: TickParent, context: VisionContext): Promise<RevealParent> {
  const { batch_id, tick_id } = tick.entry;
  try {
    const { bitmaps } = await context.loaders.vision.oracle.reveal(batch_id, tick_id);
    return { tick, bitmaps, deadline: null };
  } catch (error) {
    // A sealed tick is a state, not a failure.
    if (!(error instanceof ForbiddenError)) throw error;
    return { tick, bitmaps: null, deadline: deadlineIn(error.message) };
  }
}

const ticksOf = async (batch: BatchParent, context: VisionContext) =>
  (await context.loaders.vision.oracle.history(batch.batchId)).map(
    (entry): TickParent => ({ batch, entry }),
  );

/** The resolved tick with this natural key; null when there is none. */
export async function findTick(
  batchId: string,
  tickId: string,
  context: VisionContext,
): Promise<TickParent | null> {
  const batch = await findBatchByKey(batchId, context);
  const ticks = batch ? await ticksOf(batch, context) : [];
  return ticks.find(({ entry }) => String(entry.tick_id) === tickId) ?? null;
}

/** Ticks, their reveals, and the leaderboard. */
export const tickResolvers: Resolvers<VisionContext> = {
  Query: {
    leaderboard: async (_root, args, context) => {
      const { oracle } = context.loaders.vision;
      const sourceId =
        args.sourceId == null ? undefined : parseParams(nameParameter('sourceId'), args.sourceId);
      if (args.batchId == null) return oracle.leaderboard({ sourceId });
      const batchId = parseBatchId(args.batchId, 'batchId');
      return batchId === null
        ? null
        : valueOrIfNotFound(() => oracle.leaderboard({ batchId, sourceId }), null);
    },
  },
  Batch: {
    ticks: async (batch, page, context) =>
      toConnection(await ticksOf(batch, context), page, ({ entry }) => String(entry.tick_id)),
    tick: async (batch, { tickId }, context) =>
      (await ticksOf(batch, context)).find(({ entry }) => entry.tick_id === tickId) ?? null,
    leaderboard: ({ batchId }, _args, context) =>
      context.loaders.vision.oracle.leaderboard({ batchId }),
  },
  Tick: {
    id: ({ entry }) => encodeGlobalId('Tick', joinKey([entry.batch_id, entry.tick_id])),
    batchId: ({ entry }) => entry.batch_id,
    batch: (tick, _args, context) => batchOf(tick, context),
    tickId: ({ entry }) => entry.tick_id,
    resolvedAt: ({ entry }) => entry.resolved_at,
    playerCount: ({ entry }) => entry.player_count,
    totalMatched: ({ entry }) => entry.total_matched,
    outcomes: ({ batch, entry }, range) =>
      part(outcomesOf(entry), range).map(
        ({ market_id, outcome, pct_change }): MarketOutcomeParent => ({
          market: {
            marketId: market_id,
            sourceId: batch?.sourceId ?? null,
            batchId: batch ? undefined : entry.batch_id,
          },
          outcome,
          changePct: pct_change,
        }),
      ),
    reveal: (tick, _args, context) => valueOrIfNotFound(() => revealOf(tick, context), null),
  },
  MarketOutcome: { outcome: ({ outcome }) => toOutcome(outcome) },
  TickReveal: {
    isSealed: ({ bitmaps }) => bitmaps === null,
    bitmaps: ({ tick, bitmaps }) => (bitmaps ?? []).map((bitmap) => ({ tick, bitmap })),
  },
  RevealedBitmap: {
    portfolio: ({ bitmap }) => toWallet(bitmap.player),
    bitmap: ({ bitmap }) => bitmap.bitmap_hex as Hex,
    hash: ({ bitmap }) => parseBytes32(bitmap.hash),
    hashMatches: ({ bitmap }) => bitmapHash(bitmap.bitmap_hex as Hex) === bitmap.hash.toLowerCase(),
    matchesCommitment: ({ tick, bitmap }, _args, context) => {
      const player = parseAddress(bitmap.player);
      const hash = bitmapHash(bitmap.bitmap_hex as Hex);
      const { batch_id: batchId } = tick.entry;
      return player && context.loaders.vision.commitments.matches({ batchId, player, hash });
    },
    predictions: async ({ tick, bitmap }, range, context) => {
      const markets = await marketsAt(tick, context);
      const bits = decodeBitmap(bitmap.bitmap_hex as Hex, markets.length);
      const all = markets.map((market, bit) => ({
        market,
        direction: bits[bit] ? ('UP' as const) : ('DOWN' as const),
      }));
      return part(all, range);
    },
  },
  Leaderboard: {
    entries: ({ leaderboard }, page) =>
      toConnection(leaderboard, page, ({ walletAddress }) => walletAddress.toLowerCase()),
  },
  LeaderboardEntry: {
    portfolio: ({ walletAddress }) => toWallet(walletAddress),
    pnlUsd: ({ pnl }) => pnl,
    roiPct: ({ roi }) => roi,
    totalVolumeUsd: ({ totalVolume }) => totalVolume,
    bitmapsPlayed: ({ portfolioBets }) => portfolioBets,
    avgMarkets: ({ avgPortfolioSize }) => avgPortfolioSize,
    mostMarkets: ({ largestPortfolio }) => largestPortfolio,
  },
};

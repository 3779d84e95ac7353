import type {
  ReplayRule as ReplayRuleInput,
  Resolvers,
} from '../../../../generated/graphql/resolvers.ts';
import { InvalidInputError } from '../../../lib/errors.ts';
import type { Hex } from '../../../lib/units.ts';
import {
  type BatchParent,
  findBatch,
  parseBatchId,
  type TickParent,
  visionRestToGraphQLTranslator,
} from '../graphql-parents.ts';
import type { VisionContext } from '../loaders.ts';
import { outcomesOf, readTicks } from '../resolvers/tick-resolvers.ts';
import { decodeBitmap, parseBitmap } from '../submit/bitmap.ts';
import { computeBatchStatistics } from './batch-statistics.ts';
import { predictByRule, type ReplayResult, type ReplayRule, replayTicks } from './replay.ts';
import { readRevealedTick } from './revealed-ticks.ts';
import { computePools } from './settle-tick.ts';

/** Most ticks whose reveals one field reads: an upstream call each until they are cached. */
const maxTicks = 50;

/** Returns a number of ticks. @throws {InvalidInputError} it is not from 1 to `maxTicks`. */
export function checkTickCount(ticks: number): number {
  if (ticks >= 1 && ticks <= maxTicks) return ticks;
  throw new InvalidInputError(`ticks must be from 1 to ${maxTicks}`);
}

/** Figures of the prediction market that follow from revealed ticks alone. */
export const visionInsightResolvers = {
  Query: {
    replayBitmap: async (_root, args, context) => {
      const { batchId, bitmap, rule, from, to, stakePerTick } = args;
      const id = parseBatchId(batchId, 'batchId');
      if ((bitmap == null) === (rule == null)) {
        throw new InvalidInputError('give either bitmap or rule');
      }
      const strategy = rule ? checkRule(rule) : parseReplayedBitmap(bitmap ?? '0x');
      if (BigInt(stakePerTick) <= 0n) throw new InvalidInputError('stakePerTick must be above 0');
      const batch = await findBatch(id, context);
      return batch && replay(batch, { strategy, from, to, stake: BigInt(stakePerTick) }, context);
    },
  },
  Batch: {
    statistics: async (batch, { ticks }, context) => {
      const newest = (await readTicks(batch, context)).slice(0, checkTickCount(ticks));
      const figures = await Promise.all(newest.map((tick) => readRevealedTick(tick, context)));
      return computeBatchStatistics(
        newest.map(({ entry }, index) => ({
          entry,
          outcomes: outcomesOf(entry),
          figures: figures[index] ?? null,
        })),
      );
    },
  },
  BatchMarketStatistics: {
    market: ({ marketId }) => ({ marketId, sourceId: null }),
  },
  MarketOutcome: {
    pools: async ({ tick, market }, _args, context) => {
      const figures = await readRevealedTick(tick, context);
      if (figures === null) return null;
      const bit = figures.markets.findIndex(({ marketId }) => marketId === market.marketId);
      if (bit < 0) return null;
      const { upStake, downStake, ...counts } = computePools(figures.players, bit);
      const total = upStake + downStake;
      return {
        ...counts,
        upStake: String(upStake),
        downStake: String(downStake),
        impliedUpProbability:
          total === 0n ? null : Number((upStake * 1_000_000_000n) / total) / 1_000_000_000,
        unknownStakes: figures.unknownStakes,
        unexplainedMatched: figures.unexplainedMatched?.toString() ?? null,
        isComplete: figures.isComplete,
      };
    },
  },
} satisfies Resolvers<VisionContext>;

type Strategy = { readonly rule: ReplayRule } | { readonly bitmap: Hex };

/** @throws {InvalidInputError} the look-back is not from 1 to 50. */
function checkRule({ kind, lookback = 1 }: ReplayRuleInput): Strategy {
  if (lookback < 1 || lookback > maxTicks) {
    throw new InvalidInputError(`rule.lookback must be from 1 to ${maxTicks}`);
  }
  return { rule: { kind, lookback } };
}

function parseReplayedBitmap(text: string): Strategy {
  return { bitmap: visionRestToGraphQLTranslator.translateErrors(() => parseBitmap(text)) };
}

async function replay(
  batch: BatchParent,
  args: {
    readonly strategy: Strategy;
    readonly from: number | null | undefined;
    readonly to: number | null | undefined;
    readonly stake: bigint;
  },
  context: VisionContext,
): Promise<ReplayResult> {
  const { strategy, stake } = args;
  const { from, to } = args;
  if ((from ?? 0) < 0 || (to ?? 0) < 0) {
    throw new InvalidInputError('from and to are numbers of ticks, 0 or more');
  }
  if (from != null && to != null && from > to) {
    throw new InvalidInputError('from must not be after to');
  }
  const resolved = await readTicks(batch, context);
  const isWanted = ({ entry }: TickParent) =>
    (from == null || entry.tick_id >= from) && (to == null || entry.tick_id <= to);
  const wanted = resolved.filter(isWanted).slice(0, maxTicks);
  const figures = await Promise.all(wanted.map((tick) => readRevealedTick(tick, context)));
  const played = wanted.flatMap((tick, index) => {
    const known = figures[index];
    if (!known) return [];
    const position = resolved.indexOf(tick);
    const earlier = resolved
      .slice(position + 1)
      .map(({ entry }) => new Map(outcomesOf(entry).map((one) => [one.marketId, one])));
    const predictions =
      'rule' in strategy
        ? predictByRule(strategy.rule, known.markets, earlier)
        : decodeBitmap(strategy.bitmap, known.markets.length);
    return { figures: known, predictions };
  });
  return replayTicks(played.toReversed(), stake);
}

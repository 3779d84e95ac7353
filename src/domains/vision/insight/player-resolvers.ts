import type { Resolvers } from '../../../../generated/graphql/resolvers.ts';
import { valueOrIfNotFound } from '../../../lib/maybe-promise.ts';
import { type Address, parseAddress } from '../../../lib/units.ts';
import {
  type BatchParent,
  getBatches,
  getBatchMarkets,
  getBatchState,
} from '../graphql-parents.ts';
import type { VisionContext } from '../loaders.ts';
import { findSource } from '../resolvers/source-resolvers.ts';
import { readTicks } from '../resolvers/tick-resolvers.ts';
import { type CountedBatch, computePlayerRecord, type PlayerRecord } from './player-record.ts';
import { checkTickCount } from './resolvers.ts';
import { endOfTick, readRevealedTick } from './revealed-ticks.ts';

/** A wallet and its record. */
export type PredictionPlayerParent = PlayerRecord & { readonly address: Address };

/** Most batches whose ticks one record counts. */
const maxBatches = 10;

/** How wallets play the prediction market. */
export const predictionPlayerResolvers = {
  Query: {
    predictionPlayer: (_root, { address, ticks }, context) =>
      readPlayer(address, checkTickCount(ticks), context),
  },
  Portfolio: {
    predictions: ({ address }, { ticks }, context) =>
      readPlayer(address, checkTickCount(ticks), context),
  },
  PredictionPlayer: {
    portfolio: ({ address }) => ({ address }),
    isBot: async ({ address }, _args, context) => (await findBot(address, context)) !== undefined,
    endpoint: async ({ address }, _args, context) =>
      (await findBot(address, context))?.endpoint ?? null,
  },
  SourceAccuracy: {
    source: ({ sourceId }, _args, context) => findSource(sourceId, context),
  },
  MarketAccuracy: {
    market: ({ marketId }) => ({ marketId, sourceId: null }),
  },
} satisfies Resolvers<VisionContext>;

const findBot = async (address: Address, { loaders }: VisionContext) =>
  (await loaders.vision.activeBots()).find(({ wallet }) => wallet === address);

async function readPlayer(
  address: Address,
  ticks: number,
  context: VisionContext,
): Promise<PredictionPlayerParent> {
  const batches = await getBatches(context);
  const found = await Promise.all(
    batches.map(async (batch) => {
      const state = await valueOrIfNotFound(() => getBatchState(batch, context), null);
      const player = state?.players.find((one) => parseAddress(one.address) === address);
      return state && player ? { batch, state, player } : null;
    }),
  );
  const played = found.flatMap((one) => one ?? []);
  const counted = await Promise.all(
    played.slice(0, maxBatches).map(
      async ({ batch, state, player }): Promise<CountedBatch> => ({
        batch,
        player,
        sourceId: (await getBatchMarkets(batch, context)).sourceId,
        ticks: await readCountedTicks(batch, { state, ticks }, context),
      }),
    ),
  );
  return { address, ...computePlayerRecord(address, counted, played.length <= maxBatches) };
}

/** Returns the revealed ones of the newest ticks of a batch. */
async function readCountedTicks(
  batch: BatchParent,
  { state, ticks }: { readonly state: Parameters<typeof endOfTick>[0]; readonly ticks: number },
  context: VisionContext,
): Promise<CountedBatch['ticks']> {
  const newest = (await readTicks(batch, context)).slice(0, ticks);
  const figures = await Promise.all(newest.map((tick) => readRevealedTick(tick, context)));
  return figures.flatMap((one) =>
    one === null ? [] : [{ figures: one, endedAt: endOfTick(state, one.tickId) }],
  );
}

import { getAddress } from 'viem';
import type { QueryBatchesArgs, Resolvers } from '../../../../generated/graphql/resolvers.ts';
import { applyMaxPoints } from '../../../graphql/apply-max-points.ts';
import { mapNodes } from '../../../graphql/connection/index.ts';
import { InvalidInputError } from '../../../lib/errors.ts';
import { encodeGlobalId, joinCompoundKey } from '../../../lib/global-id.ts';
import { mapMaybePromise, valueOrIfNotFound } from '../../../lib/maybe-promise.ts';
import { type Address, type Bytes32, type Hex, parseAddress } from '../../../lib/units.ts';
import { parseWallet } from '../../parse-wallet.ts';
import { indexPointsByMarket, maxBatchPriceDays } from '../batch-price-history.ts';
import {
  type BatchParent,
  type BatchPlayerParent,
  findBatch,
  findBatchByKey,
  getBatches,
  getBatchMarkets,
  getBatchState,
  parseBatchId,
  resolveSourceId,
  toWalletParent,
  type VisionMarketParent,
} from '../graphql-parents.ts';
import { filterAndPaginateBatches, filterAndPaginatePlayers } from '../lists/batch-lists.ts';
import { addMarketFilterValues, filterAndPaginateBatchMarkets } from '../lists/market-lists.ts';
import type { VisionContext } from '../loaders.ts';
import type { BatchConfig } from '../oracle-api/upstream-schema.ts';

/** A config and its hash. */
export type BatchConfigParent = { readonly hash: Bytes32; readonly config: BatchConfig };

const asText = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null;
const asWei = (value: unknown) => {
  const text = asText(value);
  return text !== null && /^\d{1,78}$/.test(text) ? text : null;
};
const asTick = (value: unknown) => (Number.isSafeInteger(value) ? (value as number) : null);

async function findPlayer(batch: BatchParent, address: Address, context: VisionContext) {
  const { players } = await getBatchState(batch, context);
  const player = players.find((one) => parseAddress(one.address) === address);
  return player ? { batch, player } : null;
}

const findPosition = (batchId: number, address: Address, context: VisionContext) =>
  valueOrIfNotFound(() => context.loaders.vision.oracle.balance({ batchId, address }), null);

/** Returns the player with this natural key; null when there is no such batch or player. */
export async function findBatchPlayer(batchId: string, wallet: string, context: VisionContext) {
  const address = parseAddress(wallet);
  const batch = address && (await findBatchByKey(batchId, context));
  return batch && address && findPlayer(batch, address, context);
}

/** Returns the points of a market of a batch; null when the data node does not know the batch. */
async function readPrices(
  { batchId, marketId }: VisionMarketParent,
  { days, maxPoints }: { readonly days: number; readonly maxPoints?: number | null | undefined },
  context: VisionContext,
) {
  if (days < 1 || days > maxBatchPriceDays) {
    throw new InvalidInputError(`days must be a whole number from 1 to ${maxBatchPriceDays}`);
  }
  if (batchId === undefined) return null;
  const prices = await valueOrIfNotFound(
    () => context.loaders.vision.batchPrices(batchId, days),
    null,
  );
  const points = prices && (indexPointsByMarket(prices).get(marketId) ?? []);
  return points && applyMaxPoints(points, maxPoints, ({ value }) => value);
}

/** Returns a page of batches; reads their states only if the filter or the order needs them. */
async function readBatches(args: QueryBatchesArgs, context: VisionContext) {
  const wallet = args.filter?.player;
  const player = wallet == null ? null : parseWallet(wallet, 'filter.player');
  const isByTick = args.orderBy?.field === 'NEXT_TICK';
  const batches = await getBatches(context);
  if (player === null && !isByTick) return filterAndPaginateBatches(batches, args);
  const readState = async (batch: BatchParent) =>
    [batch, await valueOrIfNotFound(() => getBatchState(batch, context), null)] as const;
  const states = new Map(await Promise.all(batches.map(readState)));
  const playsIn = (batch: BatchParent) =>
    states.get(batch)?.players.some(({ address }) => parseAddress(address) === player) ?? false;
  return filterAndPaginateBatches(batches, args, {
    filter: player === null ? undefined : playsIn,
    key: isByTick ? (batch) => states.get(batch)?.next_tick : undefined,
  });
}

/** Batches with their markets and players. */
export const batchResolvers: Resolvers<VisionContext> = {
  Query: {
    batches: (_root, args, context) =>
      args.filter || args.orderBy
        ? readBatches(args, context)
        : mapMaybePromise(getBatches(context), (batches) =>
            filterAndPaginateBatches(batches, args),
          ),
    batchConfig: (_root, { hash }, context) =>
      valueOrIfNotFound(
        () =>
          mapMaybePromise(context.loaders.vision.oracle.config(hash), (config) => ({
            hash,
            config,
          })),
        null,
      ),
    batch: (_root, { id }, context) => findBatch(parseBatchId(id, 'id'), context),
  },
  Batch: {
    id: ({ batchId }) => encodeGlobalId('Batch', String(batchId)),
    metadata: ({ batchId }, _args, { loaders }) => loaders.vision.batchTexts.metadata(batchId),
    creatorName: ({ creator }, _args, { loaders }) =>
      creator && loaders.vision.batchTexts.creatorName(creator.address),
    sourceId: ({ sourceId }, _args, context) => resolveSourceId(sourceId, context),
    createdAtTick: async (batch, _args, context) =>
      (await getBatchState(batch, context)).created_at_tick,
    nextTickAt: async (batch, _args, context) => (await getBatchState(batch, context)).next_tick,
    markets: async (batch, args, context) => {
      const { markets, sourceId } = await getBatchMarkets(batch, context);
      const read = { sourceId: sourceId ?? undefined, context };
      const page = filterAndPaginateBatchMarkets(
        await addMarketFilterValues(markets, args, read),
        args,
      );
      const { batchId } = batch;
      return mapNodes(
        page,
        ({ marketId }): VisionMarketParent => ({ marketId, sourceId, batchId }),
      );
    },
    players: async (batch, args, context) => {
      const { players } = await getBatchState(batch, context);
      return mapNodes(
        filterAndPaginatePlayers(players, args),
        (player): BatchPlayerParent => ({ batch, player }),
      );
    },
    player: (batch, { address }, context) => findPlayer(batch, address, context),
    position: ({ batchId }, { address }, context) => findPosition(batchId, address, context),
  },
  BatchMarketEdge: {
    prices: ({ node }, { days, maxPoints }, context) =>
      readPrices(node, { days, maxPoints }, context),
  },
  BatchConfig: {
    sourceId: ({ config }, _args, context) => resolveSourceId(config.source_id ?? null, context),
    tickDuration: ({ config }) => config.tick_duration ?? null,
    lockOffset: ({ config }) => config.lock_offset ?? null,
    markets: ({ config }) =>
      config.markets.map(({ asset_id, symbol, name, resolution_type, threshold_bps }) => ({
        market: { marketId: asset_id, sourceId: config.source_id ?? null },
        symbol: symbol ?? null,
        name: name ?? null,
        resolutionType: resolution_type ?? null,
        thresholdBps: threshold_bps ?? null,
      })),
  },
  BatchPlayer: {
    id: ({ batch, player }) =>
      encodeGlobalId('BatchPlayer', joinCompoundKey([batch.batchId, player.address.toLowerCase()])),
    batchId: ({ batch }) => batch.batchId,
    address: ({ player }) => getAddress(player.address.toLowerCase()),
    portfolio: ({ player }) => toWalletParent(player.address),
    stakePerTick: ({ player }) => player.stake_per_tick,
    balance: ({ player }) => player.balance,
    startTick: ({ player }) => player.start_tick,
    hasBitmap: ({ player }) => player.has_bitmap,
    position: async ({ batch, player }, _args, context) => {
      const address = parseAddress(player.address);
      return address ? findPosition(batch.batchId, address, context) : null;
    },
  },
  PlayerPosition: {
    stakePerTick: (position) => position.stake_per_tick,
    deposit: (position) => asWei(position.deposit),
    proof: (position) => (typeof position.bls_sig === 'string' ? position : null),
  },
  ClaimProof: {
    signature: (position) => position.bls_sig as Hex,
    signersBitmask: (position) => asText(position.signer_bitmap),
    referenceNonce: (position) => asText(position.reference_nonce),
    fromTick: (position) => asTick(position.from_tick),
    toTick: (position) => asTick(position.to_tick ?? position.tick_id),
    newBalance: (position) => asWei(position.new_balance),
    finalBalance: (position) => asWei(position.final_balance),
  },
};

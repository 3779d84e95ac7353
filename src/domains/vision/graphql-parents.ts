import { createRestToGraphQLTranslator } from '../../graphql/graphql-errors.ts';
import { nameParameterSchema, parseParams } from '../../http/parse-params.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { parseIdOrKey } from '../../lib/global-id.ts';
import { mapMaybePromise, valueOrIfNotFound } from '../../lib/maybe-promise.ts';
import { memoizeOnObject } from '../../lib/memoize-on-object.ts';
import {
  type Address,
  type Bytes32,
  parseAddress,
  parseBytes32,
  type WeiString,
} from '../../lib/units.ts';
import { listedMarketsFromIds, type MarketListElement } from './lists/market-lists.ts';
import type { VisionContext } from './loaders.ts';
import type { Batch, BatchPlayer, BatchState, TickEntry } from './oracle-api/schema.ts';
import type { BatchConfig } from './oracle-api/upstream-schema.ts';

/** The GraphQL parent of a batch, with everything that the upstream response contained. */
export type BatchParent = {
  readonly batchId: number;
  readonly creator: { readonly address: Address } | null;
  readonly marketIds: readonly string[];
  readonly marketCount: number;
  readonly tickDuration: number;
  readonly playerCount: number;
  readonly tvl: WeiString;
  readonly paused: boolean;
  readonly sourceId: string | null;
  readonly configHash: Bytes32 | null;
  readonly currentTick: number | null;
  readonly state?: BatchState;
};

/** A resolved tick. The batch is loaded on demand if it is null. */
export type TickParent = { readonly batch: BatchParent | null; readonly entry: TickEntry };
export type BatchPlayerParent = { readonly batch: BatchParent; readonly player: BatchPlayer };
/** A market, with the fields that identify its source. */
export type VisionMarketParent = {
  readonly marketId: string;
  readonly sourceId: string | null;
  readonly batchId?: number | undefined;
};

/** A market of a batch with its position in bitmaps. */
export type BatchMarketEdgeParent = {
  readonly cursor: string;
  readonly bit: number;
  readonly node: VisionMarketParent;
};

/** Returns a wallet, the parent of `Portfolio`; null if the text is not an address. */
export function toWalletParent(text: string): { readonly address: Address } | null {
  const address = parseAddress(text);
  return address && { address };
}

const textOrNull = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
const wholeOrNull = (value: unknown) => (Number.isSafeInteger(value) ? (value as number) : null);

/** Returns the optional fields that oracles add to a batch. */
export function parseOptionalBatchFields(batch: Batch | BatchState) {
  return {
    creator: toWalletParent(batch.creator),
    sourceId: textOrNull(batch.source_id),
    configHash: parseBytes32(textOrNull(batch.config_hash) ?? ''),
    currentTick: wholeOrNull(batch.current_tick),
  };
}

/** Converts a batch of the list to its GraphQL parent. */
function batchParentFromList(batch: Batch): BatchParent {
  return {
    ...parseOptionalBatchFields(batch),
    batchId: batch.id,
    marketIds: batch.market_ids,
    marketCount: batch.market_count,
    tickDuration: batch.tick_duration,
    playerCount: batch.player_count,
    tvl: batch.tvl,
    paused: batch.paused,
  };
}

const toBatchList = memoizeOnObject((batches: readonly Batch[]) =>
  batches.map(batchParentFromList),
);

/** Returns the batches of the list, newest first. */
export const getBatches = ({ loaders }: VisionContext) =>
  mapMaybePromise(loaders.vision.oracle.batches(), toBatchList);

/** Returns the batch config with this hash. @throws {NotFoundError} no config has the hash. */
export type GetConfigByHash = (hash: Bytes32) => BatchConfig | Promise<BatchConfig>;

/** Converts a batch's state to its GraphQL parent; the TVL is the sum of the players' balances. */
export async function batchParentFromState(
  state: BatchState,
  readConfig: GetConfigByHash,
): Promise<BatchParent> {
  const locked = state.players.reduce((sum, { balance }) => sum + BigInt(balance), 0n);
  const extras = parseOptionalBatchFields(state);
  const { configHash } = extras;
  const config =
    state.market_ids.length > 0 || configHash === null
      ? null
      : await valueOrIfNotFound(() => readConfig(configHash), null);
  return {
    ...extras,
    batchId: state.id,
    marketIds: state.market_ids,
    marketCount: config?.markets.length ?? state.market_ids.length,
    tickDuration: state.tick_duration,
    playerCount: state.player_count,
    tvl: locked.toString(),
    paused: state.paused,
    state,
  };
}

/** Translates REST and upstream field names to GraphQL argument names in errors. */
export const visionRestToGraphQLTranslator = createRestToGraphQLTranslator({
  batch_id: 'batchId',
  bitmap_hex: 'bitmap',
  expected_hash: 'expectedHash',
});

/** Parses a source's identifier or global id. @throws {InvalidInputError} it is empty or too long. */
export const parseSourceId = (text: string): string =>
  parseParams(nameParameterSchema('sourceId'), parseIdOrKey('DataSource', text, 'sourceId'));

/** Maximum number of a batch or tick: the largest GraphQL `Int`. */
const maxInt = 2 ** 31 - 1;

/**
 * Parses a batch number or global id; null for a number above GraphQL's `Int`.
 *
 * @param argument - Name of the argument, for the error message.
 * @throws {InvalidInputError} the text is neither.
 */
export function parseBatchId(text: string, argument: 'id' | 'batchId'): number | null {
  const digits = parseIdOrKey('Batch', text, argument);
  if (!/^\d{1,78}$/.test(digits)) {
    throw new InvalidInputError(`${argument} must be a whole number, or the global id of a batch`);
  }
  const id = Number(digits);
  return id <= maxInt ? id : null;
}

/** Returns a batch by number, from the list or else by its own read; null if there is none. */
export async function findBatch(batchId: number | null, context: VisionContext) {
  if (batchId === null || !Number.isSafeInteger(batchId) || batchId < 0) return null;
  const { oracle } = context.loaders.vision;
  const listed = (await getBatches(context)).find((batch) => batch.batchId === batchId);
  if (listed) return listed;
  return valueOrIfNotFound(
    async () => batchParentFromState(await oracle.state(batchId), oracle.config),
    null,
  );
}

/** Returns the batch whose number is given as text; null if there is none. */
export const findBatchByKey = (key: string, context: VisionContext) =>
  findBatch(/^\d{1,10}$/.test(key) ? Number(key) : null, context);

/** Returns the state that was read with the batch, or else fetched from an oracle. */
export async function getBatchState(
  batch: BatchParent,
  context: VisionContext,
): Promise<BatchState> {
  return batch.state ?? context.loaders.vision.oracle.state(batch.batchId);
}

/** Returns the id of the source that an oracle names by id or by hash; null if it names none. */
export const resolveSourceId = (name: string | null, { loaders }: VisionContext) =>
  name === null ? null : loaders.vision.index.resolveSourceId(name);

/** The markets of a batch and the source of their values. */
export type BatchMarkets = {
  readonly markets: readonly MarketListElement[];
  /** Null if no oracle names the source. */
  readonly sourceId: string | null;
};

const configMarketIds = memoizeOnObject((config: BatchConfig) =>
  config.markets.map(({ asset_id }) => asset_id),
);
const noMarkets: readonly string[] = [];

/** Returns a batch's markets in bit order; those of its config if the oracle lists none. */
export async function getBatchMarkets(
  batch: BatchParent,
  context: VisionContext,
): Promise<BatchMarkets> {
  const { sourceId, configHash, marketIds } = batch;
  if (marketIds.length > 0 || configHash === null) {
    return {
      markets: listedMarketsFromIds(marketIds),
      sourceId: await resolveSourceId(sourceId, context),
    };
  }
  const config = await valueOrIfNotFound(
    () => context.loaders.vision.oracle.config(configHash),
    null,
  );
  return {
    markets: listedMarketsFromIds(config ? configMarketIds(config) : noMarkets),
    sourceId: await resolveSourceId(sourceId ?? config?.source_id ?? null, context),
  };
}

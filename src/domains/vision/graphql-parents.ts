import { createFieldNameTranslator } from '../../graphql/graphql-errors.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { decodeGlobalId } from '../../lib/global-id.ts';
import { valueOrIfNotFound } from '../../lib/maybe-promise.ts';
import {
  type Address,
  type Bytes32,
  parseAddress,
  parseBytes32,
  type Wei,
} from '../../lib/units.ts';
import type { VisionContext } from './loaders.ts';
import type {
  Batch,
  BatchConfig,
  BatchPlayer,
  BatchState,
  TickEntry,
} from './oracle-api/schema.ts';

/** What GraphQL carries for a batch: all that came with it. */
export type BatchParent = {
  readonly batchId: number;
  readonly creator: { readonly address: Address } | null;
  readonly marketIds: readonly string[];
  readonly marketCount: number;
  readonly tickDuration: number;
  readonly playerCount: number;
  readonly tvl: Wei;
  readonly paused: boolean;
  readonly sourceId: string | null;
  readonly configHash: Bytes32 | null;
  readonly currentTick: number | null;
  /** Came with the batch, so that it need not be asked for; an event's is as old as the event. */
  readonly state?: BatchState;
};

/** A resolved tick; its batch is looked up when it did not come with it. */
export type TickParent = { readonly batch: BatchParent | null; readonly entry: TickEntry };
/** A player with the batch. */
export type BatchPlayerParent = { readonly batch: BatchParent; readonly player: BatchPlayer };
/** A market, as far as what names it tells. */
export type MarketParent = {
  readonly marketId: string;
  readonly sourceId: string | null;
  /** The batch that tells the source, where it did not come with the market. */
  readonly batchId?: number | undefined;
};

/** A wallet as the portfolio slice takes it; null for text that is no address. */
export function toWallet(text: string): { readonly address: Address } | null {
  const address = parseAddress(text);
  return address && { address };
}

const textOrNull = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
const wholeOrNull = (value: unknown) => (Number.isSafeInteger(value) ? (value as number) : null);

/** What oracles add to a batch where they know it (wire-facts 2.2). */
export function optionalBatchFields(batch: Batch | BatchState) {
  return {
    creator: toWallet(batch.creator),
    sourceId: textOrNull(batch.source_id),
    configHash: parseBytes32(textOrNull(batch.config_hash) ?? ''),
    currentTick: wholeOrNull(batch.current_tick),
  };
}

/** A batch of the list. */
export function batchFromList(batch: Batch): BatchParent {
  return {
    ...optionalBatchFields(batch),
    batchId: batch.id,
    marketIds: batch.market_ids,
    marketCount: batch.market_count,
    tickDuration: batch.tick_duration,
    playerCount: batch.player_count,
    tvl: batch.tvl,
    paused: batch.paused,
  };
}

/** Reads the config behind a hash. */
export type GetBatchConfig = (hash: Bytes32) => BatchConfig | Promise<BatchConfig>;

/**
 * A batch by its live state, whose players' balances make up what is locked; where it names no
 * markets, its config counts them.
 */
export async function batchFromState(
  state: BatchState,
  readConfig: GetBatchConfig,
): Promise<BatchParent> {
  const locked = state.players.reduce((sum, { balance }) => sum + BigInt(balance), 0n);
  const extras = optionalBatchFields(state);
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

/** What REST and oracles call the arguments of the graph. */
export const visionFieldNames = createFieldNameTranslator({
  batch_id: 'batchId',
  bitmap_hex: 'bitmap',
  expected_hash: 'expectedHash',
});

/** Numbers of batches and ticks are GraphQL's `Int`. */
const maxInt = 2 ** 31 - 1;

/**
 * The number of a batch, given as such or in a global id; null for one that no batch can have.
 *
 * @param argument - What it is called where it is given.
 * @throws {InvalidInputError} neither.
 */
export function parseBatchId(text: string, argument: 'id' | 'batchId'): number | null {
  const global = decodeGlobalId(text);
  const digits = global?.type === 'Batch' ? global.key : text;
  if (!/^\d{1,78}$/.test(digits)) {
    throw new InvalidInputError(`${argument} must be a whole number, or the global id of a batch`);
  }
  const id = Number(digits);
  return id <= maxInt ? id : null;
}

/** The batch with this number; null when there is none. Batches beyond the list are asked for one by one. */
export async function findBatch(batchId: number | null, context: VisionContext) {
  if (batchId === null || !Number.isSafeInteger(batchId) || batchId < 0) return null;
  const { oracle } = context.loaders.vision;
  const listed = (await oracle.batches()).find(({ id }) => id === batchId);
  if (listed) return batchFromList(listed);
  return valueOrIfNotFound(
    async () => batchFromState(await oracle.state(batchId), oracle.config),
    null,
  );
}

/** The live state of a batch: what came with it, else the oracle's. */
export async function getBatchState(
  batch: BatchParent,
  context: VisionContext,
): Promise<BatchState> {
  return batch.state ?? context.loaders.vision.oracle.state(batch.batchId);
}

/** The batch's markets in the order of their bits; where an oracle leaves them away, its config names them. */
export async function getBatchMarkets(
  batch: BatchParent,
  context: VisionContext,
): Promise<readonly MarketParent[]> {
  const { sourceId, configHash, marketIds } = batch;
  if (marketIds.length > 0 || configHash === null) {
    return marketIds.map((marketId) => ({ marketId, sourceId }));
  }
  const config = await valueOrIfNotFound(
    () => context.loaders.vision.oracle.config(configHash),
    null,
  );
  return (config?.markets ?? []).map(({ asset_id }) => ({
    marketId: asset_id,
    sourceId: sourceId ?? config?.source_id ?? null,
  }));
}

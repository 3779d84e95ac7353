import type { SizedValue } from '../../../cache/cache-read-types.ts';
import type { ValueCache } from '../../../cache/value-cache.ts';
import { InternalError, UpstreamServerError } from '../../../lib/errors.ts';
import type { Bytes32, Millis } from '../../../lib/units.ts';
import {
  combineBodyChecks,
  matchesRequestedResource,
  type OraclePool,
  rowsMatchRequestedResource,
} from '../../../upstreams/index.ts';
import type { BatchState, TickEntry } from './schema.ts';
import {
  type BatchConfig,
  createTickHistorySchema,
  upstreamBatchConfigSchema,
  upstreamBatchStateSchema,
} from './upstream-schema.ts';

/** Common options of requests about a batch, made by loaders and pollers. */
export type BatchReadOptions = {
  readonly oracles: OraclePool;
  readonly batchId: number;
  readonly signal: AbortSignal;
};

/** Deadline for one oracle; after it the next one is called. */
export const oracleReadTimeout: Millis = 3000;
const maxTicks = 100;

/** Returns the subject of `OracleLag` for oracles that lack a bitmap of the batch. */
export const oracleLagSubjectOfBatch = (batchId: number) => `batch ${batchId}`;

/** Fetches the live state of a batch. @throws {NotFoundError} there is no such batch. */
export function fetchBatchState(query: BatchReadOptions): Promise<SizedValue<BatchState>> {
  const { oracles, batchId, signal } = query;
  return oracles.fetchFromAny({
    path: `/vision/batch/${batchId}/state`,
    schema: upstreamBatchStateSchema,
    lagSubject: oracleLagSubjectOfBatch(batchId),
    belongsToRequest: matchesRequestedResource({ id: batchId, batch_id: batchId }),
    signal,
    timeout: oracleReadTimeout,
  });
}

/**
 * Fetches resolved ticks, newest first, at most 100; some oracles ignore `query.days`.
 *
 * @throws {NotFoundError} there is no such batch. {InternalError} the oracle's database fails.
 */
export async function fetchTickHistory(
  query: BatchReadOptions & { readonly days?: number | undefined },
): Promise<SizedValue<readonly TickEntry[]>> {
  const { oracles, batchId, days, signal } = query;
  const requested = { batch_id: batchId };
  const { value: ticks, bytes } = await oracles
    .fetchFromAny({
      path: `/vision/batch/${batchId}/history${days === undefined ? '' : `?days=${days}`}`,
      schema: createTickHistorySchema(batchId),
      belongsToRequest: combineBodyChecks(
        matchesRequestedResource(requested),
        rowsMatchRequestedResource(requested, 'history'),
      ),
      signal,
      timeout: oracleReadTimeout,
    })
    .catch(toDatabaseError);
  const value = ticks.sort((left, right) => right.tick_id - left.tick_id).slice(0, maxTicks);
  return { value, bytes };
}

/**
 * Finds a tick in the cached history of its batch, apart from what the request records: the history
 * changes, a resolved tick does not.
 *
 * @throws what `fetchTickHistory` throws.
 */
export async function findResolvedTick(
  query: BatchReadOptions & { readonly cache: ValueCache; readonly tickId: number },
): Promise<TickEntry | undefined> {
  const { cache, oracles, batchId, tickId, signal } = query;
  const { value } = await cache.read({
    policy: 'tickHistory',
    key: String(batchId),
    fetch: (own) => fetchTickHistory({ oracles, batchId, signal: own }),
    signal,
  });
  return value.find(({ tick_id }) => tick_id === tickId);
}

/** Returns the path at an oracle of the config with a hash. A config never changes. */
export const batchConfigPath = (hash: Bytes32) => `/vision/config/by-hash/${hash}`;

/** Fetches the config behind a hash. @throws {NotFoundError} no oracle has it. */
export function fetchBatchConfig(query: {
  readonly oracles: OraclePool;
  readonly hash: Bytes32;
  readonly signal: AbortSignal;
}): Promise<SizedValue<BatchConfig>> {
  const { oracles, hash, signal } = query;
  return oracles.fetchFromAny({
    path: batchConfigPath(hash),
    schema: upstreamBatchConfigSchema,
    belongsToRequest: matchesRequestedResource({ hash, config_hash: hash }),
    signal,
    timeout: oracleReadTimeout,
  });
}

/** Rethrows the error of a failed read; an oracle's 500 becomes a 500 of the gateway. */
function toDatabaseError(error: unknown): never {
  if (error instanceof UpstreamServerError && error.upstreamStatus === 500) {
    throw new InternalError('the tick history could not be read', { cause: error });
  }
  throw error;
}

import type { z } from 'zod';
import type { CachePolicyName } from '../../../cache/cache-policies.ts';
import type { RequestCache } from '../../../cache/request-cache.ts';
import type { ValueCache } from '../../../cache/value-cache.ts';
import { type Clock, unixNow } from '../../../lib/clock.ts';
import { NotFoundError } from '../../../lib/errors.ts';
import { memoizeOnObject } from '../../../lib/memoize-on-object.ts';
import { formatIsoSeconds } from '../../../lib/parse.ts';
import type { Address, Bytes32 } from '../../../lib/units.ts';
import {
  matchesRequestedResource,
  type OraclePool,
  type OracleRequest,
} from '../../../upstreams/index.ts';
import {
  batchConfigPath,
  fetchBatchConfig,
  fetchBatchState,
  fetchTickHistory,
  findResolvedTick,
  oracleLagSubjectOfBatch,
  oracleReadTimeout,
} from './fetch-batch.ts';
import { createSealedTicks, fetchReveal } from './fetch-reveal.ts';
import type { Batch, Market } from './schema.ts';
import {
  createUpstreamLeaderboardSchema,
  upstreamBatchesSchema,
  upstreamPlayerBalanceSchema,
  upstreamTickBacktestSchema,
  upstreamVisionMarketsSchema,
} from './upstream-schema.ts';

/** A GET request that any oracle can serve; its path is the cache key. */
type OracleRead<T> = Pick<
  OracleRequest<T>,
  'path' | 'schema' | 'messagesByStatus' | 'lagSubject' | 'belongsToRequest'
>;

const maxBatches = 100;
/** The list of batches, newest first, at most `maxBatches`. */
const newestBatchesSchema: z.ZodType<readonly Batch[]> = upstreamBatchesSchema.transform(
  (batches) => [...batches].sort((left, right) => right.id - left.id).slice(0, maxBatches),
);
/** Entries that an oracle sends without a time get the present one. */
const leaderboardSchemaOf = memoizeOnObject((clock: Clock) =>
  createUpstreamLeaderboardSchema(() => formatIsoSeconds(unixNow(clock))),
);
/** Paths that always exist at an oracle, so that a 404 is an upstream error. */
const lists = new Set(['/vision/batches', '/vision/markets', '/vision/leaderboard']);
const backtestTimeout = 10_000;
/** Default message for an error that an oracle sends without one. */
const notPlayable = { 400: 'the batch has no markets configured, or the bitmap does not fit it' };

const sealedTicksOf = memoizeOnObject((_oracles: OraclePool) => createSealedTicks());

export type VisionOracleClient = ReturnType<typeof createVisionOracleClient>;

/** Creates the client of one request, which reads the prediction market from a healthy oracle. */
export function createVisionOracleClient(options: {
  readonly requestCache: RequestCache;
  readonly cache: ValueCache;
  readonly oracles: OraclePool;
  readonly clock: Clock;
}) {
  const { requestCache, cache, oracles, clock } = options;
  const sealedTicks = sealedTicksOf(oracles);

  const readOracle = <T>(policy: CachePolicyName, lookup: OracleRead<T>) =>
    requestCache.read(policy, lookup.path, (signal) =>
      oracles.fetchFromAny({
        ...lookup,
        notFoundIsFailure: lists.has(lookup.path),
        signal,
        timeout: oracleReadTimeout,
      }),
    );

  return {
    /** By id descending, at most 100. */
    batches: () =>
      readOracle<readonly Batch[]>('batches', {
        path: '/vision/batches',
        schema: newestBatchesSchema,
      }),
    markets: () =>
      readOracle<readonly Market[]>('markets', {
        path: '/vision/markets',
        schema: upstreamVisionMarketsSchema,
      }),
    /** @throws {NotFoundError} there is no such batch. */
    state: (batchId: number) =>
      requestCache.read('batchState', String(batchId), (signal) =>
        fetchBatchState({ oracles, batchId, signal }),
      ),
    /**
     * Newest first, at most 100.
     *
     * @throws {NotFoundError} there is no such batch. {InternalError} the oracle's database fails.
     */
    history: (batchId: number, days?: number) =>
      requestCache.read(
        'tickHistory',
        days === undefined ? String(batchId) : `${batchId} days=${days}`,
        (signal) => fetchTickHistory({ oracles, batchId, days, signal }),
      ),
    /**
     * A resolved tick, which never changes.
     *
     * @throws {NotFoundError} it is not among the newest 100 ticks of its batch.
     */
    tick: (batchId: number, tickId: number) =>
      requestCache.read('tickHistory', `${batchId} tick ${tickId}`, async (signal) => {
        const value = await findResolvedTick({ oracles, cache, batchId, tickId, signal });
        if (!value) throw new NotFoundError(`batch ${batchId} has no resolved tick ${tickId}`);
        return { value, bytes: JSON.stringify(value).length, isFinal: true };
      }),
    /** @throws {ForbiddenError} the tick is still sealed. {NotFoundError} there is no such batch. */
    reveal: (batchId: number, tickId: number) =>
      requestCache.read('reveal', `${batchId} ${tickId}`, (signal) =>
        fetchReveal({ oracles, cache, sealedTicks, clock, batchId, tickId, signal }),
      ),
    /**
     * @param position.fromTick - First tick that a claim spans; by default the oracle chooses.
     * @throws {NotFoundError} there is no such batch, or no such player in it.
     */
    balance: (position: {
      readonly batchId: number;
      readonly address: Address;
      readonly fromTick?: number | undefined;
      readonly toTick?: number | undefined;
    }) => {
      const { batchId, address, ...ticks } = position;
      const range = Object.entries(ticks)
        .filter(([, tick]) => tick !== undefined)
        .map(([name, tick]) => `${name}=${tick}`);
      const query = range.length > 0 ? `?${range.join('&')}` : '';
      return readOracle('balance', {
        path: `/vision/balance/${batchId}/${address}${query}`,
        schema: upstreamPlayerBalanceSchema,
        lagSubject: oracleLagSubjectOfBatch(batchId),
        belongsToRequest: matchesRequestedResource({ batch_id: batchId, player: address }),
      });
    },
    /** The players of one batch, of all batches of a source, or all. */
    leaderboard: ({
      batchId,
      sourceId,
    }: {
      batchId?: number | undefined;
      sourceId?: string | undefined;
    }) => {
      const names = {
        ...(batchId === undefined ? {} : { batch_id: String(batchId) }),
        ...(sourceId === undefined ? {} : { source_id: sourceId }),
      };
      const query = new URLSearchParams(names);
      return readOracle('leaderboard', {
        path: query.size > 0 ? `/vision/leaderboard?${query}` : '/vision/leaderboard',
        schema: leaderboardSchemaOf(clock),
        belongsToRequest: matchesRequestedResource(names),
      });
    },
    /** @throws {NotFoundError} no oracle has the config. */
    config: (hash: Bytes32) =>
      requestCache.read('markets', batchConfigPath(hash), (signal) =>
        fetchBatchConfig({ oracles, hash, signal }),
      ),
    /** Runs a validated backtest. `hash` is in the cache key, as the bitmap is secret. */
    backtest: ({
      hash,
      ...body
    }: {
      readonly batch_id: number;
      readonly bitmap_hex: string;
      readonly ticks: number;
      readonly hash: Bytes32;
    }) =>
      requestCache.read('bitmapBacktest', `${body.batch_id} ${body.ticks} ${hash}`, (signal) =>
        oracles.fetchFromAny({
          path: '/vision/backtest',
          body,
          schema: upstreamTickBacktestSchema,
          messagesByStatus: notPlayable,
          signal,
          timeout: backtestTimeout,
        }),
      ),
  };
}

import type { CachePolicyName } from '../../../cache/cache-policies.ts';
import type { RequestCache } from '../../../cache/request-cache.ts';
import { type Clock, unixNow } from '../../../lib/clock.ts';
import { formatIsoSeconds } from '../../../lib/parse.ts';
import type { Address, Bytes32 } from '../../../lib/units.ts';
import {
  matchesRequestedResource,
  type OraclePool,
  type OracleRequest,
} from '../../../upstreams/index.ts';
import {
  batchConfigPath,
  batchLagSubject,
  fetchBatchConfig,
  fetchBatchState,
  fetchTickHistory,
  oracleReadTimeout,
} from './fetch-batch.ts';
import type {
  Batch,
  BatchConfig,
  BatchState,
  Leaderboard,
  Market,
  PlayerBalance,
  RevealedTick,
  TickBacktest,
  TickEntry,
} from './schema.ts';
import {
  createUpstreamLeaderboardSchema,
  upstreamBalanceSchema,
  upstreamBatchesSchema,
  upstreamMarketsSchema,
  upstreamRevealSchema,
  upstreamTickBacktestSchema,
} from './upstream-schema.ts';

/** The players to rank: those of one batch, of all batches of a source, or all. */
export type LeaderboardQuery = {
  readonly batchId?: number | undefined;
  readonly sourceId?: string | undefined;
};

/** Reads the prediction market from the first healthy oracle. */
export type VisionOracleClient = {
  /** By id descending, at most 100. */
  readonly batches: () => Read<readonly Batch[]>;
  readonly markets: () => Read<readonly Market[]>;
  /** @throws {NotFoundError} there is no such batch. */
  readonly state: (batchId: number) => Read<BatchState>;
  /**
   * Newest first, at most 100.
   *
   * @throws {NotFoundError} there is no such batch. {InternalError} the oracle's database fails.
   */
  readonly history: (batchId: number, days?: number) => Read<readonly TickEntry[]>;
  /** @throws {ForbiddenError} the tick is still sealed. {NotFoundError} there is no such batch. */
  readonly reveal: (batchId: number, tickId: number) => Read<RevealedTick>;
  /** @throws {NotFoundError} there is no such batch, or no such player in it. */
  readonly balance: (position: PositionQuery) => Read<PlayerBalance>;
  /** All players, or those of one batch or source. */
  readonly leaderboard: (of: LeaderboardQuery) => Read<Leaderboard>;
  /** @throws {NotFoundError} no oracle has the config. */
  readonly config: (hash: Bytes32) => Read<BatchConfig>;
  readonly backtest: (request: TickBacktestRequest) => Read<TickBacktest>;
};

type Read<T> = T | Promise<T>;

/** A GET request that any oracle can serve; its path is the cache key. */
type OracleRead<T> = Pick<
  OracleRequest<T>,
  'path' | 'schema' | 'messagesByStatus' | 'lagSubject' | 'belongsToRequest'
>;

export type PositionQuery = {
  readonly batchId: number;
  readonly address: Address;
  /** Ticks that a claim spans; the oracle chooses if they are omitted. */
  readonly fromTick?: number | undefined;
  readonly toTick?: number | undefined;
};

/** A validated backtest. `hash` replaces the bitmap in the cache key, as bitmaps are secret. */
export type TickBacktestRequest = {
  readonly batch_id: number;
  readonly bitmap_hex: string;
  readonly ticks: number;
  readonly hash: Bytes32;
};

const maxBatches = 100;
/** Paths that always exist at an oracle, so that a 404 is an upstream error. */
const lists = new Set(['/vision/batches', '/vision/markets', '/vision/leaderboard']);
const backtestTimeout = 10_000;
/** Default messages for errors that an oracle sends without one. */
const sealed = { 403: 'the reveal window has not expired yet' };
const notPlayable = { 400: 'the batch has no markets configured, or the bitmap does not fit it' };

/** Creates the client; reads go through the request cache. */
export function createVisionOracleClient(options: {
  readonly requestCache: RequestCache;
  readonly oracles: OraclePool;
  readonly clock: Clock;
}): VisionOracleClient {
  const { requestCache, oracles, clock } = options;

  const readOracle = <T>(policy: CachePolicyName, lookup: OracleRead<T>) => {
    const unnamed = lists.has(lookup.path);
    return requestCache.read(policy, lookup.path, (signal) =>
      oracles.fetchFromAny({
        ...lookup,
        notFoundIsFailure: unnamed,
        signal,
        timeout: oracleReadTimeout,
      }),
    );
  };

  return {
    batches: () =>
      readOracle('batches', {
        path: '/vision/batches',
        schema: upstreamBatchesSchema.transform((batches) =>
          [...batches].sort((left, right) => right.id - left.id).slice(0, maxBatches),
        ),
      }),
    markets: () =>
      readOracle('markets', { path: '/vision/markets', schema: upstreamMarketsSchema }),
    state: (batchId) =>
      requestCache.read('batchState', String(batchId), (signal) =>
        fetchBatchState({ oracles, batchId, signal }),
      ),
    history: (batchId, days) =>
      requestCache.read(
        'tickHistory',
        days === undefined ? String(batchId) : `${batchId} days=${days}`,
        (signal) => fetchTickHistory({ oracles, batchId, days, signal }),
      ),
    reveal: (batchId, tickId) => {
      const path = `/vision/reveal/${batchId}/${tickId}`;
      const belongsToRequest = matchesRequestedResource({ batch_id: batchId, tick_id: tickId });
      return readOracle('reveal', {
        path,
        schema: upstreamRevealSchema,
        messagesByStatus: sealed,
        belongsToRequest,
      });
    },
    balance: ({ batchId, address, fromTick, toTick }) => {
      const range = Object.entries({ fromTick, toTick })
        .filter(([, tick]) => tick !== undefined)
        .map(([name, tick]) => `${name}=${tick}`);
      const query = range.length > 0 ? `?${range.join('&')}` : '';
      const path = `/vision/balance/${batchId}/${address}${query}`;
      return readOracle('balance', {
        path,
        schema: upstreamBalanceSchema,
        lagSubject: batchLagSubject(batchId),
        belongsToRequest: matchesRequestedResource({ batch_id: batchId, player: address }),
      });
    },
    leaderboard: ({ batchId, sourceId }) => {
      const query = new URLSearchParams({
        ...(batchId === undefined ? {} : { batch_id: String(batchId) }),
        ...(sourceId === undefined ? {} : { source_id: sourceId }),
      });
      const path = query.size > 0 ? `/vision/leaderboard?${query}` : '/vision/leaderboard';
      const shape = createUpstreamLeaderboardSchema(() => formatIsoSeconds(unixNow(clock)));
      const belongsToRequest = matchesRequestedResource({
        ...(batchId === undefined ? {} : { batch_id: batchId }),
        ...(sourceId === undefined ? {} : { source_id: sourceId }),
      });
      return readOracle('leaderboard', { path, schema: shape, belongsToRequest });
    },
    config: (hash) =>
      requestCache.read('markets', batchConfigPath(hash), (signal) =>
        fetchBatchConfig({ oracles, hash, signal }),
      ),
    backtest: ({ hash, ...request }) =>
      requestCache.read(
        'bitmapBacktest',
        `${request.batch_id} ${request.ticks} ${hash}`,
        (signal) => {
          const limits = { signal, timeout: backtestTimeout, messagesByStatus: notPlayable };
          const lookup = {
            path: '/vision/backtest',
            body: request,
            schema: upstreamTickBacktestSchema,
          };
          return oracles.fetchFromAny({ ...lookup, ...limits });
        },
      ),
  };
}

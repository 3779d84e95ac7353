import { randomUUID } from 'node:crypto';
import type { SharedCache } from '../cache/shared-cache.ts';
import type { Config } from '../config.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import type { Millis } from '../lib/units.ts';
import type { SharedStreams } from '../streaming/shared-stream-types.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import type { SharedChainRanges } from '../upstreams/index.ts';
import type { OracleLagRegistry } from '../upstreams/oracles.ts';
import { createIdempotencyStore, type IdempotencyStore } from './idempotency.ts';
import { createLockReportReceiver } from './lock-reports.ts';
import { createDistributedMutex, type RunWithClusterLock } from './mutex.ts';
import { shareOracleLags } from './oracle-lag.ts';
import {
  createPersistedDocumentStore,
  type PersistedDocumentStore,
} from './persisted-document-store.ts';
import { createRateLimiter, type RateLimiter, type RateLimitOptions } from './rate-limiter.ts';
import { createRedisClient, withTimeout } from './redis-client.ts';
import { createRedisKeys } from './redis-keys.ts';
import { createRedisLocks } from './redis-locks.ts';
import { createReplicaChannel } from './replica-channel.ts';
import { createRedisSharedCache } from './shared-cache/shared-cache.ts';
import { createSharedChainRanges } from './shared-chain-ranges.ts';
import { createRedisSharedStreams } from './shared-streams/shared-streams.ts';

export type { IdempotencyStore } from './idempotency.ts';
export type { RunWithClusterLock } from './mutex.ts';
export type { RateLimiter, RateLimitOptions } from './rate-limiter.ts';

/** The state that replicas share through Redis. */
export type Cluster = {
  readonly sharedCache: SharedCache;
  readonly sharedStreams: SharedStreams;
  readonly chainRanges: SharedChainRanges;
  readonly runExclusively: RunWithClusterLock;
  readonly idempotency: IdempotencyStore;
  readonly createLimiter: (options: RateLimitOptions) => RateLimiter;
  readonly documents: PersistedDocumentStore;
  /** Returns a record of lagging oracles that all replicas write to and read from. */
  readonly shareOracleLags: (own: OracleLagRegistry) => OracleLagRegistry;
  /** State of Redis for `/readyz`. By default a gateway is ready without Redis, too. */
  readonly health: () => 'up' | 'down';
  /** What is wrong with Redis, under its name, for `/readyz`; empty while it is up. */
  readonly details: () => Readonly<Record<string, string>>;
  readonly start: () => Promise<void>;
  /** Ends shared streams, flushes pending commands and disconnects. */
  readonly close: () => Promise<void>;
};

const closeLimit: Millis = 1000;

/** Creates the state that replicas share; undefined when no Redis URL is configured. */
export function createCluster(deps: {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly telemetry: Telemetry;
}): Cluster | undefined {
  const { config, clock, log, telemetry } = deps;
  if (config.redisUrl === undefined) return undefined;
  const keys = createRedisKeys(config);
  const redis = createRedisClient({
    url: config.redisUrl,
    probe: (partition) => keys.shared(partition, 'probe'),
    log,
    telemetry,
  });
  const channel = createReplicaChannel(redis, keys, randomUUID());
  const shared = {
    redis,
    channel,
    names: keys,
    locks: createRedisLocks(redis, channel),
    lockReports: createLockReportReceiver(redis, channel),
  };
  const sources = createRedisSharedStreams(shared);
  return {
    sharedStreams: sources,
    sharedCache: createRedisSharedCache({ ...shared, clock }),
    chainRanges: createSharedChainRanges(shared),
    runExclusively: createDistributedMutex(shared),
    idempotency: createIdempotencyStore(shared),
    documents: createPersistedDocumentStore({ ...shared, clock }),
    createLimiter: (options) => createRateLimiter(redis, keys, options),
    shareOracleLags: (own) => shareOracleLags(redis, channel, own),
    health: () => (redis.isUp() ? 'up' : 'down'),
    details: () => {
      const redisProblem = redis.problem();
      return redisProblem === undefined ? {} : { redis: redisProblem };
    },
    start: redis.start,
    close: async () => {
      await withTimeout(sources.close(), closeLimit).catch(() => undefined);
      await redis.close();
    },
  };
}

import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import { partitionOf } from './partitions.ts';
import type { RedisCommands } from './pub-sub.ts';
import type { RedisClient } from './redis-client.ts';
import { type RedisKeys, shortDigest } from './redis-keys.ts';

/** A rate limit: its name in Redis, and the points that a key has in each window. */
export type RateLimitOptions = {
  readonly name: string;
  readonly points: number;
  /** Window, seconds. */
  readonly duration: number;
};

/**
 * A rate limit that replicas count together. `consume` takes points, by default one, and rejects
 * with `RateLimiterRes` when the limit is exceeded.
 */
export type RateLimiter = {
  readonly consume: (key: string, points?: number) => Promise<unknown>;
  readonly refund: (key: string) => Promise<unknown>;
};

type Defined = RedisCommands & {
  readonly rlflxIncr: (args: readonly string[]) => Promise<unknown>;
};

/** Creates a rate limit counted in Redis. While Redis is down each replica counts for itself. */
export function createRateLimiter(
  redis: RedisClient,
  keys: RedisKeys,
  options: RateLimitOptions,
): RateLimiter {
  const { name, points, duration } = options;
  const runOrThrow = async <T>(command: (client: RedisCommands) => Promise<T>): Promise<T> => {
    const response = await redis.run('limit', command);
    if (response === undefined) throw new Error('Redis is down');
    return response;
  };
  const limiter = new RateLimiterRedis({
    keyPrefix: '',
    points,
    duration,
    insuranceLimiter: new RateLimiterMemory({ points, duration }),
    storeClient: {
      defineCommand: redis.define,
      rlflxIncr: (args: readonly string[]) =>
        runOrThrow((client) => (client as Defined).rlflxIncr(args)),
    },
  });
  const nameOf = (key: string) => {
    const digest = shortDigest(key);
    return keys.shared(partitionOf(digest), 'limit', `${name}:${digest}`);
  };
  return {
    consume: (key, count) => limiter.consume(nameOf(key), count),
    refund: (key) => limiter.reward(nameOf(key)),
  };
}

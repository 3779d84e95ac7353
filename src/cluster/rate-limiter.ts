import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import { isRedisContentError, reportRedisKeyRepair } from './lua-script.ts';
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

type Defined = Redis & { readonly rlflxIncr: (args: readonly string[]) => Promise<unknown> };

/** Creates a rate limit counted in Redis. While Redis is down each replica counts for itself. */
export function createRateLimiter(
  redis: RedisClient,
  keys: RedisKeys,
  options: RateLimitOptions,
): RateLimiter {
  const { name, points, duration } = options;
  const runOrThrow = async <T>(command: (client: Redis) => Promise<T>): Promise<T> => {
    const response = await redis.run('limit', command);
    if (response === undefined) throw new Error('Redis is down');
    return response;
  };
  /** Increments the counter. A key with an invalid count or time to live is reset first. */
  const count = async (client: Redis, args: readonly string[]): Promise<unknown> => {
    const [key = '', change] = args;
    const run = () => (client as Defined).rlflxIncr(args);
    const anew = async () => {
      reportRedisKeyRepair(client, 'limit');
      await client.del(key);
      return run();
    };
    try {
      const counted = await run();
      const [points, left] = Array.isArray(counted) ? counted.map(Number) : [];
      if (points === undefined || left === undefined) return counted;
      if (left < 0 || left > (duration + 1) * 1000) return await anew();
      return points < Math.min(0, Number(change)) || !Number.isSafeInteger(points)
        ? await anew()
        : counted;
    } catch (error) {
      const isContent = isRedisContentError(error) || String(error).includes('not an integer');
      if (isContent || String(error).includes('overflow')) return anew();
      throw error;
    }
  };
  const limiter = new RateLimiterRedis({
    keyPrefix: keys.shared('limit', name),
    points,
    duration,
    insuranceLimiter: new RateLimiterMemory({ points, duration }),
    storeClient: {
      defineCommand: redis.define,
      rlflxIncr: (args: readonly string[]) => runOrThrow((client) => count(client, args)),
    },
  });
  return {
    consume: (key, count) => limiter.consume(shortDigest(key), count),
    refund: (key) => limiter.reward(shortDigest(key)),
  };
}

import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import { isContentError, reportRepair } from './lua-script.ts';
import type { RedisClient } from './redis-client.ts';
import { type RedisKeys, shortDigest } from './redis-keys.ts';

/** What a limit allows. */
export type RateLimitOptions = {
  readonly name: string;
  readonly points: number;
  /** Seconds. */
  readonly duration: number;
};

/** Counts, and refuses with the library's `RateLimiterRes` what is too much. */
export type RateLimiter = {
  readonly consume: (key: string) => Promise<unknown>;
  /** Takes one back. */
  readonly refund: (key: string) => Promise<unknown>;
};

type Defined = Redis & { readonly rlflxIncr: (args: readonly string[]) => Promise<unknown> };

/**
 * A limit that all replicas count against together. While Redis is down each counts for itself, with
 * the library's insurance; every command goes through the link and its deadline.
 */
export function createRateLimiter(
  redis: RedisClient,
  keys: RedisKeys,
  options: RateLimitOptions,
): RateLimiter {
  const { name, points, duration } = options;
  const asked = async <T>(command: (client: Redis) => Promise<T>): Promise<T> => {
    const response = await redis.run('limit', command);
    if (response === undefined) throw new Error('Redis is down');
    return response;
  };
  /** The library's count and the time that is left, of a key that only it has written. */
  const count = async (client: Redis, args: readonly string[]): Promise<unknown> => {
    const [key = '', change] = args;
    const run = () => (client as Defined).rlflxIncr(args);
    const anew = async () => {
      reportRepair(client, 'limit');
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
      const isContent = isContentError(error) || String(error).includes('not an integer');
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
      rlflxIncr: (args: readonly string[]) => asked((client) => count(client, args)),
    },
  });
  return {
    consume: (key) => limiter.consume(shortDigest(key)),
    refund: (key) => limiter.reward(shortDigest(key)),
  };
}

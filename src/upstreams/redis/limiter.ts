import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import type { Link } from './link.ts';
import { digest, type Names } from './names.ts';

/** What a limit allows. */
export type LimitOptions = {
  readonly name: string;
  readonly points: number;
  /** Seconds. */
  readonly duration: number;
};

/** Counts, and refuses with the library's `RateLimiterRes` what is too much. */
export type Limiter = {
  readonly consume: (key: string) => Promise<unknown>;
  /** Takes one back. */
  readonly reward: (key: string) => Promise<unknown>;
};

type Defined = Redis & { readonly rlflxIncr: (args: readonly string[]) => Promise<unknown> };

/**
 * A limit that all replicas count against together. While Redis is down each counts for itself, with
 * the library's insurance; every command goes through the link and its deadline.
 */
export function createLimiter(link: Link, names: Names, options: LimitOptions): Limiter {
  const { name, points, duration } = options;
  const asked = async <T>(command: (client: Redis) => Promise<T>): Promise<T> => {
    const answer = await link.ask('limit', command);
    if (answer === undefined) throw new Error('Redis is down');
    return answer;
  };
  const limiter = new RateLimiterRedis({
    keyPrefix: names.common('limit', name),
    points,
    duration,
    insuranceLimiter: new RateLimiterMemory({ points, duration }),
    storeClient: {
      defineCommand: link.define,
      rlflxIncr: (args: readonly string[]) =>
        asked((client) => (client as Defined).rlflxIncr(args)),
    },
  });
  return {
    consume: (key) => limiter.consume(digest(key)),
    reward: (key) => limiter.reward(digest(key)),
  };
}

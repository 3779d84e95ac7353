import type { Redis } from 'ioredis';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
} from 'rate-limiter-flexible';
import type { Link } from './link.ts';
import type { Names } from './names.ts';

/** What a limit allows. */
export type LimitOptions = {
  readonly name: string;
  readonly points: number;
  /** Seconds. */
  readonly duration: number;
};

type Defined = Redis & { readonly rlflxIncr: (args: readonly string[]) => Promise<unknown> };

/**
 * A limit that all replicas count against together. While Redis is down each counts for itself, with
 * the library's insurance; every command goes through the link and its deadline.
 */
export function createLimiter(
  link: Link,
  names: Names,
  options: LimitOptions,
): RateLimiterAbstract {
  const { name, points, duration } = options;
  const asked = async <T>(command: (client: Redis) => Promise<T>): Promise<T> => {
    const answer = await link.ask('limit', command);
    if (answer === undefined) throw new Error('Redis is down');
    return answer;
  };
  return new RateLimiterRedis({
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
}

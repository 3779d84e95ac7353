import { Redis } from 'ioredis';
import { afterAll, beforeAll } from 'vitest';
import { startRedisCluster } from './cluster.ts';
import { hasRedis, type RedisServer, startRedis } from './redis-server.ts';
import { startSentinelGroup } from './sentinel.ts';

type LastingRedis = RedisServer & { readonly clear: () => Promise<void> };

/**
 * Groups of servers, which take seconds to start. Their tests are of sharing and of a Redis that is
 * away as a whole, so no master of the sentinels counts as failed: `failover.test.ts` and
 * `sentinel.test.ts` fail over.
 */
const groups: Readonly<
  Record<'a cluster' | 'a server behind sentinels', () => Promise<LastingRedis>>
> = {
  'a cluster': startRedisCluster,
  'a server behind sentinels': () => startSentinelGroup({ downAfter: 60_000 }),
};

/** What the tests of sharing run on. */
export const topologies = ['one server', 'a cluster', 'a server behind sentinels'] as const;

export type Topology = (typeof topologies)[number];

/**
 * Returns a function that gives each test of a `describe` an empty Redis: a server of its own, or the
 * group of the `describe`.
 */
export function useRedis(topology: Topology): () => Promise<RedisServer> {
  if (topology === 'one server') return startRedis;
  const startGroup = groups[topology];
  let group: LastingRedis | undefined;
  let isDead = false;
  beforeAll(async () => {
    if (hasRedis) group = await startGroup();
  });
  afterAll(() => group?.[Symbol.asyncDispose]());
  return async () => {
    if (!group) throw new Error('there is no redis-server');
    const { kill, restart, clear } = group;
    if (isDead) await restart();
    isDead = false;
    await clear();
    return {
      ...group,
      kill: async () => {
        isDead = true;
        await kill();
      },
      restart: async () => {
        await restart();
        isDead = false;
      },
      [Symbol.asyncDispose]: async () => {},
    };
  };
}

/** A Redis that a check is done on. */
export type CheckedRedis = {
  readonly topology: Topology;
  readonly redis: RedisServer;
  /** A client of each server that stores data. */
  readonly operators: readonly [Redis, ...Redis[]];
  /** Calls a command of each such server. */
  readonly tellAll: (words: readonly string[]) => Promise<unknown>;
  /** What ends with the check. */
  readonly stack: AsyncDisposableStack;
};

type Check = (given: CheckedRedis) => Promise<void>;

/**
 * Returns a function that does a check on an empty Redis of each topology at the same time, for tests
 * that wait more than they compute.
 */
export function useEachTopology(): (check: Check) => Promise<void> {
  const starts = topologies.map((topology) => ({ topology, start: useRedis(topology) }));
  const checkOne = async ({ topology, start }: (typeof starts)[number], check: Check) => {
    await using stack = new AsyncDisposableStack();
    const redis = stack.use(await start());
    const operate = (url: string) =>
      stack.adopt(new Redis(url), (operator) => operator.disconnect());
    const [first = '', ...others] = redis.nodeUrls;
    const operators = [operate(first), ...others.map(operate)] as const;
    const tellAll = ([command = '', ...rest]: readonly string[]) =>
      Promise.all(operators.map((operator) => operator.call(command, ...rest)));
    await check({ topology, redis, operators: [...operators], tellAll, stack });
  };
  return async (check) => {
    const checks = starts.map((one) =>
      checkOne(one, check).catch((cause: Error) => {
        throw new Error(`on ${one.topology}: ${cause.message}`, { cause });
      }),
    );
    await Promise.all(checks);
  };
}

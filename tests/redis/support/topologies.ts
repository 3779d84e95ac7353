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

/**
 * Returns a function that gives each test of a `describe` an empty Redis: a server of its own, or the
 * group of the `describe`.
 */
export function useRedis(topology: (typeof topologies)[number]): () => Promise<RedisServer> {
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

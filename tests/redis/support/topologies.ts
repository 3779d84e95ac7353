import { afterAll, beforeAll } from 'vitest';
import { type RedisCluster, startRedisCluster } from './cluster.ts';
import { hasRedis, type RedisServer, startRedis } from './redis-server.ts';

/** What the tests of sharing run on. */
export const topologies = ['one server', 'a cluster'] as const;

/**
 * Returns a function that gives each test of a `describe` an empty Redis: a server of its own, or the
 * cluster of the `describe`, because to start one takes seconds.
 */
export function useRedis(topology: (typeof topologies)[number]): () => Promise<RedisServer> {
  if (topology === 'one server') return startRedis;
  let cluster: RedisCluster | undefined;
  let isDead = false;
  beforeAll(async () => {
    if (hasRedis) cluster = await startRedisCluster();
  });
  afterAll(() => cluster?.[Symbol.asyncDispose]());
  return async () => {
    if (!cluster) throw new Error('there is no cluster');
    const { kill, restart, clear } = cluster;
    if (isDead) await restart();
    isDead = false;
    await clear();
    return {
      ...cluster,
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

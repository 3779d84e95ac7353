import { describe, expect, test } from 'vitest';
import { hasRedis } from './support/redis-server.ts';
import { createCounter, pause, startReplica, until } from './support/replica.ts';
import { topologies, useRedis } from './support/topologies.ts';

describe.skipIf(!hasRedis).each(topologies)(
  'what is looked at again and again on %s',
  (topology) => {
    const startRedis = useRedis(topology);
    test('behavior: four replicas that look every 200 ms ask no more often than one', async () => {
      await using redis = await startRedis();
      await using a = await startReplica(redis.url);
      await using b = await startReplica(redis.url);
      await using c = await startReplica(redis.url);
      await using d = await startReplica(redis.url);
      const upstream = createCounter(5);
      const look = { policy: 'batchState', key: '3', maxAge: 180, fetch: upstream.fetch } as const;
      const end = Date.now() + 2000;
      const seen = await Promise.all(
        [a, b, c, d].map(async ({ cache }, index) => {
          const values: number[] = [];
          await pause(index * 37);
          for (; Date.now() < end; await pause(200))
            values.push((await cache.getFresherThan(look)).value);
          return values;
        }),
      );
      expect(upstream.calls).toBeGreaterThan(7);
      expect(upstream.calls).toBeLessThanOrEqual(12);
      for (const values of seen) expect(values).toEqual([...values].sort((l, r) => l - r));
    });

    test('behavior: a reader finds what was looked at; a look finds nothing older than it may be', async () => {
      await using redis = await startRedis();
      await using a = await startReplica(redis.url);
      await using b = await startReplica(redis.url);
      const upstream = createCounter(5);
      const of = { policy: 'batchState', key: '3', fetch: upstream.fetch } as const;
      expect(await a.cache.getFresherThan({ ...of, maxAge: 100 })).toMatchObject({ value: 1 });
      expect(a.cache.read(of)).toMatchObject({ value: 1 });
      await until(async () => (await b.cache.read(of)).value === 1);
      await pause(100);
      expect(await b.cache.getFresherThan({ ...of, maxAge: 100 })).toMatchObject({ value: 2 });
    });
  },
);

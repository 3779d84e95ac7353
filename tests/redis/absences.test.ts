import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cachePolicies } from '../../src/cache/cache-policies.ts';
import { NotFoundError } from '../../src/lib/errors.ts';
import { hasRedis, type RedisServer } from './support/redis-server.ts';
import { createCounter, pause, type Replica, startReplica, until } from './support/replica.ts';
import { topologies, useRedis } from './support/topologies.ts';

describe.skipIf(!hasRedis).each(topologies)('absences among replicas on %s', (topology) => {
  const startRedis = useRedis(topology);
  let stack: AsyncDisposableStack;
  let redis: RedisServer;
  beforeEach(async () => {
    stack = new AsyncDisposableStack();
    redis = stack.use(await startRedis());
  });
  afterEach(() => stack.disposeAsync());

  const nothing = { policy: 'price', key: 'ZZZ' } as const;

  test('default: what one finds to be missing the others know, for its time and no longer', async () => {
    const a = stack.use(await startReplica(redis.url));
    const b = stack.use(await startReplica(redis.url));
    let calls = 0;
    const fetch = async () => {
      calls += 1;
      await pause(20);
      throw new NotFoundError('asset ZZZ has no price');
    };
    const ask = async ({ cache }: Replica) => cache.read({ ...nothing, fetch });
    const all = [a, b, a, b].map((replica) => expect(ask(replica)).rejects.toThrow('no price'));
    await Promise.all(all);
    await expect(ask(b)).rejects.toBeInstanceOf(NotFoundError);
    expect(calls).toBe(1);
    await pause(cachePolicies.absence.fresh);
    await expect(ask(b)).rejects.toThrow('no price');
    await expect(ask(a)).rejects.toThrow('no price');
    expect(calls).toBe(2);
  });

  test('behavior: a write at one is seen at all', async () => {
    const a = stack.use(await startReplica(redis.url));
    const b = stack.use(await startReplica(redis.url));
    const missing = async () => {
      throw new NotFoundError('no such run');
    };
    const run = { policy: 'simHoldings', key: '68' } as const;
    for (const { cache } of [a, b]) {
      await expect((async () => cache.read({ ...run, fetch: missing }))()).rejects.toThrow(
        'no such',
      );
    }
    await pause(5);
    await a.cache.invalidate('absence', 'simHoldings');
    await until(() => b.forgotten.length === 1);
    await pause(100);
    const upstream = createCounter(5);
    for (const { cache } of [b, a]) {
      expect(await cache.read({ ...run, fetch: upstream.fetch })).toMatchObject({ value: 1 });
    }
  });
});

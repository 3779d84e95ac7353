import { describe, expect, test } from 'vitest';
import { hasRedis } from './support/redis-server.ts';
import { createCounter, type Replica, startReplica, until } from './support/replica.ts';
import { topologies, useRedis } from './support/topologies.ts';

const state = (id: number) => ({ policy: 'batchState', key: String(id) }) as const;
const ticks = (id: number) => ({ policy: 'reveal', key: `${id} 3` }) as const;
type Item = ReturnType<typeof state> | ReturnType<typeof ticks> | typeof list;
const list = { policy: 'batches', key: '/vision/batches' } as const;

describe.skipIf(!hasRedis).each(topologies)('a purge by tag on %s', (topology) => {
  const startRedis = useRedis(topology);

  test('default: drops the values of the resource at all replicas and in Redis, and no others', async () => {
    await using stack = new AsyncDisposableStack();
    const redis = stack.use(await startRedis());
    const [a, b] = [
      stack.use(await startReplica(redis.url)),
      stack.use(await startReplica(redis.url)),
    ];
    const upstream = createCounter(1);
    const read = async ({ cache }: Replica, item: Item) =>
      (await cache.read({ ...item, fetch: upstream.fetch })).value;
    const items = [state(7), ticks(7), state(8), list];
    const readAll = async (replica: Replica) => {
      const values = [];
      for (const item of items) values.push(await read(replica, item));
      return values;
    };
    expect(await readAll(a)).toEqual([1, 2, 3, 4]);
    await until(async () => (await readAll(b)).join() === '1,2,3,4');
    await a.cache.purge('batch-7');
    await until(() => b.forgotten.includes('batches'));
    expect(b.cache.peekFresh('batchState', '7')).toBeNull();
    expect(b.cache.peekFresh('batchState', '8')).toMatchObject({ value: 3 });
    // A third replica has nothing in memory: what it reads is what Redis has.
    const c = stack.use(await startReplica(redis.url));
    expect(await read(c, state(8))).toBe(3);
    expect(await read(c, state(7))).toBe(5);
    expect(await read(b, state(7))).toBe(5);
    expect([await read(c, ticks(7)), await read(c, list)]).toEqual([6, 7]);

    await c.cache.purge('batch');
    await until(() => a.cache.peekFresh('batchState', '8') === null);
    expect(await read(a, state(8))).toBe(8);
    expect(await read(c, state(8))).toBe(8);
  });

  test('race: a fetch that was under way before the purge is not kept', async () => {
    await using stack = new AsyncDisposableStack();
    const redis = stack.use(await startRedis());
    const [a, b] = [
      stack.use(await startReplica(redis.url)),
      stack.use(await startReplica(redis.url)),
    ];
    const started = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const slow = async () => {
      started.resolve();
      await goOn.promise;
      return { value: 'before', bytes: 1 };
    };
    const reading = (async () => b.cache.read({ ...state(7), fetch: slow }))();
    await started.promise;
    await a.cache.purge('batch-7');
    await until(() => b.forgotten.includes('batchState'));
    goOn.resolve();
    expect((await reading).value).toBe('before');
    const next = async () => ({ value: 'after', bytes: 1 });
    for (const { cache } of [b, a]) {
      expect((await cache.read({ ...state(7), fetch: next })).value).toBe('after');
    }
  });
});

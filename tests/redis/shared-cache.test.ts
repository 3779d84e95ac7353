import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cachePolicies } from '../../src/cache/cache-policies.ts';
import type { CacheReadRequest } from '../../src/cache/cache-read-types.ts';
import { hasRedis, type RedisServer } from './support/redis-server.ts';
import { createCounter, pause, type Replica, startReplica, until } from './support/replica.ts';
import { topologies, useRedis } from './support/topologies.ts';

describe.skipIf(!hasRedis).each(topologies)('on %s', (topology) => {
  const start = useRedis(topology);
  let stack: AsyncDisposableStack;
  let redis: RedisServer;
  let a: Replica;
  let b: Replica;
  let upstream: ReturnType<typeof createCounter>;
  beforeEach(async () => {
    stack = new AsyncDisposableStack();
    redis = stack.use(await start());
    a = stack.use(await startReplica(redis.url));
    b = stack.use(await startReplica(redis.url));
    upstream = createCounter();
  });
  afterEach(() => stack.disposeAsync());

  /** Reads one and the same value of the upstream, unless told otherwise. */
  const read = ({ cache }: Replica, other: Partial<CacheReadRequest<unknown>> = {}) =>
    cache.read({ policy: 'nav', key: 'x', fetch: upstream.fetch, ...other });

  describe('values among replicas', () => {
    test('default: one replica fetches, the others have the value with its true age', async () => {
      const first = await read(a);
      await pause(300);
      const second = await read(b);
      expect(upstream.calls).toBe(1);
      expect(second).toMatchObject({ value: 1, outcome: 'HIT' });
      expect(b.outcomes).toEqual(['SHARED']);
      expect(second.meta.storedAt).toBeLessThanOrEqual(first.meta.storedAt);
      expect(second.meta.storedAt).toBeGreaterThan(first.meta.storedAt - 250);
      // Now it is in memory: without a promise, without a question.
      const third = read(b);
      expect(third).toMatchObject({ value: 1, meta: { storedAt: second.meta.storedAt } });
    });

    test('behavior: a stampede on a cold key over four replicas costs one fetch', async () => {
      upstream = createCounter(100);
      await using c = await startReplica(redis.url);
      await using d = await startReplica(redis.url);
      const reads = [a, b, c, d].flatMap((replica) =>
        Array.from({ length: 100 }, () => read(replica)),
      );
      const values = await Promise.all(reads);
      expect(new Set(values.map(({ value }) => value))).toEqual(new Set([1]));
      expect(upstream.calls).toBe(1);
    });

    test('behavior: the clocks of replicas need not agree', async () => {
      const late = { now: () => Date.now() - 3_600_000 };
      const early = { now: () => Date.now() + 3_600_000 };
      await using behind = await startReplica(redis.url, { clock: late });
      await using ahead = await startReplica(redis.url, { clock: early });
      await read(behind);
      await pause(200);
      const found = await read(ahead);
      expect(found.outcome).toBe('HIT');
      const age = early.now() - found.meta.storedAt;
      expect(age).toBeGreaterThanOrEqual(200);
      expect(age).toBeLessThan(1000);
      expect(found.meta.freshUntil - found.meta.storedAt).toBe(cachePolicies.nav.fresh);
    });

    test('behavior: a value that never changes is fetched once, whatever its policy says', async () => {
      const final = {
        policy: 'nav',
        fetch: async (signal: AbortSignal) => ({
          ...(await upstream.fetch(signal)),
          isFinal: true,
        }),
      } as const;
      await read(a, final);
      await pause(cachePolicies.nav.fresh + 10);
      expect(await read(b, final)).toMatchObject({ outcome: 'HIT', value: 1 });
      expect(await b.cache.findFresh('nav', 'x')).toMatchObject({ value: 1 });
      expect(read(a, final)).toMatchObject({ outcome: 'HIT', value: 1 });
      expect(upstream.calls).toBe(1);
      await a.cache.invalidate('nav', 'x');
      expect(await read(a, final)).toMatchObject({ value: 2 });
      await until(async () => (await read(b, final)).value === 2);
    });

    test('behavior: on expiry one replica refreshes for all, the stale value is shown meanwhile', async () => {
      const price = { policy: 'price' } as const;
      await read(a, price);
      await read(b, price);
      await pause(cachePolicies.price.fresh + 10);
      expect(read(a, price)).toMatchObject({ outcome: 'STALE', value: 1 });
      expect(read(b, price)).toMatchObject({ outcome: 'STALE', value: 1 });
      for (const replica of [a, b]) {
        await until(async () => (await read(replica, price)).value === 2);
        expect(await read(replica, price)).toMatchObject({ outcome: 'HIT', value: 2 });
      }
      expect(upstream.calls).toBe(2);
      // A replica that has nothing shows the shared stale value, too, and refreshes it.
      await pause(cachePolicies.price.fresh + 10);
      await using c = await startReplica(redis.url);
      expect(await read(c, price)).toMatchObject({ outcome: 'STALE', value: 2 });
      await until(async () => (await read(c, price)).value === 3);
      expect(upstream.calls).toBe(3);
    });

    test('behavior: a failure is not cached, and a waiting replica fetches for itself', async () => {
      const failing = async () => {
        await pause(100);
        throw new Error('down');
      };
      const first = Promise.resolve(read(a, { fetch: failing }));
      const failed = expect(first).rejects.toThrow('down');
      await pause(30);
      const second = await read(b);
      await failed;
      expect(second.value).toBe(1);
      expect(upstream.calls).toBe(1);
    });

    test('behavior: a fetch that takes longer than its value may live serves all waiting requests, and no later one', async () => {
      const slow = createCounter(cachePolicies.nav.fresh + 300);
      await using c = await startReplica(redis.url);
      const first = read(a, { fetch: slow.fetch });
      await pause(200);
      const others = await Promise.all(
        [b, c].map((replica) => read(replica, { fetch: slow.fetch })),
      );
      expect(others.map(({ value, outcome }) => [value, outcome])).toEqual([
        [1, 'COALESCED'],
        [1, 'COALESCED'],
      ]);
      expect(await first).toMatchObject({ value: 1, outcome: 'MISS' });
      expect(slow.calls).toBe(1);
      expect(await read(b)).toMatchObject({ value: 1, outcome: 'MISS' });
      expect(upstream.calls).toBe(1);
    });

    test('behavior: when everybody at the replica that fetches has left, another one takes over', async () => {
      const slow = createCounter(5000);
      const leaving = new AbortController();
      const { signal } = leaving;
      const gone = Promise.resolve(read(a, { fetch: slow.fetch, signal }));
      const left = expect(gone).rejects.toThrow();
      await pause(50);
      const begun = Date.now();
      const second = read(b);
      await pause(50);
      leaving.abort();
      await left;
      expect(await second).toMatchObject({ value: 1 });
      expect(Date.now() - begun).toBeLessThan(1000);
      expect(upstream.calls).toBe(1);
    });

    test('behavior: a waiter that leaves harms neither the fetch nor other waiters', async () => {
      upstream = createCounter(500);
      const first = read(a);
      await pause(50);
      const leaving = new AbortController();
      const second = Promise.resolve(read(b, { signal: leaving.signal }));
      const left = expect(second).rejects.toThrow();
      const third = read(b);
      await pause(50);
      leaving.abort();
      await left;
      expect(await Promise.all([first, third])).toMatchObject([{ value: 1 }, { value: 1 }]);
      expect(upstream.calls).toBe(1);
    });

    test('behavior: replicas of other upstreams share nothing', async () => {
      await using other = await startReplica(redis.url, {
        env: { DATA_NODE_URL: 'http://127.0.0.1:2' },
      });
      await read(a);
      await read(other);
      expect(upstream.calls).toBe(2);
    });

    test('behavior: maps, big integers and what is undefined come over whole', async () => {
      const value = {
        prices: new Map([['btc', 1.5]]),
        wei: 10n ** 30n,
        none: undefined,
        at: [null],
      };
      const fetch = async () => ({ value, bytes: 10 });
      await read(a, { policy: 'price', fetch });
      const found = await read(b, { policy: 'price', fetch });
      expect(found.value).toStrictEqual(value);
      expect(b.outcomes).toEqual(['SHARED']);
    });

    test('behavior: what says something of one replica alone is not shared', async () => {
      await read(a, { policy: 'deployment' });
      await read(b, { policy: 'deployment' });
      expect(upstream.calls).toBe(2);
    });
  });

  describe('forgetting among replicas', () => {
    const wallet = { policy: 'wallet' } as const;

    test('default: an invalidation reaches all replicas, and each one is notified', async () => {
      for (const key of ['x', 'y']) {
        await read(a, { ...wallet, key });
        await read(b, { ...wallet, key });
      }
      expect(upstream.calls).toBe(2);
      a.cache.invalidate('wallet', 'x');
      await until(() => b.forgotten.length === 1);
      expect(b.forgotten).toEqual(['wallet']);
      expect(await read(b, { ...wallet, key: 'x' })).toMatchObject({ value: 3 });
      expect(await read(a, { ...wallet, key: 'x' })).toMatchObject({ value: 3 });
      expect(read(b, { ...wallet, key: 'y' })).toMatchObject({ value: 2 });
    });

    test('behavior: a whole row is forgotten everywhere', async () => {
      await read(a, wallet);
      await read(b, wallet);
      await pause(5);
      a.cache.invalidate('wallet');
      await until(() => b.forgotten.length === 1);
      expect(await read(b, wallet)).toMatchObject({ value: 2 });
      expect(await read(a, wallet)).toMatchObject({ value: 2 });
      expect(read(b, wallet)).toMatchObject({ value: 2 });
    });

    test('behavior: a fetch that began before a write elsewhere is not shared after it', async () => {
      const slow = createCounter(200);
      const old = read(a, { ...wallet, fetch: slow.fetch });
      await pause(50);
      b.cache.invalidate('wallet');
      await until(() => a.forgotten.length === 1);
      expect(await old).toMatchObject({ value: 1 });
      await pause(50);
      expect(await read(b, wallet)).toMatchObject({ value: 1 });
      expect(upstream.calls).toBe(1);
    });

    test('behavior: what was forgotten while connections were broken is heard of afterwards', async () => {
      const clients = redis.nodeUrls.map((url) => new Redis(url));
      for (let round = 1; round <= 5; round += 1) {
        const before = a.forgotten.length;
        // All others: both connections of both replicas.
        for (const client of clients)
          await client.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
        for (const client of clients) await client.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
        await pause(round * 20);
        b.cache.invalidate('wallet', 'x');
        await until(() => a.forgotten.length > before);
        await until(() => a.cluster.health() === 'up' && b.cluster.health() === 'up');
      }
      for (const client of clients) client.disconnect();
    });

    test('behavior: invalidations while Redis was down are sent when it is back', async () => {
      await read(a, wallet);
      await read(b, wallet);
      redis.hang();
      a.cache.invalidate('wallet', 'x');
      expect(await read(a, wallet)).toMatchObject({ value: 2 });
      redis.goOn();
      await until(() => b.forgotten.length > 0);
      expect(await read(b, wallet)).not.toMatchObject({ value: 1 });
    });
  });
});

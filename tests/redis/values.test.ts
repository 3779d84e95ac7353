import { Redis } from 'ioredis';
import { describe, expect, test } from 'vitest';
import { policies } from '../../src/core/policies.ts';
import { hasRedis, startRedis } from './support/redis-server.ts';
import { createCounter, pause, startReplica, until } from './support/replica.ts';

describe.skipIf(!hasRedis)('values among replicas', () => {
  test('default: one replica fetches, the others have the value with its true age', async () => {
    await using redis = await startRedis();
    await using a = await startReplica(redis.url);
    await using b = await startReplica(redis.url);
    const upstream = createCounter();
    const first = await a.cache.read({ policy: 'nav', key: 'x', fetch: upstream.fetch });
    await pause(300);
    const second = await b.cache.read({ policy: 'nav', key: 'x', fetch: upstream.fetch });
    expect(upstream.calls).toBe(1);
    expect(second).toMatchObject({ value: 1, outcome: 'HIT' });
    expect(b.outcomes).toEqual(['SHARED']);
    expect(second.storedAt).toBeLessThanOrEqual(first.storedAt);
    expect(second.storedAt).toBeGreaterThan(first.storedAt - 50);
    // Now it is in memory: without a promise, without a question.
    const third = b.cache.read({ policy: 'nav', key: 'x', fetch: upstream.fetch });
    expect(third).toMatchObject({ value: 1, storedAt: second.storedAt });
  });

  test('behavior: a stampede on a cold key over four replicas costs one fetch', async () => {
    await using redis = await startRedis();
    const upstream = createCounter(100);
    await using a = await startReplica(redis.url);
    await using b = await startReplica(redis.url);
    await using c = await startReplica(redis.url);
    await using d = await startReplica(redis.url);
    const reads = [a, b, c, d].flatMap(({ cache }) =>
      Array.from({ length: 100 }, () =>
        cache.read({ policy: 'nav', key: 'x', fetch: upstream.fetch }),
      ),
    );
    const values = await Promise.all(reads);
    expect(new Set(values.map(({ value }) => value))).toEqual(new Set([1]));
    expect(upstream.calls).toBe(1);
  });

  test('behavior: the clocks of replicas need not agree', async () => {
    await using redis = await startRedis();
    const late = { now: () => Date.now() - 3_600_000 };
    const early = { now: () => Date.now() + 3_600_000 };
    await using a = await startReplica(redis.url, { clock: late });
    await using b = await startReplica(redis.url, { clock: early });
    const upstream = createCounter();
    await a.cache.read({ policy: 'nav', key: 'x', fetch: upstream.fetch });
    await pause(200);
    const found = await b.cache.read({ policy: 'nav', key: 'x', fetch: upstream.fetch });
    expect(found.outcome).toBe('HIT');
    const age = early.now() - found.storedAt;
    expect(age).toBeGreaterThanOrEqual(200);
    expect(age).toBeLessThan(400);
    expect(found.freshUntil - found.storedAt).toBe(policies.nav.fresh);
  });

  test('behavior: on expiry one replica refreshes for all, the stale value is shown meanwhile', async () => {
    await using redis = await startRedis();
    await using a = await startReplica(redis.url);
    await using b = await startReplica(redis.url);
    const upstream = createCounter();
    const read = (replica: typeof a) =>
      replica.cache.read({ policy: 'price', key: 'x', fetch: upstream.fetch });
    await read(a);
    await read(b);
    await pause(policies.price.fresh + 10);
    expect(read(a)).toMatchObject({ outcome: 'STALE', value: 1 });
    expect(read(b)).toMatchObject({ outcome: 'STALE', value: 1 });
    await pause(100);
    expect(read(a)).toMatchObject({ outcome: 'HIT', value: 2 });
    expect(read(b)).toMatchObject({ outcome: 'HIT', value: 2 });
    expect(upstream.calls).toBe(2);
    // A replica that has nothing shows the shared stale value, too, and refreshes it.
    await pause(policies.price.fresh + 10);
    await using c = await startReplica(redis.url);
    expect(await read(c)).toMatchObject({ outcome: 'STALE', value: 2 });
    await until(async () => (await read(c)).value === 3);
    expect(upstream.calls).toBe(3);
  });

  test('behavior: a failure is not kept, and who waited at another replica asks for itself', async () => {
    await using redis = await startRedis();
    await using a = await startReplica(redis.url);
    await using b = await startReplica(redis.url);
    const upstream = createCounter();
    const failing = async () => {
      await pause(100);
      throw new Error('down');
    };
    const first = Promise.resolve(a.cache.read({ policy: 'nav', key: 'x', fetch: failing }));
    const failed = expect(first).rejects.toThrow('down');
    await pause(30);
    const second = await b.cache.read({ policy: 'nav', key: 'x', fetch: upstream.fetch });
    await failed;
    expect(second.value).toBe(1);
    expect(upstream.calls).toBe(1);
  });

  test('behavior: when everybody at the replica that fetches has left, another one takes over', async () => {
    await using redis = await startRedis();
    await using a = await startReplica(redis.url);
    await using b = await startReplica(redis.url);
    const slow = createCounter(5000);
    const leaving = new AbortController();
    const { signal } = leaving;
    const gone = Promise.resolve(
      a.cache.read({ policy: 'nav', key: 'x', fetch: slow.fetch, signal }),
    );
    const left = expect(gone).rejects.toThrow();
    await pause(50);
    const upstream = createCounter();
    const begun = Date.now();
    const second = b.cache.read({ policy: 'nav', key: 'x', fetch: upstream.fetch });
    await pause(50);
    leaving.abort();
    await left;
    expect(await second).toMatchObject({ value: 1 });
    expect(Date.now() - begun).toBeLessThan(1000);
    expect(upstream.calls).toBe(1);
  });

  test('behavior: a waiter that leaves harms neither the fetch nor other waiters', async () => {
    await using redis = await startRedis();
    await using a = await startReplica(redis.url);
    await using b = await startReplica(redis.url);
    const upstream = createCounter(200);
    const first = a.cache.read({ policy: 'nav', key: 'x', fetch: upstream.fetch });
    await pause(50);
    const leaving = new AbortController();
    const read = { policy: 'nav', key: 'x', fetch: upstream.fetch } as const;
    const second = Promise.resolve(b.cache.read({ ...read, signal: leaving.signal }));
    const left = expect(second).rejects.toThrow();
    const third = b.cache.read(read);
    await pause(50);
    leaving.abort();
    await left;
    expect(await Promise.all([first, third])).toMatchObject([{ value: 1 }, { value: 1 }]);
    expect(upstream.calls).toBe(1);
  });

  test('behavior: replicas of other upstreams share nothing', async () => {
    await using redis = await startRedis();
    await using a = await startReplica(redis.url);
    await using b = await startReplica(redis.url, { env: { DATA_NODE_URL: 'http://127.0.0.1:2' } });
    const upstream = createCounter();
    await a.cache.read({ policy: 'nav', key: 'x', fetch: upstream.fetch });
    await b.cache.read({ policy: 'nav', key: 'x', fetch: upstream.fetch });
    expect(upstream.calls).toBe(2);
  });

  test('behavior: maps, big integers and what is undefined come over whole', async () => {
    await using redis = await startRedis();
    await using a = await startReplica(redis.url);
    await using b = await startReplica(redis.url);
    const value = { prices: new Map([['btc', 1.5]]), wei: 10n ** 30n, none: undefined, at: [null] };
    const fetch = async () => ({ value, bytes: 10 });
    await a.cache.read({ policy: 'price', key: 'x', fetch });
    const found = await b.cache.read({ policy: 'price', key: 'x', fetch });
    expect(found.value).toStrictEqual(value);
    expect(b.outcomes).toEqual(['SHARED']);
  });

  test('behavior: what says something of one replica alone is not shared', async () => {
    await using redis = await startRedis();
    await using a = await startReplica(redis.url);
    await using b = await startReplica(redis.url);
    const upstream = createCounter();
    await a.cache.read({ policy: 'deployment', key: 'x', fetch: upstream.fetch });
    await b.cache.read({ policy: 'deployment', key: 'x', fetch: upstream.fetch });
    expect(upstream.calls).toBe(2);
  });
});

describe.skipIf(!hasRedis)('forgetting among replicas', () => {
  test('default: what one forgets, all forget, and every one is told', async () => {
    await using redis = await startRedis();
    await using a = await startReplica(redis.url);
    await using b = await startReplica(redis.url);
    const upstream = createCounter();
    const read = (replica: typeof a, key: string) =>
      replica.cache.read({ policy: 'wallet', key, fetch: upstream.fetch });
    for (const key of ['x', 'y']) {
      await read(a, key);
      await read(b, key);
    }
    expect(upstream.calls).toBe(2);
    a.cache.forget('wallet', 'x');
    await until(() => b.forgotten.length === 1);
    expect(b.forgotten).toEqual(['wallet']);
    expect(await read(b, 'x')).toMatchObject({ value: 3 });
    expect(await read(a, 'x')).toMatchObject({ value: 3 });
    expect(read(b, 'y')).toMatchObject({ value: 2 });
  });

  test('behavior: a whole row is forgotten everywhere', async () => {
    await using redis = await startRedis();
    await using a = await startReplica(redis.url);
    await using b = await startReplica(redis.url);
    const upstream = createCounter();
    const read = (replica: typeof a) =>
      replica.cache.read({ policy: 'wallet', key: 'x', fetch: upstream.fetch });
    await read(a);
    await read(b);
    await pause(5);
    a.cache.forget('wallet');
    await until(() => b.forgotten.length === 1);
    expect(await read(b)).toMatchObject({ value: 2 });
    expect(await read(a)).toMatchObject({ value: 2 });
    expect(read(b)).toMatchObject({ value: 2 });
  });

  test('behavior: a fetch that began before a write elsewhere is not shared after it', async () => {
    await using redis = await startRedis();
    await using a = await startReplica(redis.url);
    await using b = await startReplica(redis.url);
    const slow = createCounter(200);
    const old = a.cache.read({ policy: 'wallet', key: 'x', fetch: slow.fetch });
    await pause(50);
    b.cache.forget('wallet');
    await until(() => a.forgotten.length === 1);
    expect(await old).toMatchObject({ value: 1 });
    await pause(50);
    const upstream = createCounter();
    expect(await b.cache.read({ policy: 'wallet', key: 'x', fetch: upstream.fetch })).toMatchObject(
      {
        value: 1,
      },
    );
    expect(upstream.calls).toBe(1);
  });

  test('behavior: what was forgotten while connections were broken is heard of afterwards', async () => {
    await using redis = await startRedis();
    await using a = await startReplica(redis.url);
    await using b = await startReplica(redis.url);
    const client = new Redis(redis.url);
    for (let round = 1; round <= 5; round += 1) {
      const before = a.forgotten.length;
      // All others: both connections of both replicas.
      await client.call('CLIENT', 'KILL', 'SKIPME', 'yes');
      await pause(round * 20);
      b.cache.forget('wallet', 'x');
      await until(() => a.forgotten.length > before);
      await until(() => a.replicas.health() === 'up' && b.replicas.health() === 'up');
    }
    client.disconnect();
  });

  test('behavior: what was forgotten while Redis was away is told when it is back', async () => {
    await using redis = await startRedis();
    await using a = await startReplica(redis.url);
    await using b = await startReplica(redis.url);
    const upstream = createCounter();
    const read = (replica: typeof a) =>
      replica.cache.read({ policy: 'wallet', key: 'x', fetch: upstream.fetch });
    await read(a);
    await read(b);
    redis.hang();
    a.cache.forget('wallet', 'x');
    expect(await read(a)).toMatchObject({ value: 2 });
    redis.goOn();
    await until(() => b.forgotten.length > 0);
    expect(await read(b)).not.toMatchObject({ value: 1 });
  });
});

import { Redis } from 'ioredis';
import { describe, expect, test } from 'vitest';
import { hasRedis, type RedisServer, startRedis } from './support/redis-server.ts';
import { createCounter, pause, type Replica, startReplica, until } from './support/replica.ts';
import { topologies, useRedis } from './support/topologies.ts';

/** Reads new keys for a while, ten at a time, and tells the slowest read and the failures. */
async function load(replicas: readonly Replica[], ms: number, fetch = createCounter(2).fetch) {
  const end = Date.now() + ms;
  const seen = { reads: 0, failures: 0, slowest: 0 };
  while (Date.now() < end) {
    const key = `k${Math.random()}`;
    await Promise.all(
      replicas.map(async ({ cache }) => {
        const begun = performance.now();
        try {
          await cache.read({ policy: 'nav', key, fetch });
        } catch {
          seen.failures += 1;
        }
        seen.reads += 1;
        seen.slowest = Math.max(seen.slowest, performance.now() - begun);
      }),
    );
  }
  return seen;
}

/** Finds the key of a pattern, and the server that has it. */
async function findKey({ nodeUrls }: RedisServer, pattern: string) {
  for (const url of nodeUrls) {
    const client = new Redis(url);
    client.on('error', () => undefined);
    const [key] = await client.keys(pattern);
    if (key !== undefined) return { client, key };
    client.disconnect();
  }
  throw new Error(`no server has a key ${pattern}`);
}

/** True when a value of one replica is found at the other. */
async function isShared(a: Replica, b: Replica): Promise<boolean> {
  const upstream = createCounter(1);
  const read = { policy: 'nav', key: `shared${Math.random()}`, fetch: upstream.fetch } as const;
  await a.cache.read(read);
  await pause(20);
  await b.cache.read(read);
  return upstream.calls === 1;
}

describe.skipIf(!hasRedis).each(topologies)('redis goes away: %s', (topology) => {
  const startRedis = useRedis(topology);
  test('behavior: it is killed and comes back empty: no read fails, sharing resumes', async () => {
    await using redis = await startRedis();
    await using a = await startReplica(redis.url);
    await using b = await startReplica(redis.url);
    expect(await isShared(a, b)).toBe(true);
    const loaded = load([a, b], 1500);
    await pause(300);
    await redis.kill();
    await until(() => a.cluster.health() === 'down');
    const seen = await loaded;
    expect(seen).toMatchObject({ failures: 0 });
    expect(seen.slowest).toBeLessThan(500);
    await redis.restart();
    await until(() => isShared(a, b));
    expect(a.cluster.health()).toBe('up');
  });

  test('behavior: it hangs: reads are late once, then not at all, and sharing resumes', async () => {
    await using redis = await startRedis();
    await using a = await startReplica(redis.url);
    await using b = await startReplica(redis.url);
    await load([a, b], 100);
    redis.hang();
    const first = await load([a, b], 500);
    expect(first).toMatchObject({ failures: 0 });
    expect(first.slowest).toBeLessThan(400);
    const later = await load([a, b], 1000);
    expect(later).toMatchObject({ failures: 0 });
    expect(later.slowest).toBeLessThan(100);
    redis.goOn();
    await until(() => isShared(a, b));
  });

  test.each([500, 2500])(
    'behavior: after a pause of %i ms no request waits for locks that were requested during it',
    async (length) => {
      await using redis = await startRedis();
      await using a = await startReplica(redis.url);
      await using b = await startReplica(redis.url);
      const keys = ['k0', 'k1', 'k2', 'k3', 'k4'];
      const { fetch } = createCounter(1);
      const read = ({ cache }: Replica, key: string) => cache.read({ policy: 'nav', key, fetch });
      await load([a, b], 50);
      redis.hang();
      const asked: unknown[] = [];
      for (const key of keys) {
        asked.push(read(a, key));
        await pause(70);
      }
      await pause(length - 350);
      redis.goOn();
      await Promise.all(asked);
      await until(() => b.cluster.health() === 'up');
      const begun = performance.now();
      await Promise.all(keys.map((key) => read(b, key)));
      // A lock that nobody gave back would hold them for two seconds.
      expect(performance.now() - begun).toBeLessThan(1500);
    },
  );

  test('behavior: a command that a hanging redis carries out late makes no value younger', async () => {
    await using redis = await startRedis();
    await using a = await startReplica(redis.url);
    const upstream = createCounter(1);
    const read = { policy: 'nav', key: 'x', fetch: upstream.fetch } as const;
    const fetched = a.cache.read({
      ...read,
      fetch: async (signal) => {
        const made = await upstream.fetch(signal);
        // The value goes out to a Redis that does not take it for a while.
        redis.hang();
        return made;
      },
    });
    const { storedAt } = (await fetched).meta;
    await pause(1000);
    redis.goOn();
    await using b = await startReplica(redis.url);
    await until(() => b.cluster.health() === 'up');
    const found = await b.cache.read(read);
    if (found.value === 1) expect(found.meta.storedAt).toBeLessThanOrEqual(storedAt);
    expect(Date.now() - found.meta.storedAt).toBeLessThan(2000);
  });

  test('behavior: after a write nothing from before it is returned', async () => {
    await using redis = await startRedis();
    await using a = await startReplica(redis.url);
    await using b = await startReplica(redis.url);
    const { fetch } = createCounter(1);
    const read = { policy: 'simResults', key: 'all', fetch } as const;
    expect(await a.cache.read(read)).toMatchObject({ value: 1 });
    expect(await b.cache.read(read)).toMatchObject({ value: 1 });
    const { client, key: kept } = await findKey(redis, '*:value:simResults:*');
    const snapshot = await client.dumpBuffer(kept);
    await a.cache.invalidate('simResults', 'all');
    await redis.kill();
    await until(() => a.cluster.health() === 'down' && b.cluster.health() === 'down');
    await redis.restart();
    await client.restore(kept, 60_000, snapshot);
    client.disconnect();
    await until(() => isShared(a, b));
    expect(await b.cache.read(read)).toMatchObject({ value: 2 });
    expect(await a.cache.read(read)).toMatchObject({ value: 2 });
  });

  test('behavior: it is not there at the start: the gateway begins alone and joins later', async () => {
    await using redis = await startRedis();
    await redis.kill();
    await using a = await startReplica(redis.url);
    await using b = await startReplica(redis.url);
    expect(a.cluster.health()).toBe('down');
    expect(await load([a, b], 200)).toMatchObject({ failures: 0 });
    await redis.restart();
    await until(() => isShared(a, b));
  });

  test('behavior: the replica that fetches dies: a waiter takes over when its lock has run out', async () => {
    await using redis = await startRedis();
    const a = await startReplica(redis.url);
    await using b = await startReplica(redis.url);
    const dying = a.cache.read({ policy: 'nav', key: 'x', fetch: createCounter(60_000).fetch });
    Promise.resolve(dying).catch(() => undefined);
    await pause(100);
    await a.cluster.close();
    const begun = Date.now();
    const upstream = createCounter();
    const found = await b.cache.read({ policy: 'nav', key: 'x', fetch: upstream.fetch });
    expect(found.value).toBe(1);
    expect(Date.now() - begun).toBeLessThan(3500);
  });
});

describe.skipIf(!hasRedis)('what is in redis is not believed blindly', () => {
  /** What someone may have put in the place of every value. */
  const garbage: Readonly<Record<string, (client: Redis, key: string) => Promise<unknown>>> = {
    'a body of other bytes': (client, key) => client.hset(key, 'body', 'garbage'),
    'an empty body': (client, key) => client.hset(key, 'body', ''),
    'the body of another value': (client, key) =>
      client.hset(key, 'body', Buffer.from('00000000ff0f6f7b7d', 'hex')),
    'another type': async (client, key) => {
      await client.del(key);
      await client.lpush(key, 'x');
    },
    'a time that is not one': (client, key) => client.hset(key, 'at', 'soon'),
    'a time to come': (client, key) => client.hset(key, 'at', '99999999999999'),
    'no time': (client, key) => client.hdel(key, 'at'),
  };

  test.each(Object.entries(garbage))('behavior: %s is no value', async (_name, poison) => {
    await using redis = await startRedis();
    await using a = await startReplica(redis.url);
    await using b = await startReplica(redis.url);
    await using c = await startReplica(redis.url);
    const upstream = createCounter(1);
    const read = { policy: 'price', key: 'x', fetch: upstream.fetch } as const;
    await a.cache.read(read);
    const client = new Redis(redis.url);
    const [key = ''] = await client.keys('*:value:*');
    await poison(client, key);
    client.disconnect();
    expect(await b.cache.read(read)).toMatchObject({ value: 2 });
    await pause(30);
    // What the second one has put in its place serves the third.
    expect(await c.cache.read(read)).toMatchObject({ value: 2 });
    expect(b.cluster.health()).toBe('up');
  });

  test('behavior: news that make no sense are ignored', async () => {
    await using redis = await startRedis();
    await using a = await startReplica(redis.url);
    const client = new Redis(redis.url);
    const [channel = ''] = (await client.pubsub('CHANNELS')) as string[];
    for (const text of [
      '',
      '[',
      '{}',
      '[1,2]',
      '["forget","x","__proto__"]',
      '["forget","x","no"]',
    ])
      await client.publish(channel, text);
    client.disconnect();
    await pause(50);
    expect(a.forgotten).toEqual([]);
    expect(a.cluster.health()).toBe('up');
  });

  test('behavior: a hundred thousand keys keep the memory of the process in its bound', async () => {
    await using redis = await startRedis();
    await using a = await startReplica(redis.url);
    const fetch = async () => ({ value: 'x'.repeat(200), bytes: 200 });
    for (let n = 0; n < 100_000; n += 500) {
      await Promise.all(
        Array.from({ length: 500 }, (_, index) =>
          a.cache.read({ policy: 'price', key: `key ${n + index}`, fetch }),
        ),
      );
    }
    expect(a.cache.stats().bytes).toBeLessThanOrEqual(10_000_000);
    expect(a.cache.stats().bytes).toBeGreaterThan(9_000_000);
  });
});

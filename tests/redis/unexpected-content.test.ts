import type { Redis } from 'ioredis';
import { describe, expect, test } from 'vitest';
import type { SharedStreamRequest } from '../../src/streaming/shared-stream-types.ts';
import { hasRedis } from './support/redis-server.ts';
import { createCounter, pause, type Replica, startReplica, until } from './support/replica.ts';
import { type CheckedRedis, useEachTopology } from './support/topologies.ts';

const wallet = { policy: 'wallet', key: 'x' } as const;

type Found = { readonly key: string; readonly operator: Redis };

/** Keys that hold something of the kind, e.g. `value`, and the servers that have them. */
async function keysOf({ operators }: CheckedRedis, kind: string): Promise<readonly Found[]> {
  const found = operators.map(async (operator) =>
    (await operator.keys(`dtf:*:${kind}*`)).map((key) => ({ key, operator })),
  );
  return (await Promise.all(found)).flat();
}

/** Waits for the only key of a kind. */
async function findKey(given: CheckedRedis, kind: string): Promise<Found> {
  let found: readonly Found[] = [];
  await until(async () => {
    found = await keysOf(given, kind);
    return found.length === 1;
  });
  return found[0] as Found;
}

/** What may stand in a key instead of what a replica wrote. */
const contents: Readonly<Record<string, (found: Found) => Promise<unknown>>> = {
  'a text': ({ operator, key }) => operator.set(key, 'garbage'),
  'a list': ({ operator, key }) => operator.rpush(key, 'garbage'),
  'a hash': ({ operator, key }) => operator.hset(key, { at: '1', body: 'garbage', kind: 'value' }),
  'a hash with a current time': ({ operator, key }) =>
    operator.hset(key, { at: Date.now() - 5, body: 'garbage', kind: 'value' }),
  'a sorted set': ({ operator, key }) => operator.zadd(key, 1, 'garbage'),
  nothing: async () => {},
};

async function replace(found: Found, content: string): Promise<void> {
  await found.operator.del(found.key);
  await contents[content]?.(found);
}

/** Reads with a new key until one fetch serves both replicas. */
async function expectSharing(a: Replica, b: Replica): Promise<void> {
  await until(async () => {
    const upstream = createCounter(5);
    const read = { policy: 'wallet', key: String(Math.random()), fetch: upstream.fetch } as const;
    await a.cache.read(read);
    await pause(20);
    await b.cache.read(read);
    return upstream.calls === 1;
  });
}

describe.skipIf(!hasRedis)('content that no replica has written', () => {
  const onEachTopology = useEachTopology();

  test.each(Object.keys(contents))(
    'behavior: a value that is %s is ignored and overwritten',
    (content) =>
      onEachTopology(async (given) => {
        const { redis, stack } = given;
        const a = stack.use(await startReplica(redis.url));
        await a.cache.read({ ...wallet, fetch: createCounter(5).fetch });
        const value = await findKey(given, 'value:');
        await replace(value, content);

        const b = stack.use(await startReplica(redis.url));
        const upstream = createCounter(5);
        await b.cache.read({ ...wallet, fetch: upstream.fetch });
        expect(upstream.calls).toBe(1);
        await until(async () => (await value.operator.type(value.key)) === 'hash');
        await pause(50);
        const c = stack.use(await startReplica(redis.url));
        await c.cache.read({ ...wallet, fetch: upstream.fetch });
        expect(upstream.calls).toBe(1);
      }),
  );

  test.each(Object.keys(contents))(
    'behavior: an invalidation log that is %s is overwritten, and replicas go on sharing',
    (content) =>
      onEachTopology(async (given) => {
        const { redis, stack } = given;
        const a = stack.use(await startReplica(redis.url));
        await a.cache.invalidate('wallet', 'x');
        const log = await findKey(given, 'forgets');
        await replace(log, content);
        const b = stack.use(await startReplica(redis.url));
        const heard = b.forgotten.length;
        await a.cache.invalidate('nav', 'x');
        await until(() => b.forgotten.length > heard);
        await expectSharing(a, b);
        expect([a.cluster.health(), b.cluster.health()]).toEqual(['up', 'up']);
      }),
  );

  test('behavior: a log of too many entries becomes one that invalidates everything', () =>
    onEachTopology(async (given) => {
      const { redis, stack } = given;
      const a = stack.use(await startReplica(redis.url));
      await a.cache.invalidate('wallet', 'x');
      const log = await findKey(given, 'forgets');
      const entries = Array.from({ length: 20_000 }, (_, n) => [Date.now(), `wallet ${n}`]).flat();
      await log.operator.zadd(log.key, ...(entries as [number, string]));
      await a.cache.invalidate('wallet', 'y');
      expect(await log.operator.zcard(log.key)).toBeLessThan(10);
    }));

  test('behavior: events that cannot be read make a replica run the source itself', () =>
    onEachTopology(async (given) => {
      const { redis, stack } = given;
      const a = stack.use(await startReplica(redis.url));
      const b = stack.use(await startReplica(redis.url));
      const source = { begun: 0 };
      const request: SharedStreamRequest<number> = {
        name: 'source',
        start: async function* () {
          source.begun += 1;
          for (const n of [1, 2, 3]) {
            await pause(200);
            yield n;
          }
        },
        createCodec: () => ({ encode: (event) => event, decode: (data) => data as number }),
        isTerminal: (event) => event === 3,
        isReplayed: () => true,
        createDeduplicator: () => () => true,
        acceptEnded: true,
        signal: new AbortController().signal,
      };
      const listen = async ({ cluster }: Replica) => {
        const seen: number[] = [];
        for await (const event of cluster.sharedStreams.shareStream(request)) seen.push(event);
        return seen;
      };
      const first = listen(a);
      const events = await findKey(given, 'events:');
      await events.operator.xadd(
        events.key,
        '*',
        'by',
        'stranger',
        'body',
        'garbage',
        'final',
        '0',
      );
      const second = await listen(b);
      expect(await first).toEqual([1, 2, 3]);
      expect(second.slice(-3)).toEqual([1, 2, 3]);
      expect(source.begun).toBe(2);
    }));

  test('behavior: scripts that Redis has lost are sent again', () =>
    onEachTopology(async (given) => {
      const { redis, stack } = given;
      const a = stack.use(await startReplica(redis.url));
      const b = stack.use(await startReplica(redis.url));
      await expectSharing(a, b);
      await given.tellAll(['SCRIPT', 'FLUSH']);
      await expectSharing(a, b);
    }));
});

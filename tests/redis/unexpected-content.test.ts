import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SharedStreamRequest } from '../../src/streaming/shared-stream-types.ts';
import { hasRedis, type RedisServer, startRedis } from './support/redis-server.ts';
import { createCounter, pause, type Replica, startReplica, until } from './support/replica.ts';

let stack: AsyncDisposableStack;
let redis: RedisServer;
let operator: Redis;
beforeEach(async () => {
  stack = new AsyncDisposableStack();
  redis = stack.use(await startRedis());
  operator = stack.adopt(new Redis(redis.url), (client) => client.disconnect());
});
afterEach(() => stack.disposeAsync());

const wallet = { policy: 'wallet', key: 'x' } as const;

/** Keys that hold something of the kind, e.g. `value`. */
const keysOf = (kind: string) => operator.keys(`dtf:*:${kind}*`);

/** What may stand in a key instead of what a replica wrote. */
const contents: Readonly<Record<string, (key: string) => Promise<unknown>>> = {
  'a text': (key) => operator.set(key, 'garbage'),
  'a list': (key) => operator.rpush(key, 'garbage'),
  'a hash': (key) => operator.hset(key, { at: '1', body: 'garbage', kind: 'value' }),
  'a hash with a current time': (key) =>
    operator.hset(key, { at: Date.now() - 5, body: 'garbage', kind: 'value' }),
  'a sorted set': (key) => operator.zadd(key, 1, 'garbage'),
  nothing: async () => {},
};

async function replace(key: string, content: string): Promise<void> {
  await operator.del(key);
  await contents[content]?.(key);
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
  test.each(Object.keys(contents))(
    'behavior: a value that is %s is ignored and overwritten',
    async (content) => {
      const a = stack.use(await startReplica(redis.url));
      await a.cache.read({ ...wallet, fetch: createCounter(5).fetch });
      await until(async () => (await keysOf('value:')).length === 1);
      const [value = ''] = await keysOf('value:');
      await replace(value, content);

      const b = stack.use(await startReplica(redis.url));
      const upstream = createCounter(5);
      await b.cache.read({ ...wallet, fetch: upstream.fetch });
      expect(upstream.calls).toBe(1);
      await until(async () => (await operator.type(value)) === 'hash');
      await pause(50);
      const c = stack.use(await startReplica(redis.url));
      await c.cache.read({ ...wallet, fetch: upstream.fetch });
      expect(upstream.calls).toBe(1);
    },
  );

  test.each(Object.keys(contents))(
    'behavior: an invalidation log that is %s is overwritten, and replicas go on sharing',
    async (content) => {
      const a = stack.use(await startReplica(redis.url));
      await a.cache.invalidate('wallet', 'x');
      const [log = ''] = await keysOf('forgets');
      await replace(log, content);
      const b = stack.use(await startReplica(redis.url));
      const heard = b.forgotten.length;
      await a.cache.invalidate('nav', 'x');
      await until(() => b.forgotten.length > heard);
      await expectSharing(a, b);
      expect([a.cluster.health(), b.cluster.health()]).toEqual(['up', 'up']);
    },
  );

  test('behavior: a log of too many entries becomes one that invalidates everything', async () => {
    const a = stack.use(await startReplica(redis.url));
    await a.cache.invalidate('wallet', 'x');
    const [log = ''] = await keysOf('forgets');
    const entries = Array.from({ length: 20_000 }, (_, n) => [Date.now(), `wallet ${n}`]).flat();
    await operator.zadd(log, ...(entries as [number, string]));
    await a.cache.invalidate('wallet', 'y');
    expect(await operator.zcard(log)).toBeLessThan(10);
  });

  test('behavior: events that cannot be read make a replica run the source itself', async () => {
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
    await until(async () => (await keysOf('events:')).length === 1);
    const [events = ''] = await keysOf('events:');
    await operator.xadd(events, '*', 'by', 'stranger', 'body', 'garbage', 'final', '0');
    const second = await listen(b);
    expect(await first).toEqual([1, 2, 3]);
    expect(second.slice(-3)).toEqual([1, 2, 3]);
    expect(source.begun).toBe(2);
  });

  test('behavior: scripts that Redis has lost are sent again', async () => {
    const a = stack.use(await startReplica(redis.url));
    const b = stack.use(await startReplica(redis.url));
    await expectSharing(a, b);
    await operator.call('SCRIPT', 'FLUSH');
    await expectSharing(a, b);
  });
});

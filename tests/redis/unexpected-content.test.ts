import { serialize } from 'node:v8';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CacheReadRequest } from '../../src/cache/cache-read-types.ts';
import { createReplicaDataSigner } from '../../src/cluster/encoding/signer.ts';
import { OverloadedError } from '../../src/lib/errors.ts';
import type { SharedStreamRequest } from '../../src/streaming/shared-stream-types.ts';
import { startGateway, startUpstream } from '../support/gateway.ts';
import { hasRedis, type RedisServer, startRedis } from './support/redis-server.ts';
import { createCounter, pause, type Replica, startReplica, until } from './support/replica.ts';
import { spoilAll, spoilings } from './support/spoil.ts';

let stack: AsyncDisposableStack;
let redis: RedisServer;
let operator: Redis;
beforeEach(async () => {
  stack = new AsyncDisposableStack();
  redis = stack.use(await startRedis());
  operator = stack.adopt(new Redis(redis.url), (client) => client.disconnect());
});
afterEach(() => stack.disposeAsync());

let round = 0;
const never = new AbortController().signal;

type Event = { readonly n: number; readonly isLast: boolean };

/** A source of three events, and how often it was begun. */
function createSource(name: string) {
  const source = { begun: 0, request: {} as SharedStreamRequest<Event> };
  source.request = {
    name,
    start: async function* () {
      source.begun += 1;
      for (const n of [1, 2, 3]) {
        await pause(100);
        yield { n, isLast: n === 3 };
      }
    },
    createCodec: () => ({ encode: (event) => event, decode: (data) => data as Event }),
    isTerminal: ({ isLast }) => isLast,
    isReplayed: () => true,
    createDeduplicator: () => () => true,
    acceptEnded: true,
    signal: never,
  };
  return source;
}

const listen = async ({ cluster }: Replica, { request }: ReturnType<typeof createSource>) => {
  const seen: number[] = [];
  for await (const { n } of cluster.sharedStreams.shareStream(request)) seen.push(n);
  return seen;
};

/** Uses everything that replicas have in Redis, under fixed names; nothing may fail or be lost. */
async function useAll(
  a: Replica,
  b: Replica,
  limiters: readonly { consume: (key: string) => Promise<unknown> }[],
) {
  const source = createSource(`source ${++round}`);
  const read = ({ cache }: Replica, other: Partial<CacheReadRequest<unknown>>) =>
    cache.read({ policy: 'wallet', key: 'x', fetch: createCounter(5).fetch, ...other });
  const owner = `owner ${++round}`;
  const signal = AbortSignal.timeout(20_000);
  await Promise.allSettled([
    ...[a, b].flatMap((replica) => ['x', 'y'].map((key) => read(replica, { key }))),
    a.cache.invalidate('wallet', 'x'),
    b.cache.invalidate('wallet'),
    b.cache.put('simRun', 'x', { value: [1], bytes: 1, isOther: true }),
    a.cluster.runExclusively('pay', () => pause(100), signal),
    b.cluster.runExclusively('pay', () => pause(100), signal),
    a.cluster.idempotency.claim('claim', owner, signal).then(() => {
      a.cluster.idempotency.setOutcome('claim', owner, 'paid');
    }),
    ...limiters.map((limiter) => limiter.consume('client')),
    listen(a, source),
    listen(b, source),
  ]);
}

/**
 * Everything is shared again as if nothing had happened. On a busy machine Redis may respond late
 * and count as down for a moment; then all of it is tried again.
 */
async function expectSharing(...replicas: Parameters<typeof expectSharingNow>) {
  for (let left = 3; ; left -= 1) {
    try {
      return await expectSharingNow(...replicas);
    } catch (error) {
      if (!(error instanceof OverloadedError) || left === 0) throw error;
    }
  }
}

async function expectSharingNow(
  a: Replica,
  b: Replica,
  limiters: readonly { consume: (key: string) => Promise<unknown> }[],
) {
  await until(() => [a, b].every(({ cluster }) => cluster.health() === 'up'));
  for (const key of ['x', 'new']) {
    await until(async () => {
      const upstream = createCounter(5);
      const read = { policy: 'wallet', key, fetch: upstream.fetch } as const;
      await a.cache.invalidate('wallet', key);
      // Times are told to the older side, by as much as an answer of Redis takes.
      await pause(100);
      await a.cache.read(read);
      await pause(20);
      await b.cache.read(read);
      return upstream.calls === 1;
    });
  }
  const heard = b.forgotten.length;
  await a.cache.invalidate('nav', 'x');
  await until(() => b.forgotten.length > heard);
  const signal = AbortSignal.timeout(20_000);
  expect(await a.cluster.runExclusively('pay', async () => 'done', signal)).toBe('done');
  const owner = `owner ${++round}`;
  a.cluster.idempotency.release('claim', owner);
  const name = `claim ${round}`;
  expect(await a.cluster.idempotency.claim(name, owner, signal)).toBeNull();
  const told = b.cluster.idempotency.claim(name, 'other', signal);
  await pause(50);
  a.cluster.idempotency.setOutcome(name, owner, 'paid');
  expect(await told).toBe('paid');
  for (const limiter of limiters) await limiter.consume('client');
  // The lock of a leader that is gone runs out first.
  await until(async () => {
    const source = createSource(`source ${++round}`);
    const seen = await Promise.all([listen(a, source), listen(b, source)]);
    expect(seen).toEqual([
      [1, 2, 3],
      [1, 2, 3],
    ]);
    return source.begun === 1;
  });
}

/** A data node that knows the price of every asset. */
const startPriceNode = () =>
  startUpstream((request, response) => {
    const asset = new URL(request.url ?? '', 'http://node').searchParams.get('asset');
    const price = { asset, price: 5, timestamp: 1_767_225_600, source: 'binance' };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(price));
  });

const key = 'k'.repeat(32);
/** What replicas keep in Redis, as it stands in the keys. */
const roles = ['value', 'forgets', 'claim', 'mutex', 'limit', 'events', 'source', 'followed'].map(
  (role) => `:${role}:`,
);
const limit = { name: 'test', points: 1000, duration: 60 };

describe.skipIf(!hasRedis)('content that no replica has written', () => {
  const withKey = ['a text', 'a hash', 'a stream'].map(
    (what) => [what, { REDIS_SIGNING_KEY: key }] as const,
  );
  test.each([...Object.keys(spoilings).map((what) => [what, {}] as const), ...withKey])(
    'behavior: every key is replaced by %s while replicas run (%j): all is shared again',
    async (what, env) => {
      const a = stack.use(await startReplica(redis.url, { env }));
      const b = stack.use(await startReplica(redis.url, { env }));
      const limiters = [a, b].map(({ cluster }) => cluster.createLimiter(limit));
      const spoil = spoilings[what] as (typeof spoilings)[string];
      await useAll(a, b, limiters);
      const seen = new Set<string>();
      const unseen = () => roles.filter((role) => ![...seen].some((key) => key.includes(role)));
      let rounds = 0;
      // Some keys exist for a short time only, so it may take several rounds to meet all of them.
      for (; rounds < 3 || (unseen().length > 0 && rounds < 20); rounds += 1) {
        const using = useAll(a, b, limiters);
        for (let m = 0; m < 5; m += 1) {
          for (const key of await spoilAll(operator, spoil)) seen.add(`${key}:`);
          await pause(30);
        }
        await until(() => [a, b].every(({ cluster }) => cluster.health() === 'up'));
        await using;
      }
      expect(unseen()).toEqual([]);
      await expectSharing(a, b, limiters);
    },
    150_000,
  );

  test.each(Object.entries(spoilings))(
    'behavior: a gateway that starts on an invalidation log that is %s is up',
    async (_what, spoil) => {
      const first = await startReplica(redis.url);
      await first.cache.invalidate('wallet', 'x');
      await first[Symbol.asyncDispose]();
      expect((await spoilAll(operator, spoil)).length).toBeGreaterThan(0);
      const a = stack.use(await startReplica(redis.url));
      const b = stack.use(await startReplica(redis.url));
      await expectSharing(a, b, []);
    },
  );

  test('behavior: a log that is no log counts as all forgotten: nothing from before is shown', async () => {
    const a = stack.use(await startReplica(redis.url));
    const b = stack.use(await startReplica(redis.url));
    const upstream = createCounter(5);
    const read = { policy: 'wallet', key: 'x', fetch: upstream.fetch } as const;
    expect(await a.cache.read(read)).toMatchObject({ value: 1 });
    const [log = ''] = await operator.keys('dtf:*:forgets');
    await operator.del(log);
    const name =
      log ||
      ((await operator.keys('dtf:*:value:*'))[0]?.split(':').slice(0, 2).join(':') ?? '') +
        ':forgets';
    await operator.set(name, 'garbage');
    await pause(5);
    expect(await b.cache.read(read)).toMatchObject({ value: 2 });
  });

  test('behavior: a log of too many notes becomes one that says everything', async () => {
    const a = stack.use(await startReplica(redis.url));
    await a.cache.invalidate('wallet', 'x');
    const [log = ''] = await operator.keys('dtf:*:forgets');
    const notes = Array.from({ length: 20_000 }, (_, n) => [Date.now(), `garbage ${n}`]).flat();
    await operator.zadd(log, ...(notes as [number, string]));
    await operator.zadd(log, Date.now(), 'x'.repeat(1_000_000));
    const b = stack.use(await startReplica(redis.url));
    expect(await operator.zcard(log)).toBeLessThan(10);
    await expectSharing(a, b, []);
  });

  test('behavior: a value that is too large to be ours is neither carried nor left', async () => {
    const a = stack.use(await startReplica(redis.url));
    const read = { policy: 'wallet', key: 'x', fetch: createCounter(5).fetch } as const;
    await a.cache.read(read);
    await until(async () => (await operator.keys('dtf:*:value:*')).length === 1);
    const [value = ''] = await operator.keys('dtf:*:value:*');
    await operator.hset(value, 'body', Buffer.alloc(10 * 1024 * 1024));
    const b = stack.use(await startReplica(redis.url));
    expect(await b.cache.read(read)).toMatchObject({ value: 2 });
    await until(async () => (await operator.hstrlen(value, 'body')) < 1000);
  });

  test('behavior: scripts that Redis has lost are sent again', async () => {
    const a = stack.use(await startReplica(redis.url));
    const b = stack.use(await startReplica(redis.url));
    await useAll(a, b, []);
    await operator.call('SCRIPT', 'FLUSH');
    await expectSharing(a, b, []);
  });

  test('behavior: what was taken out is counted, and readiness is not concerned', async () => {
    const node = stack.use(await startPriceNode());
    const gateway = stack.use(
      await startGateway({ REDIS_URL: redis.url, DATA_NODE_URL: node.url }),
    );
    await gateway.rest('/price?asset=A');
    await until(async () => (await operator.keys('dtf:*:value:price:*')).length === 1);
    const [value = ''] = await operator.keys('dtf:*:value:price:*');
    await operator.set(`${value.split(':').slice(0, 2).join(':')}:forgets`, 'garbage');
    for (let n = 0; n < 10; n += 1) {
      expect((await gateway.rest(`/price?asset=A${n}`)).status).toBe(200);
      await pause(20);
    }
    const ready = (await (await fetch(`${gateway.url}/readyz`)).json()) as { redis: string };
    expect(ready.redis).toBe('up');
    const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
    expect(metrics).toMatch(/gateway_redis_repairs_total\{key="forgets"\} 1/);
  });
});

describe.skipIf(!hasRedis)('what replicas write', () => {
  test.each([
    ['without a key', {}],
    ['with a key', { REDIS_SIGNING_KEY: key }],
  ])('default: a value is JSON, and no other bytes are read, %s', async (_how, env) => {
    const node = stack.use(await startPriceNode());
    const start = () => startGateway({ ...env, REDIS_URL: redis.url, DATA_NODE_URL: node.url });
    const first = stack.use(await start());
    const price = await (await first.rest('/price?asset=BTC')).json();
    await until(async () => (await operator.keys('dtf:*:value:price:*')).length === 1);
    const [value = ''] = await operator.keys('dtf:*:value:price:*');
    const body = (await operator.hgetBuffer(value, 'body')) ?? Buffer.alloc(0);
    const signer = createReplicaDataSigner('REDIS_SIGNING_KEY' in env ? key : undefined);
    const head = body.subarray(0, 10);
    const content = body.subarray(10 + signer.length);
    expect(JSON.parse(content.toString())).toMatchObject({ asset: 'BTC', price: 5 });
    const sign = (bytes: Buffer) => signer.sign('price /price BTC', head, bytes);
    expect(sign(content)).toEqual(body.subarray(10, 10 + signer.length));

    const foreign = serialize({ ...price, price: 6 });
    await operator.hset(value, 'body', Buffer.concat([head, sign(foreign), foreign]));
    const second = stack.use(await start());
    expect(await (await second.rest('/price?asset=BTC')).json()).toEqual(price);
  });
});

describe.skipIf(!hasRedis)('with REDIS_SIGNING_KEY', () => {
  const nav = { policy: 'wallet', key: 'x' } as const;

  test.each([
    ['without a key', {}],
    ['with another key', { REDIS_SIGNING_KEY: 'o'.repeat(32) }],
  ])('error: what a replica %s writes is a miss, and its news are not heard', async (_how, env) => {
    const stranger = stack.use(await startReplica(redis.url, { env }));
    const a = stack.use(await startReplica(redis.url, { env: { REDIS_SIGNING_KEY: key } }));
    const upstream = createCounter(5);
    await stranger.cache.read({ ...nav, fetch: async () => ({ value: 'forged', bytes: 1 }) });
    await until(async () => (await operator.keys('dtf:*:value:*')).length === 1);
    expect(await a.cache.read({ ...nav, fetch: upstream.fetch })).toMatchObject({ value: 1 });
    await stranger.cache.invalidate('wallet', 'x');
    await pause(50);
    expect(a.forgotten).toEqual([]);
    const signal = AbortSignal.timeout(20_000);
    expect(await stranger.cluster.idempotency.claim('pay', 'stranger', signal)).toBeNull();
    stranger.cluster.idempotency.setOutcome('pay', 'stranger', 'forged');
    await pause(50);
    expect(await a.cluster.idempotency.claim('pay', 'own', signal)).toBeNull();
  });

  test('default: replicas with the same key share values and news', async () => {
    const env = { REDIS_SIGNING_KEY: key };
    const a = stack.use(await startReplica(redis.url, { env }));
    const b = stack.use(await startReplica(redis.url, { env }));
    await expectSharing(a, b, []);
  });

  test('error: a value that is given another time is a miss', async () => {
    const env = { REDIS_SIGNING_KEY: key };
    const a = stack.use(await startReplica(redis.url, { env }));
    const upstream = createCounter(5);
    await a.cache.read({ ...nav, fetch: upstream.fetch });
    await until(async () => (await operator.keys('dtf:*:value:*')).length === 1);
    const [value = ''] = await operator.keys('dtf:*:value:*');
    await operator.hincrby(value, 'at', 1);
    const b = stack.use(await startReplica(redis.url, { env }));
    expect(await b.cache.read({ ...nav, fetch: upstream.fetch })).toMatchObject({ value: 2 });
  });
});

import { hash } from 'node:crypto';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { partitionOf } from '../../src/cluster/partitions.ts';
import { routeCases } from '../support/cases/route-cases.ts';
import { type FaultyUpstreams, startFaultyUpstreams } from '../support/faulty-world.ts';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { startGatewayProcess } from '../support/gateway-process.ts';
import { postJson } from '../support/post-json.ts';
import { hasRedis, type RedisServer } from './support/redis-server.ts';
import { pause, until } from './support/replica.ts';
import { topologies, useRedis } from './support/topologies.ts';

let upstreams: FaultyUpstreams;
beforeAll(async () => {
  upstreams = await startFaultyUpstreams();
});
afterAll(() => upstreams[Symbol.asyncDispose]());

let states = 0;
/** A gateway on the same upstreams as the others, with a folder of its own. */
const start = (redis: RedisServer, env: Readonly<Record<string, string>> = {}) => {
  states += 1;
  const STATE_DIR = join(upstreams.env.DEPLOYMENTS_DIR ?? '', `state-${states}`);
  return startGateway({ ...upstreams.env, STATE_DIR, REDIS_URL: redis.url, ...env });
};

const askedInAll = () => upstreams.all.reduce((sum, { asked }) => sum + asked.length, 0);

/** Routes that pass on what an upstream says, or say `cached` of what was kept. */
const differing = /stream|^\/(deployment|dn)|\/stats|^\/sim\/run/;

/** Returns a document that Redis keeps in the same partition as another one. */
function findNeighbour(query: string): string {
  const partition = (text: string) => partitionOf(hash('sha256', text));
  for (let n = 0; ; n += 1) {
    const other = `{ forged${n}: __typename }`;
    if (partition(other) === partition(query)) return other;
  }
}

describe.skipIf(!hasRedis).each(topologies)('gateways on %s', (topology) => {
  const startRedis = useRedis(topology);

  test('behavior: every response of one equals that of the other, from the values that the first fetched', async () => {
    await using redis = await startRedis();
    await using a = await start(redis);
    await using b = await start(redis);
    const cases = routeCases.filter(
      ({ route, path }) => route.startsWith('GET') && !differing.test(path),
    );
    expect(cases.length).toBeGreaterThan(20);
    const asking: string[] = [];
    /** Whether another gateway answers as the first does, without an upstream call. */
    const isShared = async (path: string, other: TestGateway): Promise<boolean> => {
      const first = await a.rest(path);
      const body = await first.text();
      await pause(5);
      const before = askedInAll();
      const second = await other.rest(path);
      const isSame = second.status === first.status && (await second.text()) === body;
      return isSame && askedInAll() === before;
    };
    for (const { path } of cases) {
      if (await isShared(path, b)) continue;
      // On a busy machine the value may have expired in between. A new gateway has no value yet.
      await until(async () => {
        await using another = await start(redis);
        return await isShared(path, another);
      }).catch(() => asking.push(path));
    }
    expect(asking).toEqual([]);
  });

  test('behavior: a document that one gateway was sent is known by its hash to the other', async () => {
    await using redis = await startRedis();
    await using a = await start(redis);
    await using b = await start(redis);
    const extensionsOf = (query: string) => ({
      persistedQuery: { version: 1, sha256Hash: hash('sha256', query) },
    });
    const ask = async (at: TestGateway, body: object) =>
      (await postJson(`${at.url}/graphql`, body)).json();
    const query = '{ shared: __typename }';
    const extensions = extensionsOf(query);
    const notFound = { errors: [expect.objectContaining({ message: 'PersistedQueryNotFound' })] };
    expect(await ask(b, { extensions })).toEqual(notFound);
    const shown = { data: { shared: 'Query' } };
    expect(await ask(a, { query, extensions })).toEqual(shown);
    await until(async () => 'data' in ((await ask(b, { extensions })) as object));
    expect(await ask(b, { extensions })).toEqual(shown);

    const forged = extensionsOf(findNeighbour(query));
    const { sha256Hash } = forged.persistedQuery;
    const forge = async (url: string) => {
      await using stack = new AsyncDisposableStack();
      const operator = stack.adopt(new Redis(url), (client) => client.disconnect());
      const [key] = await operator.keys('*:document:*');
      if (key === undefined) return [];
      expect(await operator.pttl(key)).toBeGreaterThan(0);
      return [await operator.set(key.replace(/[0-9a-f]{64}$/, sha256Hash), query, 'PX', 60_000)];
    };
    expect((await Promise.all(redis.nodeUrls.map(forge))).flat()).toEqual(['OK']);
    expect(await ask(b, { extensions: forged })).toEqual(notFound);
    await redis.kill();
    expect(await ask(b, { extensions })).toEqual(shown);
    const other = '{ other: __typename }';
    expect(await ask(a, { query: other, extensions: extensionsOf(other) })).toEqual({
      data: { other: 'Query' },
    });
  });

  test('default: /readyz includes redis, and is ready without it', async () => {
    await using redis = await startRedis();
    await using a = await start(redis);
    const ready = async () => {
      const response = await fetch(`${a.url}/readyz`);
      const { redis: state } = (await response.json()) as { redis?: string };
      return { status: response.status, redis: state };
    };
    expect(await ready()).toEqual({ status: 200, redis: 'up' });
    await redis.kill();
    await until(async () => (await ready()).redis === 'down');
    expect(await ready()).toEqual({ status: 200, redis: 'down' });
    await using alone = await startGateway(upstreams.env);
    const response = await fetch(`${alone.url}/readyz`);
    expect(await response.json()).not.toHaveProperty('redis');
  });

  test.each(['is there', 'hangs', 'is gone'])(
    'behavior: asked to end, a gateway whose redis %s ends cleanly and soon',
    async (state) => {
      await using redis = await startRedis();
      const { STATE_DIR: _shared, ...env } = upstreams.env;
      await using gateway = await startGatewayProcess({ ...env, REDIS_URL: redis.url });
      await (await fetch(`${gateway.url}/api/aum-ranking`)).text();
      if (state === 'hangs') redis.hang();
      if (state === 'is gone') await redis.kill();
      const begun = Date.now();
      expect(await gateway.stop()).toBe(0);
      expect(Date.now() - begun).toBeLessThan(3000);
      redis.goOn();
    },
  );

  test('default: a value of another replica is a HIT with its age, SHARED in the metrics', async () => {
    await using redis = await startRedis();
    await using a = await start(redis);
    await using b = await start(redis);
    await (await a.rest('/aum-ranking')).text();
    await pause(1200);
    const second = await b.rest('/aum-ranking');
    await second.text();
    expect(second.headers.get('x-cache')).toBe('HIT');
    expect(Number(second.headers.get('age'))).toBeGreaterThanOrEqual(1);
    const metrics = await (await fetch(`${b.url}/metrics`)).text();
    expect(metrics).toMatch(/reads_total\{policy="ranking",outcome="SHARED"\} 1/);
    expect(metrics).toMatch(/gateway_redis_calls_total\{command="obtain",outcome="ok"\} [1-9]/);
  });
});

const prices = ['/itp-price', '/aum-ranking', '/latest-prices'];

/** Clients that ask one after the other for a while, spread over the gateways. */
async function run(gateways: readonly TestGateway[], clients: number, ms: number) {
  const paths = routeCases
    .filter(({ route }) => prices.some((path) => route === `GET ${path}`))
    .map(({ path }) => path);
  const end = Date.now() + ms;
  const seen = { answers: 0, failures: 0, slowest: 0, oldest: 0 };
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      while (Date.now() < end) {
        const begun = performance.now();
        const gateway = gateways[client % gateways.length] as TestGateway;
        const response = await gateway.rest(paths[seen.answers % paths.length] ?? '');
        await response.text();
        seen.answers += 1;
        if (response.status !== 200) seen.failures += 1;
        seen.slowest = Math.max(seen.slowest, performance.now() - begun);
        seen.oldest = Math.max(seen.oldest, Number(response.headers.get('age') ?? 0));
        await pause(clients / 2);
      }
    }),
  );
  return seen;
}

/** Upstream calls of one gateway with few clients, measured once for all topologies. */
let callsOfOne: number | undefined;

describe.skipIf(!hasRedis).each(topologies)('load over replicas on %s', (topology) => {
  const startRedis = useRedis(topology);

  test('behavior: redis dies, hangs and comes back in the middle of it: no request fails', async () => {
    await using redis = await startRedis();
    await using a = await start(redis);
    await using b = await start(redis);
    await using alone = await startGateway(upstreams.env);
    const load = run([a, b], 20, 5000);
    const undisturbed = run([alone], 20, 5000);
    await pause(1000);
    await redis.kill();
    await pause(1000);
    await redis.restart();
    await pause(1000);
    redis.hang();
    await pause(1000);
    redis.goOn();
    const seen = await load;
    expect(seen.failures).toBe(0);
    // What else the machine does slows down a gateway without Redis too.
    expect(seen.slowest - (await undisturbed).slowest).toBeLessThan(1000);
    await until(async () => {
      const response = await fetch(`${a.url}/readyz`);
      return ((await response.json()) as { redis?: string }).redis === 'up';
    });
  });

  test('behavior: upstream calls do not grow with replicas or clients', async () => {
    await using redis = await startRedis();
    await using a = await start(redis);
    await using b = await start(redis);
    await using c = await start(redis);
    await using d = await start(redis);
    const all = [a, b, c, d];
    const callsOf = async (gateways: readonly TestGateway[], clients: number) => {
      const before = askedInAll();
      const seen = await run(gateways, clients, 6000);
      expect(seen.failures).toBe(0);
      return askedInAll() - before;
    };
    callsOfOne ??= await callsOf([a], 10);
    expect(callsOfOne).toBeGreaterThan(2);
    // Windows of six seconds see the edges of two: one more or less of each resource.
    for (const clients of topology === 'one server' ? [10, 200] : [200]) {
      const calls = await callsOf(all, clients);
      expect(calls).toBeGreaterThanOrEqual(callsOfOne - 3);
      expect(calls).toBeLessThanOrEqual(callsOfOne + 3);
    }
  });
});

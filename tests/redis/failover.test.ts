import { join } from 'node:path';
import { parseEther } from 'viem';
import { describe, expect, test } from 'vitest';
import type { CachePolicyName } from '../../src/cache/cache-policies.ts';
import { startFaucetChains } from '../support/faucet-chains.ts';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { randomAddress } from '../support/random-address.ts';
import { startRedisCluster } from './support/cluster.ts';
import { hasRedis } from './support/redis-server.ts';
import { pause, type Replica, startReplica, until } from './support/replica.ts';
import { startSentinelGroup } from './support/sentinel.ts';

/** Starts a cluster whose first master has a replica, which becomes the next one. */
async function startClusterWithReplica() {
  const cluster = await startRedisCluster({ hasReplica: true });
  return { ...cluster, master: cluster.masters[0] };
}

/** Policies whose values stay fresh for the whole test, in many partitions. */
const policies: readonly CachePolicyName[] = [
  ...(['enrichment', 'provider', 'marketHistory', 'simCategories', 'simRun'] as const),
  ...(['simHoldings', 'simResults', 'benchmarks', 'reveal', 'markets', 'sources'] as const),
];

/** Writes and reads at two replicas until it is stopped, and says what they know at the end. */
function startLoad(replicas: readonly [Replica, Replica]) {
  const items = policies.flatMap((policy) => ['x', 'y', 'z'].map((key) => ({ policy, key })));
  const truth = new Map(items.map((item) => [item, 0]));
  const seen = { writes: 0, reads: 0, failures: 0, ownOlder: 0, slowest: 0 };
  let isOver = false;
  const read = async (at: Replica, item: (typeof items)[number]): Promise<number> => {
    const fetch = async () => {
      const value = truth.get(item) ?? 0;
      await pause(2);
      return { value, bytes: 8 };
    };
    return (await at.cache.read({ ...item, fetch })).value;
  };
  const pick = () => items[Math.floor(Math.random() * items.length)] as (typeof items)[number];

  const writing = replicas.map(async (replica) => {
    for (; !isOver; await pause(10)) {
      const item = pick();
      const version = (truth.get(item) ?? 0) + 1;
      truth.set(item, version);
      await replica.cache.invalidate(item.policy, item.key);
      seen.writes += 1;
      if ((await read(replica, item)) < version) seen.ownOlder += 1;
    }
  });
  const reading = replicas.map(async (replica) => {
    for (; !isOver; await pause(2)) {
      const begun = performance.now();
      await read(replica, pick()).catch(() => {
        seen.failures += 1;
      });
      seen.reads += 1;
      seen.slowest = Math.max(seen.slowest, performance.now() - begun);
    }
  });
  return {
    seen,
    stop: async () => {
      isOver = true;
      await Promise.all([...writing, ...reading]);
    },
    /** The items of which a replica has another value than was written last. */
    findWrong: async () => {
      const wrong: string[] = [];
      for (const [index, replica] of replicas.entries()) {
        for (const item of items) {
          const value = await read(replica, item);
          const last = truth.get(item);
          if (value !== last)
            wrong.push(`${index} ${item.policy} ${item.key}: ${value} of ${last}`);
        }
      }
      return wrong;
    },
  };
}

describe.skipIf(!hasRedis)('a master that fails under load', () => {
  test.each([
    ['a cluster is killed', startClusterWithReplica, 'kill'],
    ['a cluster hangs', startClusterWithReplica, 'hang'],
    ['sentinels is killed', () => startSentinelGroup(), 'kill'],
  ] as const)(
    'behavior: one of %s: it is named within 3 s, and afterwards no replica has an old value',
    async (_what, start, fail) => {
      await using redis = await start();
      await using a = await startReplica(redis.url);
      await using b = await startReplica(redis.url);
      const load = startLoad([a, b]);
      await pause(500);
      expect([a.cluster.health(), b.cluster.health()]).toEqual(['up', 'up']);
      const failedAt = performance.now();
      await redis.master[fail]();
      await until(() => [a, b].every(({ cluster }) => 'redis' in cluster.details()));
      expect(performance.now() - failedAt).toBeLessThan(3000);
      await until(() => [a, b].every(({ cluster }) => cluster.health() === 'up'));
      expect(performance.now() - failedAt).toBeLessThan(15_000);
      await pause(300);
      await load.stop();
      await pause(300);
      expect(await load.findWrong()).toEqual([]);
      expect(load.seen).toMatchObject({ failures: 0, ownOlder: 0 });
      expect(load.seen.slowest).toBeLessThan(1000);
      expect(load.seen.writes).toBeGreaterThan(50);
      // They share again: what one fetches the other has.
      const shared = { policy: 'simRun', key: 'afterwards' } as const;
      await a.cache.read({ ...shared, fetch: async () => ({ value: 1, bytes: 8 }) });
      await pause(50);
      const found = await b.cache.read({ ...shared, fetch: async () => ({ value: 2, bytes: 8 }) });
      expect(found.value).toBe(1);
      redis.master.goOn();
    },
  );

  test.each([
    ['a cluster', startClusterWithReplica],
    ['sentinels', () => startSentinelGroup()],
  ])('behavior: the faucet on %s pays each address once', async (_what, start) => {
    await using redis = await start();
    await using chains = await startFaucetChains();
    const startOne = (name: string) =>
      startGateway({
        ...chains.env,
        STATE_DIR: join(chains.env.STATE_DIR ?? '', name),
        REDIS_URL: redis.url,
      });
    await using a = await startOne('a');
    await using b = await startOne('b');
    const statuses = new Map<number, number>();
    /** Asks the gateways in turn until one has paid. */
    const ask = async (address: string, gateways: readonly TestGateway[]) => {
      for (let turn = 0; ; turn += 1) {
        const response = await gateways[turn % gateways.length]?.post('/faucet', { address });
        await response?.text();
        const status = response?.status ?? 0;
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status === 200) return;
        if (turn > 200) throw new Error(`not paid: ${status}`);
        await pause(100);
      }
    };
    const addresses = Array.from({ length: 30 }, randomAddress);
    const asking = addresses.map(async (address, index) => {
      await pause(index * 40);
      await ask(address, index % 2 === 0 ? [a, b] : [b, a]);
    });
    await pause(400);
    await redis.master.kill();
    await Promise.all(asking);
    for (const address of addresses) expect(await chains.usdcOf(address)).toBe(parseEther('100'));
    expect([...statuses.keys()].sort()).toEqual([200, 503]);
  });
});

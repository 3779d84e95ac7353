import { Redis } from 'ioredis';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashTagOf, partitions, slotOf } from '../../src/cluster/partitions.ts';
import { startGateway } from '../support/gateway.ts';
import { type RedisCluster, startRedisCluster } from './support/cluster.ts';
import { hasRedis } from './support/redis-server.ts';
import { createCounter, pause, type Replica, startReplica, until } from './support/replica.ts';

let stack: AsyncDisposableStack;
beforeEach(() => {
  stack = new AsyncDisposableStack();
});
afterEach(() => stack.disposeAsync());

const connect = (url: string) =>
  stack.adopt(new Redis(url), (client) => client.disconnect()).on('error', () => undefined);

/** Starts a gateway on a cluster, and returns what it says of it. */
async function startOn(url: string) {
  const lines: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => lines.push(line) });
  const gateway = stack.use(await startGateway({ REDIS_URL: url }, { log }));
  const readiness = async () => {
    const response = await fetch(`${gateway.url}/readyz`);
    return (await response.json()) as { redis: string; details?: Record<string, string> };
  };
  return { lines, readiness };
}

/** Polls for at most three seconds. */
const within3s = { interval: 50, timeout: 3000 };

/** Reads with a new key of every partition until one fetch serves both replicas. */
async function expectSharing(a: Replica, b: Replica): Promise<void> {
  for (const policy of ['nav', 'wallet', 'price', 'ranking', 'provider', 'simRun'] as const) {
    await until(async () => {
      const upstream = createCounter(5);
      const read = { policy, key: String(Math.random()), fetch: upstream.fetch } as const;
      await a.cache.read(read);
      await pause(20);
      await b.cache.read(read);
      return upstream.calls === 1;
    });
  }
}

describe.skipIf(!hasRedis)('a Redis Cluster', () => {
  let cluster: RedisCluster;
  beforeAll(async () => {
    cluster = await startRedisCluster();
  });
  afterAll(() => cluster[Symbol.asyncDispose]());

  test('default: keys are on every master, in the slots of their partitions', async () => {
    const operators = cluster.nodeUrls.map(connect);
    for (const partition of partitions) {
      const key = `dtf:x:${hashTagOf(partition)}:value:y`;
      expect(await operators[0]?.cluster('KEYSLOT', key)).toBe(slotOf(partition));
    }
    const a = stack.use(await startReplica(cluster.url));
    const b = stack.use(await startReplica(cluster.url));
    expect([a.cluster.health(), b.cluster.health()]).toEqual(['up', 'up']);
    await expectSharing(a, b);
    for (const operator of operators) {
      const keys = await operator.keys('*');
      expect(keys.length).toBeGreaterThan(0);
      for (const key of keys) expect(key).toMatch(/^dtf:[^{]*\{\d+\}:/);
      expect((await operator.pubsub('SHARDCHANNELS')).length).toBeGreaterThan(4);
      expect(await operator.pubsub('CHANNELS')).toEqual([]);
    }
  });

  test('behavior: it is not there at the start, and joined later', async () => {
    await cluster.kill();
    const a = stack.use(await startReplica(cluster.url));
    const b = stack.use(await startReplica(cluster.url));
    expect(a.cluster.health()).toBe('down');
    await cluster.restart();
    await until(() => a.cluster.health() === 'up' && b.cluster.health() === 'up');
    await expectSharing(a, b);
  });

  test.each([
    ['writes', ['-set'], 'run scripts and write: ERR'],
    ['channels', ['resetchannels'], 'publish and subscribe: NOPERM'],
  ])('error: %s refused by one master are named within 3 s', async (_what, rules, words) => {
    const { readiness, lines } = await startOn(cluster.url);
    await expect.poll(readiness, within3s).toMatchObject({ redis: 'up' });
    const operator = connect(cluster.nodeUrls[2] ?? '');
    await operator.call('ACL', 'SETUSER', 'default', ...rules);
    await expect
      .poll(readiness, within3s)
      .toMatchObject({ redis: 'down', details: { redis: `cannot ${words}` } });
    await operator.call('ACL', 'SETUSER', 'default', '+@all', 'allchannels');
    await expect.poll(readiness).toMatchObject({ redis: 'up' });
    expect(lines.join('')).not.toContain('redirections');
  });
});

describe.skipIf(!hasRedis)('another master of the same slots', () => {
  /** Makes the replica the master, while the earlier one goes on. */
  const takeOver = async ({ replica }: RedisCluster) => {
    await connect(replica?.url ?? '').cluster('FAILOVER', 'TAKEOVER');
  };
  /** Moves a slot with its keys from the first master to the second. */
  const moveSlot = async (cluster: RedisCluster) => {
    const slot = slotOf(0);
    const [from, to] = cluster.masters;
    const [source, target] = [connect(from.url), connect(to.url)];
    const tell = (client: Redis, ...words: string[]) =>
      client.call('CLUSTER', 'SETSLOT', slot, ...words);
    const [sourceId, targetId] = [
      String(await source.cluster('MYID')),
      String(await target.cluster('MYID')),
    ];
    await tell(target, 'IMPORTING', sourceId);
    await tell(source, 'MIGRATING', targetId);
    for (;;) {
      const keys = (await source.call('CLUSTER', 'GETKEYSINSLOT', slot, 100)) as string[];
      if (keys.length > 0) {
        await source.call('MIGRATE', '127.0.0.1', to.port, '', 0, 1000, 'KEYS', ...keys);
      }
      if (keys.length === 0) break;
    }
    await tell(target, 'NODE', targetId);
    await tell(source, 'NODE', targetId);
  };

  test.each([
    ['the replica has taken over', takeOver],
    ['a slot has moved', moveSlot],
  ])('behavior: %s: it is named, used, and nothing is lost', async (_what, change) => {
    const cluster = stack.use(await startRedisCluster({ hasReplica: true }));
    const { readiness, lines } = await startOn(cluster.url);
    const a = stack.use(await startReplica(cluster.url));
    const b = stack.use(await startReplica(cluster.url));
    await expectSharing(a, b);
    await change(cluster);
    await expect
      .poll(() => lines.filter((line) => line.includes('redis is down')), within3s)
      .toEqual([expect.stringMatching(/MOVED|ASK|has moved|is closed/)]);
    expect(lines.join('')).not.toMatch(/MOVED \d+ 127/);
    await expect.poll(readiness).toMatchObject({ redis: 'up' });
    await until(() => a.cluster.health() === 'up' && b.cluster.health() === 'up');
    await expectSharing(a, b);
    const before = b.forgotten.length;
    await a.cache.invalidate('provider', 'x');
    expect(b.forgotten.length).toBe(before + 1);
  });
});

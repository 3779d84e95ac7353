import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { startGateway } from '../support/gateway.ts';
import { hasRedis } from './support/redis-server.ts';
import { createCounter, pause, startReplica, until } from './support/replica.ts';
import { type Topology, useEachTopology } from './support/topologies.ts';

type Refusal = {
  readonly reason: string;
  readonly begin: readonly string[];
  readonly end: readonly string[];
};

const readOnly: Refusal = {
  reason: 'READONLY',
  begin: ['REPLICAOF', '127.0.0.1', '1'],
  end: ['REPLICAOF', 'NO', 'ONE'],
};
/** A master of a cluster cannot be made read-only by a command; it can lack replicas. */
const lacksReplicas: Refusal = {
  reason: 'NOREPLICAS',
  begin: ['CONFIG', 'SET', 'min-replicas-to-write', '1'],
  end: ['CONFIG', 'SET', 'min-replicas-to-write', '0'],
};
const deniesWrites: Refusal = {
  reason: 'script',
  begin: ['ACL', 'SETUSER', 'default', '-set'],
  end: ['ACL', 'SETUSER', 'default', '+@all'],
};

const refusals: readonly [string, (topology: Topology) => Refusal][] = [
  ['is read-only', (topology) => (topology === 'a cluster' ? lacksReplicas : readOnly)],
  ['allows no writes', () => deniesWrites],
];

describe.skipIf(!hasRedis)('a Redis that answers and does nothing', () => {
  const onEachTopology = useEachTopology();

  test.each(refusals)(
    'error: one that %s is down until it is not, and the log says so once',
    (_what, refusalOf) =>
      onEachTopology(async ({ topology, redis, tellAll, stack }) => {
        const { reason, begin, end } = refusalOf(topology);
        stack.defer(async () => void (await tellAll(end)));
        const lines: string[] = [];
        const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) });
        const gateway = stack.use(await startGateway({ REDIS_URL: redis.url }, { log }));
        const words = () => lines.filter((line) => line.includes('redis is '));
        let asked = 0;
        const askAndLook = async () => {
          await gateway.rest(`/price?asset=A${++asked}`);
          const response = await fetch(`${gateway.url}/readyz`);
          return ((await response.json()) as { redis: string }).redis;
        };
        expect(await askAndLook()).toBe('up');

        await tellAll(begin);
        await expect.poll(askAndLook, { interval: 60 }).toBe('down');
        const seen = new Set<string>();
        for (let n = 0; n < 40; n += 1) {
          seen.add(await askAndLook());
          await pause(50);
        }
        expect([...seen]).toEqual(['down']);
        expect(words()).toHaveLength(1);
        expect(words()[0]).toContain(reason);
        // Neither what was asked for nor a whole value, both of which are sent to Redis.
        expect(words()[0]).not.toContain('price');

        await tellAll(end);
        await expect.poll(askAndLook).toBe('up');
      }),
  );

  test('behavior: an invalidation that it has refused once reaches other replicas later', () =>
    onEachTopology(async ({ redis, tellAll, stack }) => {
      const a = stack.use(await startReplica(redis.url));
      const b = stack.use(await startReplica(redis.url));
      const upstream = createCounter(5);
      const read = { policy: 'wallet', key: 'x', fetch: upstream.fetch } as const;
      await b.cache.read(read);

      // A single failure does not count as down.
      const allowAll = ['ACL', 'SETUSER', 'default', '+@all'];
      stack.defer(async () => void (await tellAll(allowAll)));
      await tellAll(['ACL', 'SETUSER', 'default', '-zadd']);
      await a.cache.invalidate('wallet');
      expect(b.forgotten).toEqual([]);
      await tellAll(allowAll);

      await until(() => b.forgotten.includes('wallet'));
      expect([a.cluster.health(), b.cluster.health()]).toEqual(['up', 'up']);
      await pause(50);
      const made = await b.cache.read(read);
      await until(async () => (await a.cache.findFresh('wallet', 'x')) !== null);
      expect((await a.cache.read(read)).value).toBe(made.value);
    }));
});

import { Redis } from 'ioredis';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { startGateway } from '../support/gateway.ts';
import { hasRedis, startRedis } from './support/redis-server.ts';
import { createCounter, pause, startReplica, until } from './support/replica.ts';

const refusals = [
  ['is read-only', 'READONLY', ['REPLICAOF', '127.0.0.1', '1'], ['REPLICAOF', 'NO', 'ONE']],
  [
    'allows no writes',
    'script',
    ['ACL', 'SETUSER', 'default', '-set'],
    ['ACL', 'SETUSER', 'default', '+@all'],
  ],
] as const;

const tell = (operator: Redis, [command, ...args]: readonly [string, ...string[]]) =>
  operator.call(command, ...args);

describe.skipIf(!hasRedis)('a Redis that answers and does nothing', () => {
  test.each(refusals)(
    'error: one that %s is down until it is not, and the log says so once',
    async (_what, reason, begin, end) => {
      await using stack = new AsyncDisposableStack();
      const redis = stack.use(await startRedis());
      const operator = stack.adopt(new Redis(redis.url), (client) => client.disconnect());
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

      await tell(operator, begin);
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

      await tell(operator, end);
      await expect.poll(askAndLook).toBe('up');
    },
  );

  test('behavior: an invalidation that it has refused once reaches other replicas later', async () => {
    await using stack = new AsyncDisposableStack();
    const redis = stack.use(await startRedis());
    const operator = stack.adopt(new Redis(redis.url), (client) => client.disconnect());
    const a = stack.use(await startReplica(redis.url));
    const b = stack.use(await startReplica(redis.url));
    const upstream = createCounter(5);
    const read = { policy: 'wallet', key: 'x', fetch: upstream.fetch } as const;
    await b.cache.read(read);

    // A single failure does not count as down.
    await tell(operator, ['ACL', 'SETUSER', 'default', '-zadd']);
    await a.cache.invalidate('wallet');
    expect(b.forgotten).toEqual([]);
    await tell(operator, ['ACL', 'SETUSER', 'default', '+@all']);

    await until(() => b.forgotten.includes('wallet'));
    expect([a.cluster.health(), b.cluster.health()]).toEqual(['up', 'up']);
    await pause(50);
    const made = await b.cache.read(read);
    await until(async () => (await a.cache.findFresh('wallet', 'x')) !== null);
    expect((await a.cache.read(read)).value).toBe(made.value);
  });
});

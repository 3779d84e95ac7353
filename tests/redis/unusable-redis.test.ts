import { Redis } from 'ioredis';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { startGateway } from '../support/gateway.ts';
import { hasRedis, startRedis } from './support/redis-server.ts';
import { startSwitch } from './support/slow-redis.ts';
import { type CheckedRedis, useEachTopology } from './support/topologies.ts';

/** Starts a gateway on a Redis, and returns what it says of it. */
async function startOn(url: string, stack: AsyncDisposableStack) {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) });
  const gateway = stack.use(await startGateway({ REDIS_URL: url }, { log }));
  const readiness = async () => {
    const response = await fetch(`${gateway.url}/readyz`);
    return (await response.json()) as { redis: string; details?: Record<string, string> };
  };
  return { gateway, lines, readiness };
}

/** Polls less often than a request would come, and for at most three seconds. */
const within3s = { interval: 100, timeout: 3000 };

/** Adds a user to each server, and returns the URL with its name. */
async function addUser({ redis, tellAll }: CheckedRedis, rules: readonly string[]) {
  await tellAll(['ACL', 'SETUSER', 'gateway', 'reset', 'on', '>secret', '~*', ...rules]);
  return redis.url.replace('//', '//gateway:secret@');
}

describe.skipIf(!hasRedis)('a Redis that cannot be used, without traffic', () => {
  const onEachTopology = useEachTopology();

  test.each([
    ['scripts', ['-eval', '-evalsha'], 'run scripts and write: NOPERM'],
    ['hashes', ['-hset'], 'run scripts and write: ERR'],
    ['streams', ['-xadd'], 'run scripts and write: ERR'],
    ['publishing', ['-publish', '-spublish'], 'publish and subscribe: NOPERM'],
    ['channels', ['resetchannels'], 'publish and subscribe: NOPERM'],
  ])('error: a user without rights to %s at one node is named within 3 s', (_what, rules, words) =>
    onEachTopology(async (given) => {
      const { operators, stack } = given;
      const url = await addUser(given, ['&*', '+@all']);
      const { lines, readiness } = await startOn(url, stack);
      await expect.poll(readiness, within3s).toMatchObject({ redis: 'up' });
      expect(await readiness()).not.toHaveProperty('details');

      const last = operators.at(-1);
      await last?.call('ACL', 'SETUSER', 'gateway', ...rules);
      await expect
        .poll(readiness, within3s)
        .toMatchObject({ redis: 'down', details: { redis: `cannot ${words}` } });
      expect(lines.filter((line) => line.includes('redis is down'))).toHaveLength(1);
      expect(lines.find((line) => line.includes('redis is down'))).toContain(words);

      await last?.call('ACL', 'SETUSER', 'gateway', '+@all', '&*');
      await expect.poll(readiness).toMatchObject({ redis: 'up' });
    }),
  );

  test('error: a user without channel rights from the start is named', () =>
    onEachTopology(async (given) => {
      const url = await addUser(given, ['resetchannels', '+@all']);
      const { lines, readiness } = await startOn(url, given.stack);
      await expect.poll(readiness, within3s).toMatchObject({
        redis: 'down',
        details: { redis: 'cannot publish and subscribe: NOPERM' },
      });
      expect(lines.join()).toContain('NOPERM');
    }));

  test.each([
    ['without traffic', false],
    ['while values that it holds are read', true],
  ])('error: a Redis with a full node is down until it has room again, %s', (_when, hasTraffic) =>
    onEachTopology(async ({ redis, operators, stack }) => {
      const { gateway, readiness: ask } = await startOn(redis.url, stack);
      const readiness = async () => {
        if (hasTraffic) await gateway.rest('/price?asset=BTC');
        return ask();
      };
      await expect.poll(readiness, within3s).toMatchObject({ redis: 'up' });
      const last = operators.at(-1);
      stack.defer(async () => void (await last?.config('SET', 'maxmemory', '0')));
      await last?.config('SET', 'maxmemory-policy', 'noeviction');
      await last?.config('SET', 'maxmemory', '1');
      await expect
        .poll(readiness, within3s)
        .toMatchObject({ redis: 'down', details: { redis: 'cannot run scripts and write: OOM' } });
      await last?.config('SET', 'maxmemory', '0');
      await expect.poll(readiness).toMatchObject({ redis: 'up' });
    }),
  );
});

// An address that leads elsewhere is one server's; `failover.test.ts` has clusters and sentinels.
describe.skipIf(!hasRedis)('failover under an open connection', () => {
  test.each([
    ['READONLY in front, as Redis 7 says', false],
    ['other words in front, as Redis 6.2 says', true],
  ])('behavior: with %s, the new primary is used', async (_what, isOld) => {
    await using stack = new AsyncDisposableStack();
    const connect = (url: string) => stack.adopt(new Redis(url), (client) => client.disconnect());
    const redis = stack.use(await startRedis());
    const operator = connect(redis.url);
    const next = stack.use(await startRedis());
    const route = stack.use(
      await startSwitch(redis.url, (text) =>
        isOld ? text.replaceAll('-READONLY', '-ERR Error running script: -READONLY') : text,
      ),
    );
    const { readiness } = await startOn(route.url, stack);
    await expect.poll(readiness, within3s).toMatchObject({ redis: 'up' });

    // The address leads to another server from now on; the open connections stay.
    route.leadTo(next.url);
    await operator.call('REPLICAOF', '127.0.0.1', new URL(next.url).port);
    await expect.poll(readiness, { interval: 50, timeout: 5000 }).toMatchObject({ redis: 'down' });
    await expect.poll(readiness, { interval: 50, timeout: 5000 }).toMatchObject({ redis: 'up' });
    const other = connect(next.url);
    await expect.poll(async () => (await other.pubsub('CHANNELS')).length).toBeGreaterThan(0);
  });
});

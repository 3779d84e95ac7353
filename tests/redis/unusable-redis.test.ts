import { Redis } from 'ioredis';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startGateway } from '../support/gateway.ts';
import { hasRedis, type RedisServer, startRedis } from './support/redis-server.ts';
import { startSwitch } from './support/slow-redis.ts';

let stack: AsyncDisposableStack;
let redis: RedisServer;
let operator: Redis;
beforeEach(async () => {
  stack = new AsyncDisposableStack();
  redis = stack.use(await startRedis());
  operator = connect(redis.url);
});
afterEach(() => stack.disposeAsync());

const connect = (url: string) => stack.adopt(new Redis(url), (client) => client.disconnect());

/** Starts a gateway on a Redis, and returns what it says of it. */
async function startOn(url: string) {
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

describe.skipIf(!hasRedis)('a Redis that cannot be used, without traffic', () => {
  test.each([
    ['scripts', ['-eval', '-evalsha'], 'run scripts and write: NOPERM'],
    ['hashes', ['-hset'], 'run scripts and write: ERR'],
    ['streams', ['-xadd'], 'run scripts and write: ERR'],
    ['publishing', ['-publish'], 'publish and subscribe: NOPERM'],
    ['channels', ['resetchannels'], 'publish and subscribe: NOPERM'],
  ])('error: a user without rights to %s is named within 3 s', async (_what, rules, words) => {
    await operator.call('ACL', 'SETUSER', 'gateway', 'on', '>secret', '~*', '&*', '+@all');
    const url = redis.url.replace('//', '//gateway:secret@');
    const { lines, readiness } = await startOn(url);
    await expect.poll(readiness, within3s).toMatchObject({ redis: 'up' });
    expect(await readiness()).not.toHaveProperty('details');

    await operator.call('ACL', 'SETUSER', 'gateway', ...rules);
    await expect
      .poll(readiness, within3s)
      .toMatchObject({ redis: 'down', details: { redis: `cannot ${words}` } });
    expect(lines.filter((line) => line.includes('redis is down'))).toHaveLength(1);
    expect(lines.find((line) => line.includes('redis is down'))).toContain(words);

    await operator.call('ACL', 'SETUSER', 'gateway', '+@all', '&*');
    await expect.poll(readiness).toMatchObject({ redis: 'up' });
  });

  test('error: a user without channel rights from the start is named', async () => {
    await operator.call(
      'ACL',
      'SETUSER',
      'gateway',
      'on',
      '>secret',
      '~*',
      'resetchannels',
      '+@all',
    );
    const { lines, readiness } = await startOn(redis.url.replace('//', '//gateway:secret@'));
    expect(await readiness()).toMatchObject({
      redis: 'down',
      details: { redis: 'cannot publish and subscribe: NOPERM' },
    });
    expect(lines.join()).toContain('NOPERM');
  });

  test.each([
    ['without traffic', false],
    ['while values that it holds are read', true],
  ])('error: a full Redis is down until it has room again, %s', async (_when, hasTraffic) => {
    const { gateway, readiness: ask } = await startOn(redis.url);
    const readiness = async () => {
      if (hasTraffic) await gateway.rest('/price?asset=BTC');
      return ask();
    };
    await expect.poll(readiness, within3s).toMatchObject({ redis: 'up' });
    await operator.config('SET', 'maxmemory-policy', 'noeviction');
    await operator.config('SET', 'maxmemory', '1');
    await expect
      .poll(readiness, within3s)
      .toMatchObject({ redis: 'down', details: { redis: 'cannot run scripts and write: OOM' } });
    await operator.config('SET', 'maxmemory', '0');
    await expect.poll(readiness).toMatchObject({ redis: 'up' });
  });
});

describe.skipIf(!hasRedis)('failover under an open connection', () => {
  test.each([
    ['READONLY in front, as Redis 7 says', false],
    ['other words in front, as Redis 6.2 says', true],
  ])('behavior: with %s, the new primary is used', async (_what, isOld) => {
    const next = stack.use(await startRedis());
    const route = stack.use(
      await startSwitch(redis.url, (text) =>
        isOld ? text.replaceAll('-READONLY', '-ERR Error running script: -READONLY') : text,
      ),
    );
    const { readiness } = await startOn(route.url);
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

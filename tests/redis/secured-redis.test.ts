import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { startGatewayProcess } from '../support/gateway-process.ts';
import { startRedisCluster } from './support/cluster.ts';
import { hasRedis, startServer, toArguments } from './support/redis-server.ts';
import { createRedisSecurity, type RedisSecurity } from './support/security.ts';
import { startSentinelGroup } from './support/sentinel.ts';

async function startSecuredServer({ settings, password }: RedisSecurity) {
  const port = await freePort();
  const server = await startServer(port, toArguments({ ...settings, requirepass: password }));
  return { ...server, url: `rediss://:${password}@127.0.0.1:${port}` };
}

describe.skipIf(!hasRedis)('a Redis with TLS and a password', () => {
  let security: RedisSecurity;
  beforeAll(async () => {
    security = await createRedisSecurity();
  });
  afterAll(() => security[Symbol.asyncDispose]());

  test.each([
    ['a server', () => startSecuredServer(security)],
    ['a cluster', () => startRedisCluster({ security })],
    ['sentinels', () => startSentinelGroup({ security })],
  ])('default: a gateway that trusts its certificate uses %s', async (_what, start) => {
    await using redis = await start();
    /** Starts a gateway that shall come to say this of its Redis. */
    const expectState = async (state: 'up' | 'down', env: Readonly<Record<string, string>>) => {
      await using gateway = await startGatewayProcess({ ...env, LOG_LEVEL: 'debug' });
      const readiness = async () => (await fetch(`${gateway.url}/readyz`)).json();
      await expect.poll(readiness).toMatchObject({ redis: state });
      expect(gateway.written()).not.toContain(security.password);
    };
    const trusting = { NODE_EXTRA_CA_CERTS: security.certificate };
    const wrong = redis.url.replace(security.password, 'another-1');
    await Promise.all([
      expectState('up', { REDIS_URL: redis.url, ...trusting }),
      expectState('down', { REDIS_URL: redis.url }),
      expectState('down', { REDIS_URL: wrong, ...trusting }),
    ]);
  });
});

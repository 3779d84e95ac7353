import { afterEach, describe, expect, test, vi } from 'vitest';
import { hasRedis, startRedis } from '../redis/support/redis-server.ts';
import { respondByPath, startGateway, startUpstream } from '../support/gateway.ts';
import { startOracles } from '../vision/support/fake-oracle.ts';
import { submit } from '../vision/support/submission.ts';

/** The machine's clock is an hour behind what it was, as after a correction. */
function setClockBack(): void {
  const real = Date.now;
  vi.spyOn(Date, 'now').mockImplementation(() => real() - 3_600_000);
}
afterEach(() => vi.restoreAllMocks());

const price = { asset: 'BTC', symbol: 'BTC', price: 1, timestamp: 1_800_000_000, source: 'test' };

describe('a clock that is set back while something is away', () => {
  test('behavior: an upstream that is back is called again', async () => {
    let isAway = true;
    await using node = await startUpstream((request, response) => {
      if (isAway) response.writeHead(503).end();
      else respondByPath({ '/price': price })(request, response);
    });
    await using gateway = await startGateway({ DATA_NODE_URL: node.url });
    const ask = async () => (await gateway.rest('/price?asset=BTC')).status;
    // Until it is not asked any more.
    await expect.poll(async () => (await ask()) && node.asked.length).toBeGreaterThanOrEqual(10);
    setClockBack();
    isAway = false;
    await expect.poll(ask).toBe(200);
  });

  test('behavior: an oracle that is back is brought the bitmap that it lacks', async () => {
    await using stack = new AsyncDisposableStack();
    const { oracles, env } = await startOracles(stack);
    const gateway = stack.use(await startGateway(env));
    const [away] = oracles;
    away.decide = () => ({ fate: 'reset' });
    expect((await submit(gateway)).status).toBe(200);
    setClockBack();
    away.received.length = 0;
    away.decide = () => ({});
    await expect.poll(() => away.received.length).toBe(1);
  });

  // The clock is the gateway's; `tests/redis/outage.test.ts` has clusters and sentinels that hang.
  test.skipIf(!hasRedis)('behavior: a Redis that is back is used again', async () => {
    await using redis = await startRedis();
    await using gateway = await startGateway({ REDIS_URL: redis.url });
    const state = async () => {
      const response = await fetch(`${gateway.url}/readyz`);
      return ((await response.json()) as { redis: string }).redis;
    };
    await expect.poll(state).toBe('up');
    redis.hang();
    await expect
      .poll(async () => (await gateway.rest('/price?asset=BTC')) && state(), { interval: 60 })
      .toBe('down');
    setClockBack();
    redis.goOn();
    await expect.poll(state).toBe('up');
  });
});

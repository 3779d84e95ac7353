import { expect, test } from 'vitest';
import { startGatewayProcess } from '../support/gateway-process.ts';

type Line = Readonly<Record<string, unknown>>;

test('behavior: lines name paths and upstreams in words, whatever the URL of an upstream has', async () => {
  await using gateway = await startGatewayProcess({
    LOG_LEVEL: 'info',
    DATA_NODE_URL: 'http://localhost:1/api/data?token=0123456789abcdef',
    ORACLE_URLS: 'http://localhost:1/level/price',
    EXPLORER_TOKEN: 'price',
  });
  const response = await fetch(`${gateway.url}/api/price?asset=BTC`);
  expect(response.status).toBe(502);
  const lines = () =>
    gateway
      .written()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Line);
  await expect.poll(() => lines().find(({ msg }) => msg === 'answered')).toBeDefined();
  expect(lines().find(({ msg }) => msg === 'answered')).toMatchObject({
    level: 30,
    time: expect.stringMatching(/^\d{4}-/),
    path: '/api/price',
  });
  const failed = lines().find(({ msg }) => msg === 'upstream failed');
  expect(failed?.err).toMatchObject({ message: expect.stringContaining('the data node') });
  expect(gateway.written()).not.toContain('0123456789abcdef');
  expect(gateway.written()).not.toContain('localhost:1/');
});

test.each(['SIGTERM', 'SIGINT'] as const)('behavior: %s is named in one line', async (signal) => {
  await using gateway = await startGatewayProcess({ LOG_LEVEL: 'info' });
  process.kill(gateway.pid, signal);
  process.kill(gateway.pid, signal);
  // `stop` sends a signal too.
  await expect.poll(() => gateway.written()).toContain('the gateway is stopping');
  await gateway.stop();
  const lines = gateway.written().match(/.*the gateway is stopping.*/g);
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines?.[0] ?? '')).toMatchObject({ level: 30, reason: signal });
});

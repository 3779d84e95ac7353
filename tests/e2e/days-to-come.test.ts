import { expect, test } from 'vitest';
import { parts } from '../../sandbox/supervisor/parts.ts';
import { startTestSandbox } from '../support/sandbox.ts';

const daySeconds = 86_400;

test('behavior: of a history that ends in days to come nothing has happened yet on the chain', async () => {
  const now = Math.floor(Date.now() / 1000);
  const endDate = new Date((now + 900 * daySeconds) * 1000).toISOString().slice(0, 10);
  await using world = await startTestSandbox({
    endDate,
    parts: parts.filter(({ name }) => name === 'chain'),
  });
  const response = await fetch(world.urls.l3, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'eth_getBlockByNumber',
      params: ['latest', false],
    }),
  });
  const { result } = (await response.json()) as { result: { timestamp: string } };
  expect(Number(result.timestamp)).toBeGreaterThanOrEqual(now);
  // Ticks end by the chain's time and take their prices from the clock of the data node.
  expect(Number(result.timestamp)).toBeLessThan(now + 120);
}, 60_000);

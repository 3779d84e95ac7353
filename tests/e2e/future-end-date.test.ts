import { createPublicClient, http } from 'viem';
import { expect, test } from 'vitest';
import { sandboxProcesses } from '../../sandbox/supervisor/sandbox-processes.ts';
import { startTestSandbox } from '../support/sandbox.ts';

const daySeconds = 86_400;

test('behavior: of a history that ends in days to come nothing has happened yet on the chain', async () => {
  const now = Math.floor(Date.now() / 1000);
  const endDate = new Date((now + 900 * daySeconds) * 1000).toISOString().slice(0, 10);
  await using world = await startTestSandbox({
    endDate,
    parts: sandboxProcesses.filter(({ name }) => name === 'chain'),
  });
  const { timestamp } = await createPublicClient({ transport: http(world.urls.l3) }).getBlock();
  expect(Number(timestamp)).toBeGreaterThanOrEqual(now);
  // Ticks end by the chain's time and take their prices from the clock of the data node.
  expect(Number(timestamp)).toBeLessThan(now + 120);
}, 60_000);

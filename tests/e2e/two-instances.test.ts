import { expect, test } from 'vitest';
import { sandboxProcesses } from '../../sandbox/supervisor/sandbox-processes.ts';
import { startTestSandbox } from '../support/sandbox.ts';

const named = (...names: readonly string[]) =>
  sandboxProcesses.filter(({ name }) => names.includes(name));

test('behavior: an oracle knows its markets after a restart, though another world began in the same checkout', async () => {
  await using first = await startTestSandbox({
    endDate: '2020-03-31',
    parts: named('chain', 'data-node', 'oracle-1'),
  });
  const marketCounts = async () => {
    const response = await fetch(`${first.urls.oracles[0]}/vision/batches`);
    const { batches } = (await response.json()) as { batches: { market_count: number }[] };
    return batches.map(({ market_count }) => market_count);
  };
  const before = await marketCounts();
  expect(Math.max(...before)).toBeGreaterThan(0);

  // Ticks are part of the configs: a faster world has others.
  const { deploymentsDir } = first.options;
  await using _second = await startTestSandbox({
    endDate: '2020-03-31',
    speed: 10,
    deploymentsDir,
    parts: named('chain'),
  });
  await first.restart('oracle-1');
  expect(await marketCounts()).toEqual(before);
}, 120_000);

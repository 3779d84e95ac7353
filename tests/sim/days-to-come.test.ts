import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serveSimulator } from '../../sandbox/data-node/sim/testing/serve-simulator.ts';
import { loadWorld } from '../../sandbox/world/load-history.ts';
import { startGateway } from '../support/gateway.ts';
import { readEvents } from './support/read-events.ts';

test('behavior: a history that ends in days to come is simulated through to its last day', async () => {
  await using stack = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), 'days-to-come-'));
  stack.defer(() => rm(dataDir, { recursive: true }));
  const rows = Array.from({ length: 20 }, (_, day) => {
    const date = new Date(Date.UTC(2090, 0, 1 + day)).toISOString().slice(0, 10);
    return `${date},BTC,${100 + day},1000`;
  });
  await writeFile(
    join(dataDir, 'prices.csv'),
    ['date,asset,price,market_cap', ...rows, ''].join('\n'),
  );
  const { history } = loadWorld({ seed: 1, endDate: '2025-01-01', dataDir });
  const node = stack.use(await serveSimulator({ history }));
  const gateway = stack.use(await startGateway({ DATA_NODE_URL: node.url }));

  const asked = (start: string) =>
    `category_id=all&top_n=1&weighting=equal&rebalance_days=5&start_date=${start}`;
  const answer = await gateway.rest(`/sim/run?${asked('2090-01-10')}`);
  expect(await answer.json()).toMatchObject({
    stats: { start_date: '2090-01-10', end_date: '2090-01-20' },
  });
  const { data } = await gateway.query(
    '{ simulation(input: { categoryId: "all", topN: 1, weighting: "equal", rebalanceDays: 5, startDate: "2090-01-10" }) { stats { startDate } } }',
  );
  expect(data).toEqual({ simulation: { stats: { startDate: '2090-01-10' } } });

  // What lies behind them is refused before any stream, in the words of who knows the last day.
  for (const path of ['run?', 'run-stream?', 'sweep-stream?sweep=top_n&']) {
    const client = await readEvents(`${gateway.url}/api/sim/${path}${asked('2090-01-21')}`);
    await client.ended;
    expect(client.status).toBe(400);
    const error = 'start_date must not be after 2090-01-20, the last day of the data';
    expect(JSON.parse(client.text())).toEqual({ error });
  }
});

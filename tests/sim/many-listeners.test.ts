import { fork } from 'node:child_process';
import { expect, test } from 'vitest';
import type { TestGateway } from '../support/gateway.ts';
import { type FakeDataNode, progressEvent, resultEvent } from './support/fake-data-node.ts';
import { withFakeDataNode } from './support/with-fake-data-node.ts';

const listeners = 500;
const megabyte = 1024 * 1024;
/** A result of 2,190 days, about 200 kB. */
const longResult = {
  ...resultEvent,
  nav_series: Array.from({ length: 2190 }, (_, day) => ({
    nav_date: new Date(Date.UTC(2020, 0, 1 + day)).toISOString().slice(0, 10),
    nav: 1 + Math.sin(day / 50) / 3,
    drawdown_pct: -Math.abs(Math.sin(day / 90)) * 40,
  })),
};

let node: FakeDataNode;
let gateway: TestGateway;
withFakeDataNode((world) => {
  ({ node, gateway } = world);
});

type Tally = {
  readonly open: number;
  readonly events: number;
  readonly ended: number;
  readonly results: number;
};

/** Opens the streams in another process and resolves as that process tells. */
function listen(url: string) {
  const child = fork(new URL('./support/listen-many.ts', import.meta.url), [url, `${listeners}`]);
  let tally: Tally = { open: 0, events: 0, ended: 0, results: 0 };
  child.on('message', (message) => {
    tally = message as Tally;
  });
  return {
    tally: () => tally,
    stop: () => child.kill(),
    exited: new Promise((r) => child.once('exit', r)),
  };
}

const query = `subscription { simulation(input: {categoryId: "all", topN: 5, weighting: "equal", rebalanceDays: 30}) {
  ... on SimulationProgress { pct } ... on SimulationResult { run { runId stats { sharpeRatio } navSeries(maxPoints: 200) { date nav } } } } }`;

test.each([
  ['REST', '/api/sim/run-stream?category_id=all&top_n=5&weighting=equal&rebalance_days=30', 80],
  ['GraphQL', `/graphql/stream?${new URLSearchParams({ query })}`, 100],
])(
  'behavior: 500 listeners over %s cost one upstream stream and little memory',
  async (api, path, bound) => {
    const before = process.memoryUsage().rss;
    const clients = listen(gateway.url + path);
    await expect.poll(() => clients.tally().open, { timeout: 30_000 }).toBe(listeners);
    const opened = process.memoryUsage().rss;
    const run = await node.nextRun();
    for (let pct = 1; pct <= 20; pct += 1) {
      run.send(progressEvent(pct));
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    const start = performance.now();
    run.send(longResult);
    await expect.poll(() => clients.tally().ended, { timeout: 30_000 }).toBe(listeners);
    const took = performance.now() - start;
    const after = process.memoryUsage().rss;
    clients.stop();
    await clients.exited;
    const grown = Math.round((Math.max(opened, after) - before) / megabyte);
    console.log(
      `${api}: ${listeners} listeners, +${Math.round((opened - before) / megabyte)} MB open, +${grown} MB at the end, all had the result after ${Math.round(took)} ms`,
    );
    expect(node.requests.filter((url) => url.startsWith('/sim/run'))).toHaveLength(1);
    expect(clients.tally().results).toBeGreaterThanOrEqual(listeners);
    expect(grown).toBeLessThan(bound);
  },
);

test('behavior: 500 listeners that vanish free the one upstream stream within a second', async () => {
  const clients = listen(
    `${gateway.url}/api/sim/run-stream?category_id=all&top_n=5&weighting=equal&rebalance_days=30`,
  );
  await expect.poll(() => clients.tally().open, { timeout: 30_000 }).toBe(listeners);
  const run = await node.nextRun();
  run.send(progressEvent(1));
  clients.stop();
  await clients.exited;
  const start = performance.now();
  await run.closed;
  expect(performance.now() - start).toBeLessThan(1000);
});

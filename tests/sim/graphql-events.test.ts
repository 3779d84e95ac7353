import { describe, expect, test } from 'vitest';
import type { TestGateway } from '../support/gateway.ts';
import { type FakeDataNode, progressEvent, variantEvent } from './support/fake-data-node.ts';
import { readEvents } from './support/read-events.ts';
import { withFakeDataNode } from './support/with-fake-data-node.ts';

let node: FakeDataNode;
let gateway: TestGateway;
withFakeDataNode((world) => {
  ({ node, gateway } = world);
});

/** What a subscription shows of the events that the data node sends. */
async function shown(query: string, ...events: object[]): Promise<unknown[]> {
  const stream = await readEvents(`${gateway.url}/graphql?${new URLSearchParams({ query })}`);
  const run = await node.nextRun();
  const data = () =>
    [...stream.text().matchAll(/^data: (\{.+\})$/gm)].map(([, text = '']) => JSON.parse(text).data);
  for (const [index, event] of events.entries()) {
    run.send(event);
    await expect.poll(() => data()).toHaveLength(index + 1);
  }
  stream.disconnect();
  return data();
}

test('behavior: every failure of a sweep has the same message for its position', async () => {
  const place = 'variant index total';
  const query = `subscription { sweep(input: { sweep: TOP_N, categoryId: "all" }) {
    ... on SweepProgress { ${place} }
    ... on SweepVariant { ${place} }
    ... on SweepVariantFailure { ${place} message }
    ... on SimulationFailure { message }
  } }`;
  const failed = { ...variantEvent(1, 2), type: 'variant_error', error: 'not enough coins' };
  expect(await shown(query, progressEvent(25), variantEvent(0, 2), failed)).toEqual([
    { sweep: { variant: null, index: null, total: null } },
    { sweep: { variant: 'top_n=0', index: 0, total: 2 } },
    { sweep: { variant: 'top_n=1', index: 1, total: 2, message: 'not enough coins' } },
  ]);
});

test('behavior: the day of a progress is a day, or null', async () => {
  const query = `subscription {
    simulation(input: { topN: 5, rebalanceDays: 30, weighting: "equal", categoryId: "all" }) {
      ... on SimulationProgress { pct currentDate }
    }
  }`;
  const { current_date: _none, ...dateless } = progressEvent(75);
  const odd = { ...progressEvent(50), current_date: '2021-02-30' };
  expect(await shown(query, progressEvent(25), odd, dateless)).toEqual([
    { simulation: { pct: 25, currentDate: '2021-01-02' } },
    { simulation: { pct: 50, currentDate: null } },
    { simulation: { pct: 75, currentDate: null } },
  ]);
});

describe.each([
  { variant_index: -1 },
  { variant_index: 1.5 },
  { variant_index: 256 },
  { variant_index: 70_000 },
  { variant_index: 1e300 },
  { total_variants: 2.5 },
  { total_variants: 1e10 },
])('a variant whose place is %o', (place) => {
  const odd = { ...variantEvent(0, 2), ...place };
  const words = 'the data node sent an event of unknown shape';

  test('error: it is one failure in GraphQL, sent at once', async () => {
    const query = `subscription { sweep(input: { sweep: TOP_N, categoryId: "all" }) {
      ... on SweepVariant { index total }
      ... on SimulationFailure { message code }
    } }`;
    const failure = { message: words, code: 'UPSTREAM_UNAVAILABLE' };
    expect(await shown(query, odd)).toEqual([{ sweep: failure }]);
  });

  test('error: it is one error event over REST', async () => {
    const stream = await readEvents(
      `${gateway.url}/api/sim/sweep-stream?sweep=top_n&category_id=all`,
    );
    const run = await node.nextRun();
    run.send(odd);
    run.end();
    expect(await stream.ended).toEqual({ clean: true });
    expect(stream.events()).toEqual([{ type: 'error', error: words, message: words }]);
  });
});

test('behavior: how far a run has come is 0 to 100, whatever the data node says', async () => {
  const parameters = 'category_id=all&top_n=5&weighting=equal&rebalance_days=30';
  const stream = await readEvents(`${gateway.url}/api/sim/run-stream?${parameters}`);
  const run = await node.nextRun();
  for (const [index, pct] of [-5, 100.02, 400].entries()) {
    run.send(progressEvent(pct));
    await expect.poll(() => stream.events()).toHaveLength(index + 1);
  }
  stream.disconnect();
  expect(stream.events().map(({ pct }) => pct)).toEqual([0, 100, 100]);
});

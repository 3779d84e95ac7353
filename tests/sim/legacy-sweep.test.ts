import { describe, expect, test } from 'vitest';
import type { TestGateway } from '../support/gateway.ts';
import {
  type FakeDataNode,
  stats,
  upstreamSeries,
  variantEvent,
} from './support/fake-data-node.ts';
import { readEvents } from './support/read-events.ts';
import { withFakeDataNode } from './support/with-fake-data-node.ts';

const counts = [5, 10, 20, 30, 50, 100, 200];
const { start_date: _start, end_date: _end, ...bareStats } = stats;
const told = (top_n: number, index: number) => ({
  type: 'result',
  run_id: 40 + index,
  config: { category_id: 'all', top_n },
  stats: bareStats,
});
const shown = (top_n: number, index: number) => ({
  type: 'variant_done',
  variant: `top_n=${top_n}`,
  variant_index: index,
  total_variants: 7,
  run_id: 40 + index,
  stats: { ...bareStats, start_date: '', end_date: '' },
  nav_series: [],
  cached: false,
});

let node: FakeDataNode;
let gateway: TestGateway;
withFakeDataNode((world) => {
  ({ node, gateway } = world);
});

const stream = () => readEvents(`${gateway.url}/api/sim/sweep-stream?sweep=top_n&category_id=all`);

describe('a sweep in the words of the public guide', () => {
  test('default: each result is a variant, and the end of the stream the end of the sweep', async () => {
    const client = await stream();
    const run = await node.nextRun();
    const progress = { type: 'progress', pct: 14, message: 'Testing top_n=5' };
    run.send(progress, ...counts.map(told));
    run.end();
    expect(await client.ended).toEqual({ clean: true });
    const variants = counts.map(shown);
    expect(client.events()).toEqual([
      { ...progress, current_date: '' },
      ...variants,
      { type: 'sweep_done', total_variants: 7, simulations: variants },
    ]);
  });
  test('behavior: all of them are cached, some of them are not', async () => {
    for (const finished of [2, 7]) {
      const client = await stream();
      const run = await node.nextRun();
      run.send(...counts.slice(0, finished).map(told));
      run.end();
      await client.ended;
      expect(client.events()).toHaveLength(finished + 1);
      expect(client.events().at(-1)).toMatchObject({ type: 'sweep_done', total_variants: 7 });
    }
    const kept = await stream();
    await kept.ended;
    expect(kept.events()).toHaveLength(8);
    expect(kept.events()[0]).toEqual({ ...shown(5, 0), cached: true });
  });

  test('behavior: in GraphQL, a result without days is found by its number', async () => {
    const run = { run_id: 40, nav_series: upstreamSeries };
    node.answers['/sim/compare'] = { body: { simulations: [run] } };
    const entry = { id: 40, category_id: 'all', top_n: 5, weighting: 'equal', rebalance_days: 30 };
    const rest = {
      base_fee_pct: 0.1,
      spread_multiplier: 1,
      computed_at: '2026-01-01T00:00:00Z',
      duration_ms: 1,
    };
    node.answers['/sim/results'] = { body: { results: [{ ...entry, ...stats, ...rest }] } };
    const query = `subscription { sweep(input: { sweep: TOP_N, categoryId: "all" }) {
      ... on SweepVariant { variant run { stats { startDate } navSeries { nav } } }
    } }`;
    const client = await readEvents(
      `${gateway.url}/graphql/stream?${new URLSearchParams({ query })}`,
    );
    const upstream = await node.nextRun();
    upstream.send(told(5, 0));
    await expect.poll(() => client.events()).toHaveLength(1);
    expect(client.events()[0]).toEqual({
      data: {
        sweep: {
          variant: 'top_n=5',
          run: {
            stats: { startDate: '2021-01-01' },
            navSeries: upstreamSeries.map(({ nav }) => ({ nav })),
          },
        },
      },
    });
    client.disconnect();
    await upstream.closed;
  });

  test('behavior: a node that sends indexes as well is read by them', async () => {
    const client = await stream();
    const end = { type: 'sweep_done', total_variants: 1, simulations: [] };
    (await node.nextRun()).send(variantEvent(0, 1), told(5, 0), end);
    await client.ended;
    expect(client.events().map(({ type }) => type)).toEqual(['variant_done', 'sweep_done']);
  });

  test('error: a stream that is cut, or ends before any result, is broken off', async () => {
    for (const leave of ['cut', 'end'] as const) {
      const client = await stream();
      const run = await node.nextRun();
      if (leave === 'cut') run.send(told(5, 0));
      run[leave]();
      await client.ended;
      expect(client.events().at(-1)).toMatchObject({
        error: 'the data node broke off the simulation',
      });
    }
  });
});

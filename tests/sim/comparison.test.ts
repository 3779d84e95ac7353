import { afterEach, beforeEach, expect, test } from 'vitest';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import {
  type FakeDataNode,
  resultEvent,
  startFakeDataNode,
  stats,
  upstreamSeries,
} from './support/fake-data-node.ts';

/** The runs that the data node has. */
const known = [7, 8, 9];

let node: FakeDataNode;
let gateway: TestGateway;
beforeEach(async () => {
  node = await startFakeDataNode();
  node.answers['/sim/results'] = { body: { results: known.map(entry) } };
  node.answers['/sim/compare'] = (query) => ({
    body: {
      simulations: (query.get('run_ids') ?? '')
        .split(',')
        .map(Number)
        .filter((id) => known.includes(id))
        .map((run_id) => ({ run_id, nav_series: upstreamSeries })),
    },
  });
  gateway = await startGateway({ DATA_NODE_URL: node.url });
});
afterEach(async () => {
  await gateway[Symbol.asyncDispose]();
  await node[Symbol.asyncDispose]();
});

const entry = (id: number) => ({
  id,
  ...resultEvent.config,
  ...stats,
  base_fee_pct: 0.1,
  spread_multiplier: 1,
  computed_at: '2026-01-01T00:00:00Z',
  duration_ms: 42,
});
const series = upstreamSeries.map(({ nav }) => ({ nav }));
const comparisons = () => node.requests.filter((url) => url.startsWith('/sim/compare'));

test('default: a run leads to itself and the others, in order; what is no run is left out', async () => {
  const { data, errors } = await gateway.query(`{ simulations(ids: [8]) {
    comparison(with: [9, 4, 0, -1, 8, 7, 9]) { runId stats { sharpeRatio } navSeries { nav } }
    alone: comparison(with: []) { runId }
  } }`);
  expect(errors).toBeUndefined();
  const shown = (runId: number) => ({ runId, stats: { sharpeRatio: 0.5 }, navSeries: series });
  expect(data).toEqual({
    simulations: [{ comparison: [8, 9, 7].map(shown), alone: [{ runId: 8 }] }],
  });
  expect(comparisons()).toHaveLength(1);
});

test('behavior: many runs of one request ask together', async () => {
  const { data } = await gateway.query(`{ simulationResults(first: 3) { edges { node {
    navSeries { nav } comparison(with: [7, 8]) { runId navSeries { nav } }
  } } } }`);
  const shown = (ids: readonly number[]) => ({
    node: { navSeries: series, comparison: ids.map((runId) => ({ runId, navSeries: series })) },
  });
  expect(data).toEqual({
    simulationResults: { edges: [shown([7, 8]), shown([8, 7]), shown([9, 7, 8])] },
  });
  expect(comparisons()).toHaveLength(1);
});

test('default: a run that was computed just now is compared as well', async () => {
  const asked = gateway.query(`{ simulation(
    input: {categoryId: "all", topN: 5, weighting: "EQUAL", rebalanceDays: 30}
  ) { cached comparison(with: [9]) { runId cached } } }`);
  (await node.nextRun()).send(resultEvent);
  expect((await asked).data).toEqual({
    simulation: {
      cached: false,
      comparison: [
        { runId: 7, cached: false },
        { runId: 9, cached: true },
      ],
    },
  });
});

test('error: too many numbers, or a data node that fails, leave the rest of the run as it is', async () => {
  const ids = Array.from({ length: 51 }, (_, index) => index + 1);
  const many = await gateway.query(
    `{ simulations(ids: [7]) { runId comparison(with: [${ids}]) { runId } } }`,
  );
  expect(many.data).toEqual({ simulations: [{ runId: 7, comparison: null }] });
  expect(many.errors).toMatchObject([
    { message: 'with must be at most 50', extensions: { code: 'INVALID_INPUT' } },
  ]);
  node.answers['/sim/compare'] = { status: 500, body: {} };
  const down = await gateway.query(
    '{ simulations(ids: [7]) { runId comparison(with: [8]) { runId } } }',
  );
  expect(down.data).toEqual({ simulations: [{ runId: 7, comparison: null }] });
  expect(down.errors?.[0]?.extensions).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
});

test('error: what a comparison costs goes by the numbers it names', async () => {
  const ids = Array.from({ length: 50 }, (_, index) => index + 1);
  const { errors } = await gateway.query(
    `{ simulations(ids: [7, 8]) { comparison(with: [${ids}]) { comparison(with: [${ids}]) { runId } } } }`,
  );
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'LIMIT_EXCEEDED' });
});

import { expect, test } from 'vitest';
import type { TestGateway } from '../support/gateway.ts';
import {
  comparedRun,
  type FakeDataNode,
  listedRun,
  resultEvent,
  stats,
  upstreamSeries,
  variantEvent,
} from './support/fake-data-node.ts';
import { readEvents } from './support/read-events.ts';
import { withFakeDataNode } from './support/with-fake-data-node.ts';

const entryOf = (id: number) => ({ ...listedRun(id), start_date: '2021-01-02' });

let node: FakeDataNode;
let gateway: TestGateway;
withFakeDataNode((world) => {
  ({ node, gateway } = world);
});

/** What the events of a sweep of one variant show of its run. */
async function sweptRun(fields: string) {
  const source = `subscription {
    sweep(input: { sweep: TOP_N, categoryId: "all" }) { ... on SweepVariant { run { ${fields} } } }
  }`;
  const client = await readEvents(
    `${gateway.url}/graphql/stream?${new URLSearchParams({ query: source })}`,
  );
  const run = await node.nextRun();
  run.send(variantEvent(0, 2));
  await expect.poll(() => client.events()).toHaveLength(1);
  const [event] = client.events() as { data: { sweep: { run: unknown } } }[];
  return event?.data.sweep.run;
}

test('behavior: the requested first day is not returned when only the first simulated day is known', async () => {
  const fields = 'runId config { topN startDate } stats { startDate }';
  const input = 'categoryId: "all", topN: 5, weighting: "equal", rebalanceDays: 30';
  const config = { ...resultEvent.config, start_date: '2021-01-01' };
  const result = { ...resultEvent, config, stats: { ...stats, start_date: '2021-01-02' } };
  const asked = gateway.query(`{
    simulation(input: { ${input}, startDate: "2021-01-01" }) { ${fields} }
  }`);
  (await node.nextRun()).send(result);
  node.answers['/sim/results'] = { body: { results: [entryOf(7)] } };
  node.answers['/sim/compare'] = { body: { simulations: [comparedRun] } };
  const shown = { runId: 7, stats: { startDate: '2021-01-02' } };
  expect((await asked).data).toEqual({
    simulation: { ...shown, config: { topN: 5, startDate: '2021-01-01' } },
  });
  const listed = await gateway.query(`{
    simulations(ids: [7]) { ${fields} }
    simulationResults { edges { node { ${fields} } } }
    compareSimulations(ids: [7]) { ${fields} }
  }`);
  const run = { ...shown, config: { topN: 5, startDate: null } };
  expect(listed.data).toEqual({
    simulations: [run],
    simulationResults: { edges: [{ node: run }] },
    compareSimulations: [run],
  });
});

test('behavior: a variant has its computing time once the results list it', async () => {
  node.answers['/sim/results'] = { body: { results: [entryOf(100)] } };
  expect(await sweptRun('runId cached computedInMs computedAt')).toEqual({
    ...{ runId: 100, cached: false },
    ...{ computedInMs: 42, computedAt: '2026-01-01T00:00:00Z' },
  });
});

test('behavior: the computing time of a variant is null when it is unknown', async () => {
  node.answers['/sim/results'] = { body: { results: [] } };
  expect(await sweptRun('runId cached computedInMs')).toEqual({
    ...{ runId: 100, cached: false, computedInMs: null },
  });
});

test('behavior: a run that the results do not list, being too old or too new, is there all the same', async () => {
  node.answers['/sim/results'] = { body: { results: [entryOf(9)] } };
  node.answers['/sim/compare'] = (query) => {
    const ids = (query.get('run_ids') ?? '').split(',');
    const known = ids.includes('7') ? [comparedRun] : [];
    return { body: { simulations: known } };
  };
  const id = Buffer.from('SimulationRun:7').toString('base64url');
  const fields = 'runId cached config { topN } stats { totalTrades } navSeries { nav }';
  const { data, errors } = await gateway.query(`{
    simulations(ids: [7, 8, 0, -1]) { ${fields} }
    node(id: "${id}") { ... on SimulationRun { ${fields} } }
    _entities(representations: [{ __typename: "SimulationRun", runId: 7 }]) {
      ... on SimulationRun { ${fields} }
    }
  }`);
  expect(errors).toBeUndefined();
  const navSeries = upstreamSeries.map(({ nav }) => ({ nav }));
  const run = { runId: 7, cached: true, config: null, stats: null, navSeries };
  expect(data).toEqual({ simulations: [run, null, null, null], node: run, _entities: [run] });
  expect(node.requests.filter((url) => url.startsWith('/sim/compare'))).toEqual([
    '/sim/compare?run_ids=7,8',
  ]);
});

test('error: a run that cannot be looked up takes nothing from those that the results list', async () => {
  node.answers['/sim/results'] = { body: { results: [entryOf(9)] } };
  node.answers['/sim/compare'] = { status: 500, body: {} };
  const ask = () => gateway.query('{ simulations(ids: [7, 9]) { runId } }');
  for (const { data, errors } of [await ask(), await ask(), await ask()]) {
    expect(data).toEqual({ simulations: [null, { runId: 9 }] });
    expect(errors).toMatchObject([
      { path: ['simulations', 0], extensions: { code: 'UPSTREAM_UNAVAILABLE' } },
    ]);
  }
});

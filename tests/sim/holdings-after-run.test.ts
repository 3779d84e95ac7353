import { expect, test } from 'vitest';
import type { TestGateway } from '../support/gateway.ts';
import { getJson } from '../support/get-json.ts';
import {
  comparedRun,
  type FakeDataNode,
  listedRun,
  publicSeries,
  upstreamHolding,
  upstreamSeries,
} from './support/fake-data-node.ts';
import { withFakeDataNode } from './support/with-fake-data-node.ts';

/** What legacy data nodes send for runs that are new, or none. */

let node: FakeDataNode;
let gateway: TestGateway;
withFakeDataNode((world) => {
  ({ node, gateway } = world);
});

const get = (path: string) => getJson(gateway, path);

test('behavior: an empty list is not cached, because some data nodes write holdings after the result', async () => {
  node.answers['/sim/compare'] = { body: { simulations: [comparedRun] } };
  node.answers['/sim/holdings'] = { body: { holdings: [] } };
  const early = await get('/sim/holdings?run_id=7');
  expect(early.headers.get('cache-control')).toBe('no-store');
  const query = '{ simulations(ids: [7]) { holdings { weight } } }';
  node.answers['/sim/results'] = { body: { results: [listedRun()] } };
  expect((await gateway.query(query)).data).toEqual({ simulations: [{ holdings: [] }] });

  node.answers['/sim/holdings'] = { body: { holdings: [upstreamHolding] } };
  expect((await gateway.query(query)).data).toEqual({
    simulations: [{ holdings: [{ weight: 0.25 }] }],
  });
  const { body, headers } = await get('/sim/holdings?run_id=7');
  expect(body.holdings).toHaveLength(1);
  expect(headers.get('cache-control')).toBe('public, s-maxage=60');
});

test('behavior: a run without a point is none, where the data node lists every id', async () => {
  node.answers['/sim/compare'] = (query) => ({
    body: {
      simulations: (query.get('run_ids') ?? '').split(',').map((id) => {
        return { run_id: Number(id), nav_series: id === '7' ? upstreamSeries : [] };
      }),
    },
  });
  node.answers['/sim/holdings'] = { body: { holdings: [] } };
  const { body } = await get('/sim/compare?run_ids=7,8');
  expect(body).toEqual({ simulations: [{ ...comparedRun, nav_series: publicSeries }] });
  expect((await get('/sim/holdings?run_id=7')).status).toBe(200);
  expect((await get('/sim/holdings?run_id=8')).status).toBe(404);
  const { data } = await gateway.query('{ compareSimulations(ids: [8, 7]) { runId } }');
  expect(data).toEqual({ compareSimulations: [{ runId: 7 }] });
});

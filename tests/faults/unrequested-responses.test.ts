import { startUnrequestedResponseServer } from '@dtf-graph/http1-client/testing/unrequested-response-server.ts';
import { expect, test } from 'vitest';
import { startGateway, startUpstream } from '../support/gateway.ts';

const lanes = 8;
const perLane = 19;

test.each([0, 1, 5])(
  'behavior: of 152 requests all get their own price from a data node that responds again %i ms later',
  { timeout: 60_000 },
  async (delay) => {
    await using node = await startUnrequestedResponseServer(delay);
    await using gateway = await startGateway({ DATA_NODE_URL: node.origin });
    const wrong: unknown[] = [];
    const lane = async (name: number) => {
      for (let number = 0; number < perLane; number += 1) {
        const asset = `A${name}B${number}`;
        const response = await gateway.rest(`/price?asset=${asset}`);
        const body = (await response.json()) as { readonly asset?: string };
        if (response.status !== 200 || body.asset !== asset) wrong.push([asset, body]);
      }
    };
    await Promise.all(Array.from({ length: lanes }, (_, name) => lane(name)));
    expect(wrong).toEqual([]);
    const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
    expect(metrics).toMatch(/gateway_upstream_distrusts_total\{upstream="data node"\} [1-9]/);
  },
);

const fund = `0x${'0'.repeat(63)}1`;
const otherFund = `0x${'0'.repeat(63)}2`;
const wallet = `0x${'11'.repeat(20)}`;
const otherWallet = `0x${'22'.repeat(20)}`;

/** Routes with bodies that name another thing than was asked for. */
const named: readonly (readonly [path: string, upstream: string, body: object])[] = [
  ['/vision/snapshot?source=crypto', 'data node', { prices: [{ source: 'weather' }] }],
  ['/market/history?source=crypto&asset=a', 'data node', { source: 'weather' }],
  [
    '/market/history?source=crypto&asset=a',
    'data node',
    { source: 'crypto', assetId: 'b', prices: [{ timestamp: 1, value: 1 }] },
  ],
  [`/nav-series?itp_id=${fund}&range=7d`, 'data node', { itp_id: otherFund, points: [] }],
  [`/snapshot?itp_id=${fund}`, 'data node', { itp_id: otherFund }],
  [`/portfolio?address=${wallet}`, 'data node', { user: otherWallet }],
  [`/portfolio/history?address=${wallet}`, 'data node', { address: otherWallet }],
  [`/portfolio/trades?address=${wallet}`, 'data node', { address: otherWallet }],
  [`/lending/position?address=${wallet}`, 'data node', { user: otherWallet }],
  [`/user-state?address=${wallet}&itp_id=${fund}`, 'data node', { itp_id: otherFund }],
  ['/sim/holdings?run_id=7', 'data node', { run_id: 8 }],
  ['/sim/compare?run_ids=7', 'data node', { simulations: [{ run_id: 8 }] }],
  ['/sim/results?category_id=all', 'data node', { results: [{ category_id: 'layer-1' }] }],
  ['/vision/snapshot?source=crypto', 'data node', { snapshots: [{ source: 'weather' }] }],
  ['/vision/batch/3/state', 'oracle', { id: 4 }],
  ['/vision/batch/3/history', 'oracle', { history: [{ batch_id: 4 }] }],
  ['/vision/reveal/3/1', 'oracle', { batch_id: 3, tick_id: 2 }],
  [`/vision/balance/3/${wallet}`, 'oracle', { batchId: 3, player: otherWallet }],
  ['/vision/leaderboard?batch_id=3', 'oracle', { batch_id: 4 }],
  ['/vision/batch/3/history?days=2', 'data node', { batchId: 4, source: 'crypto', markets: [] }],
];

test.each(named)(
  'error: %s takes nothing of the %s that names %j, which is asked once more',
  async (path, name, body) => {
    await using upstream = await startUpstream((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
    const { url } = upstream;
    await using gateway = await startGateway({ DATA_NODE_URL: url, ORACLE_URLS: url });
    const response = await gateway.rest(path);
    expect([response.status, await response.json()]).toEqual([
      502,
      { error: `the ${name} responded to another request` },
    ]);
    const [first] = upstream.asked;
    expect(upstream.asked.filter((line) => line === first)).toHaveLength(2);
  },
);

test('error: the price of another fund is not used, the chain is asked instead', async () => {
  await using upstream = await startUpstream((_request, response) => {
    const body = { itp_id: otherFund, nav: '1', nav_display: 1, aum_usd: 1, total_supply: '1' };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await using gateway = await startGateway({ DATA_NODE_URL: upstream.url });
  const response = await gateway.rest(`/itp-price?itp_id=${fund}`);
  expect(response.status).toBe(502);
  expect(await response.text()).toContain('neither the data node nor the chain');
  expect(upstream.asked).toHaveLength(2);
});

test('error: GraphQL takes nothing of the config behind another hash', async () => {
  const hash = `0x${'ab'.repeat(32)}`;
  await using upstream = await startUpstream((_request, response) => {
    const body = { config_hash: `0x${'cd'.repeat(32)}`, source_id: 'crypto', markets: [] };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await using gateway = await startGateway({ ORACLE_URLS: upstream.url });
  const { data, errors } = await gateway.query(`{ batchConfig(hash: "${hash}") { hash } }`);
  expect(data).toEqual({ batchConfig: null });
  expect(errors).toMatchObject([{ message: 'the oracle responded to another request' }]);
  expect(upstream.asked).toHaveLength(2);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { sandboxProcesses } from '../../sandbox/supervisor/sandbox-processes.ts';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { getJson } from '../support/get-json.ts';
import { startTestSandbox, type TestSandbox } from '../support/sandbox.ts';

let sandbox: TestSandbox;
let gateway: TestGateway;
/** What the gateway adds to the real time. */
let ahead = 0;
beforeAll(async () => {
  sandbox = await startTestSandbox({
    parts: sandboxProcesses.filter(({ name }) => name === 'chain' || name === 'data-node'),
  });
  const clock = { now: () => Date.now() + ahead };
  const given = Object.entries(sandbox.gatewayEnv).filter(([, value]) => value !== undefined);
  gateway = await startGateway(Object.fromEntries(given) as Record<string, string>, { clock });
});
afterAll(async () => {
  await gateway?.[Symbol.asyncDispose]();
  await sandbox?.stop();
});

const id = `0x${'0'.repeat(63)}1`;
const unknown = `0x${'f'.repeat(64)}`;
const nav = `/itp-price?itp_id=${id}`;
const everything = `{ dtfs(first: 3) { edges { node { symbol nav { source wei } } } } asset(symbol: "BTC") { price } }`;

type Everything = {
  dtfs: {
    edges: { node: { symbol: string; nav: { source: string; wei: string } | null } }[];
  } | null;
  asset: { price: number } | null;
};
const sources = (data: Everything) => data.dtfs?.edges.map(({ node }) => node.nav?.source);

// One story in order: each step begins where the one before ended.
test('behavior: an outage from the data node to the chain and back', async () => {
  const before = (await getJson(gateway, nav)).body;
  expect(before.source).toBe('data-node');
  expect(sources((await gateway.query<Everything>(everything)).data)).toEqual(
    Array(3).fill('DATA_NODE'),
  );

  await sandbox.kill('data-node');
  ahead += 3000;
  const onChain = (await getJson(gateway, nav)).body;
  expect(onChain).toMatchObject({
    itp_id: id,
    source: 'onchain',
    assets_total: before.assets_total,
    assets_priced: before.assets_total,
    total_supply: before.total_supply,
  });
  expect(Object.keys(onChain)).toEqual(Object.keys(before));
  expect(onChain.nav_display / before.nav_display).toBeCloseTo(1, 1);
  const degraded = await gateway.query<Everything>(everything);
  expect(sources(degraded.data)).toEqual(Array(3).fill('ONCHAIN'));
  expect((await getJson(gateway, `/itp-price?itp_id=${unknown}`)).status).toBe(404);

  // Inside its window the ranking is shown stale, with its age.
  ahead += 20_000;
  const stale = await getJson(gateway, '/aum-ranking');
  expect(stale.status).toBe(200);
  expect(stale.headers.get('x-cache')).toBe('STALE');
  expect(Number(stale.headers.get('age'))).toBeGreaterThanOrEqual(20);

  await sandbox.kill('chain');
  ahead += 3000;
  const both = await getJson(gateway, nav);
  expect(both.status).toBe(502);
  expect(Object.keys(both.body)).toEqual(['error']);
  const { data, errors } = await gateway.query<Everything>(everything);
  expect(sources(data)).toEqual(Array(3).fill(undefined));
  expect(data.dtfs?.edges[0]?.node.symbol).toBe(degraded.data.dtfs?.edges[0]?.node.symbol);
  expect(data.asset).toBeNull();
  expect(new Set(errors?.map(({ extensions }) => extensions.code))).toEqual(
    new Set(['UPSTREAM_UNAVAILABLE']),
  );
  const siblings = await gateway.query('{ gone: asset(symbol: "BTC") { price } here: __typename }');
  expect(siblings.data).toEqual({ gone: null, here: 'Query' });

  // Past its window the stale ranking is an error.
  ahead += 120_000;
  expect((await getJson(gateway, '/aum-ranking')).status).toBe(502);
});

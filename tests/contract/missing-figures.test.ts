import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FaultyUpstreams, startFaultyUpstreams } from '../support/faulty-world.ts';
import { respondByPath, startGateway, startUpstream, unreachableUrl } from '../support/gateway.ts';
import { getJson } from '../support/get-json.ts';

/** Has a chain, on which the DTF has 100 shares, and providers. */
let world: FaultyUpstreams;
beforeAll(async () => {
  world = await startFaultyUpstreams();
});
afterAll(() => world[Symbol.asyncDispose]());

const id = `0x${'0'.repeat(63)}1`;
const wei = '000000000000000000';
const nav = `1045${wei.slice(3)}`;
const price = `/itp-price?itp_id=${id}`;
const told = {
  itp_id: id,
  nav,
  nav_display: '1.045000',
  assets_priced: 3,
  assets_total: 3,
  timestamp: '2026-03-11T10:17:42Z',
};
const entry = { itp_id: id, name: 'Fund', symbol: 'F', nav_per_share: '2.5', aum_usd: '1000' };
const ranked = { ...entry, asset_count: 3 };

/** Answers of a gateway on this data node, with the chain or without it. */
async function ask(
  bodies: Record<string, unknown>,
  paths: readonly string[],
  chain: 'alive' | 'dead' = 'alive',
) {
  await using node = await startUpstream(respondByPath(bodies));
  const env = { ...world.env, DATA_NODE_URL: node.url };
  await using gateway = await startGateway({
    ...env,
    L3_RPC_URL: chain === 'alive' ? (world.env.L3_RPC_URL ?? '') : unreachableUrl,
  });
  const responses = [];
  for (const path of paths) responses.push(await getJson(gateway, path));
  return responses;
}

test('default: a NAV without a supply stays, with the supply of the chain', async () => {
  const [response] = await ask({ '/itp-price': told }, [price]);
  expect(response?.status).toBe(200);
  expect(response?.body).toEqual({
    itp_id: id,
    nav,
    nav_display: 1.045,
    assets_priced: 3,
    assets_total: 3,
    aum_usd: 104.5,
    total_supply: `100${wei}`,
    source: 'data-node',
  });
});

test.each<readonly [string, Record<string, unknown>, object]>([
  ['what its ranking has told', { '/aum-ranking': [ranked] }, { total_supply: `400${wei}` }],
  [
    'what its AUM makes',
    { '/itp-price': { ...told, aum_usd: 209 } },
    { aum_usd: 209, total_supply: `200${wei}` },
  ],
  ['zero, which nobody takes for a supply', {}, { aum_usd: 0, total_supply: '0' }],
])('behavior: without a chain the supply is %s', async (_what, bodies, expected) => {
  const paths = ['/aum-ranking', price];
  const [, response] = await ask({ '/itp-price': told, ...bodies }, paths, 'dead');
  expect(response).toMatchObject({ status: 200, body: { nav, source: 'data-node', ...expected } });
});

test('behavior: an AUM that is null is computed, figures may be numbers', async () => {
  const figures = { ...told, nav: Number(nav), aum_usd: null, total_supply: 1e23 };
  const [response] = await ask({ '/itp-price': figures }, [price]);
  expect(response?.body).toMatchObject({
    nav,
    aum_usd: 104_500,
    total_supply: `100000${wei}`,
    source: 'data-node',
  });
});

test.each([1.045, -1, 1e300, '1.045', null])('error: %j is no NAV', async (odd) => {
  const [response] = await ask({ '/itp-price': { ...told, nav: odd } }, [price]);
  expect(response?.body.source).toBe('onchain');
});

test('behavior: a ranking without supplies is one, they are what AUM and NAV make', async () => {
  for (const total_supply of [undefined, null]) {
    const bodies = { '/aum-ranking': [{ ...ranked, total_supply }] };
    const [response] = await ask(bodies, ['/aum-ranking']);
    expect(response).toMatchObject({ status: 200, body: [{ total_supply: `400${wei}` }] });
  }
  const figures = { nav_per_share: 0, aum_usd: 1e308 };
  const [odd] = await ask({ '/aum-ranking': [{ ...ranked, ...figures }] }, ['/aum-ranking']);
  expect(odd?.body).toMatchObject([{ total_supply: '0' }]);
});

const asset = { symbol: 'BTC', weight: 1, price: 7, name: 'Bitcoin' };
const fund = { itp_id: id, name: 'Fund', symbol: 'F', nav: 1, aum_usd: 2, total_supply: '3' };
const enrichment = `/itp-enrichment?itp_id=${id}`;

test.each<readonly [string, unknown, object]>([
  ['without quantities', { ...fund, assets: [asset] }, { price: 7 }],
  ['of assets alone', { assets: [{ ...asset, extra: 1 }] }, { price: 7 }],
  ['with a price that is null', { ...fund, assets: [{ ...asset, price: null }] }, {}],
  ['with a price that is no number', { assets: [{ ...asset, price: 'n/a' }] }, {}],
])('behavior: a snapshot %s has a basket', async (_what, snapshot, expected) => {
  const [enriched, strict] = await ask({ '/snapshot': snapshot }, [
    enrichment,
    `/snapshot?itp_id=${id}`,
  ]);
  expect(enriched?.status).toBe(200);
  expect(enriched?.headers.get('cache-control')).toBe('public, s-maxage=300');
  const [holding] = enriched?.body.holdings ?? [];
  expect(holding).toMatchObject({ symbol: 'BTC', weight: 1, name: 'Bitcoin', ...expected });
  // Without a price of its own it takes the market's.
  expect(holding.price).toBeGreaterThan(0);
  expect(strict?.status).toBe(502);
});

test('behavior: the graph takes baskets out of all snapshots together', async () => {
  const other = `0x${'0'.repeat(63)}2`;
  const all = [id, other].map((itp_id) => ({ ...fund, itp_id, assets: [asset] }));
  const ranking = [id, other].map((itp_id) => ({ ...ranked, itp_id }));
  const bodies = { '/snapshot': all, '/aum-ranking': ranking };
  await using node = await startUpstream(respondByPath(bodies));
  await using gateway = await startGateway({ ...world.env, DATA_NODE_URL: node.url });
  const { data, errors } = await gateway.query(
    '{ dtfs(first: 2) { edges { node { enrichment { holdings { symbol } } } } } }',
  );
  expect(errors).toBeUndefined();
  const enriched = { node: { enrichment: { holdings: [{ symbol: 'BTC' }] } } };
  expect(data).toEqual({ dtfs: { edges: [enriched, enriched] } });
});

test('error: assets without a weight are no basket', async () => {
  const { weight, ...rest } = asset;
  expect(weight).toBe(1);
  const [response] = await ask({ '/snapshot': { assets: [rest] } }, [enrichment]);
  expect(response?.body).toEqual({ itpId: id, holdings: [] });
});

test('behavior: amounts in a snapshot may be numbers, as in the ranking', async () => {
  const assets = [{ symbol: 'BTC', weight: 1, qty: 2.5e20, price: 1 }];
  const snapshot = { itp_id: id, name: 'Fund', symbol: 'F', nav: 1, aum_usd: 2 };
  const body = { ...snapshot, total_supply: 1e23, assets };
  const [one] = await ask({ '/snapshot': body }, [`/snapshot?itp_id=${id}`]);
  expect(one).toMatchObject({
    status: 200,
    body: { total_supply: `100000${wei}`, assets: [{ qty: `250${wei}` }] },
  });
  const [all] = await ask({ '/snapshot': [{ ...body, total_supply: 0.5 }] }, ['/snapshot']);
  expect(all?.status).toBe(502);
});

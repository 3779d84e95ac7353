import type { RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { respondByPath, startGateway, startUpstream } from '../support/gateway.ts';
import { getJson } from '../support/get-json.ts';
import { postJson } from '../support/post-json.ts';

const id = `0x${'0'.repeat(63)}1`;
const path = `/itp-enrichment?itp_id=${id}`;
const degradedLife = 10_000;
const start = Date.parse('2026-03-11T10:00:00Z');

const snapshot = {
  itp_id: id,
  name: 'Two',
  symbol: 'TWO',
  nav: 10,
  aum_usd: 100,
  total_supply: '10000000000000000000',
  assets: [
    { symbol: 'BTC', name: 'Bitcoin', weight: 0.6, qty: '1', price: 60_000 },
    { symbol: 'UNI', name: 'Uniswap', weight: 0.4, qty: '1', price: 0 },
  ],
};
const protocols = [{ name: 'Uniswap', symbol: 'UNI', gecko_id: 'uniswap', tvl: 5, change_7d: 1 }];
const raises = {
  raises: [
    { name: 'Uniswap', defillamaId: 'uniswap', round: 'Seed', amount: 3, date: 1_700_000_000 },
  ],
};
const quotes = {
  bitcoin: { usd: 61_000, usd_market_cap: 1.2e12, usd_24h_change: 1.5 },
  uniswap: { usd: 2.5, usd_market_cap: null, usd_24h_change: null },
};
const images = [
  { id: 'bitcoin', image: 'https://images.example/btc.png' },
  { id: 'uniswap', image: null },
];

const { assets, nav, ...named } = snapshot;
const entry = { ...named, nav_per_share: nav, asset_count: assets.length };
const goodDataNode = respondByPath({ '/snapshot': snapshot, '/aum-ranking': [entry] });
const goodDefi = respondByPath({ '/protocols': protocols, '/raises': raises });
const goodMarket = respondByPath({ '/simple/price': quotes, '/coins/markets': images });

type Upstreams = { dataNode?: RequestListener; market?: RequestListener; defi?: RequestListener };

/** A gateway on three fakes whose behaviour can be changed while it runs, with a clock of its own. */
async function setup(stack: AsyncDisposableStack, given: Upstreams = {}) {
  const behaviour = { dataNode: goodDataNode, market: goodMarket, defi: goodDefi, ...given };
  const listen = async (name: keyof typeof behaviour) =>
    stack.use(await startUpstream((request, response) => behaviour[name](request, response)));
  const [dataNode, market, defi] = [
    await listen('dataNode'),
    await listen('market'),
    await listen('defi'),
  ];
  const time = { now: start };
  const env = { DATA_NODE_URL: dataNode.url, MARKET_DATA_URL: market.url, DEFI_DATA_URL: defi.url };
  const gateway = stack.use(await startGateway(env, { clock: { now: () => time.now } }));
  return { behaviour, gateway, time, dataNode, market, defi };
}

const says =
  (status: number, body: string, type = 'application/json'): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': type }).end(body);
  };
const hangs: RequestListener = () => {};
const breaks: RequestListener = (request) => request.socket.destroy();
const truncated: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"bitcoin":');
  setTimeout(() => response.destroy(), 20);
};
const faults: Readonly<Record<string, RequestListener>> = {
  '500': says(500, '{"error":"boom at http://10.0.0.7/secret"}'),
  '404': says(404, '{}'),
  '429': says(429, '{"status":{"error_code":429}}'),
  HTML: says(200, '<html>nice try</html>', 'text/html'),
  'garbage JSON': says(200, '{"bitcoin":'),
  'a number': says(200, '7'),
  nothing: says(200, ''),
  'a redirect': says(302, ''),
  'a broken connection': breaks,
  'a truncated body': truncated,
};

test('default: with all upstreams there, everything is there', async () => {
  await using stack = new AsyncDisposableStack();
  const { gateway } = await setup(stack);
  const { headers, body } = await getJson(gateway, path);
  expect(headers.get('cache-control')).toBe('public, s-maxage=300');
  expect(body.holdings).toEqual([
    {
      symbol: 'BTC',
      weight: 0.6,
      price: 60_000,
      name: 'Bitcoin',
      image: 'https://images.example/btc.png',
      coingecko_id: 'bitcoin',
      market_cap: 1.2e12,
      change_24h: 1.5,
    },
    // Without a price in the snapshot it takes the market's.
    { symbol: 'UNI', weight: 0.4, price: 2.5, name: 'Uniswap', coingecko_id: 'uniswap' },
  ]);
  expect(body.defi.total_tvl).toBe(5);
  expect(body.funding.total_raised_m).toBe(3);
  expect(body.founders.total_companies_matched).toBe(1);
});

test.each(Object.entries(faults))('error: market data responds with %s', async (_what, fault) => {
  await using stack = new AsyncDisposableStack();
  const { gateway } = await setup(stack, { market: fault });
  const { status, headers, body } = await getJson(gateway, path);
  expect(status).toBe(200);
  expect(headers.get('cache-control')).toBe('public, s-maxage=10');
  expect(body.holdings).toEqual([
    { symbol: 'BTC', weight: 0.6, price: 60_000, name: 'Bitcoin', coingecko_id: 'bitcoin' },
    { symbol: 'UNI', weight: 0.4, price: 0, name: 'Uniswap', coingecko_id: 'uniswap' },
  ]);
  expect(Object.keys(body)).toEqual(['itpId', 'holdings', 'founders', 'defi', 'funding']);
  expect(JSON.stringify(body)).not.toContain('10.0.0.7');
});

test.each(Object.entries(faults))('error: DeFi data responds with %s', async (_what, fault) => {
  await using stack = new AsyncDisposableStack();
  const { gateway } = await setup(stack, { defi: fault });
  const { status, headers, body } = await getJson(gateway, path);
  expect(status).toBe(200);
  expect(headers.get('cache-control')).toBe('public, s-maxage=10');
  expect(Object.keys(body)).toEqual(['itpId', 'holdings', 'founders']);
  expect(body.holdings[0].market_cap).toBe(1.2e12);
});

test.each(Object.entries(faults))('error: the data node responds with %s', async (_what, fault) => {
  await using stack = new AsyncDisposableStack();
  const { gateway, market, defi } = await setup(stack, { dataNode: fault });
  const { status, headers, body } = await getJson(gateway, path);
  expect(status).toBe(200);
  expect(headers.get('cache-control')).toBe('private, no-cache');
  expect(body).toEqual({ itpId: id, holdings: [] });
  // Without a basket there is nothing to ask for.
  expect([...market.asked, ...defi.asked]).toEqual([]);
});

test('error: an upstream that hangs costs its deadline once, not for every question', async () => {
  await using stack = new AsyncDisposableStack();
  const { gateway, market, defi, time } = await setup(stack, { market: hangs, defi: hangs });
  const begun = performance.now();
  const first = await getJson(gateway, path);
  const waited = performance.now() - begun;
  expect(first.body.holdings).toHaveLength(2);
  expect(first.headers.get('cache-control')).toBe('public, s-maxage=10');
  expect(waited).toBeGreaterThan(4500);
  expect(waited).toBeLessThan(7000);
  const asked = market.asked.length + defi.asked.length;
  // The other door computes its own answer.
  time.now += degradedLife - 1;
  const again = performance.now();
  const { data, errors } = await gateway.query(
    `{ dtf(id: "${id}") { enrichment { holdings { symbol image } defi { totalHoldings } } } }`,
  );
  expect(errors).toBeUndefined();
  expect(data).toMatchObject({ dtf: { enrichment: { defi: null } } });
  expect(performance.now() - again).toBeLessThan(1000);
  expect(market.asked.length + defi.asked.length).toBe(asked);
});

test('behavior: a provider that comes back is there after ten seconds', async () => {
  await using stack = new AsyncDisposableStack();
  const { behaviour, gateway, time } = await setup(stack, { market: says(500, ''), defi: breaks });
  expect((await getJson(gateway, path)).body.defi).toBeUndefined();
  Object.assign(behaviour, { market: goodMarket, defi: goodDefi });
  expect((await getJson(gateway, path)).body.defi).toBeUndefined();
  time.now += degradedLife;
  const { headers, body } = await getJson(gateway, path);
  expect(headers.get('cache-control')).toBe('public, s-maxage=300');
  expect(body.holdings[0].market_cap).toBe(1.2e12);
  expect(body.defi.total_tvl).toBe(5);
});

test('behavior: provider data outlives an outage up to five minutes in all, with its age', async () => {
  await using stack = new AsyncDisposableStack();
  const { behaviour, gateway, time } = await setup(stack);
  await getJson(gateway, path);
  Object.assign(behaviour, { market: breaks, defi: breaks });
  time.now += 290_000;
  const stale = await getJson(gateway, path);
  expect(stale.body.holdings[0].market_cap).toBe(1.2e12);
  expect(stale.headers.get('x-cache')).toBe('STALE');
  expect(Number(stale.headers.get('age'))).toBe(290);
  time.now += 11_000;
  const gone = await getJson(gateway, path);
  expect(gone.body.holdings[0].market_cap).toBeUndefined();
  expect(gone.headers.get('cache-control')).toBe('public, s-maxage=10');
});

test('behavior: GraphQL leaves the same parts out, without errors, and says that it lives shortly', async () => {
  await using stack = new AsyncDisposableStack();
  const { gateway } = await setup(stack, { market: says(500, ''), defi: breaks });
  const response = await postJson(`${gateway.url}/graphql`, {
    query: `{ dtf(id: "${id}") { enrichment {
        holdings { symbol marketCapUsd } founders { totalFounders }
        defi { totalTvlUsd } funding { totalRounds }
      } } }`,
  });
  expect(response.headers.get('cache-control')).toMatch(/^(no-store|public, s-maxage=([1-9]|10))$/);
  const { data, errors } = (await response.json()) as { data: never; errors?: unknown };
  expect(errors).toBeUndefined();
  expect(data).toEqual({
    dtf: {
      enrichment: {
        holdings: [
          { symbol: 'BTC', marketCapUsd: null },
          { symbol: 'UNI', marketCapUsd: null },
        ],
        founders: { totalFounders: expect.any(Number) },
        defi: null,
        funding: null,
      },
    },
  });
});

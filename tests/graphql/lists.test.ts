import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDataNode, testNow } from '../../sandbox/data-node/testing/test-data-node.ts';
import { startCountingProxy } from '../support/counting-proxy.ts';
import { type GatewayOnNode, startGatewayOnNode } from '../support/data-node-formats.ts';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { getJson } from '../support/get-json.ts';

let world: GatewayOnNode;
let node: TestDataNode;
let gateway: TestGateway;
beforeAll(async () => {
  world = await startGatewayOnNode();
  ({ node, gateway } = world);
}, 60_000);
afterAll(() => world[Symbol.asyncDispose]());

type Page<T> = {
  readonly totalCount: number;
  readonly edges: readonly { readonly cursor: string; readonly node: T }[];
  readonly pageInfo: { readonly startCursor: string; readonly endCursor: string };
};

/** Reads a page of a root list; fails on errors. */
async function pageOf<T>(list: string, args: string, fields: string): Promise<Page<T>> {
  const call = args === '' ? list : `${list}(${args})`;
  const { data, errors } = await gateway.query<Record<string, Page<T>>>(
    `{ ${call} { totalCount edges { cursor node { ${fields} } } pageInfo { startCursor endCursor } } }`,
  );
  expect(errors).toBeUndefined();
  return data[list] as Page<T>;
}
const nodesOf = <T>({ edges }: Page<T>) => edges.map((edge) => edge.node);

type Dtf = {
  readonly id: string;
  readonly itpId: string;
  readonly name: string;
  readonly symbol: string;
  readonly aumUsd: number;
  readonly navPerShareUsd: number;
  readonly assetCount: number;
  readonly change24hPct: number | null;
  readonly holdings: readonly { readonly asset: { readonly symbol: string } }[];
};
const dtfFields = 'id itpId name symbol aumUsd navPerShareUsd assetCount';

test('default: DTFs by assets under management, descending', async () => {
  const all = nodesOf(await pageOf<Dtf>('dtfs', 'first: 100', dtfFields));
  expect(all.map(({ aumUsd }) => aumUsd)).toEqual(
    all.map(({ aumUsd }) => aumUsd).toSorted((left, right) => right - left),
  );
  expect(nodesOf(await pageOf<Dtf>('dtfs', '', dtfFields))).toEqual(all.slice(0, 20));
});

test('behavior: DTFs in each order, both directions', async () => {
  for (const [field, value] of [
    ['NAV', ({ navPerShareUsd }: Dtf) => navPerShareUsd],
    ['ASSET_COUNT', ({ assetCount }: Dtf) => assetCount],
  ] as const) {
    for (const direction of ['ASC', 'DESC']) {
      const orderBy = `orderBy: { field: ${field}, direction: ${direction} }`;
      const found = nodesOf(await pageOf<Dtf>('dtfs', `first: 100, ${orderBy}`, dtfFields));
      const sign = direction === 'ASC' ? 1 : -1;
      expect(found.map(value)).toEqual(
        found.map(value).toSorted((left, right) => sign * (left - right)),
      );
    }
  }
  const named = nodesOf(await pageOf<Dtf>('dtfs', 'orderBy: { field: NAME }', 'name'));
  const names = named.map(({ name }) => name.toLowerCase());
  expect(names).toEqual(names.toSorted());
});

test('behavior: DTFs by the change of their series', async () => {
  const found = nodesOf(
    await pageOf<Dtf & { readonly a: readonly { timestamp: number; nav: number }[] }>(
      'dtfs',
      'first: 100, orderBy: { field: CHANGE_24H }',
      'change24hPct a: navSeries(range: D7) { timestamp nav }',
    ),
  );
  const changes = found.map(({ change24hPct }) => change24hPct ?? Number.NEGATIVE_INFINITY);
  expect(changes).toEqual(changes.toSorted((left, right) => right - left));
  for (const { a, change24hPct } of found) {
    const last = a.at(-1);
    const target = (last?.timestamp ?? 0) - 86_400;
    const base = a.toSorted(
      (one, other) => Math.abs(one.timestamp - target) - Math.abs(other.timestamp - target),
    )[0];
    expect(change24hPct).toBeCloseTo(((last?.nav ?? 0) / (base?.nav ?? 1) - 1) * 100, 8);
  }
});

test('behavior: DTFs filtered by text, asset, AUM and ids', async () => {
  const all = nodesOf(
    await pageOf<Dtf>('dtfs', 'first: 100', `${dtfFields} holdings { asset { symbol } }`),
  );
  const [first, second] = all;
  const word = (first?.name.split(' ')[0] ?? '').toUpperCase();
  const searched = await pageOf<Dtf>('dtfs', `filter: { search: "${word}" }`, dtfFields);
  expect(searched.totalCount).toBe(
    all.filter(({ name, symbol }) => `${name}\n${symbol}`.toUpperCase().includes(word)).length,
  );
  const rich = await pageOf<Dtf>('dtfs', `filter: { minAumUsd: ${second?.aumUsd} }`, dtfFields);
  expect(rich.totalCount).toBe(2);
  const ids = JSON.stringify([first?.id, second?.itpId]);
  const picked = await pageOf<Dtf>('dtfs', `filter: { ids: ${ids} }`, dtfFields);
  expect(nodesOf(picked).map(({ itpId }) => itpId)).toEqual([first?.itpId, second?.itpId]);
  const asset = first?.holdings[0]?.asset.symbol ?? '';
  const holders = all.filter(({ holdings }) => holdings.some((one) => one.asset.symbol === asset));
  for (const id of [asset.toLowerCase(), Buffer.from(`Asset:${asset}`).toString('base64url')]) {
    const held = await pageOf<Dtf>(
      'dtfs',
      `first: 100, filter: { holdsAsset: "${id}" }`,
      dtfFields,
    );
    expect(nodesOf(held).map(({ itpId }) => itpId)).toEqual(holders.map(({ itpId }) => itpId));
  }
});

test('behavior: pages go both ways and meet', async () => {
  const order = 'orderBy: { field: NAME, direction: DESC }';
  const all = nodesOf(await pageOf<Dtf>('dtfs', `first: 100, ${order}`, 'itpId'));
  const back: Dtf[] = [];
  for (let before = '', at = 0; at < 100 && back.length < all.length; at += 1) {
    const page = await pageOf<Dtf>(
      'dtfs',
      `last: 3, ${before === '' ? '' : `before: "${before}",`} ${order}`,
      'itpId',
    );
    back.unshift(...nodesOf(page));
    before = page.pageInfo.startCursor;
  }
  expect(back).toEqual(all);
});

type Asset = {
  readonly symbol: string;
  readonly name: string | null;
  readonly price: number;
  readonly marketCapUsd: number | null;
  readonly change24hPct: number | null;
};
const assetFields = 'symbol name price marketCapUsd change24hPct';

test('behavior: assets have the figures of the crypto source and are ordered by them', async () => {
  const { body: snapshot } = await getJson(gateway, '/vision/snapshot?source=crypto');
  const bySymbol = new Map<string, Record<string, unknown>>(
    snapshot.prices.map((entry: { symbol: string }) => [entry.symbol.toUpperCase(), entry]),
  );
  const found = nodesOf(
    await pageOf<Asset>('assets', 'first: 50, orderBy: { field: MARKET_CAP }', assetFields),
  );
  expect(found.some(({ marketCapUsd }) => marketCapUsd !== null)).toBe(true);
  const caps = found.map(({ marketCapUsd }) => marketCapUsd ?? -1);
  expect(caps).toEqual(caps.toSorted((left, right) => right - left));
  for (const { symbol, name, marketCapUsd, change24hPct } of found) {
    const entry = bySymbol.get(symbol.toUpperCase());
    expect([name, marketCapUsd, change24hPct]).toEqual([
      entry?.name ?? null,
      entry?.marketCap ?? null,
      entry?.changePct ?? null,
    ]);
  }
});

test('behavior: assets filtered by name, tickers and basket', async () => {
  const named = nodesOf(await pageOf<Asset>('assets', 'filter: { search: "BITCO" }', assetFields));
  expect(named.length).toBeGreaterThan(0);
  for (const { symbol, name } of named)
    expect(`${symbol} ${name}`.toLowerCase()).toContain('bitco');
  const eth = Buffer.from('Asset:ETH').toString('base64url');
  const picked = await pageOf<Asset>('assets', `filter: { symbols: ["btc", "${eth}"] }`, 'symbol');
  expect(nodesOf(picked)).toEqual([{ symbol: 'BTC' }, { symbol: 'ETH' }]);
  const [fund] = nodesOf(
    await pageOf<Dtf>('dtfs', 'first: 1', 'id itpId holdings { asset { symbol } }'),
  );
  const basket = fund?.holdings.map(({ asset }) => asset.symbol.toUpperCase()) ?? [];
  const held = await pageOf<Asset>(
    'assets',
    `first: 100, filter: { heldByDtf: "${fund?.id}" }`,
    'symbol',
  );
  expect(held.totalCount).toBeGreaterThan(0);
  for (const { symbol } of nodesOf(held)) expect(basket).toContain(symbol.toUpperCase());
});

test.each([
  ['assets', `heldByDtf: "0x${'9'.repeat(64)}"`],
  ['assets', 'symbols: ["NOPE"]'],
  ['dtfs', 'holdsAsset: "NOPE"'],
  ['dtfs', `ids: ["0x${'9'.repeat(64)}"]`],
])('behavior: %s by something that does not exist is empty: %s', async (list, filter) => {
  const { data, errors } = await gateway.query(
    `{ ${list}(filter: { ${filter} }) { totalCount edges { cursor } } }`,
  );
  expect(errors).toBeUndefined();
  expect(data).toEqual({ [list]: { totalCount: 0, edges: [] } });
});

test('behavior: what a list of 20 DTFs usually selects costs at most 4 upstream calls', async () => {
  await using upstream = await startCountingProxy(node.url.spec);
  await using cold = await startGateway(
    { DATA_NODE_URL: upstream.url },
    { clock: { now: () => testNow } },
  );
  const { errors } = await cold.query(
    `{ dtfs(first: 20, orderBy: { field: NAV }, filter: { minAumUsd: 0, search: "" }) { edges { node {
      name navPerShareUsd aumUsd holdings { weight asset { symbol price } }
    } } } }`,
  );
  expect(errors).toBeUndefined();
  expect(upstream.asked.length).toBeLessThanOrEqual(4);
});

test('behavior: trades filtered and ordered, series limited', async () => {
  const wallet = node.state.shareLedger.wallets()[0] ?? '';
  type Trade = { id: string; type: string; timestamp: number; totalUsd: number; dtf: Dtf };
  const read = async (args: string) => {
    const { data, errors } = await gateway.query<{
      portfolio: { trades: Page<Trade>; history: { timestamp: number; valueUsd: number }[] };
    }>(`{ portfolio(address: "${wallet}") {
      trades(first: 100${args}) { totalCount edges { node { id type timestamp totalUsd dtf { id itpId } } } }
    } }`);
    expect(errors).toBeUndefined();
    return data.portfolio.trades.edges.map((edge) => edge.node);
  };
  const all = await read('');
  expect(all.length).toBeGreaterThan(1);
  const times = all.map(({ timestamp }) => timestamp);
  expect(times).toEqual(times.toSorted((left, right) => right - left));
  const dear = await read(', orderBy: { field: TOTAL_USD }');
  expect(dear.map(({ totalUsd }) => totalUsd)).toEqual(
    all.map(({ totalUsd }) => totalUsd).toSorted((left, right) => right - left),
  );
  const [newest] = all;
  for (const [filter, matches] of [
    ['type: BUY', ({ type }: Trade) => type === 'BUY'],
    [`dtf: "${newest?.dtf.id}"`, ({ dtf }: Trade) => dtf.id === newest?.dtf.id],
    [`from: ${newest?.timestamp}`, ({ timestamp }: Trade) => timestamp === newest?.timestamp],
    [`to: ${(newest?.timestamp ?? 0) - 1}`, ({ timestamp }: Trade) => timestamp < (times[0] ?? 0)],
  ] as const) {
    const found = await read(`, filter: { ${filter} }`);
    expect(found.map(({ id }) => id)).toEqual(all.filter(matches).map(({ id }) => id));
  }
  const { data, errors } = await gateway.query<{
    portfolio: Record<'all' | 'late' | 'few', { timestamp: number; valueUsd: number }[]>;
    asset: { few: unknown[] };
    dtf: { few: { nav: number }[]; all: { nav: number }[] };
  }>(`{
    portfolio(address: "${wallet}") {
      all: history { timestamp valueUsd }
      late: history(from: ${newest?.timestamp}) { timestamp }
      few: history(maxPoints: 4) { valueUsd }
    }
    asset(symbol: "BTC") { few: priceHistory(maxPoints: 4) { value } }
    dtf(id: "${newest?.dtf.id}") { few: navSeries(maxPoints: 4) { timestamp nav } all: navSeries { nav } }
  }`);
  expect(errors).toBeUndefined();
  const { portfolio } = data;
  expect(portfolio.late.map(({ timestamp }) => timestamp)).toEqual(
    portfolio.all.map((point) => point.timestamp).filter((at) => at >= (newest?.timestamp ?? 0)),
  );
  expect(portfolio.few).toHaveLength(4);
  expect(data.asset.few).toHaveLength(4);
  const navs = data.dtf.all.map(({ nav }) => nav);
  expect(Math.max(...data.dtf.few.map(({ nav }) => nav))).toBe(Math.max(...navs));
});

test('error: a window that ends before it begins is refused', async () => {
  const { errors } = await gateway.query(
    `{ portfolio(address: "${node.state.shareLedger.wallets()[0]}") { history(from: 2, to: 1) { timestamp } } }`,
  );
  expect(errors).toEqual([
    expect.objectContaining({
      message: 'from must not be after to',
      extensions: expect.objectContaining({ code: 'INVALID_INPUT' }),
    }),
  ]);
});

test('default: quotes, snapshots and deployments say what REST says', async () => {
  const { data, errors } = await gateway.query<{
    asset: { quote: unknown };
    dtfs: { edges: { node: Dtf & { snapshot: unknown } }[] };
    deployments: unknown[];
  }>(`{
    asset(symbol: "btc") { quote { usd timestamp source } }
    dtfs(first: 1) { edges { node { itpId snapshot { navPerShareUsd aumUsd totalSupply } holdings { priceUsd } } } }
    deployments { id file chainId }
  }`);
  expect(errors).toBeUndefined();
  const { asset, dtfs, deployments } = data;
  const quote = (await getJson(gateway, '/price?asset=BTC')).body;
  expect(asset.quote).toEqual({
    ...{ usd: quote.price, timestamp: quote.timestamp, source: quote.source },
  });
  const [fund] = dtfs.edges.map((edge) => edge.node);
  const snapshot = (await getJson(gateway, `/snapshot?itp_id=${fund?.itpId}`)).body;
  expect(fund?.snapshot).toEqual({
    navPerShareUsd: snapshot.nav,
    aumUsd: snapshot.aum_usd,
    totalSupply: snapshot.total_supply,
  });
  expect(fund?.holdings).toEqual(
    snapshot.assets.map(({ price }: { price: number }) => ({ priceUsd: price })),
  );
  expect(deployments).toContainEqual(expect.objectContaining({ file: 'active-deployment.json' }));
});

test.each([
  ['dtfs(first: 1, last: 1)', 'first and after select a page forwards'],
  ['dtfs(last: 101)', 'last must be from 1 to 100'],
  ['dtfs(after: "x")', 'after must be a cursor of this list and order (dtfs AUM DESC)'],
  ['dtfs(filter: { ids: ["x"] })', 'filter.ids must be a global id of a DTF'],
  ['assets(filter: { heldByDtf: "x" })', 'filter.heldByDtf must be a global id of a DTF'],
])('error: %s', async (call, message) => {
  const { errors } = await gateway.query(`{ ${call} { totalCount } }`);
  expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT' } }]);
  expect(errors?.[0]?.message).toContain(message);
});

test('error: a cursor of another list', async () => {
  const { pageInfo } = await pageOf<Asset>('assets', 'first: 1', 'symbol');
  const { errors } = await gateway.query(`{ dtfs(after: "${pageInfo.endCursor}") { totalCount } }`);
  expect(errors?.[0]?.message).toContain('after must be a cursor of this list and order');
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { routeCases } from '../support/cases/route-cases.ts';
import { isolatedEnv, startGateway, startUpstream, type TestGateway } from '../support/gateway.ts';
import { dataNodeResponse } from '../support/world/data-node-responses.ts';
import { oracleResponse } from '../support/world/oracle-responses.ts';

/** Rewrites the JSON of an upstream's response. */
type Reformat = (json: string) => string;

/** A gateway whose data node and oracle reformat what they send in another way. */
async function startReformatting(reformat: Reformat) {
  const stack = new AsyncDisposableStack();
  const upstream = stack.use(
    await startUpstream((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://upstream');
      const asNode = dataNodeResponse(pathname, searchParams);
      const sent = asNode.status === 404 ? oracleResponse(pathname) : asNode;
      response.writeHead(sent.status ?? 200, { 'content-type': sent.type ?? 'application/json' });
      response.end(reformat(sent.body));
    }),
  );
  const gateway = stack.use(
    await startGateway(
      { ...isolatedEnv, DATA_NODE_URL: upstream.url, ORACLE_URLS: upstream.url },
      { clock: { now: () => 1_767_300_000_000 } },
    ),
  );
  return { gateway, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

/** Reads every time as the moment that it is. */
const withTimes = (_key: string, value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : value;

/** Not the bodies that are passed on as they are, and the streams, whose ids differ. */
const isParsed = ({ route, path }: (typeof routeCases)[number]) =>
  route.startsWith('GET') && !/^.(dn|vision.forwarded|deployment)|-stream/.test(path);
const reads = routeCases.filter(isParsed).map(({ path }) => path);

async function readAll({ rest }: TestGateway): Promise<Record<string, unknown>> {
  const all: Record<string, unknown> = {};
  for (const path of reads) {
    const response = await rest(path);
    all[path] = [response.status, JSON.parse(await response.text(), withTimes)];
  }
  return all;
}

let expected: Record<string, unknown>;
let plain: Awaited<ReturnType<typeof startReformatting>>;
beforeAll(async () => {
  plain = await startReformatting((json) => json);
  expected = await readAll(plain.gateway);
});
afterAll(() => plain[Symbol.asyncDispose]());

const withTime = (text: string) => (json: string) =>
  json
    .replaceAll('"2026-01-01T00:00:00Z"', text)
    .replaceAll('1767225600', text)
    .replaceAll('1767312000', text.replace('01-01', '01-02').replace('2025-12-31', '2026-01-01'));

const times: readonly string[] = [
  '2026-01-01 00:00:00+00',
  '2026-01-01 00:00:00.000000+00',
  '2025-12-31 18:00:00-06',
  '2026-01-01 05:30:00+05:30',
  '2026-01-01 00:00:00 UTC',
  '2026-01-01 00:00:00',
  '2026-01-01t00:00:00z',
];

test.each(times)('behavior: times such as %s are read everywhere', async (time) => {
  await using world = await startReformatting(withTime(JSON.stringify(time)));
  expect(await readAll(world.gateway)).toEqual(expected);
});

const wei = /"(\d{19,})"/g;
const price = /(?<=[:,])(\d+)\.(\d+)(?=[,}])/g;
const decimals: readonly (readonly [name: string, reformat: Reformat])[] = [
  ['wei as a JSON number', (json) => json.replace(wei, '$1')],
  ['wei with an exponent', (json) => json.replace(wei, (_all, digits) => `"${digits}E+0"`)],
  ['wei as a JSON number with an exponent', (json) => json.replace(wei, '$10e-1')],
  ['wei as NUMERIC', (json) => json.replace(wei, '"$1.000000000000000000"')],
  ['prices as NUMERIC', (json) => json.replace(price, '"$1.$2000000000000"')],
  [
    'prices with an exponent',
    (json) =>
      json
        .replace(price, '"$1$2E-000$2"')
        .replace(/E-000(\d+)"/g, (_all, fraction: string) => `E-${fraction.length}"`),
  ],
];

test.each(decimals)('behavior: %s gives the same response everywhere', async (_name, reformat) => {
  await using world = await startReformatting(reformat);
  expect(await readAll(world.gateway)).toEqual(expected);
});

const id = (digit: number) => `0x${'0'.repeat(63)}${digit}`;
const wallet = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

/** A gateway over a data node that sends one body for each path. */
async function startWith(bodies: Readonly<Record<string, string>>) {
  const stack = new AsyncDisposableStack();
  const node = stack.use(
    await startUpstream((request, response) => {
      const body = bodies[request.url?.split('?')[0] ?? ''];
      response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' });
      response.end(body ?? '{"error":"not found"}');
    }),
  );
  const urls = { DATA_NODE_URL: node.url, ORACLE_URLS: node.url };
  const gateway = stack.use(await startGateway(urls));
  return { ...gateway, node, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

const position = (itpId: unknown, shares = '"1000000000000000001"') =>
  `{"itp_id":${JSON.stringify(itpId)},"name":"n","symbol":"S","shares":${shares},"nav_per_share":2,
  "value_usd":2,"cost_basis_usd":1,"pnl_usd":1,"pnl_pct":100}`;
const portfolio = (...positions: readonly string[]) =>
  `{"total_value_usd":2,"total_pnl_usd":1,"total_pnl_pct":100,"positions":[${positions}]}`;
const positionsQuery = `{ portfolio(address: "${wallet}") { positions { id itpId shares pnlPct } } }`;

test('behavior: both APIs drop the same positions, whose ids are invalid, and count them', async () => {
  const rows = [position(id(3)), position(`0x${'0'.repeat(40)}`), position(null)];
  await using gateway = await startWith({ '/portfolio': portfolio(...rows) });
  const { positions } = (await (await gateway.rest(`/portfolio?address=${wallet}`)).json()) as {
    positions: { itp_id: string }[];
  };
  expect(positions.map(({ itp_id }) => itp_id)).toEqual([id(3)]);
  const { data, errors } = await gateway.query(positionsQuery);
  expect(errors).toBeUndefined();
  expect(data).toMatchObject({ portfolio: { positions: [{ itpId: id(3) }] } });
  expect(await (await fetch(`${gateway.url}/metrics`)).text()).toContain(
    'gateway_upstream_rows_dropped_total{resource="positions",reason="itp_id"} 2',
  );
});

test('behavior: two rows of one DTF are one position, with exact shares', async () => {
  const rows = [
    position(id(3), '1234567890123456789012'),
    position(id(3).toUpperCase().replace('X', 'x')),
  ];
  await using gateway = await startWith({ '/portfolio': portfolio(...rows) });
  const { data } = await gateway.query(positionsQuery);
  expect(data).toMatchObject({
    portfolio: { positions: [{ shares: '1235567890123456789013', pnlPct: 100 }] },
  });
});

test('error: a list without any valid row is an error, not an empty list', async () => {
  await using gateway = await startWith({
    '/portfolio': portfolio(position('0x'), position('no')),
  });
  expect((await gateway.rest(`/portfolio?address=${wallet}`)).status).toBe(502);
});

const trade = (fields: object) => ({
  ...{ tx_hash: `0x${'cd'.repeat(32)}`, timestamp: 1, type: 'buy', itp_id: id(1), itp_symbol: 'S' },
  ...{ shares: '1', price_per_share: 1, total_usd: 1, fee_usd: 0, ...fields },
});
const ranked = (fields: object) => ({
  ...{ itp_id: id(1), name: 'n', symbol: 'S', nav_per_share: 1, aum_usd: 1, total_supply: '1' },
  ...{ asset_count: 1, ...fields },
});
const player = (fields: object) => ({
  ...{ address: wallet, stake_per_tick: '1', balance: '1', start_tick: 1, has_bitmap: true },
  ...fields,
});
const state = (players: readonly object[]) => ({
  ...{ id: 3, creator: wallet, market_ids: [], tick_duration: 60, created_at_tick: 1 },
  ...{ paused: false, next_tick: 1_767_225_600, players },
});

/** Lists with one valid row and one that cannot be served. */
const lists: readonly {
  readonly name: string;
  readonly path: string;
  readonly body: unknown;
  readonly rest: string;
  readonly query: string;
}[] = [
  {
    name: 'trades',
    path: '/portfolio/trades',
    body: [trade({}), trade({ itp_id: '0x1' }), trade({ timestamp: 'soon' })],
    rest: `/portfolio/trades?address=${wallet}`,
    query: `{ portfolio(address: "${wallet}") { trades { edges { node { id dtf { itpId } timestamp } } } } }`,
  },
  {
    name: 'rankings',
    path: '/aum-ranking',
    body: [
      ranked({}),
      ranked({ itp_id: '0x' }),
      ranked({}),
      ranked({ itp_id: id(2), asset_count: 2 ** 40 }),
    ],
    rest: '/aum-ranking',
    query: '{ dtfs { edges { node { id itpId assetCount } } } }',
  },
  {
    name: 'players',
    path: '/vision/batch/3/state',
    body: state([
      player({}),
      player({ address: 'nobody' }),
      player({ address: wallet.toLowerCase() }),
    ]),
    rest: '/vision/batch/3/state',
    query: '{ batch(id: "3") { players { edges { node { id address startTick } } } } }',
  },
  {
    name: 'holdings',
    path: '/sim/holdings',
    body: {
      holdings: ['2026-01-01', 'yesterday'].map((rebalance_date) => ({
        ...{ rebalance_date, coin_id: 'c', symbol: 'C', weight: 1, quantity: 1, price_usd: 1 },
      })),
    },
    rest: '/sim/holdings?run_id=7',
    query: '{ simulations(ids: [7]) { holdings { rebalanceDate } } }',
  },
];

/** The longest list within a value. */
function listIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value)
    .map(listIn)
    .reduce((a, b) => (b.length > a.length ? b : a), []);
}

test.each(lists)('behavior: $name: both APIs leave out the same rows', async (list) => {
  await using gateway = await startWith({
    [list.path]: JSON.stringify(list.body),
    '/vision/batches': '{"batches":[]}',
    '/sim/compare': '{"simulations":[{"run_id":7,"nav_series":[{"date":"2026-01-01","nav":1}]}]}',
    '/sim/results': '{"results":[]}',
  });
  const response = await gateway.rest(list.rest);
  const { data, errors } = await gateway.query(list.query);
  expect([response.status, errors]).toEqual([200, undefined]);
  expect(listIn(await response.json())).toHaveLength(1);
  expect(listIn(data)).toHaveLength(1);
  expect(await (await fetch(`${gateway.url}/metrics`)).text()).toMatch(
    /gateway_upstream_rows_dropped_total\{resource="[\w-]+",reason="\w+"\} [1-9]/,
  );
});

/** What the data node calls the assets that it knows by these ids, in any case. */
const tickers: Readonly<Record<string, string>> = {
  bitcoin: 'BTC',
  '0x': 'ZRX',
  bitcoinUSDC: 'BTC',
};

test('behavior: /price takes ids, which the data node answers with tickers, and reuses connections', async () => {
  await using node = await startUpstream((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://node');
    const asset = searchParams.get('asset')?.toUpperCase() ?? '';
    const prices = pathname === '/latest-prices' ? { BTC: 1, ZRX: 2, ETH: 3 } : undefined;
    const [, ticker] = Object.entries(tickers).find(([id]) => id.toUpperCase() === asset) ?? [];
    const named = ticker ?? (asset === 'ETH' ? 'ETC' : undefined);
    const price = named && { asset: named, price: 1, timestamp: 1_767_225_600, source: 's' };
    const body = prices ?? price;
    response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body ?? { error: 'no such asset' }));
  });
  await using gateway = await startGateway({ DATA_NODE_URL: node.url });
  for (const [id, ticker] of Object.entries(tickers)) {
    const response = await gateway.rest(`/price?asset=${id}`);
    expect([id, response.status, await response.json()]).toMatchObject([
      id,
      200,
      { asset: ticker },
    ]);
  }
  for (const unknown of ['ethereum', '0x1', 'ETH', '%00', '__proto__']) {
    const response = await gateway.rest(`/price?asset=${unknown}`);
    expect([unknown, response.status]).toEqual([unknown, unknown === '%00' ? 400 : 404]);
  }
  expect(await (await fetch(`${gateway.url}/metrics`)).text()).not.toMatch(
    /gateway_upstream_distrusts_total\{.*\} [1-9]/,
  );
});

import type { ServerResponse } from 'node:http';
import { encodeCursor } from '../../src/graphql/connection/cursor.ts';
import { joinCompoundKey } from '../../src/lib/global-id.ts';
import { type FakeUpstream, startUpstream } from './gateway.ts';

const numbered = <T>(length: number, one: (at: number) => T): T[] =>
  Array.from({ length }, (_, at) => one(at));

const day = 86_400;
/** As many points as a history has from 2020 into 2028. */
const points = 3000;
const runs = 50;
const assets = 10_000;
const holdingCount = 64;
const funds = 50;
const variants = 50;
const daysOfRun = 2500;

const dateOf = (at: number) =>
  new Date((1_577_836_800 + at * day) * 1000).toISOString().slice(0, 10);
const series = numbered(points, (at) => ({
  date: dateOf(at),
  nav_date: dateOf(at),
  nav: 1 + at / 700,
  drawdown_pct: -at / 90,
}));
const stats = {
  total_return_pct: 84.2,
  annualized_return: 22.6,
  max_drawdown_pct: -61.5,
  sharpe_ratio: 0.71,
  total_fees_pct: 3.4,
  total_trades: 412,
  total_rebalances: 37,
  total_delistings: 2,
  start_date: '2023-01-01',
  end_date: '2025-12-31',
};
const run = (at: number) => ({
  run_id: at + 1,
  stats,
  nav_series: series.slice(0, daysOfRun),
  cached: false,
});
const sweep = numbered(variants, (at) => ({
  type: 'variant_done',
  variant: `category=c${at}`,
  variant_index: at,
  total_variants: variants,
  ...run(at),
}));
const fundId = (at: number) => `0x${(at + 1).toString(16).padStart(64, '0')}`;
const symbolOf = (at: number) => `S${at}`;
const prices = Object.fromEntries(numbered(2000, (at) => [symbolOf(at), at + 0.5]));
const basket = (at: number) => ({
  itp_id: fundId(at),
  name: `Fund ${at}`,
  symbol: `F${at}`,
  nav: 1.25,
  aum_usd: 1e6 - at,
  total_supply: '1000000000000000000',
  assets: numbered(holdingCount, (index) => ({
    symbol: symbolOf(index),
    name: `Asset ${index}`,
    weight: 1 / holdingCount,
    qty: '1000000000000000000',
    price: index + 0.5,
  })),
});

type Body = object | ((search: URLSearchParams) => object);

const bodies: Readonly<Record<string, Body>> = {
  '/vision/snapshot': (search) => {
    const source = search.get('source') ?? 'crypto';
    return {
      generatedAt: '2026-03-11T10:00:00Z',
      count: assets,
      limit: assets,
      snapshots: numbered(assets, (at) => ({
        assetId: `${source}-${at}`,
        source,
        symbol: symbolOf(at),
        name: `Asset ${at} of ${source}`,
        value: `${at}.25`,
        changePct: '-1.5',
        volume24h: null,
        marketCap: '1e9',
        category: 'things',
        fetchedAt: '2026-03-11T10:00:00.000Z',
      })),
    };
  },
  '/latest-prices': prices,
  '/fast-prices': prices,
  '/market/stats': { totalAssets: assets, totalActiveAssets: assets, sources: {} },
  '/market/prices/crypto/BTC/history': {
    prices: numbered(points, (at) => ({ timestamp: 1_577_836_800 + at * day, value: at / 7 })),
  },
  '/sim/categories': {
    categories: numbered(variants, (at) => ({
      id: `c${at}`,
      name: `Category ${at}`,
      coin_count: 9,
    })),
  },
  '/sim/compare': (search) => ({
    simulations: (search.get('run_ids') ?? '')
      .split(',')
      .map((id) => ({ run_id: Number(id), nav_series: series })),
  }),
  '/sim/results': {
    results: numbered(1000, (at) => ({
      id: at + 1,
      run_id: at + 1,
      category_id: 'all',
      top_n: 10,
      weighting: 'equal',
      rebalance_days: 30,
      base_fee_pct: 0.1,
      spread_multiplier: 1,
      computed_at: '2026-03-11T10:00:00Z',
      duration_ms: 12,
      ...stats,
    })),
  },
  '/aum-ranking': numbered(funds, (at) => {
    const { assets: held, nav, ...fund } = basket(at);
    return { ...fund, nav_per_share: nav, asset_count: held.length };
  }),
  '/snapshot': (search) => {
    const at = Number.parseInt(search.get('itp_id')?.slice(2) ?? '0', 16) - 1;
    return at >= 0 ? basket(at) : numbered(funds, basket);
  },
  '/itp-price': (search) => ({
    itp_id: search.get('itp_id'),
    nav: '1250000000000000000',
    nav_display: 1.25,
    assets_priced: holdingCount,
    assets_total: holdingCount,
    aum_usd: 1e6,
    total_supply: '1000000000000000000',
    source: 'data-node',
  }),
  '/nav-series': numbered(370, (at) => ({ timestamp: 1_700_000_000 + at * day, nav: 1 + at / 70 })),
  '/simple/price': (search) =>
    Object.fromEntries(
      (search.get('ids') ?? '')
        .split(',')
        .map((id) => [id, { usd: 1.5, usd_market_cap: 1e9, usd_24h_change: -1.25 }]),
    ),
};

const events: Readonly<Record<string, readonly object[]>> = {
  '/sim/sweep-stream': [
    ...sweep,
    { type: 'sweep_done', total_variants: variants, simulations: sweep },
  ],
  '/sim/run-stream': [{ type: 'result', computed_in_ms: 12, ...run(0) }],
};

/** How long the upstreams of `troubles` take to respond, ms; all fields of a document wait then. */
const delay = 250;

/** Base paths of the upstream below which responses are late, and of which some are errors. */
const troubles: Readonly<Record<string, RegExp>> = {
  '/late': /^$/,
  '/without-prices': /^\/(latest-prices|fast-prices|price)$/,
};

/** An upstream that sends the largest values that a gateway takes. */
export function startLargestValues(): Promise<FakeUpstream> {
  const texts = new Map<string, string>();
  return startUpstream((request, response) => {
    const { url = '' } = request;
    const [base = ''] = /^\/[\w-]+/.exec(url) ?? [];
    const failing = troubles[base];
    if (!failing) return respond(url, response);
    setTimeout(() => {
      const asked = url.slice(base.length);
      if (!failing.test(asked.split('?', 1)[0] ?? '')) return respond(asked, response);
      response.writeHead(500, { 'content-type': 'application/json' }).end('{"error":"broken"}');
    }, delay);
  });

  function respond(url: string, response: ServerResponse): void {
    const [path = '', query] = url.split('?', 2);
    const sent = events[path];
    if (sent) {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      return void response.end(sent.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''));
    }
    const body = Object.hasOwn(bodies, path) ? bodies[path] : undefined;
    response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' });
    if (!body) return void response.end('{"error":"not found"}');
    const text =
      texts.get(url) ??
      JSON.stringify(typeof body === 'function' ? body(new URLSearchParams(query)) : body);
    texts.set(url, text);
    response.end(text);
  }
}

/** A request at the limits of what is permitted. */
export type WorstRequest = {
  readonly kind: string;
  /** Below the origin. */
  readonly path: string;
  /** A document and its variables; null for GET. */
  readonly body: { readonly query: string; readonly variables?: object } | null;
  /** JSON where it is left out. */
  readonly accept?: string;
  /** Base path of the upstream, when it is in trouble. */
  readonly upstream?: keyof typeof troubles;
  /** The operation is sent beside an event stream (GraphQL over SSE, single connection mode). */
  readonly isBesideStream?: boolean;
  /** Longest permitted turn, ms, where it is shorter than that of all requests. */
  readonly maxTurn?: number;
  /** 200 without errors where it is left out. */
  readonly outcome?: { readonly status: number; readonly errors: number };
};

const graph = (
  kind: string,
  query: string,
  {
    variables,
    ...more
  }: Omit<WorstRequest, 'kind' | 'path' | 'body'> & { readonly variables?: object } = {},
): WorstRequest => ({
  kind,
  path: '/graphql',
  body: variables ? { query, variables } : { query },
  ...more,
});
const get = (kind: string, path: string): WorstRequest => ({ kind, path, body: null });

const asEvents = { accept: 'text/event-stream' };
const inParts = { accept: 'multipart/mixed' };
const asMultipartEvents = { accept: 'multipart/mixed;boundary="graphql";subscriptionSpec=1.0' };

const ids = numbered(runs, (at) => at + 1).join(',');
const aliases = (length: number, one: string) =>
  numbered(length, (at) => `a${at}: ${one}`).join(' ');
const fields =
  'sourceId assetId symbol name category value changePct volume24h marketCap fetchedAt';
const cursorOf = (at: number) =>
  encodeCursor('sourceAssets DEFAULT ASC', {
    key: at,
    naturalKey: joinCompoundKey(['crypto', `crypto-${at}`]),
    repeat: 0,
  });
const pages = numbered(22, (page) => {
  const after = page === 0 ? '' : `, after: "${cursorOf(page * 100 - 1)}"`;
  return `p${page}: prices(first: 100${after}) { ...page }`;
}).join(' ');
const fund = `dtf(id: "${fundId(0)}")`;
const everything = `id name symbol nav { wei usd source aumUsd totalSupply dtf { name symbol } } aumUsd
  navPerShareUsd change24hPct totalSupply assetCount snapshot { navPerShareUsd aumUsd totalSupply }
  holdings { weight asset { symbol price name marketCapUsd change24hPct } }
  navSeries(range: Y1) { timestamp nav } enrichment { holdings { symbol asset { price name }
  marketCapUsd } founders { totalFounders } defi { totalTvlUsd } funding { totalRounds } }`;
const nested =
  'id symbol name nav { wei source } holdings { weight quantity asset { symbol price } }';

const categories = numbered(variants, (at) => `c${at}`);
/** Its last event has the series of all variants. */
const sweepOf = `subscription { sweep(input: { sweep: CATEGORY, categoryId: "c0", topN: {n}, categories: ["${categories.join('", "')}"] }) { ... on SweepDone { variants { run { navSeries { date nav } } } } } }`;
const wholeSeries = `compareSimulations(ids: [${ids}]) { navSeries { date nav } }`;

/** All figures that are numbers, and those in lists. */
const figures = `{ totalReturnPct annualizedReturnPct volatilityPct downsideDeviationPct sharpe sortino
  calmar omega ulcerIndexPct maxDrawdownPct valueAtRiskPct expectedShortfallPct skewness
  excessKurtosis bestDay { date returnPct } worstDay { date returnPct } positiveDaysPct
  positiveMonthsPct probabilisticSharpe periodReturns { period returnPct }
  monthlyReturns { year month returnPct } yearlyReturns { year returnPct }
  drawdowns(first: 3) { peakDate depthPct } distribution(bins: 10) { fromPct count }
  rolling(days: 90, maxPoints: 20) { date sharpe } }`;
/** Longest turn that figures may take, ms. */
const figuresTurn = 50;

/** The largest permitted requests, by kind. */
export const worstRequests: readonly WorstRequest[] = [
  graph(
    'whole series of 50 runs, compared',
    `{ compareSimulations(ids: [${ids}]) { navSeries { date nav } } }`,
  ),
  graph(
    'whole series of 50 runs, one by one',
    `{ simulations(ids: [${ids}]) { navSeries { date nav } } }`,
  ),
  graph(
    '28 aliases of a leaf in series of 50 runs',
    `{ simulations(ids: [${ids}]) { navSeries(maxPoints: 300) { ${aliases(28, 'date')} } } }`,
  ),
  graph(
    '28 aliases of a leaf in a long series',
    `{ marketHistory(source: "crypto", asset: "BTC") { ${aliases(28, 'value')} } }`,
  ),
  graph(
    '28 aliases of a long series',
    `{ ${aliases(28, 'marketHistory(source: "crypto", asset: "BTC") { timestamp value }')} }`,
  ),
  graph('28 aliases of a fund', `{ ${aliases(28, `${fund} { ${nested} }`)} }`),
  graph(
    'all series of 50 funds',
    `{ dtfs(first: 50) { edges { node { navSeries(range: Y1) { timestamp nav } } } } }`,
  ),
  graph('50 funds with their holdings', `{ dtfs(first: 50) { edges { node { ${nested} } } } }`),
  graph(
    '22 pages of a snapshot',
    `{ snapshot(sourceId: "crypto") { totalAssets ${pages} } } fragment page on SourceAssetConnection { edges { node { ${fields} } } }`,
  ),
  graph('9,000 ids in nodes', 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', {
    variables: {
      ids: numbered(9000, (at) => Buffer.from(`A:${at % 10}`).toString('base64url')),
    },
    outcome: { status: 400, errors: 1 },
  }),
  graph(
    '100 ids in nodes',
    'query ($ids: [ID!]!) { nodes(ids: $ids) { id ... on Asset { symbol price heldBy { weight } } } }',
    {
      variables: {
        ids: numbered(100, (at) => Buffer.from(`Asset:S${at}`).toString('base64url')),
      },
    },
  ),
  get('the largest snapshot', '/api/vision/snapshot?source=crypto'),
  get('the comparison of 50 runs', `/api/sim/compare?run_ids=${ids}`),
  get('all results', '/api/sim/results'),
  get(
    'a sweep with 50 variants',
    `/api/sim/sweep-stream?sweep=category&top_n={n}&category_id=c0&categories=${categories}`,
  ),
  get('a run', '/api/sim/run-stream?category_id=c0&top_n={n}&weighting=equal&rebalance_days=30'),
  graph('whole series of 50 runs, as an event', `{ ${wholeSeries} }`, asEvents),
  graph('whole series of 50 runs, in one part', `{ ${wholeSeries} }`, inParts),
  graph(
    'whole series of 50 runs, deferred',
    `{ __typename ... @defer { ${wholeSeries} } }`,
    inParts,
  ),
  graph(
    'whole series of 50 runs, deferred, as an event',
    `{ __typename ... @defer { ${wholeSeries} } }`,
    asEvents,
  ),
  graph('a sweep with 50 variants, as events', sweepOf, asEvents),
  graph('a sweep with 50 variants, as parts', sweepOf, asMultipartEvents),
  graph('a sweep with 50 variants, beside a stream', sweepOf, { isBesideStream: true }),
  graph(
    '44,800 fields that wait for one value',
    `{ dtfs(first: 50) { edges { node { holdings { asset { ${aliases(14, 'marketCapUsd')} } } } } } }`,
    { upstream: '/late' },
  ),
  graph(
    '1,792 quotes that fail',
    `{ ${fund} { holdings { asset { ${aliases(28, 'quote { usd }')} } } } }`,
    { upstream: '/without-prices', outcome: { status: 200, errors: 1001 } },
  ),
  graph(
    '1,792 prices that fail',
    `{ ${fund} { holdings { asset { ${aliases(28, 'price')} } } } }`,
    { upstream: '/without-prices', outcome: { status: 200, errors: 1001 } },
  ),
  graph(
    '1,400 fields that are invalid',
    `{ simulations(ids: [${ids}]) { ${aliases(28, 'navSeries(maxPoints: 1) { date }')} } }`,
    { outcome: { status: 200, errors: 1001 } },
  ),
  graph(
    '17 funds with all below them, whose prices fail',
    `{ ${numbered(17, (at) => `f${at}: dtf(id: "${fundId(at)}") { ...all }`).join(' ')} } fragment all on Dtf { ${everything} }`,
    { upstream: '/without-prices', outcome: { status: 200, errors: 1001 } },
  ),
  graph(
    'all figures of 10 runs',
    `{ simulations(ids: [1,2,3,4,5,6,7,8,9,10]) { performance ${figures} } }`,
    {
      maxTurn: figuresTurn,
    },
  ),
  graph(
    'the selection among 50 runs',
    `{ simulationSelection(runs: [${ids}]) { probabilityOfOverfitting deflatedSharpe rankCorrelation } }`,
    { maxTurn: figuresTurn },
  ),
  graph(
    'figures of 50 funds',
    `{ dtfs(first: 50) { edges { node { performance { volatilityPct sortino maxDrawdownPct } } } } }`,
    { maxTurn: figuresTurn },
  ),
  get('an enrichment', `/api/itp-enrichment?itp_id=${fundId(0)}`),
];

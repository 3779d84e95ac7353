import type { UpstreamName } from '../faulty-world.ts';
import { itpId, runId, wallet } from '../world/data-node-responses.ts';
import { bitmap, bitmapHash } from '../world/oracle-responses.ts';

/** What a client sees when an upstream fails. */
export type ExpectedFailure = {
  readonly status: number;
  /** The `Cache-Control` of an answer that is no error. */
  readonly cacheControl?: string;
  /** Says what is wrong with the body of an answer that is no error. */
  // biome-ignore lint/suspicious/noExplicitAny: cases look into bodies of every shape
  readonly body?: (body: any) => boolean;
};

/** One thing that a route asks an upstream for. */
export type UpstreamRead = {
  readonly upstream: UpstreamName;
  /** The upstream's path, where the route asks for more than one thing. */
  readonly path?: string;
  /** The route gives up on it after this long, milliseconds. */
  readonly timeout: number;
  /** What comes of an upstream that gives nothing usable; 502 when left out. */
  readonly broken?: ExpectedFailure;
  /** What comes of JSON that is none of the stated things; as `broken` when left out. */
  readonly nonsense?: ExpectedFailure;
  /** What comes of an upstream's own 500; as `broken` when left out. */
  readonly failed?: ExpectedFailure;
  /** What comes of a 429 with a reason; the same 429 when left out. */
  readonly refused?: ExpectedFailure;
  /** An upstream that must be down for this to be asked for. */
  readonly without?: UpstreamName;
  /** True where a body that never ends is allowed to: an event stream. */
  readonly endless?: boolean;
};

/** A valid request of a route, and what it reads. */
export type RouteCase = {
  /** Method and path as the Route names them. */
  readonly route: string;
  /** Below `/api`. */
  readonly path: string;
  /** Of a POST. */
  readonly body?: unknown;
  readonly reads: readonly UpstreamRead[];
};

const get = (route: string, query: string, ...reads: readonly UpstreamRead[]): RouteCase => ({
  route: `GET ${route}`,
  path: route + query,
  reads,
});
const at = (route: string, path: string, ...reads: readonly UpstreamRead[]): RouteCase => ({
  route: `GET ${route}`,
  path,
  reads,
});
const dataNode = (timeout = 10_000): UpstreamRead => ({ upstream: 'dataNode', timeout });

const onChain: ExpectedFailure = { status: 200, body: ({ source }) => source === 'onchain' };
const noHealth: ExpectedFailure = {
  status: 200,
  body: ({ network, snapshots }) => network === null || snapshots.length === 0,
};
const withoutBasket: ExpectedFailure = {
  status: 200,
  cacheControl: 'private, no-cache',
  body: ({ holdings }) => holdings.length === 0,
};
const without = (
  isMissing: NonNullable<ExpectedFailure['body']>,
): Pick<UpstreamRead, 'broken' | 'refused' | 'nonsense'> => {
  const broken = { status: 200, cacheControl: 'public, s-maxage=10', body: isMissing };
  // A list of rows that mean nothing is a list without anything in it.
  return { broken, refused: broken, nonsense: { status: 200, body: isMissing } };
};

/** What is only a number beside the answer may be missing. */
const sameWithout = { broken: { status: 200 }, refused: { status: 200 } } as const;

const run = '?category_id=all&top_n=5&weighting=equal&rebalance_days=30';
const categories: UpstreamRead = { upstream: 'dataNode', path: '/sim/categories', timeout: 15_000 };
const computing = (path: string): UpstreamRead => ({
  upstream: 'dataNode',
  path,
  timeout: 10_000,
  endless: true,
});
const explorer: UpstreamRead = {
  ...dataNode(15_000),
  nonsense: noHealth,
  refused: { status: 502 },
};

/** Each of three oracles is given this long, one after the other. */
const oracles = (each = 3000): UpstreamRead => ({ upstream: 'oracles', timeout: 3 * each });

/** Every route with what it reads; where a route has branches, a case for each. */
export const routeCases: readonly RouteCase[] = [
  get('/price', '?asset=BTC', dataNode(3000)),
  get('/prices', '', dataNode(3000)),
  get('/latest-prices', '', dataNode(3000)),
  get('/fast-prices', '', dataNode(3000)),
  get('/market/history', '?source=crypto&asset=bitcoin', dataNode(15_000)),
  get(
    '/itp-price',
    `?itp_id=${itpId}`,
    { ...dataNode(3000), broken: onChain, refused: onChain },
    { upstream: 'l3', timeout: 5000, without: 'dataNode', refused: { status: 502 } },
  ),
  get('/nav-series', `?itp_id=${itpId}&range=30d`, dataNode()),
  get('/aum-ranking', '', dataNode()),
  get('/snapshot', '', dataNode(5000)),
  get('/snapshot', `?itp_id=${itpId}`, dataNode(5000)),
  get(
    '/itp-enrichment',
    `?itp_id=${itpId}`,
    { ...dataNode(5000), broken: withoutBasket, refused: withoutBasket },
    {
      upstream: 'marketData',
      path: '/simple/price',
      timeout: 5000,
      ...without((body) => body.holdings[0].market_cap === undefined && body.defi !== undefined),
    },
    {
      upstream: 'marketData',
      path: '/coins/markets',
      timeout: 5000,
      ...without((body) => body.holdings[0].image === undefined && body.defi !== undefined),
    },
    {
      upstream: 'defiData',
      path: '/protocols',
      timeout: 5000,
      ...without((body) => body.defi === undefined && body.funding !== undefined),
    },
    {
      upstream: 'defiData',
      path: '/raises',
      timeout: 5000,
      ...without((body) => body.funding === undefined && body.defi !== undefined),
    },
  ),
  get('/portfolio', `?address=${wallet}`, dataNode()),
  get('/portfolio/history', `?address=${wallet}`, dataNode()),
  get('/portfolio/trades', `?address=${wallet}`, dataNode()),
  get('/lending/position', `?address=${wallet}`, dataNode()),
  get('/lending/history', `?address=${wallet}`, dataNode()),
  get('/lending/markets', '', dataNode()),
  get('/user-state', `?address=${wallet}`, dataNode()),
  get('/vault-balances', '', dataNode()),
  get('/sim/categories', '', dataNode(15_000)),
  get('/sim/run', run, categories, computing('/sim/run-stream')),
  get('/sim/run-stream', run, categories, computing('/sim/run-stream')),
  get('/sim/sweep-stream', `${run}&sweep=top_n`, categories, computing('/sim/sweep-stream')),
  get('/sim/holdings', `?run_id=${runId}`, dataNode(15_000)),
  get('/sim/compare', `?run_ids=${runId}`, dataNode(15_000)),
  get('/sim/results', '', dataNode(15_000)),
  get('/sim/benchmarks', '?start_date=2021-01-01', dataNode(15_000)),
  get('/vision/batches', '', oracles()),
  get('/vision/markets', '', oracles()),
  at('/vision/batch/{id}/state', '/vision/batch/3/state', oracles()),
  at('/vision/batch/{id}/history', '/vision/batch/3/history', {
    ...oracles(),
    failed: { status: 500 },
  }),
  at('/vision/reveal/{batch_id}/{tick_id}', '/vision/reveal/3/12', oracles()),
  {
    route: 'POST /vision/backtest',
    path: '/vision/backtest',
    body: { batch_id: 3, bitmap_hex: bitmap },
    reads: [oracles(10_000)],
  },
  {
    route: 'POST /vision/bitmap',
    path: '/vision/bitmap',
    body: { batch_id: 3, player: wallet, bitmap_hex: bitmap, expected_hash: bitmapHash },
    reads: [],
  },
  at('/vision/balance/{batch_id}/{address}', `/vision/balance/3/${wallet}`, oracles()),
  get('/vision/leaderboard', '', oracles()),
  get(
    '/vision/snapshot',
    '',
    { upstream: 'dataNode', path: '/vision/snapshot', timeout: 15_000, refused: { status: 502 } },
    { upstream: 'dataNode', path: '/market/stats', timeout: 5000, ...sameWithout },
  ),
  get('/vision/snapshot', '?source=crypto', {
    upstream: 'dataNode',
    path: '/vision/snapshot',
    timeout: 30_000,
  }),
  get(
    '/vision/snapshot/meta',
    '',
    { upstream: 'dataNode', path: '/market/stats', timeout: 5000, refused: { status: 502 } },
    { upstream: 'dataNode', path: '/sources/registry', timeout: 5000, ...sameWithout },
  ),
  get('/vision/sources', '', dataNode(5000)),
  at('/vision/{*path}', '/vision/stats/global', { ...oracles(5000), endless: true }),
  get('/deployment', '?file=active-deployment.json'),
  get('/explorer/health', '?endpoint=latest', explorer),
  get('/explorer/health', '?endpoint=history&range=24h', explorer),
  {
    route: 'POST /faucet',
    path: '/faucet',
    body: { address: wallet, amount: '5', gas: true },
    reads: [
      {
        upstream: 'l3',
        timeout: 5000,
        broken: { status: 500 },
        refused: { status: 500 },
      },
      {
        upstream: 'settlement',
        timeout: 5000,
        broken: { status: 200, body: ({ gas }) => typeof gas.error === 'string' },
        refused: { status: 200, body: ({ gas }) => typeof gas.error === 'string' },
      },
    ],
  },
  {
    route: 'GET /dn/{*path}',
    path: '/dn/latest-prices',
    reads: [{ ...dataNode(300_000), endless: true }],
  },
];

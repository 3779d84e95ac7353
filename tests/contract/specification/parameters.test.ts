import { expect, test } from 'vitest';
import { z } from 'zod';
import { domainModules } from '../../../src/domains/index.ts';

/** A parameter as the specification states it. */
type Stated = {
  readonly route: string;
  readonly name: string;
  readonly required?: true;
  readonly default?: unknown;
  /** A value that the specification allows. */
  readonly takes: unknown;
};

/** Those of a simulation. In a sweep the base may be left out: it has defaults. */
function simulation(route: string): readonly Stated[] {
  const base = route.includes('sweep') ? {} : ({ required: true } as const);
  const list: readonly Omit<Stated, 'route'>[] = [
    { name: 'category_id', required: true, takes: 'all' },
    { name: 'top_n', ...base, takes: '10' },
    { name: 'weighting', ...base, takes: 'equal' },
    { name: 'rebalance_days', ...base, takes: '30' },
    { name: 'base_fee_pct', default: 0.1, takes: '0.25' },
    { name: 'spread_multiplier', default: 1, takes: '1.5' },
    { name: 'start_date', takes: '2020-01-01' },
    { name: 'force', default: false, takes: 'true' },
    { name: 'threshold_pct', takes: '5' },
    { name: 'fng_mode', takes: 'both' },
    { name: 'fng_fear_threshold', default: 25, takes: '20' },
    { name: 'fng_greed_threshold', default: 75, takes: '80' },
    { name: 'fng_cash_pct', default: 0.4, takes: '0.5' },
    { name: 'dom_mode', takes: 'inverse' },
    { name: 'dom_lookback', default: 30, takes: '60' },
    { name: 'vc_mode', takes: 'funding' },
    { name: 'vc_investors', takes: 'a16z,paradigm' },
    { name: 'vc_min_amount_m', takes: '2.5' },
    { name: 'vc_round_types', takes: 'seed,series_a' },
  ];
  return list.map((one) => ({ route, ...one }));
}

const id = `0x${'0'.repeat(63)}1`;
const wallet = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

const stated: readonly Stated[] = [
  { route: 'GET /price', name: 'asset', required: true, takes: 'BTC' },
  { route: 'GET /itp-price', name: 'itp_id', required: true, takes: id },
  { route: 'GET /nav-series', name: 'itp_id', required: true, takes: id },
  ...['1d', '7d', '30d', '90d', '1y'].map(
    (range): Stated => ({ route: 'GET /nav-series', name: 'range', required: true, takes: range }),
  ),
  { route: 'GET /snapshot', name: 'itp_id', takes: id },
  { route: 'GET /itp-enrichment', name: 'itp_id', required: true, takes: id },
  { route: 'GET /portfolio', name: 'address', required: true, takes: wallet },
  { route: 'GET /portfolio/history', name: 'address', required: true, takes: wallet },
  { route: 'GET /portfolio/trades', name: 'address', required: true, takes: wallet },
  ...['GET /sim/run', 'GET /sim/run-stream', 'GET /sim/sweep-stream'].flatMap(simulation),
  ...['top_n', 'weighting', 'rebalance', 'category', 'threshold'].map(
    (sweep): Stated => ({
      route: 'GET /sim/sweep-stream',
      name: 'sweep',
      required: true,
      takes: sweep,
    }),
  ),
  { route: 'GET /sim/sweep-stream', name: 'categories', takes: 'all,dl-dexes' },
  { route: 'GET /sim/holdings', name: 'run_id', required: true, takes: '7' },
  { route: 'GET /sim/holdings', name: 'date', takes: '2024-02-29' },
  { route: 'GET /sim/compare', name: 'run_ids', required: true, takes: '1,2,3' },
  { route: 'GET /sim/results', name: 'category_id', takes: 'all' },
  { route: 'GET /sim/benchmarks', name: 'start_date', required: true, takes: '2020-01-01' },
  { route: 'GET /sim/benchmarks', name: 'end_date', takes: '2024-12-31' },
  { route: 'GET /vision/batch/{id}/state', name: 'id', required: true, takes: '3' },
  { route: 'GET /vision/batch/{id}/history', name: 'id', required: true, takes: '3' },
  {
    route: 'GET /vision/reveal/{batch_id}/{tick_id}',
    name: 'batch_id',
    required: true,
    takes: '3',
  },
  {
    route: 'GET /vision/reveal/{batch_id}/{tick_id}',
    name: 'tick_id',
    required: true,
    takes: '12',
  },
  { route: 'POST /vision/backtest', name: 'batch_id', required: true, takes: 3 },
  // Its absence is told after the batch was found, so it is looked at later than the others.
  { route: 'POST /vision/backtest', name: 'bitmap_hex', takes: '0xb0' },
  { route: 'POST /vision/backtest', name: 'code', takes: 'return 1' },
  { route: 'POST /vision/backtest', name: 'ticks', default: 50, takes: 200 },
  {
    route: 'GET /vision/balance/{batch_id}/{address}',
    name: 'batch_id',
    required: true,
    takes: '3',
  },
  {
    route: 'GET /vision/balance/{batch_id}/{address}',
    name: 'address',
    required: true,
    takes: wallet,
  },
  { route: 'GET /vision/snapshot', name: 'source', takes: 'crypto' },
  // These two are looked at by the handler, in the order of checks that the specification gives.
  { route: 'GET /deployment', name: 'file', takes: 'active-deployment.json' },
  { route: 'GET /explorer/health', name: 'endpoint', takes: 'latest' },
  { route: 'GET /explorer/health', name: 'range', takes: '30d' },
  { route: 'GET /market/history', name: 'source', required: true, takes: 'weather' },
  { route: 'GET /market/history', name: 'asset', required: true, takes: 'berlin' },
  { route: 'GET /market/history', name: 'from', takes: '1767225600' },
  { route: 'GET /market/history', name: 'to', takes: '1767312000' },
  { route: 'POST /faucet', name: 'address', required: true, takes: wallet },
  { route: 'POST /faucet', name: 'amount', default: '100', takes: '10000' },
  { route: 'POST /faucet', name: 'gas', default: false, takes: true },
];

const routes = domainModules.flatMap((domain) => domain.routes);

test.each(stated)(
  'args: $route takes $name = $takes, required and default as specified',
  ({ route, name, required, takes, ...rest }) => {
    const found = routes.find(({ method, path }) => `${method} ${path}` === route);
    const shapes = { ...found?.params?.shape, ...found?.query?.shape, ...found?.body?.shape };
    const shape = shapes[name] as z.ZodType | undefined;
    if (!shape) throw new Error(`${route} has no ${name}`);
    const taken = shape.safeParse(takes);
    expect(taken.error).toBeUndefined();
    const absent = z.safeParse(shape, undefined);
    expect(absent.success).toBe(required !== true);
    // Wei are what an amount becomes.
    const unit = name === 'amount' ? `${rest.default}${'0'.repeat(18)}` : rest.default;
    const fallback = Object.hasOwn(rest, 'default') ? unit : undefined;
    const isSwept =
      route.includes('sweep') && ['top_n', 'weighting', 'rebalance_days'].includes(name);
    if (absent.success && !isSwept) expect(absent.data).toEqual(fallback);
  },
);

test.each([
  ['fng_mode', ['fear', 'greed', 'both']],
  ['dom_mode', ['btc', 'eth', 'inverse']],
])('args: %s takes the specified values', (name, values) => {
  const run = routes.find(({ path }) => path === '/sim/run');
  const shape = run?.query?.shape[name] as z.ZodType | undefined;
  for (const value of values) expect(shape?.safeParse(value).error).toBeUndefined();
});

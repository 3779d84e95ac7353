import { afterAll, beforeAll, expect, test } from 'vitest';
import { startUpstream } from '../support/gateway.ts';
import {
  longestTurn,
  maxTurn,
  measureTurns,
  startMeteredGateway,
} from '../support/measure-turns.ts';
import { itpId } from '../support/world/data-node-responses.ts';
import { row } from '../vision/support/fake-values.ts';

const times = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));
const words = (length: number) => 'words '.repeat(Math.ceil(length / 6)).slice(0, length);

const day = (n: number) =>
  new Date(Date.UTC(2019, 0, 1) + n * 86_400_000).toISOString().slice(0, 10);
const series = (points: number) =>
  times(points, (n) => ({
    nav_date: day(n),
    nav: n === 0 ? 1 : 1 + Math.sin(n) / 3,
    drawdown_pct: -10 - 10 * Math.sin(n),
  }));
const stats = {
  total_return_pct: 20.5,
  annualized_return: 10.1,
  max_drawdown_pct: -50.2,
  sharpe_ratio: 0.5,
  total_fees_pct: 1.5,
  total_trades: 12,
  total_rebalances: 3,
  total_delistings: 1,
  start_date: '2019-01-01',
  end_date: '2025-01-01',
};
const config = { category_id: 'all', top_n: 5, weighting: 'equal', rebalance_days: 30 };
const run = (id: number) => ({
  run_id: id,
  config,
  stats,
  nav_series: series(2500),
  cached: false,
  computed_in_ms: 42,
});
const protocol = (n: number, length: number) => ({
  id: `${n}`,
  name: `Protocol ${n}`,
  symbol: n % 3 === 0 ? 'BTC' : `P${n}`,
  gecko_id: n % 3 === 0 ? 'bitcoin' : null,
  tvl: 1e9 / (n + 1),
  change_1d: 0.5,
  change_7d: '-1.25',
  description: words(length),
});
const raise = (n: number) => ({
  date: 1_600_000_000 + n,
  name: n % 3 === 0 ? 'BTC' : `Project ${n}`,
  round: 'Seed',
  amount: n % 50,
  valuation: null,
  leadInvestors: [`Investor ${n % 70}`],
  otherInvestors: times(5, (m) => `Other investor ${(n * m) % 900}`),
  category: 'DeFi',
  sector: words(250),
  defillamaId: n % 3 === 0 ? 'bitcoin' : null,
});
const basket = {
  itp_id: itpId,
  name: 'One',
  symbol: 'ONE',
  nav: 10.25,
  aum_usd: 1025,
  total_supply: '1',
  assets: [{ symbol: 'BTC', name: 'Bitcoin', weight: 1, qty: '91000000000000', price: 67_250.5 }],
};
const snapshot = (count: number, length: number) => ({
  generatedAt: '2026-09-21T13:34:00Z',
  snapshots: times(count, (n) => ({ ...row('big', n), description: words(length) })),
});
const result = (id: number) => ({
  id,
  category_id: 'all',
  top_n: 5,
  weighting: 'equal',
  rebalance_days: 30,
  ...stats,
  base_fee_pct: 0.1,
  spread_multiplier: 1,
  computed_at: '2026-01-01T00:00:00Z',
  duration_ms: 42,
});
const holding = (n: number) => ({
  rebalance_date: day(n % 2500),
  coin_id: `coin-${n % 200}`,
  symbol: `C${n % 200}`,
  weight: 0.005,
  quantity: n / 7,
  price_usd: n / 3,
});
type Case = {
  readonly what: string;
  readonly path: string;
  readonly bodies: Readonly<Record<string, () => unknown>>;
  readonly isStream?: true;
};

const enrichment = (rest: Case['bodies']): Case['bodies'] => ({
  '/snapshot': () => basket,
  '/simple/price': () => ({}),
  '/coins/markets': () => [],
  '/protocols': () => [],
  '/raises': () => ({ raises: [] }),
  ...rest,
});
const cases: readonly Case[] = [
  {
    what: 'a snapshot of 10,000 assets',
    path: '/vision/snapshot?source=big',
    bodies: { '/vision/snapshot': () => snapshot(10_000, 0) },
  },
  {
    what: 'a snapshot of 24 MB',
    path: '/vision/snapshot?source=big',
    bodies: { '/vision/snapshot': () => snapshot(69_000, 0) },
  },
  {
    what: '7,000 protocols, 10 MB',
    path: `/itp-enrichment?itp_id=${itpId}`,
    bodies: enrichment({ '/protocols': () => times(7000, (n) => protocol(n, 1300)) }),
  },
  {
    what: '29,000 protocols, 32 MB',
    path: `/itp-enrichment?itp_id=${itpId}`,
    bodies: enrichment({ '/protocols': () => times(29_000, (n) => protocol(n, 900)) }),
  },
  {
    what: '7,000 raises, 4 MB',
    path: `/itp-enrichment?itp_id=${itpId}`,
    bodies: enrichment({ '/raises': () => ({ raises: times(7000, raise) }) }),
  },
  {
    what: '29,000 raises',
    path: `/itp-enrichment?itp_id=${itpId}`,
    bodies: enrichment({ '/raises': () => ({ raises: times(29_000, raise) }) }),
  },
  {
    what: '10,000 results',
    path: '/sim/results',
    bodies: { '/sim/results': () => ({ results: times(10_000, result) }) },
  },
  {
    what: 'a run of 2,500 days',
    path: '/sim/run-stream?category_id=all&top_n=5&weighting=equal&rebalance_days=30',
    bodies: { '/sim/run-stream': () => [{ type: 'result', ...run(7) }] },
    isStream: true,
  },
  {
    what: 'a comparison of 50 runs',
    path: `/sim/compare?run_ids=${times(50, (n) => n + 1).join(',')}`,
    bodies: {
      '/sim/compare': () => ({
        simulations: times(50, (n) => ({ run_id: n + 1, nav_series: series(2500) })),
      }),
    },
  },
  {
    what: '50,000 holdings',
    path: '/sim/holdings?run_id=7',
    bodies: { '/sim/holdings': () => ({ holdings: times(50_000, holding) }) },
  },
];

const bodies = new Map<string, Buffer>();
const categories = JSON.stringify({ categories: [{ id: 'all', name: 'All', coin_count: 9 }] });
let upstream: Awaited<ReturnType<typeof startUpstream>>;

beforeAll(async () => {
  upstream = await startUpstream((request, response) => {
    const path = request.url?.split('?', 1)[0] ?? '';
    const body = bodies.get(path);
    const type = path.endsWith('-stream') ? 'text/event-stream' : 'application/json';
    response.writeHead(body ? 200 : 404, { 'content-type': type });
    response.end(body ?? '{"error":"not found"}');
  });
});
afterAll(() => upstream[Symbol.asyncDispose]());

test.each(cases)(
  'behavior: $what takes no turn of more than 100 ms',
  async (asked) => {
    bodies.clear();
    bodies.set('/sim/categories', Buffer.from(categories));
    for (const [path, make] of Object.entries(asked.bodies)) {
      const made = make();
      const text = asked.isStream
        ? (made as object[]).map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
        : JSON.stringify(made);
      bodies.set(path, Buffer.from(text));
    }
    const size = Math.max(...[...bodies.values()].map(({ length }) => length));
    const best = await measureTurns(`${asked.what}, ${size} bytes`, async () => {
      // Nothing is cached in a new process.
      await using gateway = await startMeteredGateway(upstream.url);
      await longestTurn(gateway);
      const response = await fetch(`${gateway.url}/api${asked.path}`);
      const answer = Buffer.from(await response.arrayBuffer());
      expect(response.status, answer.toString('utf8', 0, 200)).toBe(200);
      // Awaited before the gateway is stopped.
      return await longestTurn(gateway);
    });
    expect(best).toBeLessThan(maxTurn);
  },
  240_000,
);

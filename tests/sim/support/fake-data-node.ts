import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A computation that the gateway has asked for, driven by the test. */
export type FakeRun = {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly send: (...events: object[]) => void;
  /** Writes bytes as they are. */
  readonly write: (bytes: string) => void;
  readonly end: () => void;
  /** Breaks the connection. */
  readonly cut: () => void;
  /** Resolves when the connection is gone. */
  readonly closed: Promise<void>;
};

/** A data node on a real socket whose computations the test drives by hand. */
export type FakeDataNode = {
  readonly url: string;
  /** Every request so far, path and query. */
  readonly requests: readonly string[];
  /** Connections that carry a computation now. */
  readonly openRuns: () => number;
  /** The next computation that is asked for. */
  readonly nextRun: () => Promise<FakeRun>;
  /** Answers of plain routes by path; a function sees the query. */
  readonly answers: Record<string, FakeResponse | ((query: URLSearchParams) => FakeResponse)>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
};

export type FakeResponse = { readonly status?: number; readonly body: unknown };

export const categories = [
  { id: 'all', name: 'All', coin_count: 200, market_cap: 2e12, source: 'coingecko' },
  { id: 'dl-dexes', name: 'Dexes', coin_count: 30, market_cap: 1e10, source: 'defillama' },
];

export const stats = {
  total_return_pct: 20,
  annualized_return: 10,
  max_drawdown_pct: -50,
  sharpe_ratio: 0.5,
  total_fees_pct: 1,
  total_trades: 12,
  total_rebalances: 3,
  total_delistings: 1,
  start_date: '2021-01-01',
  end_date: '2021-01-03',
};

/** Three days: up, then down to half of the peak. */
export const upstreamSeries = [
  { nav_date: '2021-01-01', nav: 1, drawdown_pct: 0 },
  { nav_date: '2021-01-02', nav: 2.4, drawdown_pct: 0 },
  { nav_date: '2021-01-03', nav: 1.2, drawdown_pct: -50 },
];

export const publicSeries = upstreamSeries.map(({ nav_date, ...rest }) => ({
  date: nav_date,
  nav_date,
  ...rest,
}));

/** The last event of a run. */
export const resultEvent = {
  type: 'result',
  run_id: 7,
  config: { category_id: 'all', top_n: 5, weighting: 'equal', rebalance_days: 30 },
  stats,
  nav_series: upstreamSeries,
  cached: false,
  computed_in_ms: 42,
};

/** The run of that event, under a number, in the list of results. */
export const listedRun = (id = resultEvent.run_id) => ({
  ...{ id, ...resultEvent.config, ...stats, base_fee_pct: 0.1, spread_multiplier: 1 },
  ...{ computed_at: '2026-01-01T00:00:00Z', duration_ms: resultEvent.computed_in_ms },
});

/** The same run compared. */
export const comparedRun = { run_id: resultEvent.run_id, nav_series: upstreamSeries };

/** What it held on its second day. */
export const upstreamHolding = {
  rebalance_date: '2021-01-02',
  coin_id: 'bitcoin',
  symbol: 'BTC',
  weight: 0.25,
  quantity: 2,
  price_usd: 100,
};

export const progressEvent = (pct: number) => ({
  type: 'progress',
  current_date: '2021-01-02',
  total_dates: 3,
  pct,
});

export const variantEvent = (index: number, total: number) => ({
  type: 'variant_done',
  variant: `top_n=${index}`,
  variant_index: index,
  total_variants: total,
  run_id: 100 + index,
  stats,
  nav_series: upstreamSeries,
  cached: false,
});

/** Starts a data node that knows the categories and leaves computations to the test. */
export async function startFakeDataNode(): Promise<FakeDataNode> {
  const requests: string[] = [];
  const waiting: ((run: FakeRun) => void)[] = [];
  const arrived: FakeRun[] = [];
  let openRuns = 0;
  const responses: FakeDataNode['answers'] = { '/sim/categories': { body: { categories } } };

  function startRun(path: string, query: URLSearchParams, response: ServerResponse): void {
    openRuns += 1;
    const closed = once(response, 'close').then(() => {
      openRuns -= 1;
    });
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
    const run: FakeRun = {
      path,
      query,
      send: (...events) => {
        for (const event of events) response.write(`data: ${JSON.stringify(event)}\n\n`);
      },
      write: (bytes) => response.write(bytes),
      end: () => response.end(),
      cut: () => response.destroy(),
      closed,
    };
    const next = waiting.shift();
    if (next) next(run);
    else arrived.push(run);
  }

  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://fake');
    requests.push(request.url ?? '/');
    const given = responses[pathname];
    const answer = typeof given === 'function' ? given(searchParams) : given;
    if (!answer && /^\/sim\/(run|sweep)-stream$/.test(pathname)) {
      return startRun(pathname, searchParams, response);
    }
    response.writeHead(answer?.status ?? (answer ? 200 : 404), {
      'content-type': 'application/json',
    });
    response.end(JSON.stringify(answer?.body ?? { error: 'not here' }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    openRuns: () => openRuns,
    nextRun: () =>
      new Promise((resolve) => {
        const run = arrived.shift();
        if (run) resolve(run);
        else waiting.push(resolve);
      }),
    answers: responses,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

import { z } from 'zod';
import { jsonRoute, type Route, streamRoute } from '../../http/route.ts';
import { formatEvent, formatLastEvent } from '../../http/sse/sse-writer.ts';
import { mapMaybePromise } from '../../lib/maybe-promise.ts';
import { mapEvents } from '../../streaming/map-events.ts';
import { toBenchmarkRows } from './benchmark-rows.ts';
import type { SimContext } from './loaders.ts';
import {
  calendarDayTextSchema,
  createTrimmedTextSchema,
  wholeNumberTextSchema,
} from './parameters/query-value-schemas.ts';
import {
  type RunParameters,
  runQuerySchema,
  type SweepParameters,
  sweepQuerySchema,
} from './parameters/run-query.ts';
import { toRunRequest, toSweepRequest } from './parameters/sim-request.ts';
import { finalEventId } from './resume-stream.ts';
import type { PublicRunEvent, PublicSweepEvent } from './run-simulation.ts';
import {
  benchmarkResponseSchema,
  categoryResponseSchema,
  comparedRunSeriesResponseSchema,
  publicRunEventSchema,
  publicSweepEventSchema,
  runHoldingResponseSchema,
  runResultResponseSchema,
  runSummaryResponseSchema,
} from './schema.ts';
import { getEventDeliveryMode } from './simulation-events.ts';

const tag = 'simulation';
const unavailable = {
  502: {
    when: 'the data node is unavailable or the computation failed',
    message: 'the data node is unavailable; try again later',
  },
};
const computeErrors = {
  400: {
    when: 'a parameter is malformed, out of range, unknown, repeated or missing, or there is nothing to compute',
    message: 'top_n must be a whole number from 1 to 1000',
  },
  404: { when: 'unknown category_id', message: 'unknown category_id; see /sim/categories' },
  503: {
    when: 'too many simulations are in progress',
    message: 'too many simulations are under way',
  },
  ...unavailable,
};
const streamErrors = {
  ...computeErrors,
  429: {
    when: 'too many event streams from this client',
    message: 'too many event streams from this client',
  },
};

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
const navSeries = [{ date: '2023-01-01', nav_date: '2023-01-01', nav: 1, drawdown_pct: 0 }];
const config = { category_id: 'all', top_n: 10, weighting: 'equal', rebalance_days: 30 };
const result = {
  run_id: 1,
  config,
  stats,
  nav_series: navSeries,
  cached: false,
  computed_in_ms: 12,
};
const place = { variant: 'top_n=5', variant_index: 0, total_variants: 7 };
const variant = { ...place, run_id: 1, stats, nav_series: navSeries, cached: false };
const tooFew = 'not enough coins: 3 available';
const failure = { type: 'error', error: tooFew, message: tooFew };
const shutdownEvent = {
  type: 'error',
  error: 'the service is restarting; try again',
  message: 'the service is restarting; try again',
};

/** Formats events as SSE frames; only the last one, result or error, has an id, if any has. */
const framesOf =
  (input: RunParameters | SweepParameters, hasIds: boolean) =>
  (event: PublicRunEvent | PublicSweepEvent) => {
    const deliveryMode = getEventDeliveryMode(event);
    const hasId = hasIds && deliveryMode === 'terminal';
    const made = hasId ? formatLastEvent(event, finalEventId(input)) : formatEvent(event);
    return mapMaybePromise(made, (frame) => ({ frame, deliveryMode }));
  };

/** Schema of a run id, at most the largest integer that a JavaScript number represents. */
const runId = wholeNumberTextSchema('run_id', { from: 1, to: Number.MAX_SAFE_INTEGER });

/** Parses run ids, keeps their order and skips items that are not ids. */
const runIds = createTrimmedTextSchema(
  'run_ids must be 1 to 50 comma-separated run ids',
  (text) => {
    const items = text.split(',', 51);
    if (text === '' || items.length > 50) return undefined;
    const ids = items.map((item) => (/^ *\d{1,15} *$/.test(item) ? Number(item) : 0));
    return [...new Set(ids.filter((id) => id > 0))];
  },
);

/** The series of a run of six years in JSON, bytes. */
const seriesBytes = 200_000;

export const simRoutes: readonly Route<SimContext>[] = [
  jsonRoute({
    path: '/sim/categories',
    tag,
    summary: 'Categories that can be backtested',
    description:
      'The categories of coins that a simulation can choose from. The `id` is the value of `category_id`; the weightings that use protocol metrics need one that starts with `dl-`.',
    response: z.object({ categories: z.array(categoryResponseSchema) }),
    example: {
      categories: [
        { id: 'all', name: 'All', coin_count: 182, market_cap: 2.4e12, source: 'coingecko' },
      ],
    },
    csv: ({ categories }) => categories,
    policy: 'simCategories',
    errors: unavailable,
    handle: async (_input, context: SimContext) => ({
      categories: [...(await context.loaders.sim.categories())],
    }),
  }),
  jsonRoute({
    path: '/sim/run',
    tag,
    summary: 'One simulation, cached when possible',
    description:
      'Backtests an index strategy: the `top_n` coins of a category by market cap, weighted by a scheme and rebalanced every `rebalance_days` days. Unknown parameters are rejected, because a misspelt one would silently give a different backtest.',
    query: runQuerySchema,
    response: runResultResponseSchema,
    example: result,
    csv: ({ nav_series }) => nav_series,
    policy: 'simRun',
    // A later response has `cached: true`, so a CDN must not reuse this one.
    cacheControl: (body) => ((body as { cached: boolean }).cached ? null : 'no-store'),
    errors: computeErrors,
    handle: (input, context: SimContext) => context.loaders.sim.run(input),
  }),
  streamRoute({
    path: '/sim/run-stream',
    tag,
    summary: 'One simulation with its progress, as server-sent events',
    description:
      'Events of type `progress`, then exactly one `result` or `error`. Only the last one has an id, and only for a request whose `Accept` names `text/event-stream`; a client that reconnects with it as `Last-Event-ID` gets 204, which ends an `EventSource`. Identical requests share one computation.',
    query: runQuerySchema,
    event: publicRunEventSchema,
    example: [
      { type: 'progress', pct: 50, current_date: '2024-06-30', total_dates: 1096 },
      { type: 'result', ...result },
      failure,
    ],
    shutdownEvent: shutdownEvent,
    finalEventId,
    errors: streamErrors,
    check: (input) => void toRunRequest(input),
    subscribe: async (input, context: SimContext, hasIds) =>
      mapEvents(await context.loaders.sim.openRun(input), framesOf(input, hasIds)),
  }),
  streamRoute({
    path: '/sim/sweep-stream',
    tag,
    summary: 'Many simulations that differ in one parameter, as server-sent events',
    description:
      'Varies the parameter that `sweep` names and keeps the others fixed. Events of type `progress`, `variant_done` and `variant_error`, then exactly one `sweep_done` or `error`. Only the last one has an id, and only for a request whose `Accept` names `text/event-stream`; a client that reconnects with it as `Last-Event-ID` gets 204, which ends an `EventSource`.',
    query: sweepQuerySchema,
    event: publicSweepEventSchema,
    example: [
      {
        type: 'progress',
        ...place,
        pct: 7,
        current_date: '2024-06-30',
        total_dates: 1096,
        message: 'top_n=5: 2024-06-30',
      },
      { type: 'variant_done', ...variant },
      { type: 'variant_error', ...place, error: tooFew, message: tooFew },
      {
        type: 'sweep_done',
        total_variants: 7,
        simulations: [{ type: 'variant_done', ...variant }],
      },
      failure,
    ],
    shutdownEvent: shutdownEvent,
    finalEventId,
    errors: streamErrors,
    check: (input) => void toSweepRequest(input),
    subscribe: async (input, context: SimContext, hasIds) =>
      mapEvents(await context.loaders.sim.openSweep(input), framesOf(input, hasIds)),
  }),
  jsonRoute({
    path: '/sim/holdings',
    tag,
    summary: 'Holdings of a run after a rebalance, by weight descending',
    description:
      'The coins of a finished run after its rebalance on `date`, with weight, quantity and price.',
    query: z.object({
      run_id: runId.meta({ description: 'Run id, from a run or /sim/results', example: 1 }),
      date: calendarDayTextSchema('date')
        .optional()
        .meta({ description: 'Day of the rebalance, YYYY-MM-DD; the latest by default' }),
    }),
    response: z.object({ holdings: z.array(runHoldingResponseSchema) }),
    example: {
      holdings: [
        {
          rebalance_date: '2025-12-03',
          coin_id: 'bitcoin',
          symbol: 'BTC',
          weight: 0.1,
          weight_pct: 10,
          quantity: 0.0000019,
          price_usd: 67250.5,
          price: 67250.5,
        },
      ],
    },
    csv: ({ holdings }) => holdings,
    policy: 'simHoldings',
    errors: {
      400: {
        when: 'run_id or date is malformed',
        message: 'date must be a date YYYY-MM-DD',
      },
      404: { when: 'unknown run', message: 'run 999999 does not exist' },
      ...unavailable,
    },
    handle: async ({ run_id, date }, context: SimContext) => ({
      holdings: [...(await context.loaders.sim.holdings(run_id, date))],
    }),
  }),
  jsonRoute({
    path: '/sim/compare',
    tag,
    summary: 'NAV series of several runs; unknown runs are omitted',
    description:
      'The daily NAV of each named run, in the order of the request. Items that are not run ids are skipped.',
    query: z.object({
      run_ids: runIds.meta({
        description: 'Comma-separated run ids, at most 50',
        pattern: '^[0-9]{1,15}(,[0-9]{1,15}){0,49}$',
        example: '1,2',
      }),
    }),
    response: z.object({ simulations: z.array(comparedRunSeriesResponseSchema) }),
    example: { simulations: [{ run_id: 1, nav_series: navSeries }] },
    csv: ({ simulations }) =>
      simulations.flatMap(({ run_id, nav_series }) =>
        nav_series.map((point) => ({ run_id, ...point })),
      ),
    policy: 'simComparison',
    estimateBytes: ({ run_ids }) => run_ids.length * seriesBytes,
    errors: {
      400: {
        when: 'run_ids is missing or too long',
        message: 'run_ids must be 1 to 50 comma-separated run ids',
      },
      ...unavailable,
    },
    handle: async (input, context: SimContext) => ({
      simulations: [...(await context.loaders.sim.compare(input.run_ids))],
    }),
  }),
  jsonRoute({
    path: '/sim/results',
    tag,
    summary: 'Cached results, newest first',
    description:
      'The parameters and statistics of the runs that the data node has stored, of all categories or of one.',
    query: z.object({
      category_id: z
        .string()
        .trim()
        .min(1, 'category_id must not be empty')
        .max(100, 'category_id must be at most 100 characters')
        .optional()
        .meta({ description: 'Only this category; all by default' }),
    }),
    response: z.object({ results: z.array(runSummaryResponseSchema) }),
    example: {
      results: [
        {
          id: 1,
          ...config,
          ...stats,
          base_fee_pct: 0.1,
          spread_multiplier: 1,
          computed_at: '2026-01-01T00:00:00Z',
          duration_ms: 12,
        },
      ],
    },
    csv: ({ results }) => results,
    policy: 'simResults',
    errors: {
      400: { when: 'category_id is malformed', message: 'category_id must not be empty' },
      ...unavailable,
    },
    handle: async (input, context: SimContext) => ({
      results: [...(await context.loaders.sim.results(input.category_id))],
    }),
  }),
  jsonRoute({
    path: '/sim/benchmarks',
    tag,
    summary: 'Benchmark series of BTC and ETH, 1.0 on the first day',
    description:
      'Daily prices of BTC and ETH from `start_date` to `end_date`, divided by the price on the first day.',
    query: z.object({
      start_date: calendarDayTextSchema('start_date').meta({
        description: 'First day, YYYY-MM-DD',
        example: '2023-01-01',
      }),
      end_date: calendarDayTextSchema('end_date')
        .optional()
        .meta({ description: 'Last day; today by default' }),
    }),
    response: z.object({ benchmarks: z.array(benchmarkResponseSchema) }),
    example: {
      benchmarks: [
        { symbol: 'BTC', coin_id: 'bitcoin', nav_series: [{ nav_date: '2023-01-01', nav: 1 }] },
      ],
    },
    csv: ({ benchmarks }) => toBenchmarkRows(benchmarks),
    policy: 'benchmarks',
    errors: {
      400: {
        when: 'a date is missing or malformed, or they are in the wrong order',
        message: 'start_date must be a date YYYY-MM-DD',
      },
      ...unavailable,
    },
    handle: async ({ start_date, end_date }, context: SimContext) => ({
      benchmarks: [...(await context.loaders.sim.benchmarks(start_date, end_date))],
    }),
  }),
];

import { z } from 'zod';
import { jsonRoute, type Route, streamRoute } from '../../http/route.ts';
import { formatSseEvent, lastEventFrame } from '../../http/sse/sse-writer.ts';
import { mapEvents } from '../../streaming/map-events.ts';
import type { SimContext } from './loaders.ts';
import { calendarDayText, parsedText, wholeNumberText } from './parameters/query-value-schemas.ts';
import {
  type RunInput,
  runQuerySchema,
  type SweepInput,
  sweepQuerySchema,
} from './parameters/run-query.ts';
import { toRunRequest, toSweepRequest } from './parameters/sim-request.ts';
import { finalEventId } from './resume-stream.ts';
import type { PublicRunEvent, PublicSweepEvent } from './run-simulation.ts';
import {
  benchmarkSchema,
  categorySchema,
  comparedRunSchema,
  resultEntrySchema,
  runHoldingSchema,
  runResultSchema,
} from './schema.ts';
import { retentionOf } from './simulation-events.ts';

const tag = 'simulation';
const unavailable = { 502: 'the data node is unavailable or the computation failed' };
const computeErrors = {
  400: 'a parameter is malformed, out of range, unknown, repeated or missing, or there is nothing to compute',
  404: 'unknown category_id',
  503: 'too many simulations are under way',
  ...unavailable,
};
const streamErrors = { ...computeErrors, 429: 'too many event streams from this client' };

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
const goodbye = {
  type: 'error',
  error: 'the service is restarting; try again',
  message: 'the service is restarting; try again',
};

/** Formats events as SSE frames; only the last one, result or error, has an id. */
const framesOf = (input: RunInput | SweepInput) => (event: PublicRunEvent | PublicSweepEvent) => {
  const retention = retentionOf(event);
  const frame =
    retention === 'terminal' ? lastEventFrame(event, finalEventId(input)) : formatSseEvent(event);
  return { frame, retention };
};

/** The upper limit is the largest integer that a number represents exactly. */
const runId = wholeNumberText('run_id', { from: 1, to: Number.MAX_SAFE_INTEGER });

/** Parses run ids, keeps their order and skips items that are not ids. */
const runIds = parsedText('run_ids must be 1 to 50 comma-separated run ids', (text) => {
  const items = text.split(',', 51);
  if (text === '' || items.length > 50) return undefined;
  const ids = items.map((item) => (/^ *\d{1,15} *$/.test(item) ? Number(item) : 0));
  return [...new Set(ids.filter((id) => id > 0))];
});

export const simRoutes: readonly Route<SimContext>[] = [
  jsonRoute({
    path: '/sim/categories',
    tag,
    summary: 'Categories that can be backtested',
    response: z.object({ categories: z.array(categorySchema) }),
    example: {
      categories: [
        { id: 'all', name: 'All', coin_count: 182, market_cap: 2.4e12, source: 'coingecko' },
      ],
    },
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
    query: runQuerySchema,
    response: runResultSchema,
    example: result,
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
      'Events of type progress, then exactly one result or error, which alone has an id: who reconnects with it as Last-Event-ID gets 204. Identical requests share one computation.',
    query: runQuerySchema,
    example: [
      { type: 'progress', pct: 50, current_date: '2024-06-30', total_dates: 1096 },
      { type: 'result', ...result },
    ],
    shutdownEvent: goodbye,
    finalEventId,
    errors: streamErrors,
    check: (input) => void toRunRequest(input),
    subscribe: async (input, context: SimContext) =>
      mapEvents(await context.loaders.sim.openRun(input), framesOf(input)),
  }),
  streamRoute({
    path: '/sim/sweep-stream',
    tag,
    summary: 'Many simulations that differ in one parameter, as server-sent events',
    description:
      'Events of type progress, variant_done and variant_error, then exactly one sweep_done or error, which alone has an id: who reconnects with it as Last-Event-ID gets 204.',
    query: sweepQuerySchema,
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
      {
        type: 'sweep_done',
        total_variants: 7,
        simulations: [{ type: 'variant_done', ...variant }],
      },
    ],
    shutdownEvent: goodbye,
    finalEventId,
    errors: streamErrors,
    check: (input) => void toSweepRequest(input),
    subscribe: async (input, context: SimContext) =>
      mapEvents(await context.loaders.sim.openSweep(input), framesOf(input)),
  }),
  jsonRoute({
    path: '/sim/holdings',
    tag,
    summary: 'What a run held after a rebalance, heaviest first',
    query: z.object({
      run_id: runId.meta({ description: 'From a run or /sim/results', example: '1' }),
      date: calendarDayText('date')
        .optional()
        .meta({ description: 'Day of the rebalance, YYYY-MM-DD; the latest when left out' }),
    }),
    response: z.object({ holdings: z.array(runHoldingSchema) }),
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
    policy: 'simHoldings',
    errors: { 400: 'run_id or date is malformed', 404: 'unknown run', ...unavailable },
    handle: async ({ run_id, date }, context: SimContext) => ({
      holdings: [...(await context.loaders.sim.holdings(run_id, date))],
    }),
  }),
  jsonRoute({
    path: '/sim/compare',
    tag,
    summary: 'NAV series of several runs; unknown runs are left out',
    query: z.object({
      run_ids: runIds.meta({ description: 'Comma-separated run ids, at most 50', example: '1,2' }),
    }),
    response: z.object({ simulations: z.array(comparedRunSchema) }),
    example: { simulations: [{ run_id: 1, nav_series: navSeries }] },
    policy: 'simComparison',
    errors: { 400: 'run_ids is missing or too long', ...unavailable },
    handle: async (input, context: SimContext) => ({
      simulations: [...(await context.loaders.sim.compare(input.run_ids))],
    }),
  }),
  jsonRoute({
    path: '/sim/results',
    tag,
    summary: 'Cached results, newest first',
    query: z.object({
      category_id: z
        .string()
        .trim()
        .min(1, 'category_id must not be empty')
        .max(100, 'category_id must be at most 100 characters')
        .optional()
        .meta({ description: 'Only this category; all when left out' }),
    }),
    response: z.object({ results: z.array(resultEntrySchema) }),
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
    policy: 'simResults',
    errors: { 400: 'category_id is malformed', ...unavailable },
    handle: async (input, context: SimContext) => ({
      results: [...(await context.loaders.sim.results(input.category_id))],
    }),
  }),
  jsonRoute({
    path: '/sim/benchmarks',
    tag,
    summary: 'BTC and ETH, 1.0 on the first day',
    query: z.object({
      start_date: calendarDayText('start_date').meta({
        description: 'First day, YYYY-MM-DD',
        example: '2023-01-01',
      }),
      end_date: calendarDayText('end_date').optional().meta({ description: 'Today when left out' }),
    }),
    response: z.object({ benchmarks: z.array(benchmarkSchema) }),
    example: {
      benchmarks: [
        { symbol: 'BTC', coin_id: 'bitcoin', nav_series: [{ nav_date: '2023-01-01', nav: 1 }] },
      ],
    },
    policy: 'benchmarks',
    errors: {
      400: 'a date is missing or malformed, or they are in the wrong order',
      ...unavailable,
    },
    handle: async ({ start_date, end_date }, context: SimContext) => ({
      benchmarks: [...(await context.loaders.sim.benchmarks(start_date, end_date))],
    }),
  }),
];

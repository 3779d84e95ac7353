import { z } from 'zod';
import { daySchemaFormat, timeSchemaFormat } from '../../http/openapi-formats.ts';

const day = z.string().meta({ description: 'Calendar day, YYYY-MM-DD', ...daySchemaFormat });

/** One day of a run; the day has two names, because clients use either. */
export const runNavPointResponseSchema = z
  .object({
    date: day,
    nav_date: day.describe('The same day'),
    nav: z.number().describe('Value of the portfolio; 1.0 on the first day'),
    drawdown_pct: z.number().describe('Below the highest value so far, percent, at most 0'),
  })
  .meta({ id: 'SimulationNavPoint' });

/** The statistics of a run; unknown upstream fields are passed on. */
export const runStatsResponseSchema = z
  .looseObject({
    total_return_pct: z.number().describe('Cumulative return, percent'),
    annualized_return: z.number().describe('Annualized return, percent'),
    max_drawdown_pct: z.number().describe('Maximum peak-to-trough decline, percent, at most 0'),
    sharpe_ratio: z.number().describe('Risk-adjusted return'),
    total_fees_pct: z.number().describe('Cumulative fees over all rebalances, percent'),
    total_trades: z.number().int().describe('Individual trades executed'),
    total_rebalances: z.number().int().describe('Rebalance events'),
    total_delistings: z.number().int().describe('Assets removed mid-backtest'),
    start_date: day,
    end_date: day,
  })
  .meta({ id: 'SimulationStats' });

/** The body of /sim/run. */
export const runResultResponseSchema = z
  .object({
    run_id: z.number().int().describe('Run id, for /sim/holdings and /sim/compare'),
    config: z.record(z.string(), z.unknown()).describe('The parameters it was computed with'),
    stats: runStatsResponseSchema,
    nav_series: z.array(runNavPointResponseSchema).describe('Daily NAV points, starting at 1.0'),
    cached: z.boolean().describe('True when served from a cache'),
    computed_in_ms: z.number().int().describe('Computation time, milliseconds; 0 when cached'),
  })
  .meta({ id: 'SimulationRun' });

/** Entry of /sim/categories. */
export const categoryResponseSchema = z
  .object({
    id: z.string().describe('Slug for category_id'),
    name: z.string(),
    coin_count: z.number().int().describe('Coins that can be bought today'),
    market_cap: z.number().nullable().describe('Total market cap of the coins, USD'),
    source: z
      .string()
      .meta({ description: 'Provider of the data', enum: ['coingecko', 'defillama'] }),
  })
  .meta({ id: 'SimulationCategory' });

/** Entry of /sim/holdings; weight and price have two names, because clients use either. */
export const runHoldingResponseSchema = z
  .object({
    rebalance_date: day.describe('The rebalance that produced the holding'),
    coin_id: z.string(),
    symbol: z.string().describe('Ticker'),
    weight: z.number().describe('Share of the portfolio, 0 to 1'),
    weight_pct: z.number().describe('The same in percent'),
    quantity: z.number().describe('Units held per unit of initial capital'),
    price_usd: z.number().describe('USD'),
    price: z.number().describe('The same value'),
  })
  .meta({ id: 'SimulationHolding' });

/** Entry of /sim/compare. */
export const comparedRunSeriesResponseSchema = z
  .object({ run_id: z.number().int(), nav_series: z.array(runNavPointResponseSchema) })
  .meta({ id: 'ComparedSimulation' });

/** Entry of /sim/results. */
export const runSummaryResponseSchema = z
  .object({
    id: z.number().int().describe('run_id'),
    category_id: z.string(),
    top_n: z.number().int(),
    weighting: z.string(),
    rebalance_days: z.number().int(),
    ...runStatsResponseSchema.shape,
    base_fee_pct: z.number().describe('Percent'),
    spread_multiplier: z.number(),
    computed_at: z.string().meta({ description: 'ISO 8601', ...timeSchemaFormat }),
    duration_ms: z.number().describe('Computation time, milliseconds'),
  })
  .meta({ id: 'SimulationResultEntry' });

/** Entry of /sim/benchmarks. */
export const benchmarkResponseSchema = z
  .object({
    symbol: z.string().describe('BTC or ETH'),
    coin_id: z.string(),
    nav_series: z
      .array(z.object({ nav_date: day, nav: z.number().describe('Price; 1.0 on the first day') }))
      .describe('Daily'),
  })
  .meta({ id: 'SimulationBenchmark' });

const progressFields = {
  type: z.literal('progress'),
  pct: z.number().min(0).max(100).describe('Progress, percent'),
  current_date: z.string().describe('The day being simulated, YYYY-MM-DD; empty before the first'),
  total_dates: z.number().int().optional().describe('Total number of days'),
  message: z.string().optional().describe('The progress as text'),
};
const variantFields = {
  variant: z.string().describe('Label of the variant').meta({ example: 'top_n=5' }),
  variant_index: z.number().int().min(0).describe('Number of the variant, from 0'),
  total_variants: z.number().int().min(0).describe('Total number of variants'),
};
const failureFields = {
  error: z.string().describe('Why it failed'),
  message: z.string().describe('The same text; clients read either field'),
};

const errorEventSchema = z
  .object({ type: z.literal('error'), ...failureFields })
  .meta({ id: 'SimulationErrorEvent', description: 'The last event of a failed computation' });

/** An event of /sim/run-stream. */
export const publicRunEventSchema = z.discriminatedUnion('type', [
  z.looseObject(progressFields).meta({ id: 'SimulationProgressEvent' }),
  z
    .looseObject({ type: z.literal('result'), ...runResultResponseSchema.shape })
    .meta({ id: 'SimulationResultEvent', description: 'The last event: the body of /sim/run' }),
  errorEventSchema,
]);

const {
  config: _config,
  computed_in_ms: _time,
  ...variantResultFields
} = runResultResponseSchema.shape;
const variantDoneSchema = z
  .looseObject({ type: z.literal('variant_done'), ...variantFields, ...variantResultFields })
  .meta({ id: 'SweepVariantEvent', description: 'The result of one variant' });

/** An event of /sim/sweep-stream. */
export const publicSweepEventSchema = z.discriminatedUnion('type', [
  z
    .looseObject({ ...progressFields, ...z.object(variantFields).partial().shape })
    .meta({ id: 'SweepProgressEvent' }),
  variantDoneSchema,
  z
    .object({ type: z.literal('variant_error'), ...variantFields, ...failureFields })
    .meta({ id: 'SweepVariantErrorEvent', description: 'One variant failed; the others continue' }),
  z
    .object({
      type: z.literal('sweep_done'),
      total_variants: variantFields.total_variants,
      simulations: z.array(variantDoneSchema).describe('The finished variants'),
    })
    .meta({ id: 'SweepDoneEvent', description: 'The last event of a sweep' }),
  errorEventSchema,
]);

export type ProgressEvent = z.infer<z.ZodObject<typeof progressFields>>;
export type VariantPosition = z.infer<z.ZodObject<typeof variantFields>>;
export type RunNavPoint = z.infer<typeof runNavPointResponseSchema>;
export type RunStats = z.infer<typeof runStatsResponseSchema>;
export type RunResult = z.infer<typeof runResultResponseSchema>;
export type SimCategory = z.infer<typeof categoryResponseSchema>;
export type RunHolding = z.infer<typeof runHoldingResponseSchema>;
export type ComparedRun = z.infer<typeof comparedRunSeriesResponseSchema>;
export type RunSummary = z.infer<typeof runSummaryResponseSchema>;
export type Benchmark = z.infer<typeof benchmarkResponseSchema>;
export type BenchmarkPoint = Benchmark['nav_series'][number];

import { z } from 'zod';

const day = z.string().describe('Calendar day, YYYY-MM-DD');

/** One day of a run; the day has two names, because clients use either. */
export const runNavPointSchema = z
  .object({
    date: day,
    nav_date: day.describe('The same day'),
    nav: z.number().describe('Value of the portfolio; 1.0 on the first day'),
    drawdown_pct: z.number().describe('Below the highest value so far, percent, at most 0'),
  })
  .meta({ id: 'SimulationNavPoint' });

/** The statistics of a run; unknown upstream fields are passed on. */
export const runStatsSchema = z
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
export const runResultSchema = z
  .object({
    run_id: z.number().int().describe('For /sim/holdings and /sim/compare'),
    config: z.record(z.string(), z.unknown()).describe('The parameters it was computed with'),
    stats: runStatsSchema,
    nav_series: z.array(runNavPointSchema).describe('Daily NAV points, starting at 1.0'),
    cached: z.boolean().describe('True when served from a cache'),
    computed_in_ms: z.number().int().describe('Computation time, milliseconds; 0 when cached'),
  })
  .meta({ id: 'SimulationRun' });

/** Entry of /sim/categories. */
export const categorySchema = z
  .object({
    id: z.string().describe('Slug for category_id'),
    name: z.string(),
    coin_count: z.number().int().describe('Coins that can be bought today'),
    market_cap: z.number().nullable().describe('Their market caps together, USD'),
    source: z.string().describe('coingecko or defillama'),
  })
  .meta({ id: 'SimulationCategory' });

/** Entry of /sim/holdings; weight and price have two names, because clients use either. */
export const runHoldingSchema = z
  .object({
    rebalance_date: day.describe('The rebalance after which this was held'),
    coin_id: z.string(),
    symbol: z.string().describe('Ticker'),
    weight: z.number().describe('Share of the portfolio, 0 to 1'),
    weight_pct: z.number().describe('The same in percent'),
    quantity: z.number().describe('Units held per unit of initial capital'),
    price_usd: z.number().describe('USD'),
    price: z.number().describe('The same'),
  })
  .meta({ id: 'SimulationHolding' });

/** Entry of /sim/compare. */
export const comparedRunSchema = z
  .object({ run_id: z.number().int(), nav_series: z.array(runNavPointSchema) })
  .meta({ id: 'ComparedSimulation' });

/** Entry of /sim/results. */
export const resultEntrySchema = z
  .object({
    id: z.number().int().describe('run_id'),
    category_id: z.string(),
    top_n: z.number().int(),
    weighting: z.string(),
    rebalance_days: z.number().int(),
    ...runStatsSchema.shape,
    base_fee_pct: z.number().describe('Percent'),
    spread_multiplier: z.number(),
    computed_at: z.string().describe('ISO 8601'),
    duration_ms: z.number().describe('Computation time, milliseconds'),
  })
  .meta({ id: 'SimulationResultEntry' });

/** Entry of /sim/benchmarks. */
export const benchmarkSchema = z
  .object({
    symbol: z.string().describe('BTC or ETH'),
    coin_id: z.string(),
    nav_series: z
      .array(z.object({ nav_date: day, nav: z.number().describe('Price; 1.0 on the first day') }))
      .describe('Daily'),
  })
  .meta({ id: 'SimulationBenchmark' });

export type RunNavPoint = z.infer<typeof runNavPointSchema>;
export type RunStats = z.infer<typeof runStatsSchema>;
export type RunResult = z.infer<typeof runResultSchema>;
export type SimCategory = z.infer<typeof categorySchema>;
export type RunHolding = z.infer<typeof runHoldingSchema>;
export type ComparedRun = z.infer<typeof comparedRunSchema>;
export type ResultEntry = z.infer<typeof resultEntrySchema>;
export type Benchmark = z.infer<typeof benchmarkSchema>;
export type BenchmarkPoint = Benchmark['nav_series'][number];

import { z } from 'zod';
import { looseNumber } from '../../core/wire.ts';
import type {
  Benchmark,
  Category,
  ComparedRun,
  Holding,
  NavPoint,
  ResultEntry,
  RunStats,
} from './shapes.ts';

/** What data nodes send, documented or as in wire-facts 1.14 and 1.15, turned into our shapes. */

type SentPoint = Readonly<Record<'date' | 'nav_date' | 'nav' | 'drawdown_pct', unknown>>;

/**
 * Every point with both spellings of its day, and its drawdown where it was not sent. Thousands
 * of points come with every run, so they are checked by hand.
 */
const navSeries = z.array(z.unknown()).transform((points, issues): NavPoint[] => {
  let peak = Number.NEGATIVE_INFINITY;
  const series: NavPoint[] = [];
  for (const point of points) {
    const { date, nav_date, nav, drawdown_pct } = (point ?? {}) as SentPoint;
    const day = date ?? nav_date;
    if (typeof day !== 'string' || typeof nav !== 'number' || !Number.isFinite(nav)) {
      issues.addIssue('a point needs a date and a nav');
      return z.NEVER;
    }
    peak = Math.max(peak, nav);
    const drawdown = typeof drawdown_pct === 'number' ? drawdown_pct : 100 * (nav / peak - 1);
    series.push({ date: day, nav_date: day, nav, drawdown_pct: drawdown });
  }
  return series;
});

const counted = {
  total_return_pct: looseNumber,
  annualized_return: looseNumber,
  max_drawdown_pct: looseNumber,
  sharpe_ratio: looseNumber,
  total_fees_pct: looseNumber,
  total_trades: looseNumber,
  total_rebalances: looseNumber,
  total_delistings: looseNumber,
};
const sentStats = z.looseObject({
  ...counted,
  start_date: z.string().optional(),
  end_date: z.string().optional(),
});
const sentRun = z.object({
  run_id: looseNumber,
  config: z.record(z.string(), z.unknown()).optional(),
  stats: sentStats,
  nav_series: navSeries,
  cached: z.boolean().default(false),
  computed_in_ms: looseNumber.default(0),
});

/** First and last day are those of the series where the node does not name them. */
function completeStats(stats: z.output<typeof sentStats>, points: readonly NavPoint[]): RunStats {
  const start_date = stats.start_date ?? points[0]?.date ?? '';
  const end_date = stats.end_date ?? points.at(-1)?.date ?? '';
  return { ...stats, start_date, end_date };
}

/** A result event or body; the config is missing where the node sent none. */
export const run = sentRun.transform(({ run_id, config, stats, nav_series, ...rest }) => ({
  run_id,
  config,
  stats: completeStats(stats, nav_series),
  nav_series,
  ...rest,
}));

/** A finished variant of a sweep. */
export const variant = sentRun
  .omit({ config: true, computed_in_ms: true })
  .extend({ variant: z.string(), variant_index: looseNumber, total_variants: looseNumber })
  .transform(({ variant, variant_index, total_variants, run_id, stats, nav_series, cached }) => ({
    variant,
    variant_index,
    total_variants,
    run_id,
    stats: completeStats(stats, nav_series),
    nav_series,
    cached,
  }));

/** The body of `/sim/categories`. */
export const categories: z.ZodType<Category[]> = z
  .object({
    categories: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        coin_count: looseNumber,
        market_cap: looseNumber.nullable().default(null),
        source: z.string().default('coingecko'),
      }),
    ),
  })
  .transform((body) => body.categories);

/** The body of `/sim/holdings`; weight and price in both spellings. */
export const holdings: z.ZodType<Holding[]> = z
  .object({
    holdings: z.array(
      z
        .object({
          rebalance_date: z.string(),
          coin_id: z.string(),
          symbol: z.string(),
          weight: looseNumber,
          quantity: looseNumber,
          price_usd: looseNumber,
        })
        .transform(({ rebalance_date, coin_id, symbol, weight, quantity, price_usd }) => ({
          rebalance_date,
          coin_id,
          symbol,
          weight,
          weight_pct: 100 * weight,
          quantity,
          price_usd,
          price: price_usd,
        })),
    ),
  })
  .transform((body) => body.holdings);

/** The body of `/sim/compare`. */
export const compared: z.ZodType<ComparedRun[]> = z
  .object({ simulations: z.array(z.object({ run_id: looseNumber, nav_series: navSeries })) })
  .transform((body) => body.simulations);

/** The body of `/sim/results`. */
export const results: z.ZodType<ResultEntry[]> = z
  .object({
    results: z.array(
      z.looseObject({
        id: looseNumber,
        category_id: z.string(),
        top_n: looseNumber,
        weighting: z.string(),
        rebalance_days: looseNumber,
        ...counted,
        start_date: z.string(),
        end_date: z.string(),
        base_fee_pct: looseNumber,
        spread_multiplier: looseNumber,
        computed_at: z.string(),
        duration_ms: looseNumber,
      }),
    ),
  })
  .transform((body) => body.results);

/** The body of `/sim/benchmarks`. */
export const benchmarks: z.ZodType<Benchmark[]> = z
  .object({
    benchmarks: z.array(
      z.object({
        symbol: z.string(),
        coin_id: z.string(),
        nav_series: z.array(z.object({ nav_date: z.string(), nav: looseNumber })),
      }),
    ),
  })
  .transform((body) => body.benchmarks);

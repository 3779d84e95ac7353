import { z } from 'zod';
import {
  dropSensitiveFields,
  openObjectWithoutSecretsSchema,
} from '../../lib/encoding/sensitive-fields.ts';
import {
  calendarDaySchema,
  coercedIntegerSchema,
  coercedNumberSchema,
  createUnderKeySchema,
  parseCalendarDay,
  parseNumberOrText,
  toIsoTime,
} from '../../lib/parse.ts';
import { createRowListSchema } from '../../lib/parse-rows.ts';
import type {
  Benchmark,
  ComparedRun,
  RunHolding,
  RunNavPoint,
  RunStats,
  RunSummary,
  SimCategory,
} from './schema.ts';

type SentPoint = Readonly<Record<'date' | 'nav_date' | 'nav' | 'drawdown_pct', unknown>>;

/** A series that begins between this and 1 was at 1 before the costs of the first purchase. */
const minFirstValue = 0.5;

/** Returns the divisor that makes a series start at 1: its first value, or 1 if it does already. */
const unitOf = (first: number) => (first > 1 || (first > 0 && first < minFirstValue) ? first : 1);

/** Maximum points of a series: more than fifty years of days. */
const maxPoints = 20_000;

/**
 * Normalises a series: each point gets both names of its day and a drawdown, and the first value
 * becomes 1. Not a zod schema, because a run has thousands of points.
 */
const navSeries = z.array(z.unknown()).transform((points, issues): RunNavPoint[] => {
  if (points.length > maxPoints) {
    issues.addIssue('a series has too many points');
    return z.NEVER;
  }
  let unit = 1;
  let peak = 1;
  const series: RunNavPoint[] = [];
  for (const point of points) {
    const { date, nav_date, drawdown_pct, ...rest } = (point ?? {}) as SentPoint;
    const sent = parseNumberOrText(rest.nav);
    const day = parseCalendarDay(date ?? nav_date);
    if (day === null || sent === null) {
      issues.addIssue('a point needs a date and a nav');
      return z.NEVER;
    }
    if (series.length === 0) {
      unit = unitOf(sent);
      series.push({ date: day, nav_date: day, nav: 1, drawdown_pct: 0 });
      continue;
    }
    const nav = sent / unit;
    peak = Math.max(peak, nav);
    const drawdown = parseNumberOrText(drawdown_pct) ?? 100 * (nav / peak - 1);
    series.push({ date: day, nav_date: day, nav, drawdown_pct: drawdown });
  }
  return series;
});

/** A statistic that could not be computed is null in the upstream JSON and is served as 0. */
const statistic = coercedNumberSchema.nullable().transform((value) => value ?? 0);

const counted = {
  total_return_pct: statistic,
  annualized_return: statistic,
  max_drawdown_pct: statistic,
  sharpe_ratio: statistic,
  total_fees_pct: statistic,
  total_trades: coercedIntegerSchema,
  total_rebalances: coercedIntegerSchema,
  total_delistings: coercedIntegerSchema,
};
const sentStats = openObjectWithoutSecretsSchema({
  ...counted,
  start_date: z.string().nullish(),
  end_date: z.string().nullish(),
});
const sentConfig = z
  .record(z.string(), z.unknown())
  .overwrite((config) => dropSensitiveFields(config, () => false));
const resultFields = {
  run_id: coercedIntegerSchema,
  stats: sentStats,
  nav_series: navSeries,
  cached: z.boolean().default(false),
};

function completeStats(
  stats: z.output<typeof sentStats>,
  points: readonly RunNavPoint[],
): RunStats {
  const start_date = stats.start_date ?? points[0]?.date ?? '';
  const end_date = stats.end_date ?? points.at(-1)?.date ?? '';
  return { ...stats, start_date, end_date };
}

/** A run's result; `config` is undefined when none was sent, and the time of a cached run is 0. */
export const upstreamRunSchema = z
  .looseObject({
    ...resultFields,
    config: sentConfig.optional(),
    computed_in_ms: coercedNumberSchema.transform(Math.round).default(0),
  })
  .transform((sent) => {
    // `type` belongs to the event that contains the result, not to the result.
    const {
      type: _type,
      run_id,
      config,
      stats,
      nav_series,
      cached,
      computed_in_ms,
      ...rest
    } = sent;
    return {
      run_id,
      config,
      stats: completeStats(stats, nav_series),
      nav_series,
      cached,
      computed_in_ms: cached ? 0 : computed_in_ms,
      ...dropSensitiveFields(rest, () => false),
    };
  });

/**
 * Limit of the variants of a sweep; real sweeps have far fewer. It bounds the length of event ids,
 * which contain one bit for each received variant.
 */
const mostVariants = 256;

/** The fields that identify a variant of a sweep. */
export const variantPositionSchema = z.object({
  variant: z.string(),
  variant_index: coercedIntegerSchema.pipe(z.number().min(0).lt(mostVariants)),
  total_variants: coercedIntegerSchema.pipe(z.number().min(0).max(mostVariants)),
});

/** A finished variant of a sweep. */
export const upstreamVariantSchema = z
  .object({ ...variantPositionSchema.shape, ...resultFields })
  .transform((sent) => ({ ...sent, stats: completeStats(sent.stats, sent.nav_series) }));

/** A finished variant of a legacy data node: without position, maybe without series and days. */
export const legacyVariantSchema = z
  .object({ config: sentConfig, ...resultFields, nav_series: navSeries.default([]) })
  .transform((sent) => ({ ...sent, stats: completeStats(sent.stats, sent.nav_series) }));

/** The body of `/sim/categories`. */
export const upstreamCategoriesSchema: z.ZodType<SimCategory[]> = createUnderKeySchema(
  'categories',
  createRowListSchema(
    'categories',
    z.object({
      id: z.string(),
      name: z.string(),
      coin_count: coercedIntegerSchema,
      market_cap: coercedNumberSchema.nullable().default(null),
      source: z.string().default('coingecko'),
    }),
    ({ id }) => id,
  ),
);

/** A holding with `weight` and `price_usd`, or with the legacy fields `weight_pct` and `price`. */
const sentHolding = z
  .object({
    rebalance_date: calendarDaySchema,
    coin_id: z.string(),
    symbol: z.string(),
    weight: coercedNumberSchema.optional(),
    weight_pct: coercedNumberSchema.optional(),
    quantity: coercedNumberSchema,
    price_usd: coercedNumberSchema.optional(),
    price: coercedNumberSchema.optional(),
  })
  .transform(({ rebalance_date, coin_id, symbol, quantity, ...sent }, issues): RunHolding => {
    const percent = sent.weight === undefined ? sent.weight_pct : 100 * sent.weight;
    const price = sent.price_usd ?? sent.price;
    if (percent === undefined || price === undefined) {
      issues.addIssue('a holding needs a weight and a price');
      return z.NEVER;
    }
    const weight = sent.weight ?? percent / 100;
    const known = { rebalance_date, coin_id, symbol, weight, weight_pct: percent, quantity };
    return { ...known, price_usd: price, price };
  });

/** The body of `/sim/holdings`. */
export const upstreamRunHoldingsSchema: z.ZodType<RunHolding[]> = createUnderKeySchema(
  'holdings',
  createRowListSchema('holdings', sentHolding),
);

/** The body of `/sim/compare`; drops unknown runs, which some data nodes list without points. */
export const upstreamComparedRunsSchema: z.ZodType<ComparedRun[]> = createUnderKeySchema(
  'simulations',
  createRowListSchema(
    'simulations',
    z.object({ run_id: coercedIntegerSchema, nav_series: navSeries }),
    ({ run_id }) => run_id,
  ),
).transform((runs) => runs.filter(({ nav_series }) => nav_series.length > 0));

/** The body of `/sim/results`. */
export const upstreamRunSummariesSchema: z.ZodType<RunSummary[]> = createUnderKeySchema(
  'results',
  createRowListSchema(
    'results',
    z.object({
      id: coercedIntegerSchema,
      category_id: z.string(),
      top_n: coercedIntegerSchema,
      weighting: z.string(),
      rebalance_days: coercedIntegerSchema,
      ...counted,
      start_date: calendarDaySchema,
      end_date: calendarDaySchema,
      base_fee_pct: coercedNumberSchema,
      spread_multiplier: coercedNumberSchema,
      computed_at: z.unknown().transform(toIsoTime).pipe(z.string()),
      duration_ms: coercedNumberSchema,
    }),
    ({ id }) => id,
  ),
);

/** The body of `/sim/benchmarks`. */
export const upstreamBenchmarksSchema: z.ZodType<Benchmark[]> = createUnderKeySchema(
  'benchmarks',
  createRowListSchema(
    'benchmarks',
    z.object({
      symbol: z.string(),
      coin_id: z.string(),
      nav_series: createRowListSchema(
        'benchmark-series',
        z.object({ nav_date: calendarDaySchema, nav: coercedNumberSchema }),
      ),
    }),
  ),
);

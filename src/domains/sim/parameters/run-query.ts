import { z } from 'zod';
import {
  booleanTextSchema,
  calendarDayTextSchema,
  commaListTextSchema,
  commaSetTextSchema,
  createTrimmedTextSchema,
  decimalNumberTextSchema,
  identifierTextSchema,
  oneOfTextSchema,
  wholeNumberTextSchema,
} from './query-value-schemas.ts';
import { parseWeightingOrNull, usualWeightingNames, weightingNamesText } from './weighting.ts';

const index = { from: 0, to: 100 };
const year10 = { from: 1, to: 3650 };

/** Parses `include`, `exclude`, `funding`, `valuation` or `fresh_{months}`. */
const vcMode = createTrimmedTextSchema(
  'vc_mode must be one of include, exclude, funding, valuation, fresh_{months} with 1 to 120 months, e.g. fresh_6',
  (text) => {
    const word = text.toLowerCase();
    if (['include', 'exclude', 'funding', 'valuation'].includes(word)) return word;
    const months = Number(/^fresh_(\d{1,3})$/.exec(word)?.[1]);
    return months >= 1 && months <= 120 ? `fresh_${months}` : undefined;
  },
).meta({
  pattern: '^(include|exclude|funding|valuation|fresh_([1-9]|[1-9][0-9]|1[01][0-9]|120))$',
});

/** Query of `/sim/run`, for both APIs. Strict: a misspelt name would give a different backtest. */
export const runQuerySchema = z.strictObject({
  category_id: identifierTextSchema('category_id').meta({
    description: 'Category slug from /sim/categories',
    example: 'all',
  }),
  top_n: wholeNumberTextSchema('top_n', { from: 1, to: 1000 }).meta({
    description: 'Number of top assets by market cap, 1 to 1000',
    example: 10,
  }),
  weighting: createTrimmedTextSchema(
    `weighting must be one of ${weightingNamesText} (P: cap in percent, 1 to 100; L: look-back in days, 2 to 730, for risk_parity and min_var from 3)`,
    (text) => parseWeightingOrNull(text)?.name,
  ).meta({
    description: `Weighting scheme: ${weightingNamesText}. {P} is a cap in percent, a whole number from 1 to 100; {L} is a look-back in days, a whole number from 2 to 730, for risk_parity and min_var from 3. The enum lists the usual numbers; the service accepts every number in these ranges. The schemes from tvl on need a category that starts with dl-`,
    enum: usualWeightingNames,
    example: 'mcap_cap10',
  }),
  rebalance_days: wholeNumberTextSchema('rebalance_days', year10).meta({
    description: 'Days between rebalances, 1 to 3650',
    example: 30,
  }),
  base_fee_pct: decimalNumberTextSchema('base_fee_pct', { from: 0, to: 25 })
    .default(0.1)
    .meta({ description: 'Fee on traded notional, percent, 0 to 25' }),
  spread_multiplier: decimalNumberTextSchema('spread_multiplier', { from: 0, to: 200 })
    .default(1)
    .meta({ description: 'Slippage: each adds 0.1 % of traded notional, 0 to 200' }),
  start_date: calendarDayTextSchema('start_date')
    .optional()
    .meta({ description: 'First day, YYYY-MM-DD; the earliest of the data by default' }),
  force: booleanTextSchema('force')
    .default(false)
    .meta({ description: 'Bypass every cache and recompute; 1 and 0 are accepted too' }),
  threshold_pct: decimalNumberTextSchema('threshold_pct', { from: 0.001, to: 100 })
    .optional()
    .meta({ description: 'Drift that triggers a rebalance, percentage points, above 0 to 100' }),
  fng_mode: oneOfTextSchema('fng_mode', ['fear', 'greed', 'both'])
    .optional()
    .meta({ description: 'Fear and greed regime: fear, greed or both' }),
  fng_fear_threshold: wholeNumberTextSchema('fng_fear_threshold', index)
    .default(25)
    .meta({ description: 'An index below this is fear, 0 to 100' }),
  fng_greed_threshold: wholeNumberTextSchema('fng_greed_threshold', index)
    .default(75)
    .meta({ description: 'An index above this is greed, 0 to 100' }),
  fng_cash_pct: decimalNumberTextSchema('fng_cash_pct', { from: 0, to: 1 })
    .default(0.4)
    .meta({ description: 'Share moved to stables, a fraction from 0 to 1' }),
  dom_mode: oneOfTextSchema('dom_mode', ['btc', 'eth', 'inverse'])
    .optional()
    .meta({ description: 'Dominance regime: btc, eth or inverse' }),
  dom_lookback: wholeNumberTextSchema('dom_lookback', year10)
    .default(30)
    .meta({ description: 'Look-back of the dominance trend, days, 1 to 3650' }),
  vc_mode: vcMode.optional().meta({
    description: 'VC filter: include, exclude, funding, valuation or fresh_{months}',
  }),
  vc_investors: commaSetTextSchema('vc_investors', (name) => name.trim().toLowerCase())
    .optional()
    .meta({ description: 'Comma-separated investor names, any case' }),
  vc_min_amount_m: decimalNumberTextSchema('vc_min_amount_m', { from: 0, to: 1_000_000 })
    .optional()
    .meta({ description: 'Minimum funding, millions USD' }),
  vc_round_types: commaSetTextSchema('vc_round_types', (type) =>
    type
      .trim()
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '_'),
  )
    .optional()
    .meta({ description: 'Comma-separated round types, e.g. seed,series_a' }),
  delist_haircut: decimalNumberTextSchema('delist_haircut', { from: 0, to: 0.99 })
    .default(0)
    .meta({ description: 'Fraction of the last price lost on a delisting, 0 to 0.99' }),
});

/** The dimensions that a sweep can vary. */
export const sweepDimensions = [
  'top_n',
  'weighting',
  'rebalance',
  'category',
  'threshold',
] as const;

/** Parses the query of `/sim/sweep-stream`. The value of the swept parameter is not used. */
export const sweepQuerySchema = z.strictObject({
  sweep: oneOfTextSchema('sweep', sweepDimensions).meta({
    description: `Parameter to vary: ${sweepDimensions.join(', ')}`,
    example: 'top_n',
  }),
  categories: commaListTextSchema('categories')
    .optional()
    .meta({ description: 'Comma-separated category slugs, for sweep=category' }),
  ...runQuerySchema.shape,
  top_n: runQuerySchema.shape.top_n.default(10),
  weighting: runQuerySchema.shape.weighting.default('equal'),
  rebalance_days: runQuerySchema.shape.rebalance_days.default(30),
});

/** Parsed parameters of a run under their wire names. */
export type RunParameters = z.output<typeof runQuerySchema>;
/** Parsed parameters of a sweep under their wire names. */
export type SweepParameters = z.output<typeof sweepQuerySchema>;

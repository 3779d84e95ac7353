import { formatIsoDay, parseDayNumber } from '../../../world/market-history.ts';
import { normalizeInvestorName, normalizeRoundType } from '../funding-rounds.ts';
import type { PreparedMarket } from '../prepare-market.ts';
import { InvalidRunError } from './invalid-run-error.ts';
import {
  createInvalidRunError,
  parseBooleanParam,
  parseCommaListParam,
  parseDecimalNumberParam,
  parseOneOfParam,
  parseOptionalTextParam,
  parseRequiredTextParam,
  parseWholeNumberParam,
  type Query,
} from './parse-query-values.ts';
import type { RunParameters } from './run-parameters.ts';
import { isDefiCategory, isDefiScheme, parseWeighting } from './weighting.ts';

/** The properties of a market against which run parameters are checked. */
export type MarketBounds = Pick<PreparedMarket, 'firstDay' | 'days' | 'categories'>;

export type RunRequest = {
  readonly parameters: RunParameters;
  /** Whether the run must be computed even if its result is cached. */
  readonly force: boolean;
};

/**
 * Parses and normalises the parameters of a backtest; unknown names are ignored.
 *
 * @throws {InvalidRunError} 400 a parameter is invalid; the message names it and says what is
 * valid. 404 the category is unknown.
 */
export function parseRunParameters(query: Query, bounds: MarketBounds): RunRequest {
  const request = parseSweepBase(query, bounds);
  assertWeightingFitsCategory(request.parameters);
  return request;
}

/**
 * Parses the base configuration of a sweep. Its weighting is not checked against its category.
 *
 * @throws {InvalidRunError} 400 or 404, as for a run.
 */
export function parseSweepBase(query: Query, bounds: MarketBounds): RunRequest {
  const request = {
    parameters: {
      category_id: parseRequiredTextParam(query, 'category_id'),
      top_n: parseWholeNumberParam(query, 'top_n', { from: 1, to: 1000 }),
      weighting: parseWeighting(parseRequiredTextParam(query, 'weighting')).name,
      rebalance_days: parseWholeNumberParam(query, 'rebalance_days', { from: 1, to: 3650 }),
      // With these limits the cost of a full turnover (2 × 45 %) is always less than the portfolio.
      base_fee_pct: parseDecimalNumberParam(query, 'base_fee_pct', { from: 0, to: 25 }) ?? 0.1,
      spread_multiplier:
        parseDecimalNumberParam(query, 'spread_multiplier', { from: 0, to: 200 }) ?? 1,
      start_date: startDate(query, bounds),
      // With a lower threshold, rounding errors of a portfolio at its target would count as drift.
      threshold_pct: parseDecimalNumberParam(query, 'threshold_pct', { from: 0.001, to: 100 }),
      ...regimes(query),
      ...venture(query),
      delist_haircut: parseDecimalNumberParam(query, 'delist_haircut', { from: 0, to: 0.99 }) ?? 0,
    },
    force: parseBooleanParam(query, 'force'),
  };
  assertCategoryExists(request.parameters.category_id, bounds);
  return request;
}

/**
 * Checks that a category exists.
 *
 * @throws {InvalidRunError} 404 the category is unknown.
 */
export function assertCategoryExists(categoryId: string, bounds: MarketBounds): void {
  if (!bounds.categories.some(({ id }) => id === categoryId)) {
    throw new InvalidRunError(404, 'unknown category_id: /sim/categories lists the valid ones');
  }
}

/**
 * Checks that the weighting can be used with the category.
 *
 * @throws {InvalidRunError} 400 a DeFi weighting on a category that is not `dl-…`.
 */
export function assertWeightingFitsCategory(
  parameters: Pick<RunParameters, 'category_id' | 'weighting'>,
): void {
  const { category_id, weighting } = parameters;
  if (isDefiScheme(parseWeighting(weighting).kind) && !isDefiCategory(category_id)) {
    throw createInvalidRunError(
      `weighting ${weighting} needs a DeFi category (category_id starting with dl-)`,
    );
  }
}

/**
 * Parses a calendar date.
 *
 * @returns the day number t, which may be outside of the data.
 * @throws {InvalidRunError} 400 the text is not an existing date as `YYYY-MM-DD`.
 */
export function parseDayParam(text: string, name: string, bounds: MarketBounds): number {
  const day = parseDayNumber(bounds, text);
  if (Number.isNaN(day)) throw createInvalidRunError(`${name} must be a date YYYY-MM-DD`);
  return day;
}

function startDate(query: Query, bounds: MarketBounds): string {
  const text = parseOptionalTextParam(query, 'start_date');
  if (text === null) return formatIsoDay(bounds, 0);
  const day = parseDayParam(text, 'start_date', bounds);
  if (day >= bounds.days) {
    const last = formatIsoDay(bounds, bounds.days - 1);
    throw createInvalidRunError(`start_date must not be after ${last}, the last day of the data`);
  }
  return formatIsoDay(bounds, Math.max(0, day));
}

function regimes(query: Query) {
  const index = { from: 0, to: 100 };
  const settings = {
    fng_mode: parseOneOfParam(query, 'fng_mode', ['fear', 'greed', 'both']),
    fng_fear_threshold: parseWholeNumberParam(query, 'fng_fear_threshold', {
      ...index,
      fallback: 25,
    }),
    fng_greed_threshold: parseWholeNumberParam(query, 'fng_greed_threshold', {
      ...index,
      fallback: 75,
    }),
    fng_cash_pct: parseDecimalNumberParam(query, 'fng_cash_pct', { from: 0, to: 1 }) ?? 0.4,
    dom_mode: parseOneOfParam(query, 'dom_mode', ['btc', 'eth', 'inverse']),
    dom_lookback: parseWholeNumberParam(query, 'dom_lookback', { from: 1, to: 3650, fallback: 30 }),
  };
  if (settings.fng_mode === 'both' && settings.fng_fear_threshold > settings.fng_greed_threshold) {
    throw createInvalidRunError(
      'fng_fear_threshold must not be above fng_greed_threshold when fng_mode is both',
    );
  }
  return settings;
}

function venture(query: Query) {
  const mode = vcMode(query);
  const investors = parseCommaListParam(query, 'vc_investors', normalizeInvestorName);
  const types = parseCommaListParam(query, 'vc_round_types', (text) => normalizeRoundType(text));
  const least = parseDecimalNumberParam(query, 'vc_min_amount_m', { from: 0, to: 1e6 });
  const filtered = mode !== null || investors.length > 0 || types.length > 0 || least !== null;
  return {
    vc_mode: filtered ? (mode ?? 'include') : null,
    vc_investors: investors,
    vc_min_amount_m: filtered ? (least ?? 0) : null,
    vc_round_types: types,
  };
}

function vcMode(query: Query): string | null {
  const text = parseOptionalTextParam(query, 'vc_mode');
  if (text === null) return null;
  const word = text.toLowerCase();
  if (['include', 'exclude', 'funding', 'valuation'].includes(word)) return word;
  const months = /^fresh_(\d{1,3})$/.exec(word)?.[1];
  if (months === undefined || Number(months) < 1 || Number(months) > 120) {
    throw createInvalidRunError(
      'vc_mode must be one of include, exclude, funding, valuation, fresh_6, fresh_12 (fresh_1 to fresh_120)',
    );
  }
  return `fresh_${Number(months)}`;
}

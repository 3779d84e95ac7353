import { InvalidRunError } from '../../engine/parameters/invalid-run-error.ts';
import {
  createInvalidRunError,
  parseOneOfParam,
  parseOptionalTextParam,
  type Query,
} from '../../engine/parameters/parse-query-values.ts';
import {
  assertCategoryExists,
  assertWeightingFitsCategory,
  type MarketBounds,
  parseSweepBase,
  type RunRequest,
} from '../../engine/parameters/parse-run-parameters.ts';
import type { RunParameters } from '../../engine/parameters/run-parameters.ts';
import { listSweepWeightings } from '../../engine/parameters/weighting.ts';

/** One run of a sweep, or the error if it cannot be run. */
export type SweepVariant = {
  readonly label: string;
  readonly request: RunRequest | InvalidRunError;
};

const dimensions = ['top_n', 'weighting', 'rebalance', 'category', 'threshold'] as const;
type Dimension = (typeof dimensions)[number];

/** Default parameters of a base configuration. */
const defaults = { top_n: '10', weighting: 'equal', rebalance_days: '30' };

const topCounts = [5, 10, 20, 30, 50, 100, 200];
const periods = [14, 30, 60, 90, 180];
const rebalanceBands = [3, 5, 10, 15];
const thresholdBands = [3, 5, 10, 15, 20];

/** Maximum days between rebalances of a variant with a drift threshold. */
const NET = 365;

const MAX_CATEGORIES = 50;

/**
 * Parses the dimension and the base configuration of a sweep.
 *
 * @returns the variants in their order; a category that cannot be run is a variant with an error.
 * @throws {InvalidRunError} 400 or 404 the base configuration is malformed or the dimension is
 * unknown.
 */
export function parseSweepVariants(query: Query, bounds: MarketBounds): readonly SweepVariant[] {
  const dimension = parseOneOfParam(query, 'sweep', dimensions);
  if (dimension === null)
    throw createInvalidRunError(`sweep is required: one of ${dimensions.join(', ')}`);
  const base = new URLSearchParams(query);
  for (const [name, value] of Object.entries(defaults)) if (!base.has(name)) base.set(name, value);
  const request = parseSweepBase(base, bounds);
  if (dimension !== 'weighting' && dimension !== 'category')
    assertWeightingFitsCategory(request.parameters);
  return changesOf(dimension, { query, base: request.parameters }).map(({ label, change }) => {
    const parameters = { ...request.parameters, ...change };
    return { label, request: checked({ ...request, parameters }, bounds) };
  });
}

type Change = { readonly label: string; readonly change: Partial<RunParameters> };

function changesOf(
  dimension: Dimension,
  { query, base }: { readonly query: Query; readonly base: RunParameters },
): readonly Change[] {
  switch (dimension) {
    case 'top_n':
      return topCounts.map((top_n) => ({ label: `top_n=${top_n}`, change: { top_n } }));
    case 'weighting':
      return listSweepWeightings(base.category_id).map((weighting) => ({
        label: `weighting=${weighting}`,
        change: { weighting },
      }));
    case 'rebalance':
      return [
        ...periods.map((rebalance_days) => ({
          label: `periodic ${rebalance_days}d`,
          change: { rebalance_days, threshold_pct: null },
        })),
        ...rebalanceBands.map((band) => ({
          label: `drift ${band}%`,
          change: { rebalance_days: NET, threshold_pct: band },
        })),
      ];
    case 'category':
      return categoryIds(query).map((category_id) => ({
        label: category_id,
        change: { category_id },
      }));
    case 'threshold':
      return [
        { label: 'off', change: { threshold_pct: null } },
        ...thresholdBands.map((band) => ({
          label: `drift ${band}%`,
          change: { threshold_pct: band },
        })),
      ];
  }
}

function categoryIds(query: Query): readonly string[] {
  const items = (parseOptionalTextParam(query, 'categories') ?? '')
    .split(',')
    .map((item) => item.trim());
  const ids = [...new Set(items.filter((item) => item !== ''))];
  if (ids.length === 0 || ids.length > MAX_CATEGORIES) {
    throw createInvalidRunError(
      `categories must list 1 to ${MAX_CATEGORIES} category ids for sweep=category`,
    );
  }
  return ids;
}

function checked(request: RunRequest, bounds: MarketBounds): RunRequest | InvalidRunError {
  try {
    assertCategoryExists(request.parameters.category_id, bounds);
    assertWeightingFitsCategory(request.parameters);
    return request;
  } catch (error) {
    if (error instanceof InvalidRunError) return error;
    throw error;
  }
}

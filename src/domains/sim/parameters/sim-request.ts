import { canonicalJson } from '../../../lib/canonical-json.ts';
import { InvalidInputError } from '../../../lib/errors.ts';
import {
  type RunParameters,
  runQuerySchema,
  type SweepParameters,
  sweepQuerySchema,
} from './run-query.ts';
import { isDefiLlamaCategory, parseWeightingOrNull } from './weighting.ts';

/** A computation request to the data node. */
export type SimRequest = {
  /** The canonical cache key: equal for equal parameters in any order and notation. */
  readonly key: string;
  /** Whether to skip every cache. */
  readonly force: boolean;
  readonly query: string;
  /** The canonical parameters without `force`; a result must match them. */
  readonly config: Readonly<Record<string, unknown>>;
};

/** Creates a run request. @throws {InvalidInputError} conflicting parameters or too long lists. */
export function toRunRequest(input: RunParameters): SimRequest {
  return toRequest(input, runQuerySchema.shape);
}

/**
 * Creates the request for a sweep.
 *
 * @throws {InvalidInputError} parameters exclude each other, the lists are too long for a query, or
 * a category sweep has no categories.
 */
export function toSweepRequest(input: SweepParameters): SimRequest {
  if (input.sweep === 'category' && !input.categories) {
    throw new InvalidInputError('categories is required when sweep is category');
  }
  const { categories, ...rest } = input;
  return toRequest(
    input.sweep === 'category' ? { ...rest, categories } : rest,
    sweepQuerySchema.shape,
  );
}

/** @throws {InvalidInputError} the weighting needs a DeFi category, and this is none. */
export function checkWeightingFitsCategory(weighting: string, categoryId: string): void {
  if (parseWeightingOrNull(weighting)?.isDefi && !isDefiLlamaCategory(categoryId)) {
    throw new InvalidInputError(
      `weighting ${weighting} needs a DeFi category (category_id starting with dl-)`,
    );
  }
}

/** Maximum length of a query, characters, because HTTP servers limit the request line. */
const maxQueryLength = 12_000;

type Shape = Readonly<Record<string, { readonly safeParse: (value: undefined) => unknown }>>;

function toRequest<T extends RunParameters>(input: T, shape: Shape): SimRequest {
  const { force, ...given } = withVcDefaults(input);
  if (given.fng_mode === 'both' && given.fng_fear_threshold > given.fng_greed_threshold) {
    throw new InvalidInputError(
      'fng_fear_threshold must not be above fng_greed_threshold when fng_mode is both',
    );
  }
  const config = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  );
  const query = queryOf(config, force, shape);
  if (query.length > maxQueryLength) {
    throw new InvalidInputError('the lists of a simulation are too long for one request');
  }
  return { key: canonicalJson(config), force, query, config };
}

/** Completes the venture-capital parameters: `vc_mode` defaults to `include`, the minimum to 0. */
function withVcDefaults<T extends RunParameters>(input: T): T {
  const { vc_mode, vc_investors, vc_min_amount_m, vc_round_types } = input;
  const filters = [vc_mode, vc_investors, vc_min_amount_m, vc_round_types];
  if (filters.every((value) => value === undefined)) return input;
  return { ...input, vc_mode: vc_mode ?? 'include', vc_min_amount_m: vc_min_amount_m ?? 0 };
}

/** Encodes the parameters in alphabetical order; omits those that have their default value. */
function queryOf(config: Record<string, unknown>, force: boolean, shape: Shape): string {
  const query = new URLSearchParams();
  for (const name of Object.keys(config).sort()) {
    const value = config[name];
    const fallback = shape[name]?.safeParse(undefined) as { readonly data?: unknown };
    if (alwaysSent.has(name) || value !== fallback.data) query.set(name, String(value));
  }
  if (force) query.set('force', 'true');
  return query.toString();
}

/** Sent even with a default value: data nodes may have other defaults for sweeps. */
const alwaysSent = new Set(['category_id', 'top_n', 'weighting', 'rebalance_days']);

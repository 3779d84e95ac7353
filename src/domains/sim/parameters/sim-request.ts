import { canonicalJson } from '../../../lib/canonical-json.ts';
import { InvalidInputError } from '../../../lib/errors.ts';
import { type RunInput, runQuerySchema, type SweepInput, sweepQuerySchema } from './run-query.ts';
import { parseWeighting } from './weighting.ts';

/** A computation the data node can be asked for. */
export type SimRequest = {
  /** Equal for requests that mean the same, whatever their order and spelling. */
  readonly key: string;
  /** Skips every cache. */
  readonly force: boolean;
  /** What the data node is asked, without `?`. */
  readonly query: string;
  /** The parameters in canonical spelling, without `force`: what an answer is the answer to. */
  readonly config: Readonly<Record<string, unknown>>;
};

/**
 * The request that the parameters of a run mean.
 *
 * @throws {InvalidInputError} parameters that exclude each other, or lists too long to be sent.
 */
export function toRunRequest(input: RunInput): SimRequest {
  return toRequest(input, runQuerySchema.shape);
}

/**
 * The request that the parameters of a sweep mean.
 *
 * @throws {InvalidInputError} parameters that exclude each other, or a category sweep of nothing.
 */
export function toSweepRequest(input: SweepInput): SimRequest {
  if (input.sweep === 'category' && !input.categories) {
    throw new InvalidInputError('categories is required when sweep is category');
  }
  const { categories, ...rest } = input;
  return toRequest(
    input.sweep === 'category' ? { ...rest, categories } : rest,
    sweepQuerySchema.shape,
  );
}

/**
 * Refuses weightings by protocol metrics outside of DeFi categories (simulation.md 2.5).
 *
 * @throws {InvalidInputError}
 */
export function checkWeighting(weighting: string, categoryId: string): void {
  if (parseWeighting(weighting)?.isDefi && !categoryId.startsWith('dl-')) {
    throw new InvalidInputError(
      `weighting ${weighting} needs a DeFi category (category_id starting with dl-)`,
    );
  }
}

/** What servers of HTTP take for the line of a request, less what else is in it, bytes. */
const longestQuery = 12_000;

type Shape = Readonly<Record<string, { readonly safeParse: (value: undefined) => unknown }>>;

function toRequest<T extends RunInput>(input: T, shape: Shape): SimRequest {
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
  if (query.length > longestQuery) {
    throw new InvalidInputError('the lists of a simulation are too long for one request');
  }
  return { key: canonicalJson(config), force, query, config };
}

/** Any other VC parameter means `include`, of any amount (simulation.md 2.6). */
function withVcDefaults<T extends RunInput>(input: T): T {
  const { vc_mode, vc_investors, vc_min_amount_m, vc_round_types } = input;
  const filters = [vc_mode, vc_investors, vc_min_amount_m, vc_round_types];
  if (filters.every((value) => value === undefined)) return input;
  return { ...input, vc_mode: vc_mode ?? 'include', vc_min_amount_m: vc_min_amount_m ?? 0 };
}

/** Names in order; values that are the default anyway are left to the data node. */
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

/** Sent in any case: a data node may not have our defaults for a sweep. */
const alwaysSent = new Set(['category_id', 'top_n', 'weighting', 'rebalance_days']);

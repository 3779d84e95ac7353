import type { Millis } from '../lib/units.ts';

/**
 * How long a value is served: `fresh` without a new fetch, then `stale` longer while it is
 * refreshed or its upstream is down. `Cache-Control` states both to CDNs.
 */
export type CachePolicy = {
  readonly fresh: Millis;
  readonly stale: Millis;
  /** Where large values have their rows; other values count as the size of their response. */
  readonly rows?: RowSizes;
};

/** The memory of the rows of a value; `size-estimate.test.ts` compares it with the heap. */
type RowSizes = {
  /** Bytes for each row, or for each character if the rows are one string. */
  readonly row: number;
  /** The field of a row that holds further rows, and the bytes of one. */
  readonly inner?: { readonly name: string; readonly row: number };
  /** The field that holds the rows, unless the value itself is the list. */
  readonly name?: string;
};

const second = 1000;
const minute = 60 * second;

/** The cache policies by kind of value, for the value cache, REST `Cache-Control` and GraphQL. */
export const cachePolicies = {
  price: { fresh: 2 * second, stale: 10 * second },
  nav: { fresh: 2 * second, stale: 0 },
  navSeries: { fresh: 10 * second, stale: minute, rows: { row: 3, name: 'json' } },
  quote: { fresh: 2 * second, stale: 0 },
  orderBook: { fresh: 2 * second, stale: 0 },
  /** How long a route that an upstream lacks is not called again. */
  missingRoute: { fresh: minute, stale: 0 },
  ranking: { fresh: 10 * second, stale: minute, rows: { row: 300 } },
  dtfSnapshot: {
    ...{ fresh: 10 * second, stale: minute },
    rows: { row: 300, inner: { name: 'assets', row: 180 } },
  },
  enrichment: { fresh: 5 * minute, stale: 0 },
  /** Five minutes in total; during the last one the value is refreshed. */
  provider: { fresh: 4 * minute, stale: minute },
  /** How long a 404 hides a new resource: less than the 6 s until oracles know a new player. */
  absence: { fresh: 3 * second, stale: 0 },
  /** Responses that lack a value because an upstream failed. */
  degraded: { fresh: 10 * second, stale: 0 },
  portfolio: { fresh: 5 * second, stale: 30 * second },
  portfolioHistory: { fresh: 30 * second, stale: minute },
  lending: { fresh: 5 * second, stale: 30 * second },
  /** Balances of wallets; the faucet invalidates them after a payment. */
  wallet: { fresh: 5 * second, stale: 30 * second },
  marketHistory: { fresh: minute, stale: 5 * minute, rows: { row: 190 } },
  marketSnapshot: { fresh: 30 * second, stale: 0, rows: { row: 325, name: 'entries' } },
  marketMeta: { fresh: 30 * second, stale: minute },
  explorer: { fresh: 30 * second, stale: minute },
  simCategories: { fresh: minute, stale: 5 * minute },
  simRun: { fresh: minute, stale: 0 },
  /** Separate from `simRun`: a recomputed run keeps its number but may have other holdings. */
  simHoldings: { fresh: minute, stale: 0 },
  simResults: { fresh: minute, stale: 30 * second, rows: { row: 460 } },
  /** Separate from `simResults`, because every new run changes the comparison. */
  simComparison: {
    ...{ fresh: 5 * second, stale: 30 * second },
    rows: { row: 200, inner: { name: 'nav_series', row: 136 } },
  },
  benchmarks: {
    ...{ fresh: minute, stale: 5 * minute },
    rows: { row: 200, inner: { name: 'nav_series', row: 100 } },
  },
  batches: { fresh: 5 * second, stale: 30 * second },
  batchState: { fresh: 2 * second, stale: 0 },
  tickHistory: { fresh: 5 * second, stale: 30 * second },
  reveal: { fresh: 5 * minute, stale: 0 },
  markets: { fresh: minute, stale: 5 * minute },
  balance: { fresh: 2 * second, stale: 0 },
  bitmapBacktest: { fresh: 10 * second, stale: 0 },
  leaderboard: { fresh: 5 * second, stale: 30 * second },
  sources: { fresh: 5 * minute, stale: 5 * minute },
  chain: { fresh: 2 * second, stale: 0 },
  /** Texts about funds and batches in contracts. */
  chainTexts: { fresh: 30 * second, stale: minute },
  deployment: { fresh: 5 * second, stale: 0 },
} as const satisfies Record<string, CachePolicy>;

export type CachePolicyName = keyof typeof cachePolicies;

/** Policies of values that replicas do not share: local files and failures, and sealed bitmaps. */
const unsharedPolicies: ReadonlySet<CachePolicyName> = new Set([
  'deployment',
  'degraded',
  'bitmapBacktest',
]);

/** Whether the values of a policy are the same for all replicas. */
export const isSharedPolicy = (policy: CachePolicyName): boolean => !unsharedPolicies.has(policy);

/** Returns the time until which a value may be served, fresh or stale. */
export const servableUntil = (policy: CachePolicyName, freshUntil: Millis): Millis =>
  freshUntil + cachePolicies[policy].stale;

/** How long a value that never changes is fresh: a year, the longest that HTTP caches keep anything. */
export const finalLifetime: Millis = 365 * 24 * 60 * minute;

/**
 * Returns the `Cache-Control` of a policy, e.g. `public, s-maxage=2`, or of a value that never changes
 * (RFC 8246).
 */
export function cacheControlHeader(policy: CachePolicy): string {
  if (policy.fresh >= finalLifetime) {
    return `public, max-age=${finalLifetime / second}, immutable`;
  }
  const fresh = `public, s-maxage=${policy.fresh / second}`;
  return policy.stale > 0 ? `${fresh}, stale-while-revalidate=${policy.stale / second}` : fresh;
}

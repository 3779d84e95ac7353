import type { Millis } from '../lib/units.ts';

/**
 * How long a value is served: `fresh` without a new fetch, then `stale` longer while it is
 * refreshed or its upstream is down. `Cache-Control` states both to CDNs.
 */
export type CachePolicy = {
  readonly fresh: Millis;
  readonly stale: Millis;
  /** What its values are about: the kinds of `Cache-Tag`, the first one whose id is in the key. */
  readonly tags: readonly CacheTagKind[];
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

/** The kinds of resource that tags name, and where the keys of values contain the id, if they do. */
export const idsInKeys = {
  dtf: /\b(0x[\da-f]{64})\b/i,
  price: /^\/price (.+)$/,
  wallet: /\b(0x[\da-f]{40})\b/i,
  batch: /(?:^|[ /]|batch_id=)(\d+)(?=$|[ /?&])/,
  run: /\brun_id=(\d+)/,
  source: /^(?:\["|source=)([^"&]+)/,
  benchmark: null,
  market: null,
  lending: null,
  enrichment: null,
  chain: null,
  service: null,
} as const satisfies Record<string, RegExp | null>;

/** A kind of resource that cached values are about. */
export type CacheTagKind = keyof typeof idsInKeys;

/** The cache policies by kind of value, for the value cache, REST `Cache-Control` and GraphQL. */
export const cachePolicies = {
  price: { fresh: 2 * second, stale: 10 * second, tags: ['price'] },
  nav: { fresh: 2 * second, stale: 0, tags: ['dtf'] },
  navSeries: { fresh: 10 * second, stale: minute, tags: ['dtf'], rows: { row: 3, name: 'json' } },
  quote: { fresh: 2 * second, stale: 0, tags: ['dtf'] },
  orderBook: { fresh: 2 * second, stale: 0, tags: ['dtf'] },
  /** How long a route that an upstream lacks is not called again. */
  missingRoute: { fresh: minute, stale: 0, tags: ['dtf'] },
  ranking: { fresh: 10 * second, stale: minute, tags: ['dtf'], rows: { row: 300 } },
  dtfSnapshot: {
    ...{ fresh: 10 * second, stale: minute, tags: ['dtf'] },
    rows: { row: 300, inner: { name: 'assets', row: 180 } },
  },
  enrichment: { fresh: 5 * minute, stale: 0, tags: ['enrichment'] },
  /** Five minutes in total; during the last one the value is refreshed. */
  provider: { fresh: 4 * minute, stale: minute, tags: ['enrichment'] },
  /** How long a 404 hides a new resource: less than the 6 s until oracles know a new player. */
  absence: { fresh: 3 * second, stale: 0, tags: ['service'] },
  /** Responses that lack a value because an upstream failed. */
  degraded: { fresh: 10 * second, stale: 0, tags: ['enrichment'] },
  portfolio: { fresh: 5 * second, stale: 30 * second, tags: ['wallet'] },
  portfolioHistory: { fresh: 30 * second, stale: minute, tags: ['wallet'] },
  lending: { fresh: 5 * second, stale: 30 * second, tags: ['wallet', 'lending'] },
  /** Rates of lending markets in contracts. */
  lendingRates: { fresh: 10 * second, stale: minute, tags: ['lending', 'chain'] },
  /** Balances of wallets; the faucet invalidates them after a payment. */
  wallet: { fresh: 5 * second, stale: 30 * second, tags: ['wallet'] },
  marketHistory: { fresh: minute, stale: 5 * minute, tags: ['source'], rows: { row: 190 } },
  /** Days since which prices have not changed; a price that changes is told by `marketSnapshot`. */
  unchangedSince: { fresh: 60 * minute, stale: 24 * 60 * minute, tags: ['source'] },
  marketSnapshot: {
    fresh: 30 * second,
    stale: 0,
    tags: ['source'],
    rows: { row: 325, name: 'entries' },
  },
  marketMeta: { fresh: 30 * second, stale: minute, tags: ['source'] },
  explorer: { fresh: 30 * second, stale: minute, tags: ['service'] },
  simCategories: { fresh: minute, stale: 5 * minute, tags: ['run'] },
  simRun: { fresh: minute, stale: 0, tags: ['run'] },
  /** Separate from `simRun`: a recomputed run keeps its number but may have other holdings. */
  simHoldings: { fresh: minute, stale: 0, tags: ['run'] },
  simResults: { fresh: minute, stale: 30 * second, tags: ['run'], rows: { row: 460 } },
  /** Separate from `simResults`, because every new run changes the comparison. */
  simComparison: {
    ...{ fresh: 5 * second, stale: 30 * second, tags: ['run'] },
    rows: { row: 200, inner: { name: 'nav_series', row: 136 } },
  },
  benchmarks: {
    ...{ fresh: minute, stale: 5 * minute, tags: ['benchmark'] },
    rows: { row: 200, inner: { name: 'nav_series', row: 100 } },
  },
  batches: { fresh: 5 * second, stale: 30 * second, tags: ['batch'] },
  batchState: { fresh: 2 * second, stale: 0, tags: ['batch'] },
  tickHistory: { fresh: 5 * second, stale: 30 * second, tags: ['batch'] },
  reveal: { fresh: 5 * minute, stale: 0, tags: ['batch'] },
  markets: { fresh: minute, stale: 5 * minute, tags: ['market'] },
  balance: { fresh: 2 * second, stale: 0, tags: ['batch'] },
  bitmapBacktest: { fresh: 10 * second, stale: 0, tags: ['batch'] },
  leaderboard: { fresh: 5 * second, stale: 30 * second, tags: ['batch'] },
  sources: { fresh: 5 * minute, stale: 5 * minute, tags: ['source'] },
  chain: { fresh: 2 * second, stale: 0, tags: ['dtf', 'batch', 'chain'] },
  /** Texts about funds and batches in contracts. */
  chainTexts: { fresh: 30 * second, stale: minute, tags: ['dtf', 'batch', 'chain'] },
  deployment: { fresh: 5 * second, stale: 0, tags: ['service'] },
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
export function cacheControlHeader(policy: Pick<CachePolicy, 'fresh' | 'stale'>): string {
  if (policy.fresh >= finalLifetime) {
    return `public, max-age=${finalLifetime / second}, immutable`;
  }
  const fresh = `public, s-maxage=${policy.fresh / second}`;
  return policy.stale > 0 ? `${fresh}, stale-while-revalidate=${policy.stale / second}` : fresh;
}

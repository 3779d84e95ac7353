import type { Millis } from '../lib/units.ts';

/**
 * How long an answer may be shown: `fresh` without asking again, then `stale` more while it is
 * asked for again in the background or the upstream is down. Both are what `Cache-Control` tells
 * the CDN (`s-maxage`, `stale-while-revalidate`), so nobody sees anything older than advertised.
 */
export type CachePolicy = { readonly fresh: Millis; readonly stale: Millis };

const second = 1000;
const minute = 60 * second;

/** One row per resource, read by the value cache, by REST `Cache-Control` and by the GraphQL door. */
export const cachePolicies = {
  price: { fresh: 2 * second, stale: 10 * second },
  nav: { fresh: 2 * second, stale: 0 },
  navSeries: { fresh: 10 * second, stale: minute },
  ranking: { fresh: 10 * second, stale: minute },
  dtfSnapshot: { fresh: 10 * second, stale: minute },
  enrichment: { fresh: 5 * minute, stale: 0 },
  /** Kept five minutes (wire-facts 2.1), the last of them while it is asked for anew. */
  provider: { fresh: 4 * minute, stale: minute },
  /**
   * That a named thing does not exist. A thing that is created elsewhere is hidden no
   * longer than this: shorter than the 6 s after which oracles see a join.
   */
  absence: { fresh: 3 * second, stale: 0 },
  /** Answers that lack something because an upstream failed. */
  degraded: { fresh: 10 * second, stale: 0 },
  portfolio: { fresh: 5 * second, stale: 30 * second },
  portfolioHistory: { fresh: 30 * second, stale: minute },
  lending: { fresh: 5 * second, stale: 30 * second },
  /** What wallets hold; the faucet forgets it when it has paid. */
  wallet: { fresh: 5 * second, stale: 30 * second },
  marketHistory: { fresh: minute, stale: 5 * minute },
  marketSnapshot: { fresh: 30 * second, stale: 0 },
  marketMeta: { fresh: 30 * second, stale: minute },
  explorer: { fresh: 30 * second, stale: minute },
  simCategories: { fresh: minute, stale: 5 * minute },
  simRun: { fresh: minute, stale: 0 },
  /** Apart from the runs: one that is computed anew keeps its number, and may hold otherwise. */
  simHoldings: { fresh: minute, stale: 0 },
  simResults: { fresh: minute, stale: 30 * second },
  /** Apart from the results: any new run concerns all of it, and few of them. */
  simComparison: { fresh: 5 * second, stale: 30 * second },
  benchmarks: { fresh: minute, stale: 5 * minute },
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
  deployment: { fresh: 5 * second, stale: 0 },
} as const satisfies Record<string, CachePolicy>;

export type CachePolicyName = keyof typeof cachePolicies;

/** Until when a value of the row may be shown that is fresh until then. */
export const servableUntil = (policy: CachePolicyName, freshUntil: Millis): Millis =>
  freshUntil + cachePolicies[policy].stale;

/**
 * The `Cache-Control` value of a policy row.
 *
 * @example cacheControl(policies.marketHistory) // 'public, s-maxage=60, stale-while-revalidate=300'
 */
export function cacheControlHeader(policy: CachePolicy): string {
  const fresh = `public, s-maxage=${policy.fresh / second}`;
  return policy.stale > 0 ? `${fresh}, stale-while-revalidate=${policy.stale / second}` : fresh;
}

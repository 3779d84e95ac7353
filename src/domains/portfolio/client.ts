import type { z } from 'zod';
import type { CachePolicyName } from '../../cache/cache-policies.ts';
import type { RequestCache } from '../../cache/request-cache.ts';
import type { Address } from '../../lib/units.ts';
import { type HttpClient, matchesRequestedResource, parseResponse } from '../../upstreams/index.ts';
import type { PortfolioPoint } from './schema.ts';
import {
  type PartialWalletTrade,
  upstreamPortfolioHistorySchema,
  upstreamPortfolioSchema,
  upstreamTradesSchema,
} from './upstream-schema.ts';

/** Days of history to request. Legacy data nodes return only 30 days by default. */
const allDays = '3650';

/**
 * Creates the client that reads portfolios from the data node for one request. It sends the wallet
 * as both `user` and `address`; lists have the order of the data node, and are empty for an unknown
 * wallet.
 */
export function createPortfolioClient(options: {
  readonly requestCache: RequestCache;
  readonly dataNode: HttpClient;
}) {
  const { requestCache, dataNode } = options;

  function readWallet<T>(read: {
    readonly policy: CachePolicyName;
    readonly path: string;
    readonly address: Address;
    readonly shape: z.ZodType<T>;
    readonly unknown: T;
    readonly extra?: Readonly<Record<string, string>>;
  }): T | Promise<T> {
    const { policy, path, address, shape, unknown, extra } = read;
    return requestCache.read(policy, `${path} ${address}`, async (signal) => {
      const query = new URLSearchParams({ address, user: address, ...extra });
      const belongsToRequest = matchesRequestedResource({ address, user: address });
      const response = await dataNode.get(`${path}?${query}`, { signal, belongsToRequest });
      if (response.status === 404) return { value: unknown, bytes: 0 };
      return { value: parseResponse(response, shape, 'data node'), bytes: response.bytes };
    });
  }

  return {
    portfolio: (address: Address) =>
      readWallet({
        policy: 'portfolio',
        path: '/portfolio',
        address,
        shape: upstreamPortfolioSchema,
        unknown: { total_value_usd: 0, total_pnl_usd: 0, total_pnl_pct: 0, positions: [] },
      }),
    history: (address: Address) =>
      readWallet<readonly PortfolioPoint[]>({
        policy: 'portfolioHistory',
        path: '/portfolio/history',
        address,
        shape: upstreamPortfolioHistorySchema,
        unknown: [],
        extra: { days: allDays },
      }),
    trades: (address: Address) =>
      readWallet<readonly PartialWalletTrade[]>({
        policy: 'portfolio',
        path: '/portfolio/trades',
        address,
        shape: upstreamTradesSchema,
        unknown: [],
      }),
  };
}

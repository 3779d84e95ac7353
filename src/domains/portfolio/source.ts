import type { z } from 'zod';
import type { Reader } from '../../core/cache/reader.ts';
import type { PolicyName } from '../../core/policies.ts';
import type { Address } from '../../core/units.ts';
import { type HttpClient, isAbout, parseAnswer } from '../../upstreams/index.ts';
import {
  historyAnswer,
  portfolioAnswer,
  tradesAnswer,
  type UnnamedPortfolio,
  type UnnamedTrade,
} from './dialects.ts';
import type { PortfolioPoint } from './shapes.ts';

/** Wallets from the data node; an unknown wallet is an empty one (decisions.md 3). */
export type PortfolioSource = {
  readonly portfolio: (address: Address) => Read<UnnamedPortfolio>;
  /** Ascending. */
  readonly history: (address: Address) => Read<readonly PortfolioPoint[]>;
  /** Newest first. */
  readonly trades: (address: Address) => Read<readonly UnnamedTrade[]>;
};

type Read<T> = T | Promise<T>;

/** Data nodes in the wild answer 30 days unless told; this is all there is. */
const allDays = '3650';

/** Reads through one request's `reader`; both parameter names are sent (wire-facts, conflict 7). */
export function createPortfolioSource(options: {
  readonly reader: Reader;
  readonly dataNode: HttpClient;
}): PortfolioSource {
  const { reader, dataNode } = options;

  function readWallet<T>(read: {
    readonly policy: PolicyName;
    readonly path: string;
    readonly address: Address;
    readonly shape: z.ZodType<T>;
    readonly unknown: T;
    readonly extra?: Readonly<Record<string, string>>;
  }): T | Promise<T> {
    const { policy, path, address, shape, unknown, extra } = read;
    return reader.read(policy, `${path} ${address}`, async (signal) => {
      const query = new URLSearchParams({ address, user: address, ...extra });
      const isAsked = isAbout({ address, user: address });
      const answer = await dataNode.get(`${path}?${query}`, { signal, isAsked });
      if (answer.status === 404) return { value: unknown, bytes: 0 };
      return { value: parseAnswer(answer, shape, 'data node'), bytes: answer.bytes };
    });
  }

  return {
    portfolio: (address) =>
      readWallet({
        policy: 'portfolio',
        path: '/portfolio',
        address,
        shape: portfolioAnswer,
        unknown: { total_value_usd: 0, total_pnl_usd: 0, total_pnl_pct: 0, positions: [] },
      }),
    history: (address) =>
      readWallet<readonly PortfolioPoint[]>({
        policy: 'portfolioHistory',
        path: '/portfolio/history',
        address,
        shape: historyAnswer,
        unknown: [],
        extra: { days: allDays },
      }),
    trades: (address) =>
      readWallet<readonly UnnamedTrade[]>({
        policy: 'portfolio',
        path: '/portfolio/trades',
        address,
        shape: tradesAnswer,
        unknown: [],
      }),
  };
}

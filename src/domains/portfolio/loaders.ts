import type { Context, LoaderDeps } from '../../context.ts';
import { sortNewestFirst } from '../../lib/collections/sort-newest-first.ts';
import type { Address, Bytes32 } from '../../lib/units.ts';
import type { DtfContext, DtfLoaders, DtfRankingEntry } from '../dtf/index.ts';
import { createPortfolioClient } from './client.ts';
import type { Portfolio, PortfolioPoint, WalletTrade } from './schema.ts';

/** Portfolio loaders of one request. */
export type PortfolioLoaders = {
  /** Positions by value, descending. */
  readonly portfolio: (address: Address) => Promise<Portfolio>;
  /** Oldest first. */
  readonly history: (address: Address) => Promise<readonly PortfolioPoint[]>;
  /** Newest first. */
  readonly trades: (address: Address) => Promise<readonly WalletTrade[]>;
};

/** Context of a request that this domain's resolvers and routes need. */
export type PortfolioContext = DtfContext & Context<{ readonly portfolio: PortfolioLoaders }>;

/** Creates the loaders of one request, over its DTF loaders; REST and GraphQL share them. */
export function createPortfolioLoaders(
  deps: Pick<LoaderDeps, 'requestCache' | 'upstreams'>,
  dtf: Pick<DtfLoaders, 'rankingOrNull'>,
): PortfolioLoaders {
  const client = createPortfolioClient({
    requestCache: deps.requestCache,
    dataNode: deps.upstreams.dataNode,
  });

  /** Returns the DTF ranking by id; empty if no item lacks its ticker or there is no ranking. */
  async function namesFor(
    items: readonly { readonly symbol?: string | undefined }[],
  ): Promise<ReadonlyMap<string, DtfRankingEntry>> {
    if (items.every((item) => item.symbol !== undefined)) return new Map();
    return new Map((await dtf.rankingOrNull())?.map((entry) => [entry.itp_id, entry]));
  }

  return {
    portfolio: async (address) => {
      const { positions, ...totals } = await client.portfolio(address);
      const names = await namesFor(positions);
      return {
        address,
        ...totals,
        positions: positions
          .map((position) => {
            const itp_id = position.itp_id.toLowerCase();
            const entry = names.get(itp_id);
            const name = position.name ?? entry?.name ?? '';
            const symbol = position.symbol ?? entry?.symbol ?? '';
            return { ...position, itp_id, name, symbol };
          })
          .sort((left, right) => right.value_usd - left.value_usd),
      };
    },
    history: async (address) =>
      [...(await client.history(address))].sort((left, right) => left.timestamp - right.timestamp),
    trades: async (address) => {
      const trades = await client.trades(address);
      const names = await namesFor(trades.map((trade) => ({ symbol: trade.itp_symbol })));
      const named = trades.map((trade) => {
        const itp_id = trade.itp_id.toLowerCase() as Bytes32;
        const itp_symbol = trade.itp_symbol ?? names.get(itp_id)?.symbol ?? '';
        return { ...trade, itp_id, itp_symbol };
      });
      return sortNewestFirst(named, ({ timestamp }) => timestamp);
    },
  };
}

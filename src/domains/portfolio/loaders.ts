import type { Context, LoaderDeps } from '../../context.ts';
import { sortNewestFirst } from '../../lib/collections/sort-newest-first.ts';
import type { Address } from '../../lib/units.ts';
import { type DtfContext, type DtfLoaders, indexRankingByDtf } from '../dtf/index.ts';
import { createPortfolioClient } from './client.ts';
import type { Portfolio, WalletTrade } from './schema.ts';
import type { PartialPosition } from './upstream-schema.ts';

export type PortfolioLoaders = ReturnType<typeof createPortfolioLoaders>;

/** Context of a request that this domain's resolvers and routes need. */
export type PortfolioContext = DtfContext & Context<{ readonly portfolio: PortfolioLoaders }>;

/** Merges the rows of each DTF, as a position is identified by wallet and DTF. */
function mergePositionsOfDtf(rows: readonly PartialPosition[]): readonly PartialPosition[] {
  const merged = new Map<string, PartialPosition>();
  for (const row of rows) {
    const first = merged.get(row.itp_id);
    merged.set(row.itp_id, first ? addPositions(first, row) : row);
  }
  return merged.size === rows.length ? rows : [...merged.values()];
}

function addPositions(first: PartialPosition, second: PartialPosition): PartialPosition {
  const cost = first.cost_basis_usd + second.cost_basis_usd;
  const profit = first.pnl_usd + second.pnl_usd;
  return {
    ...first,
    shares: String(BigInt(first.shares) + BigInt(second.shares)),
    value_usd: first.value_usd + second.value_usd,
    cost_basis_usd: cost,
    pnl_usd: profit,
    pnl_pct: cost > 0 ? (profit / cost) * 100 : 0,
  };
}

/** Creates the loaders of one request, over its DTF loaders; REST and GraphQL share them. */
export function createPortfolioLoaders(
  { requestCache, upstreams }: Pick<LoaderDeps, 'requestCache' | 'upstreams'>,
  dtf: Pick<DtfLoaders, 'rankingOrNull'>,
) {
  const client = createPortfolioClient({ requestCache, dataNode: upstreams.dataNode });

  /** Returns the DTF ranking by id; null if no symbol is missing, or if there is no ranking. */
  async function namesFor(symbols: readonly (string | undefined)[]) {
    const ranking = symbols.includes(undefined) ? await dtf.rankingOrNull() : null;
    return ranking && indexRankingByDtf(ranking);
  }

  return {
    /** Positions by value, descending. */
    portfolio: async (address: Address): Promise<Portfolio> => {
      const { positions: rows, ...totals } = await client.portfolio(address);
      const positions = mergePositionsOfDtf(rows);
      const names = await namesFor(positions.map(({ symbol }) => symbol));
      return {
        address,
        ...totals,
        positions: positions
          .map((position) => {
            const entry = names?.get(position.itp_id);
            const name = position.name ?? entry?.name ?? '';
            const symbol = position.symbol ?? entry?.symbol ?? '';
            return { ...position, name, symbol };
          })
          .sort((left, right) => right.value_usd - left.value_usd),
      };
    },
    /** Oldest first. */
    history: async (address: Address) =>
      [...(await client.history(address))].sort((left, right) => left.timestamp - right.timestamp),
    /** Newest first. */
    trades: async (address: Address): Promise<readonly WalletTrade[]> => {
      const trades = await client.trades(address);
      const names = await namesFor(trades.map(({ itp_symbol }) => itp_symbol));
      const named = trades.map((trade) => {
        const itp_symbol = trade.itp_symbol ?? names?.get(trade.itp_id)?.symbol ?? '';
        return { ...trade, itp_symbol };
      });
      return sortNewestFirst(named, ({ timestamp }) => timestamp);
    },
  };
}

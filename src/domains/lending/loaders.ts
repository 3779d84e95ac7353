import type { Context, LoaderDeps } from '../../context.ts';
import { sortNewestFirst } from '../../lib/collections/sort-newest-first.ts';
import type { Address, Bytes32 } from '../../lib/units.ts';
import { type DtfContext, type DtfLoaders, indexRankingByDtf } from '../dtf/index.ts';
import { hasCollateralOrDebt } from './assess-position.ts';
import { createLendingClient } from './client.ts';
import { createMarketRatesReader } from './market-rates.ts';
import { stressLoan, toPledgedShares } from './pledged-shares.ts';
import type { LendingMarket, LendingPosition } from './schema.ts';

export type LendingLoaders = ReturnType<typeof createLendingLoaders>;

/** Context of a request that this domain's resolvers and routes need. */
export type LendingContext = DtfContext & Context<{ readonly lending: LendingLoaders }>;

const placeholderTicker = 'ITP';

/** Creates the loaders of one request, over its DTF loaders; REST and GraphQL share them. */
export function createLendingLoaders(
  { requestCache, upstreams }: LoaderDeps,
  dtf: Pick<DtfLoaders, 'rankingOrNull'>,
) {
  const client = createLendingClient({ requestCache, dataNode: upstreams.dataNode });

  /** Returns the position in a listed market, with the ids from the list. */
  async function positionIn(
    account: Address,
    { itp_id, market_id }: LendingMarket,
  ): Promise<LendingPosition> {
    const position = await client.position(account, itp_id as Bytes32 | undefined);
    const identity = { ...(itp_id ? { itp_id } : {}), ...(market_id ? { market_id } : {}) };
    return { ...position, market: { ...position.market, ...identity } };
  }

  /** Returns positions with collateral or debt. */
  async function positions(account: Address): Promise<readonly LendingPosition[]> {
    const markets = await client.markets();
    const all = await Promise.all(markets.map((market) => positionIn(account, market)));
    return all.filter(hasCollateralOrDebt);
  }

  return {
    ...client,
    positionIn,
    positions,
    rates: createMarketRatesReader({ requestCache, upstreams }),
    /** Shares that are pledged for the loans of an account, by fund. */
    pledgedShares: async (account: Address) => toPledgedShares(await positions(account)),
    /** Loans of an account after each fund's NAV grew by a factor. */
    stressedLoans: async (account: Address, growthOf: (itpId: string) => number) =>
      (await positions(account)).map((position) =>
        stressLoan(position, growthOf(position.market.itp_id ?? '')),
      ),
    /** Newest first. `token` is the ticker of the DTF if the ranking contains it. */
    history: async (account: Address) => {
      const moves = await client.history(account);
      const nameless = moves.some(
        ({ token, itp_id }) => token === placeholderTicker && itp_id !== undefined,
      );
      const ranking = nameless ? await dtf.rankingOrNull() : null;
      const names = ranking && indexRankingByDtf(ranking);
      const named = moves.map((move) =>
        move.token === placeholderTicker
          ? { ...move, token: names?.get(move.itp_id ?? '')?.symbol ?? move.token }
          : move,
      );
      return sortNewestFirst(named, (move) => move.block_number);
    },
    /** Returns the market that lends against a DTF; null when there is none. */
    marketOf: async (itpId: Bytes32) => {
      const markets = await client.markets();
      return markets.find((market) => market.itp_id === itpId) ?? null;
    },
  };
}

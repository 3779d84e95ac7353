import type { Context, LoaderDeps } from '../../context.ts';
import { sortNewestFirst } from '../../lib/collections/sort-newest-first.ts';
import type { Address, Bytes32 } from '../../lib/units.ts';
import type { DtfContext, DtfLoaders } from '../dtf/index.ts';
import { hasCollateralOrDebt } from './assess-position.ts';
import { createLendingClient, type LendingClient } from './client.ts';
import type { LendingEvent, LendingMarket, LendingPosition } from './schema.ts';

/** Lending loaders of one request. */
export type LendingLoaders = Pick<LendingClient, 'position' | 'markets' | 'wallet' | 'vault'> & {
  /** Newest first. `token` is the ticker of the DTF if the ranking contains it. */
  readonly history: (account: Address) => Promise<readonly LendingEvent[]>;
  /** Returns the position in a listed market, with the ids from the list. */
  readonly positionIn: (account: Address, market: LendingMarket) => Promise<LendingPosition>;
  /** Positions with collateral or debt. */
  readonly positions: (account: Address) => Promise<readonly LendingPosition[]>;
  readonly marketOf: (itpId: Bytes32) => Promise<LendingMarket | null>;
};

/** Context of a request that this domain's resolvers and routes need. */
export type LendingContext = DtfContext & Context<{ readonly lending: LendingLoaders }>;

const placeholderTicker = 'ITP';

/** Creates the loaders of one request, over its DTF loaders; REST and GraphQL share them. */
export function createLendingLoaders(
  deps: LoaderDeps,
  dtf: Pick<DtfLoaders, 'rankingOrNull'>,
): LendingLoaders {
  const client = createLendingClient({
    requestCache: deps.requestCache,
    dataNode: deps.upstreams.dataNode,
  });

  const positionIn: LendingLoaders['positionIn'] = async (account, { itp_id, market_id }) => {
    const position = await client.position(account, itp_id as Bytes32 | undefined);
    const identity = { ...(itp_id ? { itp_id } : {}), ...(market_id ? { market_id } : {}) };
    return { ...position, market: { ...position.market, ...identity } };
  };

  return {
    ...client,
    positionIn,
    history: async (account) => {
      const moves = await client.history(account);
      const nameless = moves.some(
        ({ token, itp_id }) => token === placeholderTicker && itp_id !== undefined,
      );
      const ranking = nameless ? await dtf.rankingOrNull() : null;
      const symbols = new Map(ranking?.map((entry) => [entry.itp_id as string, entry.symbol]));
      const named = moves.map((move) =>
        move.token === placeholderTicker
          ? { ...move, token: symbols.get(move.itp_id ?? '') ?? move.token }
          : move,
      );
      return sortNewestFirst(named, (move) => move.block_number);
    },
    positions: async (account) => {
      const markets = await client.markets();
      const positions = await Promise.all(markets.map((market) => positionIn(account, market)));
      return positions.filter(hasCollateralOrDebt);
    },
    marketOf: async (itpId) => {
      const markets = await client.markets();
      return markets.find((market) => market.itp_id === itpId) ?? null;
    },
  };
}

import type { Resolvers } from '../../../generated/graphql/resolvers.ts';
import { toConnection } from '../../graphql/connection.ts';
import { encodeGlobalId } from '../../lib/global-id.ts';
import { type Address, type Bytes32, parseAddress, parseBytes32 } from '../../lib/units.ts';
import { findExistingDtf } from '../dtf/index.ts';
import type { PortfolioContext } from './loaders.ts';
import type { PortfolioPosition, Trade } from './schema.ts';

/** A wallet; its fields are loaded on demand. */
export type PortfolioParent = { readonly address: Address };
/** A position and the wallet that holds it. */
export type PortfolioPositionParent = {
  readonly address: Address;
  readonly position: PortfolioPosition;
};
export type TradeParent = Trade;

/**
 * The wallet with this address; null when the text is not an address. Every valid address counts as
 * a wallet.
 */
export function findPortfolio(address: string): PortfolioParent | null {
  const parsed = parseAddress(address);
  return parsed ? { address: parsed } : null;
}

const load = ({ address }: PortfolioParent, context: PortfolioContext) =>
  context.loaders.portfolio.portfolio(address);

const dtfOf = (itpId: string, context: PortfolioContext) =>
  findExistingDtf(parseBytes32(itpId) ?? (itpId as Bytes32), context);

export const portfolioResolvers: Resolvers<PortfolioContext> = {
  Query: {
    portfolio: (_root, { address }) => ({ address }),
  },
  Portfolio: {
    __resolveReference: ({ address }) =>
      typeof address === 'string' ? findPortfolio(address) : null,
    id: ({ address }) => encodeGlobalId('Portfolio', address),
    totalValueUsd: async (wallet, _args, context) => (await load(wallet, context)).total_value_usd,
    totalPnlUsd: async (wallet, _args, context) => (await load(wallet, context)).total_pnl_usd,
    totalPnlPct: async (wallet, _args, context) => (await load(wallet, context)).total_pnl_pct,
    positions: async (wallet, _args, context) =>
      (await load(wallet, context)).positions.map((position) => ({ ...wallet, position })),
    history: ({ address }, _args, context) => context.loaders.portfolio.history(address),
    trades: async ({ address }, page, context) =>
      toConnection(
        await context.loaders.portfolio.trades(address),
        page,
        // One transaction may contain several trades of one wallet.
        ({ tx_hash, itp_id, type, shares }) => `${tx_hash} ${itp_id} ${type} ${shares}`,
      ),
  },
  Position: {
    dtf: ({ position }, _args, context) => dtfOf(position.itp_id, context),
    portfolio: ({ address }) => ({ address }),
    shares: ({ position }) => position.shares,
    navPerShareUsd: ({ position }) => position.nav_per_share,
    valueUsd: ({ position }) => position.value_usd,
    costBasisUsd: ({ position }) => position.cost_basis_usd,
    pnlUsd: ({ position }) => position.pnl_usd,
    pnlPct: ({ position }) => position.pnl_pct,
  },
  PortfolioPoint: {
    valueUsd: (point) => point.value_usd,
  },
  Trade: {
    txHash: (trade) => parseBytes32(trade.tx_hash),
    type: (trade) => (trade.type === 'buy' ? 'BUY' : 'SELL'),
    dtf: (trade, _args, context) => dtfOf(trade.itp_id, context),
    pricePerShareUsd: (trade) => trade.price_per_share,
    totalUsd: (trade) => trade.total_usd,
    feeUsd: (trade) => trade.fee_usd,
  },
  Dtf: {
    position: async ({ itpId }, { address }, context) => {
      const { positions } = await context.loaders.portfolio.portfolio(address);
      const position = positions.find((one) => one.itp_id === itpId);
      return position ? { address, position } : null;
    },
  },
};

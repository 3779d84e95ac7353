import type { Resolvers } from '../../../generated/graphql/resolvers.ts';
import type { Context } from '../../context.ts';
import { applyMaxPoints } from '../../graphql/apply-max-points.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { encodeGlobalId, joinCompoundKey, splitCompoundKey } from '../../lib/global-id.ts';
import { type Address, type Bytes32, parseAddress, parseBytes32 } from '../../lib/units.ts';
import { subscribeToNewestEvent } from '../change-poller.ts';
import { findDtfOrBareId } from '../dtf/index.ts';
import type { PortfolioContext } from './loaders.ts';
import type { PortfolioPoller } from './portfolio-poller.ts';
import type { Portfolio, PortfolioPosition } from './schema.ts';
import { filterAndPaginateWalletTrades, type WalletTradeParent } from './trade-list.ts';

/** A wallet; its fields are loaded on demand, except in events, which have the portfolio. */
export type PortfolioParent = { readonly address: Address; readonly portfolio?: Portfolio };
/** A position and the wallet that holds it. */
export type PortfolioPositionParent = {
  readonly address: Address;
  readonly position: PortfolioPosition;
};
/** Returns the wallet with this address; null when the text is not an address. */
export function portfolioParentFromAddress(address: string): PortfolioParent | null {
  const parsed = parseAddress(address);
  return parsed ? { address: parsed } : null;
}

/** Returns a wallet's position in a DTF; null when it holds none. */
export async function findPortfolioPosition(
  wallet: string,
  itpId: string,
  context: PortfolioContext,
): Promise<PortfolioPositionParent | null> {
  const address = parseAddress(wallet);
  if (!address) return null;
  const { positions } = await context.loaders.portfolio.portfolio(address);
  const position = positions.find((one) => one.itp_id === itpId.toLowerCase());
  return position ? { address, position } : null;
}

/** Returns a wallet's trades, newest first; equal trades of a transaction have numbered keys. */
async function readTrades(
  address: Address,
  context: PortfolioContext,
): Promise<readonly WalletTradeParent[]> {
  const counts = new Map<string, number>();
  return (await context.loaders.portfolio.trades(address)).map((trade) => {
    const key = [trade.tx_hash, trade.itp_id, trade.type, trade.shares].join(' ');
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    return { ...trade, address, tradeKey: count === 0 ? key : `${key} ${count}` };
  });
}

/** Returns the trade with the key of its global id; null when there is none. */
export async function findWalletTrade(key: string, context: PortfolioContext) {
  const [wallet = '', tradeKey] = splitCompoundKey(key, 2) ?? [];
  const address = parseAddress(wallet);
  if (!address) return null;
  return (await readTrades(address, context)).find((trade) => trade.tradeKey === tradeKey) ?? null;
}

const load = ({ address, portfolio }: PortfolioParent, context: PortfolioContext) =>
  portfolio ?? context.loaders.portfolio.portfolio(address);

const dtfOf = (itpId: string, context: PortfolioContext) =>
  findDtfOrBareId(parseBytes32(itpId) ?? (itpId as Bytes32), context);

/** Context of a request that may subscribe to portfolios. */
export type PortfolioWatchContext = PortfolioContext &
  Context<unknown, { readonly portfolioPoller: PortfolioPoller }>;

export const portfolioResolvers: Resolvers<PortfolioWatchContext> = {
  Query: {
    portfolio: (_root, { address }) => ({ address }),
  },
  Subscription: {
    portfolio: {
      subscribe: (_root, { address }, context) =>
        subscribeToNewestEvent(context.services.portfolioPoller, address, context),
    },
  },
  Portfolio: {
    id: ({ address }) => encodeGlobalId('Portfolio', address),
    totalValueUsd: async (wallet, _args, context) => (await load(wallet, context)).total_value_usd,
    totalPnlUsd: async (wallet, _args, context) => (await load(wallet, context)).total_pnl_usd,
    totalPnlPct: async (wallet, _args, context) => (await load(wallet, context)).total_pnl_pct,
    positions: async (wallet, _args, context) =>
      (await load(wallet, context)).positions.map((position) => ({
        address: wallet.address,
        position,
      })),
    history: async ({ address }, { from, to, maxPoints }, context) => {
      if (from != null && to != null && from > to)
        throw new InvalidInputError('from must not be after to');
      const points = await context.loaders.portfolio.history(address);
      const [first, last] = [from ?? 0, to ?? Number.POSITIVE_INFINITY];
      const inRange = points.filter(({ timestamp }) => timestamp >= first && timestamp <= last);
      return applyMaxPoints(inRange, maxPoints, (point) => point.value_usd);
    },
    trades: async ({ address }, args, context) =>
      filterAndPaginateWalletTrades(await readTrades(address, context), args),
  },
  Position: {
    id: ({ address, position }) =>
      encodeGlobalId('Position', joinCompoundKey([address, position.itp_id])),
    itpId: ({ position }) => position.itp_id as Bytes32,
    dtf: ({ position }, _args, context) => dtfOf(position.itp_id, context),
    portfolio: ({ address }) => ({ address }),
    shares: ({ position }) => position.shares,
    navPerShareUsd: ({ position }) => position.nav_per_share,
    valueUsd: ({ position }) => position.value_usd,
    costBasisUsd: ({ position }) => position.cost_basis_usd,
    pnlUsd: ({ position }) => position.pnl_usd,
    pnlPct: ({ position }) => position.pnl_pct,
  },
  Trade: {
    id: ({ address, tradeKey }) => encodeGlobalId('Trade', joinCompoundKey([address, tradeKey])),
    txHash: (trade) => parseBytes32(trade.tx_hash),
    type: (trade) => (trade.type === 'buy' ? 'BUY' : 'SELL'),
    dtf: (trade, _args, context) => dtfOf(trade.itp_id, context),
    pricePerShareUsd: (trade) => trade.price_per_share,
  },
  Dtf: {
    position: ({ itpId }, { address }, context) => findPortfolioPosition(address, itpId, context),
  },
};

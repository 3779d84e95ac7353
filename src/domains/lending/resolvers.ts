import type { Resolvers } from '../../../generated/graphql/resolvers.ts';
import { encodeGlobalId, joinCompoundKey } from '../../lib/global-id.ts';
import { valueOrIfNotFound } from '../../lib/maybe-promise.ts';
import { type Address, parseAddress, parseBytes32, weiToNumber } from '../../lib/units.ts';
import { findDtfOrBareId, parseDtfId } from '../dtf/index.ts';
import { parseLltvWad, toLoanFormulaInputs } from './assess-position.ts';
import { filterAndPaginateLendingEvents, lendingEventGraphQLNames } from './event-list.ts';
import type { LendingContext } from './loaders.ts';
import { healthFactor, liquidationPrice, loanHealthState, utilisation } from './loan-formulas.ts';
import { parseGrowth, stressLoan } from './pledged-shares.ts';
import type { LendingMarket, LendingPosition, VaultBalances } from './schema.ts';
import { parseTokenAmount } from './upstream-schema.ts';

/** A wallet's position in one market. */
export type LendingPositionParent = LendingPosition & { readonly address: Address };
/** A price with 36 decimals. */
export type LendingPriceParent = bigint;
export type WalletLendingParent = { readonly address: Address };
export type VaultAssetParent = VaultBalances['assets'][number];

const priceOf = (raw: string | undefined) => (raw === undefined ? null : BigInt(raw));

const dtfOf = (itpId: string | undefined, context: LendingContext) => {
  const id = parseBytes32(itpId ?? '');
  return id ? findDtfOrBareId(id, context) : null;
};

/** Returns the key of a market: its DTF id, else its market id, else `only`. */
const marketKey = ({ itp_id, market_id }: LendingMarket): string => itp_id ?? market_id ?? 'only';

/** Returns the market with this key; null when there is none. */
export async function findMarket(key: string, context: LendingContext) {
  const markets = await context.loaders.lending.markets();
  return markets.find((market) => marketKey(market) === key.toLowerCase()) ?? null;
}

/** Returns a wallet's position in the market with this key; null when there is no such market. */
export async function findPositionInLendingMarket(
  wallet: string,
  key: string,
  context: LendingContext,
): Promise<LendingPositionParent | null> {
  const address = parseAddress(wallet);
  const market = address && (await findMarket(key, context));
  return market && { address, ...(await context.loaders.lending.positionIn(address, market)) };
}

const liquidityOf = (market: LendingMarket) => {
  const free = BigInt(market.total_supply_assets) - BigInt(market.total_borrow_assets);
  return String(free > 0n ? free : 0n);
};

export const lendingResolvers: Resolvers<LendingContext> = {
  Query: {
    lendingMarkets: (_root, _args, context) => context.loaders.lending.markets(),
    vault: (_root, _args, context) => context.loaders.lending.vault(),
  },
  Portfolio: {
    lending: ({ address }) => ({ address }),
  },
  Dtf: {
    lendingMarket: ({ itpId }, _args, context) => context.loaders.lending.marketOf(itpId),
  },
  LendingMarket: {
    id: (market) => encodeGlobalId('LendingMarket', marketKey(market)),
    itpId: (market) => parseBytes32(market.itp_id ?? ''),
    marketId: (market) => parseBytes32(market.market_id ?? ''),
    dtf: (market, _args, context) => dtfOf(market.itp_id, context),
    totalSupply: (market) => market.total_supply_assets,
    totalBorrow: (market) => market.total_borrow_assets,
    liquidity: liquidityOf,
    utilisation: (market) =>
      utilisation(BigInt(market.total_supply_assets), BigInt(market.total_borrow_assets)),
    lltv: (market) => weiToNumber(parseLltvWad(market)),
    oraclePrice: (market) => priceOf(market.oracle_price),
    rates: (market, _args, context) => {
      const id = parseBytes32(market.market_id ?? '');
      return id && context.loaders.lending.rates(id);
    },
    position: async (market, { address }, context) => ({
      address,
      ...(await context.loaders.lending.positionIn(address, market)),
    }),
  },
  LendingPrice: {
    raw: (price) => String(price),
    usd: (price) => weiToNumber(price / 10n ** 18n),
  },
  LendingPosition: {
    id: ({ address, market }) =>
      encodeGlobalId('LendingPosition', joinCompoundKey([address, marketKey(market)])),
    itpId: ({ market }) => parseBytes32(market.itp_id ?? ''),
    market: ({ oracle_price, market }) => ({ oracle_price, ...market }),
    portfolio: ({ address }) => ({ address }),
    debt: (position) => position.debt_amount,
    oraclePrice: (position) => BigInt(position.oracle_price),
    healthFactor: (position) => {
      const health = healthFactor(toLoanFormulaInputs(position));
      return health === null ? null : weiToNumber(health);
    },
    state: (position) => loanHealthState(toLoanFormulaInputs(position)),
    liquidationPrice: (position) => liquidationPrice(toLoanFormulaInputs(position)),
    stress: (position, { pricePct }) => stressLoan(position, parseGrowth(pricePct)),
  },
  WalletLending: {
    positions: async ({ address }, _args, context) =>
      (await context.loaders.lending.positions(address)).map((one) => ({ address, ...one })),
    history: async ({ address }, args, context) =>
      filterAndPaginateLendingEvents(await context.loaders.lending.history(address), args),
    balances: ({ address }, { itpId }, context) =>
      valueOrIfNotFound(
        () => context.loaders.lending.wallet(address, parseDtfId(itpId, 'itpId')),
        null,
      ),
  },
  LendingBalances: {
    usdc: (state) => state.usdc_balance,
    usdcAllowedToIndex: (state) => state.usdc_allowance_custody,
    usdcAllowedToLending: (state) => state.usdc_allowance_morpho,
    bridgedItpAddress: (state) => parseAddress(state.bridged_itp_address),
    shares: (state) => state.bridged_itp_balance,
    sharesAllowedToIndex: (state) => state.bridged_itp_allowance_custody,
    sharesAllowedToLending: (state) => state.bridged_itp_allowance_morpho,
  },
  LendingEvent: {
    type: (event) => lendingEventGraphQLNames[event.event_type],
    amount: (event) => parseTokenAmount(event.amount),
    dtf: (event, _args, context) => dtfOf(event.itp_id, context),
    txHash: (event) => parseBytes32(event.tx_hash),
    timestamp: (event) => (event.timestamp === 0 ? null : event.timestamp),
  },
  VaultAsset: {
    asset: ({ symbol }) => ({ symbol }),
    address: ({ address }) => parseAddress(address),
    priceUsd: (asset) => asset.price,
    valueUsd: (asset) => asset.usd_value,
  },
};

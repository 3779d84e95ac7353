import type { Dtf } from '../chain/share-ledger.ts';
import type { LendingPosition, UserState } from '../lending/lending-reader.ts';
import { formatWeiDecimal } from './format-decimal.ts';

/** Returns the body of `/morpho-position`; every amount is a string, in both wire formats. */
export function toLendingPositionBody(position: LendingPosition) {
  const { collateral, borrowShares, debt, price, maxBorrow, maxWithdraw, health } = position;
  return {
    collateral: String(collateral),
    borrow_shares: String(borrowShares),
    debt_amount: String(debt),
    oracle_price: String(price),
    max_borrow: String(maxBorrow),
    max_withdraw: String(maxWithdraw),
    health_factor: health === null ? 'Infinity' : formatWeiDecimal(health, 2),
    market: toLendingMarketBody(position),
  };
}

/** Returns the body of a position's market: its ids and totals. */
export function toLendingMarketBody({ market, price }: LendingPosition) {
  return {
    total_supply_assets: String(market.totalSupplyAssets),
    total_supply_shares: String(market.totalSupplyShares),
    total_borrow_assets: String(market.totalBorrowAssets),
    total_borrow_shares: String(market.totalBorrowShares),
    market_id: market.marketId,
    itp_id: market.itpId,
    oracle_price: String(price),
    lltv: String(market.lltv),
  };
}

/** Returns the body of `/user-state`; every value is a string. */
export function toUserStateBody(user: UserState, dtf: Dtf) {
  return {
    usdc_balance: String(user.usdcBalance),
    usdc_allowance_custody: String(user.usdcAllowedToIndex),
    usdc_allowance_morpho: String(user.usdcAllowedToLending),
    bridged_itp_address: user.shareToken,
    bridged_itp_balance: String(user.shareBalance),
    bridged_itp_allowance_custody: String(user.sharesAllowedToIndex),
    bridged_itp_allowance_morpho: String(user.sharesAllowedToLending),
    bridged_itp_name: dtf.name,
    bridged_itp_symbol: dtf.symbol,
    bridged_itp_total_supply: String(dtf.supply),
  };
}

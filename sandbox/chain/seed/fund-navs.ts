import type { Hex } from 'viem';
import { computeNavWei } from '../../world/nav.ts';
import type { FundsPlan } from '../../world/plan-funds.ts';

/**
 * Returns the price of an asset (a column number of the history) at a time in milliseconds, USD;
 * `null` if it is unknown.
 */
export type PriceAt = (asset: number, ms: number) => number | null;

/** NAVs of all funds of a plan, by fund number. */
export type FundNavs = {
  /** NAV in wei; 0 if no asset of the basket has a price. */
  readonly navAt: (fund: number, ms: number) => bigint;
  /** Returns the arguments of `Index.setNavs` for all funds with a NAV. */
  readonly allAt: (ms: number) => readonly [ids: readonly Hex[], navs: readonly bigint[]];
};

/** Creates a calculator of fund NAVs from the prices of the world. */
export function createFundNavs(plan: FundsPlan, priceAt: PriceAt): FundNavs {
  const navAt = (fund: number, ms: number) => {
    const basket = plan.funds[fund];
    if (basket === undefined) throw new RangeError(`there is no fund number ${fund}`);
    const prices = basket.assets.map((asset) => priceAt(asset, ms));
    return computeNavWei(basket.quantities, prices).nav;
  };
  const allAt = (ms: number) => {
    const valued = plan.funds.map((fund, i) => [fund.id, navAt(i, ms)] as const);
    const known = valued.filter(([, nav]) => nav > 0n);
    return [known.map(([id]) => id), known.map(([, nav]) => nav)] as const;
  };
  return { navAt, allAt };
}

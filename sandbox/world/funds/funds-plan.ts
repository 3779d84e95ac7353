import type { FundTexts } from './fund-texts.ts';

/** The index funds of the world and all their trades, as data. */
export type FundsPlan = {
  /** Number of wallets in the plan; their indices are 0 … walletCount − 1. */
  readonly walletCount: number;
  /** Ascending by (createdDay, createdSecond). `trades` refers to a fund by its position. */
  readonly funds: readonly FundPlan[];
  /**
   * Ascending by (day, secondOfDay), at most one in a second, all after the creation of their fund.
   */
  readonly trades: readonly TradePlan[];
};

/** A DTF as its creator registers it on the chain. */
export type FundPlan = {
  /** Number of the fund, from 1, as bytes32 in hex. */
  readonly id: `0x${string}`;
  readonly name: string;
  readonly symbol: string;
  /** What its creator says of it; null for a fund without texts. */
  readonly texts: FundTexts | null;
  /** Wallet index. */
  readonly creator: number;
  /** Day number t of the history. */
  readonly createdDay: number;
  /** 0 … 86399, UTC. */
  readonly createdSecond: number;
  /** Column numbers of the history. */
  readonly assets: readonly number[];
  /** In the order of `assets`, with 18 decimals; the sum is exactly 1e18. */
  readonly weights: readonly bigint[];
  /** In the order of `assets`: wei of the asset per share. Quantities never change. */
  readonly quantities: readonly bigint[];
};

/**
 * A mint or redeem of shares. It is executed at the NAV `computeNavWei(fund.quantities, prices)`
 * with the prices of the fund's assets at that second, `createLivePrices(…).priceAt(asset,
 * computeTradeTime(…))`.
 */
export type TradePlan = {
  /** Day number t of the history. */
  readonly day: number;
  /** 0 … 86399, UTC. */
  readonly secondOfDay: number;
  /** Wallet index. */
  readonly wallet: number;
  /** Position in `funds`. */
  readonly fund: number;
  readonly kind: 'mint' | 'redeem';
  /** Wei of shares, above 0. */
  readonly shares: bigint;
};

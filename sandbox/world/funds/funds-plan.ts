/** The index funds of the world and everything that is ever done with them, as plain data. */
export type FundsPlan = {
  /** How many wallets the plan speaks of: indices 0 … walletCount − 1. */
  readonly walletCount: number;
  /** Ascending by (createdDay, createdSecond); the position is the fund's number in `trades`. */
  readonly funds: readonly FundPlan[];
  /** Ascending by (day, secondOfDay); no two at the same second; all after their fund's creation. */
  readonly trades: readonly TradePlan[];
};

/** One DTF as its creator registers it on chain. */
export type FundPlan = {
  /** bytes32 hex of a counter from 1. */
  readonly id: `0x${string}`;
  readonly name: string;
  readonly symbol: string;
  /** Wallet index. */
  readonly creator: number;
  /** Day number t of the history. */
  readonly createdDay: number;
  /** 0 … 86399, UTC. */
  readonly createdSecond: number;
  /** Column numbers of the history. */
  readonly assets: readonly number[];
  /** Same order as `assets`; 1e18 = 1; the sum is exactly 1e18. */
  readonly weights: readonly bigint[];
  /** Same order as `assets`; wei of the asset per share, fixed for ever. */
  readonly quantities: readonly bigint[];
};

/**
 * One mint or redeem of shares. Its execution NAV is `navWei(fund.quantities, prices)` with the
 * prices of the fund's assets at that second, `createLivePrices(…).priceAt(asset, tradeTime(…))`.
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

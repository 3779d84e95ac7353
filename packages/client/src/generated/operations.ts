// Generated from `schema/operations/` by `npm run generate`.
import type { TypedDocument } from '../documents.ts';
import type { BoundDocuments } from '../requests.ts';

type Hex = `0x${string}`;

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** Width of a candle. */
export type CandleInterval =
  /** One day, UTC. */
  | 'D1'
  /** One hour. */
  | 'H1'
  /** 5 minutes. */
  | 'M5'
  /** 15 minutes. */
  | 'M15';

/** What happens to a fund in the contract. */
export type DtfEventType =
  /** The fund was registered. */
  | 'CREATED'
  /** A wallet bought new shares. */
  | 'MINTED'
  /** The keeper set the NAV. */
  | 'NAV_SET'
  /** A wallet sold shares back. */
  | 'REDEEMED'
  /** A wallet gave shares to another one. */
  | 'TRANSFERRED';

/** Status of an oracle. */
export type HealthStatus =
  /** It works with restrictions. */
  | 'DEGRADED'
  /** Everything works. */
  | 'HEALTHY'
  /** It does not work. */
  | 'UNHEALTHY'
  /** The data node sent another status. */
  | 'UNKNOWN';

/** How the cost of sold shares is found. */
export type LedgerMethod =
  /** By the average cost of all shares of the fund that are held. */
  | 'AVERAGE'
  /** The shares bought first are sold first. */
  | 'FIFO';

/** How far a loan is from its liquidation. */
export type LoanHealth =
  /** Health factor below 1.0: any account may repay the debt for the collateral. */
  | 'LIQUIDATABLE'
  /** Nothing is owed. */
  | 'NO_DEBT'
  /** Health factor of at least 1.5. */
  | 'SAFE'
  /** Health factor below 1.5. */
  | 'WARNING';

/**
 * How far back a NAV series reaches. `Y3`, `Y5` and `MAX` begin at midnight (UTC), the others at the time of day that it
 * is now. A younger fund's series begins at its creation.
 */
export type NavRange =
  /** 24 hours, a point every 5 minutes. */
  | 'D1'
  /** 7 days, hourly. */
  | 'D7'
  /** 30 days, daily. */
  | 'D30'
  /** 90 days, daily. */
  | 'D90'
  /** Since the fund's creation, daily. As `Y1` where the data node has no candles. */
  | 'MAX'
  /** 365 days, daily. */
  | 'Y1'
  /** Three years (1,095 days), daily. As `Y1` where the data node has no candles. */
  | 'Y3'
  /** Five years (1,825 days), daily. As `Y1` where the data node has no candles. */
  | 'Y5';

/** Where a NAV comes from. */
export type NavSource =
  /** The data node. */
  | 'DATA_NODE'
  /** Computed from the contracts, when the data node has no value. */
  | 'ONCHAIN';

/** A change of a price. */
export type PriceShock = {
  /** Change, percent: -30 is a loss of 30 %; from -100 to 1000000. */
  readonly pct: number;
  /** Ticker in any case, or global id of the asset. */
  readonly symbol: string;
};

/** A rule that predicts each market from what was known before a tick began. */
export type ReplayRule = {
  /** What the rule predicts. */
  readonly kind: ReplayRuleKind;
  /** Ticks before the predicted one over which the change of a market is looked at, 1 to 50. */
  readonly lookback?: number;
};

/** What a rule predicts. A market without a known change is predicted UP. */
export type ReplayRuleKind =
  /** Always DOWN. */
  | 'ALWAYS_DOWN'
  /** Always UP. */
  | 'ALWAYS_UP'
  /** UP when the value rose over the look-back, DOWN when it fell. */
  | 'MOMENTUM'
  /** DOWN when the value rose over the look-back, UP when it fell. */
  | 'REVERSAL';

/** A request for test money. */
export type RequestFaucetInput = {
  /** Recipient: `0x` and 40 hex digits, where mixed case needs the right checksum, or global id of a portfolio. */
  readonly address: string;
  /** USDC, human-readable with at most 18 decimals; more than 10000 is 10000. */
  readonly amount?: string | null | undefined;
  /** Also send 0.5 units of the settlement chain's native token. */
  readonly gas?: boolean | null | undefined;
};

/** Periods that end with the last point of a series. */
export type ReturnPeriod =
  /** 180 days. */
  | 'HALF_YEAR'
  /** From the first point. */
  | 'INCEPTION'
  /** 30 days. */
  | 'MONTH'
  /** From the last point before the month, or the first point. */
  | 'MONTH_TO_DATE'
  /** 90 days. */
  | 'QUARTER'
  /** 7 days. */
  | 'WEEK'
  /** 365 days. */
  | 'YEAR'
  /** From the last point before the year, or the first point. */
  | 'YEAR_TO_DATE';

/** What a portfolio tilts towards by market dominance. */
export type SimulationDomMode =
  /** Half into BTC while its dominance rises. */
  | 'BTC'
  /** Half into ETH while its dominance rises. */
  | 'ETH'
  /** Half into BTC while its dominance falls. */
  | 'INVERSE';

/** When a portfolio moves to cash by the fear and greed index. */
export type SimulationFngMode =
  /** Cash from greed until fear appears. */
  | 'BOTH'
  /** Cash outside of fear, invested in fear. */
  | 'FEAR'
  /** Cash while greed lasts. */
  | 'GREED';

/** A backtest. Inputs that differ only in order, case or in defaults are the same request and share one computation. */
export type SimulationInput = {
  /** Fee on traded notional, percent, 0 to 25. */
  readonly baseFeePct?: number | null | undefined;
  /** Category from `simulationCategories`: slug, or global id. */
  readonly categoryId: string;
  /** Fraction of the last price that is lost when a delisted position is closed, 0 to 0.99. */
  readonly delistHaircut?: number | null | undefined;
  /** Look-back of the dominance trend, days, 1 to 3650. */
  readonly domLookback?: number | null | undefined;
  /** Dominance regime; none when left out. */
  readonly domMode?: SimulationDomMode | null | undefined;
  /** Share moved to stables, a fraction from 0 to 1. */
  readonly fngCashPct?: number | null | undefined;
  /** An index below this is fear, 0 to 100. */
  readonly fngFearThreshold?: number | null | undefined;
  /** An index above this is greed, 0 to 100. */
  readonly fngGreedThreshold?: number | null | undefined;
  /** Fear and greed regime; none when left out. */
  readonly fngMode?: SimulationFngMode | null | undefined;
  /** Skips every cache and recomputes. */
  readonly force?: boolean | null | undefined;
  /** Days between rebalances, 1 to 3650. */
  readonly rebalanceDays: number;
  /** Slippage: each adds 0.1 % of traded notional, 0 to 200. */
  readonly spreadMultiplier?: number | null | undefined;
  /** First day; the earliest of the data when left out. */
  readonly startDate?: string | null | undefined;
  /** Rebalances on drift beyond this instead of by the calendar, percentage points, 0.001 to 100. */
  readonly thresholdPct?: number | null | undefined;
  /** Number of top assets by market cap, 1 to 1000. */
  readonly topN: number;
  /** Investors of whom one took part in a round, any case; at most 100. */
  readonly vcInvestors?: ReadonlyArray<string> | null | undefined;
  /** Minimum funding, millions USD, 0 to 1000000. */
  readonly vcMinAmountM?: number | null | undefined;
  /** VC filter: `include`, `exclude`, `funding`, `valuation` or `fresh_{months}` with 1 to 120 months; `include` when another VC field is given. */
  readonly vcMode?: string | null | undefined;
  /** Types of rounds that count: `seed`, `series_a` …; at most 100. */
  readonly vcRoundTypes?: ReadonlyArray<string> | null | undefined;
  /**
   * Weighting scheme, any case: `equal`, `mcap`, `mcap_cap{P}`, `sqrt_mcap`, `momentum_{L}`, `invvol_{L}`, `dual_mom_{L}`,
   * `risk_parity_{L}`, `min_var_{L}`, `multi_factor_{L}`, `low_vol_{L}`; for categories that start with `dl-` also `tvl`,
   * `tvl_cap{P}`, `tvl_sqrt`, `fees_w`, `revenue_w`, `volume_w`, `tvl_mom_{L}`, `fee_eff`, `yield_w`. `P` is a cap in
   * percent, 1 to 100; `L` a look-back in days, 2 to 730, for `risk_parity` and `min_var` from 3.
   */
  readonly weighting: string;
};

/** Reasons why a bitmap is not accepted. */
export type SubmitBitmapErrorCode =
  /** There is no such batch. */
  | 'BATCH_NOT_FOUND'
  /** Too many submissions are under way. */
  | 'BUSY'
  /** The service itself failed, as with a full disk; the same bitmap may be submitted again. */
  | 'FAILED'
  /** The bitmap has another hash than expected, or than committed on the chain. */
  | 'HASH_MISMATCH'
  /** The batch id is not a whole number. */
  | 'INVALID_BATCH'
  /** The bitmap is empty, too long, or not whole bytes of hex. */
  | 'INVALID_BITMAP'
  /** The hash is not 32 bytes of hex. */
  | 'INVALID_HASH'
  /** The player is not an address. */
  | 'INVALID_PLAYER'
  /** Most oracles do not know the player (yet): a join is seen about 6 s after it. */
  | 'PLAYER_NOT_FOUND'
  /** Too few oracles accepted in time. */
  | 'QUORUM_NOT_REACHED'
  /** Most oracles refuse the bitmap. */
  | 'REFUSED';

/** A bitmap for the oracles. The input is validated before an oracle is called. */
export type SubmitBitmapInput = {
  /** Number of the batch, or its global id. */
  readonly batchId: string;
  /** `0x` and whole bytes of hex, at most 32,000 bytes. Padding with zeros is welcome, where it is part of the hash. */
  readonly bitmap: string;
  /** keccak256 of the bitmap's bytes, as given when joining: `0x` and 64 hex digits. */
  readonly expectedHash: string;
  /** The wallet that joined the batch: address in any case, or global id of its portfolio. */
  readonly player: string;
  /** Whether to wait for the answers of all oracles, at most 5 seconds longer, after a quorum has accepted. */
  readonly waitForAll?: boolean | null | undefined;
};

/** What a sweep varies. */
export type SweepDimension =
  /** The categories of `SweepInput.categories`. */
  | 'CATEGORY'
  /** Every 14, 30, 60, 90 and 180 days, and on drift beyond 3, 5, 10 and 15 percentage points. */
  | 'REBALANCE'
  /** Drift bands. */
  | 'THRESHOLD'
  /** Number of assets: 5, 10, 20, 30, 50, 100, 200. */
  | 'TOP_N'
  /** All weighting schemes that fit the category. */
  | 'WEIGHTING';

/** Backtests that differ in one parameter; everything else is as in `SimulationInput`. */
export type SweepInput = {
  /** Fee on traded notional, percent, 0 to 25. */
  readonly baseFeePct?: number | null | undefined;
  /** Categories for `CATEGORY`, 1 to 50: slugs, or global ids. */
  readonly categories?: ReadonlyArray<string> | null | undefined;
  /** Category of the base: slug, or global id. */
  readonly categoryId: string;
  /** Fraction of the last price that is lost when a delisted position is closed, 0 to 0.99. */
  readonly delistHaircut?: number | null | undefined;
  /** Look-back of the dominance trend, days, 1 to 3650. */
  readonly domLookback?: number | null | undefined;
  /** Dominance regime; none when left out. */
  readonly domMode?: SimulationDomMode | null | undefined;
  /** Share moved to stables, a fraction from 0 to 1. */
  readonly fngCashPct?: number | null | undefined;
  /** An index below this is fear, 0 to 100. */
  readonly fngFearThreshold?: number | null | undefined;
  /** An index above this is greed, 0 to 100. */
  readonly fngGreedThreshold?: number | null | undefined;
  /** Fear and greed regime; none when left out. */
  readonly fngMode?: SimulationFngMode | null | undefined;
  /** Skips every cache and recomputes. */
  readonly force?: boolean | null | undefined;
  /** Days between rebalances of the base, 1 to 3650. */
  readonly rebalanceDays?: number | null | undefined;
  /** Slippage: each adds 0.1 % of traded notional, 0 to 200. */
  readonly spreadMultiplier?: number | null | undefined;
  /** First day; the earliest of the data when left out. */
  readonly startDate?: string | null | undefined;
  /** What to vary. */
  readonly sweep: SweepDimension;
  /** Drift band of the base, percentage points, 0.001 to 100. */
  readonly thresholdPct?: number | null | undefined;
  /** Number of assets of the base, 1 to 1000. */
  readonly topN?: number | null | undefined;
  /** Investors of whom one took part in a round, any case; at most 100. */
  readonly vcInvestors?: ReadonlyArray<string> | null | undefined;
  /** Minimum funding, millions USD, 0 to 1000000. */
  readonly vcMinAmountM?: number | null | undefined;
  /** VC filter, as in `SimulationInput`. */
  readonly vcMode?: string | null | undefined;
  /** Types of rounds that count: `seed`, `series_a` …; at most 100. */
  readonly vcRoundTypes?: ReadonlyArray<string> | null | undefined;
  /** Weighting of the base, as in `SimulationInput`. */
  readonly weighting?: string | null | undefined;
};

/** Whether shares were bought or sold. */
export type TradeType =
  /** Shares were minted for USDC. */
  | 'BUY'
  /** Shares were redeemed for USDC. */
  | 'SELL';

export type AnalyzeBacktestQueryVariables = Exact<{
  runId: string;
  riskFreePct?: number;
}>;


export type AnalyzeBacktestQuery = { readonly simulations: ReadonlyArray<{ readonly runId: number, readonly performance: { readonly from: string | null, readonly to: string | null, readonly totalReturnPct: number | null, readonly annualizedReturnPct: number | null, readonly volatilityPct: number | null, readonly maxDrawdownPct: number | null, readonly sharpe: number | null, readonly sortino: number | null, readonly calmar: number | null, readonly omega: number | null, readonly ulcerIndexPct: number | null, readonly skewness: number | null, readonly excessKurtosis: number | null, readonly probabilisticSharpe: number | null, readonly monthlyReturns: ReadonlyArray<{ readonly year: number, readonly month: number, readonly returnPct: number, readonly isPartial: boolean }>, readonly drawdowns: ReadonlyArray<{ readonly peakDate: string, readonly troughDate: string, readonly recoveryDate: string | null, readonly depthPct: number }> | null, readonly versus: { readonly betaToBenchmark: number | null, readonly alphaPct: number | null, readonly informationRatio: number | null, readonly excessReturnPct: number | null } | null } | null, readonly turnover: { readonly annualMeanPct: number | null } | null, readonly contributions: { readonly residualPct: number | null, readonly coins: ReadonlyArray<{ readonly coinId: string, readonly contributionPct: number }> } | null, readonly receipt: { readonly hash: string, readonly dataset: string } | null } | null> | null };

export type AnalyzeDtfQueryVariables = Exact<{
  id: string;
  range?: NavRange;
  riskFreePct?: number;
}>;


export type AnalyzeDtfQuery = { readonly dtf: { readonly itpId: Hex, readonly name: string | null, readonly performance: { readonly from: string | null, readonly to: string | null, readonly missingDays: number, readonly totalReturnPct: number | null, readonly annualizedReturnPct: number | null, readonly volatilityPct: number | null, readonly maxDrawdownPct: number | null, readonly sharpe: number | null, readonly sortino: number | null, readonly calmar: number | null, readonly valueAtRiskPct: number | null, readonly expectedShortfallPct: number | null, readonly probabilisticSharpe: number | null, readonly positiveMonthsPct: number | null, readonly periodReturns: ReadonlyArray<{ readonly period: ReturnPeriod, readonly returnPct: number | null }>, readonly drawdowns: ReadonlyArray<{ readonly peakDate: string, readonly troughDate: string, readonly recoveryDate: string | null, readonly depthPct: number }> | null, readonly versus: { readonly betaToBenchmark: number | null, readonly alphaPct: number | null, readonly correlation: number | null, readonly trackingErrorPct: number | null, readonly excessReturnPct: number | null } | null } | null, readonly concentration: { readonly top5Pct: number | null, readonly effectiveAssets: number | null } | null } | null };

export type AnalyzePlayerQueryVariables = Exact<{
  address: Hex;
  ticks?: number;
}>;


export type AnalyzePlayerQuery = { readonly predictionPlayer: { readonly stake: string, readonly ticksPlayed: number, readonly forfeits: number, readonly winRate: number | null, readonly profit: string, readonly longestStreak: number, readonly isComplete: boolean, readonly batches: ReadonlyArray<{ readonly ticksPlayed: number, readonly winRate: number | null, readonly profit: string, readonly batch: { readonly batchId: number } }>, readonly ticks: ReadonlyArray<{ readonly batchId: number, readonly tickId: number, readonly profit: string, readonly cumulative: string }>, readonly bySource: ReadonlyArray<{ readonly sourceId: string, readonly decided: number, readonly accuracyPct: number }>, readonly byMarket: ReadonlyArray<{ readonly decided: number, readonly accuracyPct: number, readonly market: { readonly marketId: string } }> } | null };

export type AnalyzePortfolioQueryVariables = Exact<{
  address: Hex;
  method?: LedgerMethod;
}>;


export type AnalyzePortfolioQuery = { readonly portfolio: { readonly performance: { readonly from: string | null, readonly to: string | null, readonly timeWeightedReturnPct: number | null, readonly moneyWeightedReturnPct: number | null, readonly volatilityPct: number | null, readonly maxDrawdownPct: number | null } | null, readonly ledger: { readonly totals: { readonly boughtUsd: number, readonly soldUsd: number, readonly realizedUsd: number, readonly unrealizedUsd: number, readonly unmatchedSales: number } } | null, readonly exposure: ReadonlyArray<{ readonly symbol: string, readonly valueUsd: number, readonly pct: number | null }> | null } };

export type GetAssetQueryVariables = Exact<{
  symbol: string;
}>;


export type GetAssetQuery = { readonly asset: { readonly symbol: string, readonly price: number | null, readonly heldBy: ReadonlyArray<{ readonly weight: number }> | null } | null };

export type GetBatchQueryVariables = Exact<{
  id: string;
}>;


export type GetBatchQuery = { readonly batch: { readonly batchId: number, readonly configHash: Hex | null, readonly marketCount: number, readonly tickDuration: number, readonly paused: boolean, readonly tvl: string, readonly playerCount: number, readonly nextTickAt: number | null, readonly players: { readonly edges: ReadonlyArray<{ readonly node: { readonly balance: string, readonly stakePerTick: string, readonly hasBitmap: boolean } }> } | null } | null };

export type GetDeploymentQueryVariables = Exact<{ [key: string]: never; }>;


export type GetDeploymentQuery = { readonly deployment: { readonly file: string, readonly chainId: number, readonly settlementChainId: number | null, readonly contracts: { readonly index: Hex | null, readonly vision: Hex | null, readonly l3Usdc: Hex | null } } | null };

export type GetDtfActivityQueryVariables = Exact<{
  id: string;
  types?: ReadonlyArray<DtfEventType> | DtfEventType | null | undefined;
  wallet?: string | null | undefined;
  first?: number;
  after?: string | null | undefined;
  range?: NavRange;
}>;


export type GetDtfActivityQuery = { readonly dtf: { readonly itpId: Hex, readonly symbol: string | null, readonly events: { readonly totalCount: number, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly edges: ReadonlyArray<{ readonly node: { readonly type: DtfEventType, readonly timestamp: number, readonly blockNumber: number, readonly txHash: Hex, readonly shares: string | null, readonly valueUsd: number | null, readonly portfolio: { readonly address: Hex } | null, readonly receiver: { readonly address: Hex } | null } }> } | null, readonly flows: ReadonlyArray<{ readonly date: string, readonly mintedUsd: number, readonly redeemedUsd: number, readonly netUsd: number }> | null } | null };

export type GetDtfCandlesQueryVariables = Exact<{
  id: string;
  interval?: CandleInterval;
  from?: number | null | undefined;
  to?: number | null | undefined;
  maxPoints?: number | null | undefined;
}>;


export type GetDtfCandlesQuery = { readonly dtf: { readonly itpId: Hex, readonly symbol: string | null, readonly candles: ReadonlyArray<{ readonly timestamp: number, readonly open: number, readonly high: number, readonly low: number, readonly close: number }> | null } | null };

export type GetDtfHoldersQueryVariables = Exact<{
  id: string;
  first?: number;
  after?: string | null | undefined;
}>;


export type GetDtfHoldersQuery = { readonly dtf: { readonly itpId: Hex, readonly symbol: string | null, readonly createdAt: number | null, readonly creator: { readonly address: Hex } | null, readonly holders: { readonly totalCount: number, readonly unattributedShares: string, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly edges: ReadonlyArray<{ readonly node: { readonly shares: string, readonly sharePct: number | null, readonly valueUsd: number | null, readonly since: number, readonly portfolio: { readonly address: Hex } } }> } | null } | null };

export type GetDtfMarketQueryVariables = Exact<{
  id: string;
  levels?: number;
  aggregationBps?: number;
}>;


export type GetDtfMarketQuery = { readonly dtf: { readonly itpId: Hex, readonly symbol: string | null, readonly quote: { readonly bidUsd: number, readonly askUsd: number, readonly midUsd: number, readonly spreadBps: number, readonly ageMs: number, readonly assetsPriced: number, readonly assetsTotal: number } | null, readonly orderBook: { readonly bidDepthUsd: number, readonly askDepthUsd: number, readonly assetsFailed: ReadonlyArray<string>, readonly bids: ReadonlyArray<{ readonly priceUsd: number, readonly quantity: number, readonly usdValue: number }>, readonly asks: ReadonlyArray<{ readonly priceUsd: number, readonly quantity: number, readonly usdValue: number }> } | null } | null };

export type GetDtfQueryVariables = Exact<{
  id: string;
}>;


export type GetDtfQuery = { readonly dtf: { readonly itpId: Hex, readonly name: string | null, readonly symbol: string | null, readonly aumUsd: number | null, readonly totalSupply: string | null, readonly nav: { readonly usd: number, readonly source: NavSource } | null, readonly holdings: ReadonlyArray<{ readonly weight: number, readonly asset: { readonly symbol: string, readonly price: number | null } }> | null, readonly navSeries: ReadonlyArray<{ readonly timestamp: number, readonly nav: number }> | null } | null };

export type GetLoansQueryVariables = Exact<{
  address: Hex;
}>;


export type GetLoansQuery = { readonly portfolio: { readonly address: Hex, readonly lending: { readonly positions: ReadonlyArray<{ readonly collateral: string, readonly debt: string, readonly healthFactor: number | null, readonly state: LoanHealth, readonly market: { readonly dtf: { readonly itpId: Hex, readonly symbol: string | null } | null } }> | null } } };

export type GetMarketHistoryQueryVariables = Exact<{
  source: string;
  asset: string;
  from?: number | null | undefined;
  to?: number | null | undefined;
}>;


export type GetMarketHistoryQuery = { readonly marketHistory: ReadonlyArray<{ readonly timestamp: number, readonly value: number }> | null };

export type GetNetworkHealthQueryVariables = Exact<{ [key: string]: never; }>;


export type GetNetworkHealthQuery = { readonly explorerHealth: { readonly latest: { readonly polledAt: string, readonly quorumMet: boolean | null, readonly worstStatus: HealthStatus | null, readonly totalPeers: number | null, readonly totalPeersHealthy: number | null } | null } | null };

export type GetPlayerQueryVariables = Exact<{
  batchId: string;
  address: Hex;
}>;


export type GetPlayerQuery = { readonly batch: { readonly player: { readonly balance: string, readonly stakePerTick: string, readonly startTick: number, readonly hasBitmap: boolean, readonly position: { readonly balance: string, readonly proof: { readonly fromTick: number | null, readonly toTick: number | null, readonly newBalance: string | null, readonly finalBalance: string | null, readonly signature: Hex, readonly referenceNonce: string | null, readonly signersBitmask: string | null } | null } | null } | null } | null };

export type GetPortfolioQueryVariables = Exact<{
  address: Hex;
}>;


export type GetPortfolioQuery = { readonly portfolio: { readonly address: Hex, readonly totalValueUsd: number | null, readonly totalPnlUsd: number | null, readonly totalPnlPct: number | null, readonly positions: ReadonlyArray<{ readonly shares: string, readonly valueUsd: number, readonly pnlUsd: number, readonly dtf: { readonly itpId: Hex, readonly name: string | null, readonly symbol: string | null } }> | null, readonly trades: { readonly edges: ReadonlyArray<{ readonly node: { readonly timestamp: number, readonly type: TradeType, readonly totalUsd: number } }> } | null } };

export type JudgeBacktestsQueryVariables = Exact<{
  runs: ReadonlyArray<string> | string;
  split?: number;
}>;


export type JudgeBacktestsQuery = { readonly simulationSelection: { readonly commonDays: number, readonly expectedBestSharpe: number | null, readonly deflatedSharpe: number | null, readonly probabilityOfOverfitting: number | null, readonly rankCorrelation: number | null, readonly winnerRank: number | null, readonly variants: ReadonlyArray<{ readonly inSampleSharpe: number | null, readonly outOfSampleSharpe: number | null, readonly inSampleRank: number | null, readonly outOfSampleRank: number | null, readonly run: { readonly runId: number } }> } | null };

export type ListBatchesQueryVariables = Exact<{
  first?: number | null | undefined;
}>;


export type ListBatchesQuery = { readonly batches: { readonly edges: ReadonlyArray<{ readonly node: { readonly batchId: number, readonly paused: boolean, readonly playerCount: number, readonly marketCount: number, readonly tvl: string, readonly tickDuration: number } }> } | null };

export type ListDtfsQueryVariables = Exact<{
  first?: number | null | undefined;
}>;


export type ListDtfsQuery = { readonly dtfs: { readonly totalCount: number, readonly edges: ReadonlyArray<{ readonly node: { readonly itpId: Hex, readonly name: string | null, readonly symbol: string | null, readonly navPerShareUsd: number | null, readonly aumUsd: number | null, readonly assetCount: number | null } }> } | null };

export type ListLendingMarketsQueryVariables = Exact<{ [key: string]: never; }>;


export type ListLendingMarketsQuery = { readonly lendingMarkets: ReadonlyArray<{ readonly totalSupply: string, readonly totalBorrow: string, readonly utilisation: number, readonly lltv: number, readonly dtf: { readonly itpId: Hex, readonly symbol: string | null } | null }> | null };

export type ListSimulationCategoriesQueryVariables = Exact<{ [key: string]: never; }>;


export type ListSimulationCategoriesQuery = { readonly simulationCategories: ReadonlyArray<{ readonly slug: string, readonly name: string, readonly coinCount: number }> | null };

export type ReplayBitmapQueryVariables = Exact<{
  batchId: string;
  bitmap?: Hex | null | undefined;
  rule?: ReplayRule | null | undefined;
  from?: number | null | undefined;
  to?: number | null | undefined;
  stakePerTick?: string;
}>;


export type ReplayBitmapQuery = { readonly replayBitmap: { readonly total: string, readonly fee: string, readonly winRate: number | null, readonly ticksPlayed: number, readonly isComplete: boolean, readonly ticks: ReadonlyArray<{ readonly tickId: number, readonly pnl: string, readonly cumulative: string, readonly hits: number, readonly markets: number }> } | null };

export type RequestFaucetMutationVariables = Exact<{
  input: RequestFaucetInput;
}>;


export type RequestFaucetMutation = { readonly requestFaucet: { readonly success: boolean, readonly to: Hex | null, readonly userErrors: ReadonlyArray<{ readonly message: string }> } };

export type RunBacktestSubscriptionVariables = Exact<{
  input: SimulationInput;
}>;


export type RunBacktestSubscription = { readonly simulation:
    | { readonly __typename: 'SimulationFailure', readonly message: string, readonly code: string }
    | { readonly __typename: 'SimulationProgress', readonly pct: number, readonly currentDate: string | null }
    | { readonly __typename: 'SimulationResult', readonly run: { readonly runId: number, readonly stats: { readonly totalReturnPct: number, readonly annualizedReturn: number, readonly maxDrawdownPct: number, readonly sharpeRatio: number, readonly totalFeesPct: number, readonly totalTrades: number, readonly startDate: string, readonly endDate: string } | null, readonly navSeries: ReadonlyArray<{ readonly date: string, readonly nav: number }> | null } }
   };

export type RunSweepSubscriptionVariables = Exact<{
  input: SweepInput;
}>;


export type RunSweepSubscription = { readonly sweep:
    | { readonly __typename: 'SimulationFailure', readonly message: string, readonly code: string }
    | { readonly __typename: 'SweepDone', readonly totalVariants: number, readonly variants: ReadonlyArray<{ readonly variant: string | null, readonly run: { readonly runId: number, readonly stats: { readonly totalReturnPct: number, readonly maxDrawdownPct: number, readonly sharpeRatio: number } | null } }> }
    | { readonly __typename: 'SweepProgress', readonly pct: number, readonly variant: string | null }
    | { readonly __typename: 'SweepVariant', readonly variant: string | null }
    | { readonly __typename: 'SweepVariantFailure', readonly variant: string | null, readonly message: string }
   };

export type StressPortfolioQueryVariables = Exact<{
  address: Hex;
  shocks: ReadonlyArray<PriceShock> | PriceShock;
}>;


export type StressPortfolioQuery = { readonly portfolio: { readonly stress: { readonly valueUsd: number, readonly changePct: number | null, readonly loans: ReadonlyArray<{ readonly healthFactor: number | null, readonly isLiquidatable: boolean, readonly state: LoanHealth, readonly market: { readonly itpId: Hex | null } }> } | null } };

export type SubmitBitmapMutationVariables = Exact<{
  input: SubmitBitmapInput;
}>;


export type SubmitBitmapMutation = { readonly submitBitmap: { readonly accepted: boolean, readonly acceptedCount: number, readonly quorum: number, readonly oracles: ReadonlyArray<{ readonly oracle: number, readonly accepted: boolean, readonly error: string | null }>, readonly userErrors: ReadonlyArray<{ readonly code: SubmitBitmapErrorCode, readonly message: string, readonly retryAfter: number | null }> } };

/** Shows how a finished backtest performed, by its run number: risk and return, monthly returns, worst drawdowns, comparison with Bitcoin, turnover, which coins contributed, and the receipt that proves the result. */
export const analyzeBacktest = "query analyzeBacktest($runId:ID!$riskFreePct:Float!=0){simulations(ids:[$runId]){runId performance(riskFreePct:$riskFreePct){from to totalReturnPct annualizedReturnPct volatilityPct maxDrawdownPct sharpe sortino calmar omega ulcerIndexPct skewness excessKurtosis probabilisticSharpe monthlyReturns{year month returnPct isPartial}drawdowns(first:3){peakDate troughDate recoveryDate depthPct}versus(benchmark:{coin:BTC}){betaToBenchmark alphaPct informationRatio excessReturnPct}}turnover{annualMeanPct}contributions(first:5){coins{coinId contributionPct}residualPct}receipt{hash dataset}}}" as TypedDocument<AnalyzeBacktestQuery, AnalyzeBacktestQueryVariables>;

/** Shows what a share of a DTF earned over the last year and how risky it was, beside Bitcoin: returns by period, volatility, drawdowns, Sharpe, Sortino and Calmar ratios, value at risk, and how concentrated the basket is. */
export const analyzeDtf = "query analyzeDtf($id:ID!$range:NavRange!=Y1$riskFreePct:Float!=0){dtf(id:$id){itpId name performance(range:$range riskFreePct:$riskFreePct){from to missingDays totalReturnPct annualizedReturnPct volatilityPct maxDrawdownPct sharpe sortino calmar valueAtRiskPct expectedShortfallPct probabilisticSharpe positiveMonthsPct periodReturns{period returnPct}drawdowns(first:3){peakDate troughDate recoveryDate depthPct}versus(benchmark:{coin:BTC}){betaToBenchmark alphaPct correlation trackingErrorPct excessReturnPct}}concentration{top5Pct effectiveAssets}}}" as TypedDocument<AnalyzeDtfQuery, AnalyzeDtfQueryVariables>;

/** Shows how a wallet plays the prediction market, from revealed ticks alone: profit by tick and by batch, win rate, forfeits and accuracy by source and by market. */
export const analyzePlayer = "query analyzePlayer($address:Address!$ticks:Int!=20){predictionPlayer(address:$address ticks:$ticks){stake ticksPlayed forfeits winRate profit longestStreak isComplete batches{batch{batchId}ticksPlayed winRate profit}ticks{batchId tickId profit cumulative}bySource{sourceId decided accuracyPct}byMarket{market{marketId}decided accuracyPct}}}" as TypedDocument<AnalyzePlayerQuery, AnalyzePlayerQueryVariables>;

/** Shows what a wallet earned without the effect of deposits, its annual rate of return, its realised and unrealised gains, and which assets it holds through its DTFs. */
export const analyzePortfolio = "query analyzePortfolio($address:Address!$method:LedgerMethod!=AVERAGE){portfolio(address:$address){performance{from to timeWeightedReturnPct moneyWeightedReturnPct volatilityPct maxDrawdownPct}ledger(method:$method){totals{boughtUsd soldUsd realizedUsd unrealizedUsd unmatchedSales}}exposure{symbol valueUsd pct}}}" as TypedDocument<AnalyzePortfolioQuery, AnalyzePortfolioQueryVariables>;

/** Shows the current price of an asset in USD, by ticker, and the DTFs that hold it. */
export const getAsset = "query getAsset($symbol:String!){asset(symbol:$symbol){symbol price heldBy{weight}}}" as TypedDocument<GetAssetQuery, GetAssetQueryVariables>;

/** Shows one batch of the prediction market with its next tick and its players. */
export const getBatch = "query getBatch($id:ID!){batch(id:$id){batchId configHash marketCount tickDuration paused tvl playerCount nextTickAt players(first:20){edges{node{balance stakePerTick hasBitmap}}}}}" as TypedDocument<GetBatchQuery, GetBatchQueryVariables>;

/** Shows chain ids and contract addresses of the active deployment. */
export const getDeployment = "query getDeployment{deployment{file chainId settlementChainId contracts{index vision l3Usdc}}}" as TypedDocument<GetDeploymentQuery, GetDeploymentQueryVariables>;

/** Lists what happened to a DTF in its contract, the newest first (shares minted, redeemed, transferred, and its creation), with the value of the shares minted and redeemed by day. */
export const getDtfActivity = "query getDtfActivity($id:ID!$types:[DtfEventType!]=[CREATED MINTED REDEEMED TRANSFERRED]$wallet:ID$first:Int!=20$after:String$range:NavRange!=D30){dtf(id:$id){itpId symbol events(first:$first after:$after filter:{types:$types wallet:$wallet}){totalCount pageInfo{hasNextPage endCursor}edges{node{type timestamp blockNumber txHash portfolio{address}receiver{address}shares valueUsd}}}flows(range:$range){date mintedUsd redeemedUsd netUsd}}}" as TypedDocument<GetDtfActivityQuery, GetDtfActivityQueryVariables>;

/** Shows the NAV per share of a DTF as candles (open, high, low, close), ascending. Null where the data node has only closing NAVs: then getDtf has them. */
export const getDtfCandles = "query getDtfCandles($id:ID!$interval:CandleInterval!=D1$from:UnixSeconds$to:UnixSeconds$maxPoints:Int=100){dtf(id:$id){itpId symbol candles(interval:$interval from:$from to:$to maxPoints:$maxPoints){timestamp open high low close}}}" as TypedDocument<GetDtfCandlesQuery, GetDtfCandlesQueryVariables>;

/** Lists the wallets that hold shares of a DTF, the largest first, with their part of all shares and since when they have held; also who created the DTF and when. Shares that the transfers do not account for are unattributedShares. */
export const getDtfHolders = "query getDtfHolders($id:ID!$first:Int!=20$after:String){dtf(id:$id){itpId symbol createdAt creator{address}holders(first:$first after:$after orderBy:{field:SHARES}){totalCount unattributedShares pageInfo{hasNextPage endCursor}edges{node{portfolio{address}shares sharePct valueUsd since}}}}}" as TypedDocument<GetDtfHoldersQuery, GetDtfHoldersQueryVariables>;

/** Shows what a share of a DTF can be sold and bought for now: bid, ask and spread in basis points, the age of the prices, and the order book combined from the books of its assets. Null where the data node has none. */
export const getDtfMarket = "query getDtfMarket($id:ID!$levels:Int!=10$aggregationBps:Int!=10){dtf(id:$id){itpId symbol quote{bidUsd askUsd midUsd spreadBps ageMs assetsPriced assetsTotal}orderBook(levels:$levels aggregationBps:$aggregationBps){bids{priceUsd quantity usdValue}asks{priceUsd quantity usdValue}bidDepthUsd askDepthUsd assetsFailed}}}" as TypedDocument<GetDtfMarketQuery, GetDtfMarketQueryVariables>;

/** Shows one DTF by its identifier: price, supply, the assets that it holds, and its NAV over 30 days. */
export const getDtf = "query getDtf($id:ID!){dtf(id:$id){itpId name symbol aumUsd totalSupply nav{usd source}holdings{weight asset{symbol price}}navSeries(range:D30){timestamp nav}}}" as TypedDocument<GetDtfQuery, GetDtfQueryVariables>;

/** Shows the loans of a wallet against DTF shares: collateral, debt and health factor. */
export const getLoans = "query getLoans($address:Address!){portfolio(address:$address){address lending{positions{collateral debt healthFactor state market{dtf{itpId symbol}}}}}}" as TypedDocument<GetLoansQuery, GetLoansQueryVariables>;

/** Shows the prices or values of an asset of a data source over time, ascending. */
export const getMarketHistory = "query getMarketHistory($source:String!$asset:String!$from:UnixSeconds$to:UnixSeconds){marketHistory(source:$source asset:$asset from:$from to:$to){timestamp value}}" as TypedDocument<GetMarketHistoryQuery, GetMarketHistoryQueryVariables>;

/** Shows the latest health of the oracle network. */
export const getNetworkHealth = "query getNetworkHealth{explorerHealth{latest{polledAt quorumMet worstStatus totalPeers totalPeersHealthy}}}" as TypedDocument<GetNetworkHealthQuery, GetNetworkHealthQueryVariables>;

/** Shows a player of a batch: stake, balance, and the signed proof with which the winnings can be claimed. */
export const getPlayer = "query getPlayer($batchId:ID!$address:Address!){batch(id:$batchId){player(address:$address){balance stakePerTick startTick hasBitmap position{balance proof{fromTick toTick newBalance finalBalance signature referenceNonce signersBitmask}}}}}" as TypedDocument<GetPlayerQuery, GetPlayerQueryVariables>;

/** Shows what a wallet holds, its profit or loss, and its latest trades. */
export const getPortfolio = "query getPortfolio($address:Address!){portfolio(address:$address){address totalValueUsd totalPnlUsd totalPnlPct positions{shares valueUsd pnlUsd dtf{itpId name symbol}}trades(first:10){edges{node{timestamp type totalUsd}}}}}" as TypedDocument<GetPortfolioQuery, GetPortfolioQueryVariables>;

/** Tells whether the best of several finished backtests (2 to 50 run numbers) is more than luck: Sharpe ratios in and out of sample, rank correlation, deflated Sharpe ratio, probability of overfitting, and the Sharpe ratio that the best would reach by chance. */
export const judgeBacktests = "query judgeBacktests($runs:[ID!]!$split:Float!=0.7){simulationSelection(runs:$runs split:$split){commonDays expectedBestSharpe deflatedSharpe probabilityOfOverfitting rankCorrelation winnerRank variants{run{runId}inSampleSharpe outOfSampleSharpe inSampleRank outOfSampleRank}}}" as TypedDocument<JudgeBacktestsQuery, JudgeBacktestsQueryVariables>;

/** Lists the batches of the prediction market, the newest first. */
export const listBatches = "query listBatches($first:Int=20){batches(first:$first){edges{node{batchId paused playerCount marketCount tvl tickDuration}}}}" as TypedDocument<ListBatchesQuery, ListBatchesQueryVariables>;

/** Lists index funds (DTFs), the largest by assets under management first. */
export const listDtfs = "query listDtfs($first:Int=20){dtfs(first:$first){totalCount edges{node{itpId name symbol navPerShareUsd aumUsd assetCount}}}}" as TypedDocument<ListDtfsQuery, ListDtfsQueryVariables>;

/** Lists the lending markets with their totals and the loan-to-value ratio of liquidation. */
export const listLendingMarkets = "query listLendingMarkets{lendingMarkets{dtf{itpId symbol}totalSupply totalBorrow utilisation lltv}}" as TypedDocument<ListLendingMarketsQuery, ListLendingMarketsQueryVariables>;

/** Lists the categories of coins that can be backtested. */
export const listSimulationCategories = "query listSimulationCategories{simulationCategories{slug name coinCount}}" as TypedDocument<ListSimulationCategoriesQuery, ListSimulationCategoriesQueryVariables>;

/** Shows what predictions would have earned on the real, revealed ticks of a batch, with their stake added to the real pools: profit by tick and in total, fee and win rate. Give a bitmap, or a rule such as MOMENTUM. Amounts are USDC wei. */
export const replayBitmap = "query replayBitmap($batchId:ID!$bitmap:Hex$rule:ReplayRule$from:Int$to:Int$stakePerTick:Wei!=\"100000000000000000\"){replayBitmap(batchId:$batchId bitmap:$bitmap rule:$rule from:$from to:$to stakePerTick:$stakePerTick){total fee winRate ticksPlayed isComplete ticks{tickId pnl cumulative hits markets}}}" as TypedDocument<ReplayBitmapQuery, ReplayBitmapQueryVariables>;

/** Requests test USDC from the testnet faucet. It sends a transaction. */
export const requestFaucet = "mutation requestFaucet($input:RequestFaucetInput!){requestFaucet(input:$input){success to userErrors{message}}}" as TypedDocument<RequestFaucetMutation, RequestFaucetMutationVariables>;

/** Computes a backtest of an index strategy and reports its progress. The result has the statistics and at most 100 points of the NAV. */
export const runBacktest = "subscription runBacktest($input:SimulationInput!){simulation(input:$input){__typename ...on SimulationProgress{pct currentDate}...on SimulationResult{run{runId stats{totalReturnPct annualizedReturn maxDrawdownPct sharpeRatio totalFeesPct totalTrades startDate endDate}navSeries(maxPoints:100){date nav}}}...on SimulationFailure{message code}}}" as TypedDocument<RunBacktestSubscription, RunBacktestSubscriptionVariables>;

/** Computes many backtests that differ in one parameter and reports their progress. The result has the statistics of each variant. */
export const runSweep = "subscription runSweep($input:SweepInput!){sweep(input:$input){__typename ...on SweepProgress{pct variant}...on SweepVariant{variant}...on SweepVariantFailure{variant message}...on SweepDone{totalVariants variants{variant run{runId stats{totalReturnPct maxDrawdownPct sharpeRatio}}}}...on SimulationFailure{message code}}}" as TypedDocument<RunSweepSubscription, RunSweepSubscriptionVariables>;

/** Shows what a wallet would be worth, and how its loans would stand, after changes of prices in percent, such as BTC down by 30 %. */
export const stressPortfolio = "query stressPortfolio($address:Address!$shocks:[PriceShock!]!){portfolio(address:$address){stress(shocks:$shocks){valueUsd changePct loans{market{itpId}healthFactor isLiquidatable state}}}}" as TypedDocument<StressPortfolioQuery, StressPortfolioQueryVariables>;

/** Submits the bitmap of a player to all oracles of the prediction market. Submitting the same again changes nothing. */
export const submitBitmap = "mutation submitBitmap($input:SubmitBitmapInput!){submitBitmap(input:$input){accepted acceptedCount quorum oracles{oracle accepted error}userErrors{code message retryAfter}}}" as TypedDocument<SubmitBitmapMutation, SubmitBitmapMutationVariables>;

/** Returns a function for each document, in a namespace for each domain. */
export function createApi({ request, stream }: BoundDocuments) {
  return {
    funds: {
      /** Shows what a share of a DTF earned over the last year and how risky it was, beside Bitcoin: returns by period, volatility, drawdowns, Sharpe, Sortino and Calmar ratios, value at risk, and how concentrated the basket is. */
      analyze: request(analyzeDtf, 'dtf'),
      /** Lists what happened to a DTF in its contract, the newest first (shares minted, redeemed, transferred, and its creation), with the value of the shares minted and redeemed by day. */
      getActivity: request(getDtfActivity, 'dtf'),
      /** Shows the NAV per share of a DTF as candles (open, high, low, close), ascending. Null where the data node has only closing NAVs: then getDtf has them. */
      getCandles: request(getDtfCandles, 'dtf'),
      /** Lists the wallets that hold shares of a DTF, the largest first, with their part of all shares and since when they have held; also who created the DTF and when. Shares that the transfers do not account for are unattributedShares. */
      getHolders: request(getDtfHolders, 'dtf'),
      /** Shows what a share of a DTF can be sold and bought for now: bid, ask and spread in basis points, the age of the prices, and the order book combined from the books of its assets. Null where the data node has none. */
      getMarket: request(getDtfMarket, 'dtf'),
      /** Shows one DTF by its identifier: price, supply, the assets that it holds, and its NAV over 30 days. */
      get: request(getDtf, 'dtf'),
      /** Lists index funds (DTFs), the largest by assets under management first. */
      list: request(listDtfs, 'dtfs'),
    },
    lending: {
      /** Lists the lending markets with their totals and the loan-to-value ratio of liquidation. */
      listMarkets: request(listLendingMarkets, 'lendingMarkets'),
    },
    network: {
      /** Shows chain ids and contract addresses of the active deployment. */
      getDeployment: request(getDeployment, 'deployment'),
      /** Shows the latest health of the oracle network. */
      getHealth: request(getNetworkHealth, 'explorerHealth'),
      /** Requests test USDC from the testnet faucet. It sends a transaction. */
      requestFaucet: request(requestFaucet, 'requestFaucet'),
    },
    portfolios: {
      /** Shows what a wallet earned without the effect of deposits, its annual rate of return, its realised and unrealised gains, and which assets it holds through its DTFs. */
      analyze: request(analyzePortfolio, 'portfolio'),
      /** Shows the loans of a wallet against DTF shares: collateral, debt and health factor. */
      getLoans: request(getLoans, 'portfolio'),
      /** Shows what a wallet holds, its profit or loss, and its latest trades. */
      get: request(getPortfolio, 'portfolio'),
      /** Shows what a wallet would be worth, and how its loans would stand, after changes of prices in percent, such as BTC down by 30 %. */
      stress: request(stressPortfolio, 'portfolio'),
    },
    prices: {
      /** Shows the current price of an asset in USD, by ticker, and the DTFs that hold it. */
      get: request(getAsset, 'asset'),
      /** Shows the prices or values of an asset of a data source over time, ascending. */
      getMarketHistory: request(getMarketHistory, 'marketHistory'),
    },
    sim: {
      /** Shows how a finished backtest performed, by its run number: risk and return, monthly returns, worst drawdowns, comparison with Bitcoin, turnover, which coins contributed, and the receipt that proves the result. */
      analyze: request(analyzeBacktest, 'simulations'),
      /** Tells whether the best of several finished backtests (2 to 50 run numbers) is more than luck: Sharpe ratios in and out of sample, rank correlation, deflated Sharpe ratio, probability of overfitting, and the Sharpe ratio that the best would reach by chance. */
      judges: request(judgeBacktests, 'simulationSelection'),
      /** Lists the categories of coins that can be backtested. */
      listCategories: request(listSimulationCategories, 'simulationCategories'),
      /** Computes a backtest of an index strategy and reports its progress. The result has the statistics and at most 100 points of the NAV. */
      run: stream(runBacktest, 'simulation'),
      /** Computes many backtests that differ in one parameter and reports their progress. The result has the statistics of each variant. */
      runSweep: stream(runSweep, 'sweep'),
    },
    vision: {
      /** Shows how a wallet plays the prediction market, from revealed ticks alone: profit by tick and by batch, win rate, forfeits and accuracy by source and by market. */
      analyzePlayer: request(analyzePlayer, 'predictionPlayer'),
      /** Shows one batch of the prediction market with its next tick and its players. */
      get: request(getBatch, 'batch'),
      /** Shows a player of a batch: stake, balance, and the signed proof with which the winnings can be claimed. */
      getPlayer: request(getPlayer, 'batch'),
      /** Lists the batches of the prediction market, the newest first. */
      list: request(listBatches, 'batches'),
      /** Shows what predictions would have earned on the real, revealed ticks of a batch, with their stake added to the real pools: profit by tick and in total, fee and win rate. Give a bitmap, or a rule such as MOMENTUM. Amounts are USDC wei. */
      replay: request(replayBitmap, 'replayBitmap'),
      /** Submits the bitmap of a player to all oracles of the prediction market. Submitting the same again changes nothing. */
      submit: request(submitBitmap, 'submitBitmap'),
    },
  };
}

/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** Data providers that group coins into categories. */
export type CategorySource =
  /** CoinGecko. */
  | 'COINGECKO'
  /** DefiLlama: categories whose slug starts with `dl-`. */
  | 'DEFILLAMA';

/** Which data sources a list contains. A source matches when it matches every given field. */
export type DataSourceFilter = {
  /** Only sources of this category, by its key. */
  readonly category?: string | null | undefined;
  /** Part of the name or identifier, any case. */
  readonly search?: string | null | undefined;
  /** Only sources of this status. */
  readonly status?: SourceStatus | null | undefined;
};

/** What a bit of a bitmap says. */
export type Direction =
  /** 0: the value will fall. */
  | 'DOWN'
  /** 1: the value will rise. */
  | 'UP';

/** Which DTFs a list contains. A DTF matches when it matches every given field. */
export type DtfFilter = {
  /** Only DTFs whose figures over the last year are within all of these. Reads the one-year series of every DTF. */
  readonly figures?: ReadonlyArray<FigureRange> | null | undefined;
  /** Only DTFs that hold this asset: ticker in any case, or global id. */
  readonly holdsAsset?: string | null | undefined;
  /** Only these DTFs: global ids, or identifiers on the chain. */
  readonly ids?: ReadonlyArray<string> | null | undefined;
  /** Only DTFs with at least this much under management, USD. */
  readonly minAumUsd?: number | null | undefined;
  /** Part of the name or ticker, any case. */
  readonly search?: string | null | undefined;
};

/** Order of a list of DTFs. */
export type DtfOrder = {
  /** The default is ASC for `NAME` and DESC for the others. */
  readonly direction?: OrderDirection | null | undefined;
  /** What to order by. */
  readonly field: DtfOrderField;
};

/** What DTFs can be ordered by. */
export type DtfOrderField =
  /** Number of assets in the basket. */
  | 'ASSET_COUNT'
  /** Assets under management. */
  | 'AUM'
  /** `Performance.calmar` over the last year. */
  | 'CALMAR'
  /** Change of the NAV in 24 hours. Reads the series of every DTF. */
  | 'CHANGE_24H'
  /** Name, ignoring case. */
  | 'NAME'
  /** NAV per share. */
  | 'NAV'
  /** Return of the last 365 days, or of a series of at least 364. */
  | 'RETURN_1Y'
  /** Return of the last 30 days. */
  | 'RETURN_30D'
  /** `Performance.sortino` over the last year. */
  | 'SORTINO'
  /** `Performance.volatilityPct` over the last year. Reads the one-year series of every DTF, as all that follow. */
  | 'VOLATILITY';

/** Bounds of a figure. What does not have the figure does not match. */
export type FigureRange = {
  /** Which figure. */
  readonly figure: PerformanceFigure;
  /** The most that matches, in the figure's unit. */
  readonly max?: number | null | undefined;
  /** The least that matches, in the figure's unit. */
  readonly min?: number | null | undefined;
};

/** Length of a history of network health. */
export type HealthRange =
  /** 7 days */
  | 'D7'
  /** 30 days */
  | 'D30'
  /** 1 hour */
  | 'H1'
  /** 6 hours */
  | 'H6'
  /** 24 hours */
  | 'H24';

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

/** Kinds of events in a lending history. */
export type LendingEventType =
  /** USDC was borrowed. */
  | 'BORROW'
  /** Collateral was pledged. */
  | 'DEPOSIT'
  /** USDC was paid back, by the wallet or a liquidator. */
  | 'REPAY'
  /** Collateral was taken back, or by a liquidator. */
  | 'WITHDRAW';

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

/** How far back a NAV series reaches. */
export type NavRange =
  /** One day, a point every 5 minutes. */
  | 'D1'
  /** Seven days, hourly. */
  | 'D7'
  /** Thirty days, daily. */
  | 'D30'
  /** Ninety days, daily. */
  | 'D90'
  /** One year, daily. */
  | 'Y1';

/** Where a NAV comes from. */
export type NavSource =
  /** The data node. */
  | 'DATA_NODE'
  /** Computed from the contracts, when the data node has no value. */
  | 'ONCHAIN';

/** State of one oracle's answer to a submission. */
export type OracleAnswerState =
  /** It has the bitmap. */
  | 'ACCEPTED'
  /** It does not take the bitmap. */
  | 'REFUSED'
  /** It has not answered yet, or cannot be reached. It gets the bitmap in the background once a quorum has accepted. */
  | 'WAITING';

/** The direction of an order. Elements without a value come last in both. */
export type OrderDirection =
  /** Smallest, oldest or first in the alphabet first. */
  | 'ASC'
  /** Largest, newest or last in the alphabet first. */
  | 'DESC';

/** Figures that lists can be ordered and filtered by. */
export type PerformanceFigure =
  /** `Performance.calmar`: a ratio, annualised. */
  | 'CALMAR'
  /** Return of the last 365 days, or of a series of at least 364, percent. */
  | 'RETURN_1Y'
  /** Return of the last 30 days, percent. */
  | 'RETURN_30D'
  /** `Performance.sortino`: a ratio, annualised. */
  | 'SORTINO'
  /** `Performance.volatilityPct`: percent, annualised. */
  | 'VOLATILITY';

/** A request for test money. */
export type RequestFaucetInput = {
  /** Recipient: `0x` and 40 hex digits, where mixed case needs the right checksum, or global id of a portfolio. */
  readonly address: string;
  /** USDC, human-readable with at most 18 decimals; more than 10000 is 10000. */
  readonly amount?: string | null | undefined;
  /** Also send 0.5 units of the settlement chain's native token. */
  readonly gas?: boolean | null | undefined;
};

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

/** How a data source is. */
export type SourceStatus =
  /** Its newest record is younger than 7 days. */
  | 'HEALTHY'
  /** It has no active asset. */
  | 'NOT_STARTED'
  /** It has assets, but no record of the last 7 days. */
  | 'STALE';

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

/** How a market ends in a tick. All but UP and DOWN give every stake back. */
export type TickOutcome =
  /** No player was right. */
  | 'ALL_LOSERS'
  /** Everybody had predicted the same. */
  | 'ALL_SAME_SIDE'
  /** There was no fresh value. */
  | 'CANCELLED'
  /** The value fell. */
  | 'DOWN'
  /** The value did not change. */
  | 'FLAT'
  /** The value rose. */
  | 'UP';

/** Whether shares were bought or sold. */
export type TradeType =
  /** Shares were minted for USDC. */
  | 'BUY'
  /** Shares were redeemed for USDC. */
  | 'SELL';

/** State of an upstream. */
export type UpstreamStatus =
  /** The latest call failed or timed out. */
  | 'DOWN'
  /** Not called yet. */
  | 'UNKNOWN'
  /** The latest call succeeded. */
  | 'UP';

export type GatewayQueryVariables = Exact<{ [key: string]: never; }>;


export type GatewayQuery = { readonly gateway: { readonly isSandbox: boolean, readonly upstreams: ReadonlyArray<{ readonly name: string, readonly status: UpstreamStatus }> } };

export type CategoryChoiceFragment = { readonly id: string, readonly slug: string, readonly name: string, readonly coinCount: number, readonly source: CategorySource } & { ' $fragmentName'?: 'CategoryChoiceFragment' };

export type BacktestFormQueryVariables = Exact<{ [key: string]: never; }>;


export type BacktestFormQuery = { readonly simulationCategories: ReadonlyArray<(
    { readonly id: string }
    & { ' $fragmentRefs'?: { 'CategoryChoiceFragment': CategoryChoiceFragment } }
  )> | null, readonly simulationWeightings: ReadonlyArray<{ ' $fragmentRefs'?: { 'WeightingChoiceFragment': WeightingChoiceFragment } }> };

export type CompareRunsQueryVariables = Exact<{
  ids: ReadonlyArray<string> | string;
}>;


export type CompareRunsQuery = { readonly simulations: ReadonlyArray<(
    { readonly id: string, readonly runId: number, readonly navSeries: ReadonlyArray<{ readonly date: string, readonly nav: number }> | null }
    & { ' $fragmentRefs'?: { 'RunNameFragment': RunNameFragment;'RunStatsFragment': RunStatsFragment } }
  ) | null> | null };

export type EarlierRunsQueryVariables = Exact<{ [key: string]: never; }>;


export type EarlierRunsQuery = { readonly simulationResults: { readonly edges: ReadonlyArray<{ readonly node: (
        { readonly id: string, readonly runId: number, readonly stats: { readonly totalReturnPct: number } | null }
        & { ' $fragmentRefs'?: { 'RunNameFragment': RunNameFragment } }
      ) }> } | null };

export type RunNameFragment = { readonly runId: number, readonly config: { readonly categoryId: string, readonly topN: number, readonly weighting: string, readonly rebalanceDays: number, readonly startDate: string | null, readonly baseFeePct: number | null, readonly spreadMultiplier: number | null, readonly delistHaircut: number | null, readonly thresholdPct: number | null, readonly fngMode: SimulationFngMode | null, readonly fngCashPct: number | null, readonly fngFearThreshold: number | null, readonly fngGreedThreshold: number | null, readonly domMode: SimulationDomMode | null, readonly domLookback: number | null, readonly vcMode: string | null, readonly vcInvestors: ReadonlyArray<string> | null, readonly vcRoundTypes: ReadonlyArray<string> | null, readonly vcMinAmountM: number | null } | null, readonly stats: { readonly startDate: string } | null } & { ' $fragmentName'?: 'RunNameFragment' };

export type RebalanceQueryVariables = Exact<{
  ids: ReadonlyArray<string> | string;
  date?: string | null | undefined;
}>;


export type RebalanceQuery = { readonly simulations: ReadonlyArray<{ readonly id: string, readonly holdings: ReadonlyArray<{ readonly coinId: string, readonly weight: number, readonly price: number, readonly rebalanceDate: string, readonly asset: { readonly id: string, readonly symbol: string } }> | null } | null> | null };

export type RunQueryVariables = Exact<{
  ids: ReadonlyArray<string> | string;
}>;


export type RunQuery = { readonly simulations: ReadonlyArray<(
    { readonly id: string, readonly runId: number, readonly computedInMs: number | null, readonly config: { readonly rebalanceDays: number, readonly startDate: string | null } | null, readonly stats: { readonly totalReturnPct: number, readonly annualizedReturn: number, readonly sharpeRatio: number, readonly maxDrawdownPct: number, readonly totalFeesPct: number, readonly totalTrades: number, readonly totalRebalances: number, readonly totalDelistings: number, readonly startDate: string, readonly endDate: string } | null, readonly navSeries: ReadonlyArray<{ readonly date: string, readonly nav: number, readonly drawdownPct: number }> | null, readonly btc: { readonly symbol: string, readonly navSeries: ReadonlyArray<{ readonly date: string, readonly nav: number }> | null } | null, readonly eth: { readonly symbol: string, readonly navSeries: ReadonlyArray<{ readonly date: string, readonly nav: number }> | null } | null }
    & { ' $fragmentRefs'?: { 'RunNameFragment': RunNameFragment } }
  ) | null> | null };

export type RunStatsFragment = { readonly stats: { readonly totalReturnPct: number, readonly annualizedReturn: number, readonly sharpeRatio: number, readonly maxDrawdownPct: number, readonly startDate: string, readonly endDate: string } | null } & { ' $fragmentName'?: 'RunStatsFragment' };

export type RunSimulationSubscriptionVariables = Exact<{
  input: SimulationInput;
}>;


export type RunSimulationSubscription = { readonly simulation:
    | { readonly __typename: 'SimulationFailure', readonly code: string, readonly message: string }
    | { readonly __typename: 'SimulationProgress', readonly pct: number, readonly currentDate: string | null, readonly totalDates: number | null }
    | { readonly __typename: 'SimulationResult', readonly run: { readonly id: string, readonly runId: number } }
   };

export type RunSweepSubscriptionVariables = Exact<{
  input: SweepInput;
}>;


export type RunSweepSubscription = { readonly sweep:
    | { readonly __typename: 'SimulationFailure', readonly message: string }
    | { readonly __typename: 'SweepDone' }
    | { readonly __typename: 'SweepProgress', readonly pct: number, readonly currentDate: string | null, readonly index: number | null, readonly total: number | null }
    | { readonly __typename: 'SweepVariant', readonly index: number | null, readonly total: number | null, readonly variant: string | null, readonly run: (
        { readonly id: string, readonly runId: number, readonly navSeries: ReadonlyArray<{ readonly date: string, readonly nav: number }> | null }
        & { ' $fragmentRefs'?: { 'RunStatsFragment': RunStatsFragment } }
      ) }
    | { readonly __typename: 'SweepVariantFailure', readonly variant: string | null, readonly message: string }
   };

export type WeightingChoiceFragment = { readonly pattern: string, readonly label: string, readonly description: string, readonly categories: ReadonlyArray<CategorySource>, readonly parameter: { readonly name: string, readonly min: number, readonly max: number, readonly default: number, readonly unit: string } | null } & { ' $fragmentName'?: 'WeightingChoiceFragment' };

export type BatchPageQueryVariables = Exact<{
  id: string;
}>;


export type BatchPageQuery = { readonly batch: { readonly id: string, readonly batchId: number, readonly sourceId: string | null, readonly configHash: string | null, readonly marketCount: number, readonly playerCount: number, readonly tvl: string, readonly tickDuration: number, readonly currentTick: number | null, readonly nextTickAt: number | null, readonly paused: boolean } | null };

export type LiveBatchSubscriptionVariables = Exact<{
  id: string;
}>;


export type LiveBatchSubscription = { readonly batch: { readonly id: string, readonly playerCount: number, readonly tvl: string, readonly currentTick: number | null, readonly nextTickAt: number | null, readonly paused: boolean } | null };

export type PlayersQueryVariables = Exact<{
  id: string;
}>;


export type PlayersQuery = { readonly batch: { readonly id: string, readonly players: { readonly edges: ReadonlyArray<{ readonly node: { readonly balance: string, readonly hasBitmap: boolean, readonly portfolio: { readonly id: string, readonly address: string } | null } }> } | null } | null };

export type TicksQueryVariables = Exact<{
  id: string;
}>;


export type TicksQuery = { readonly batch: { readonly id: string, readonly ticks: { readonly edges: ReadonlyArray<{ readonly node: { readonly tickId: number, readonly resolvedAt: string | null, readonly playerCount: number | null, readonly totalMatched: string | null } }> } | null } | null };

export type TickResolvedSubscriptionVariables = Exact<{
  id: string;
}>;


export type TickResolvedSubscription = { readonly tickResolved: { readonly tickId: number } | null };

export type PlayBitmapQueryVariables = Exact<{
  batchId: string;
  bitmap: string;
}>;


export type PlayBitmapQuery = { readonly backtestBitmap: { readonly totalPnl: number, readonly winRate: number, readonly curve: ReadonlyArray<{ readonly tick: number, readonly pnl: number }> } | null };

export type BatchMarketsQueryVariables = Exact<{
  id: string;
  after?: string | null | undefined;
}>;


export type BatchMarketsQuery = { readonly batch: { readonly id: string, readonly markets: { readonly totalCount: number, readonly pageInfo: { ' $fragmentRefs'?: { 'PagerPageFragment': PagerPageFragment } }, readonly edges: ReadonlyArray<{ readonly bit: number, readonly node: { readonly marketId: string, readonly symbol: string | null, readonly displayName: string | null, readonly value: number | null, readonly changePct: number | null } }> } | null } | null };

export type SourceUnitQueryVariables = Exact<{
  id: string;
}>;


export type SourceUnitQuery = { readonly source: { readonly sourceId: string, readonly valueUnit: string | null } | null };

export type MarketChangesQueryVariables = Exact<{
  id: string;
  after?: string | null | undefined;
}>;


export type MarketChangesQuery = { readonly batch: { readonly id: string, readonly markets: { readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly edges: ReadonlyArray<{ readonly bit: number, readonly node: { readonly marketId: string, readonly changePct: number | null } }> } | null } | null };

export type TickDetailQueryVariables = Exact<{
  id: string;
  tickId: string;
}>;


export type TickDetailQuery = { readonly batch: { readonly id: string, readonly tick: { readonly tickId: number, readonly outcomes: { readonly edges: ReadonlyArray<{ readonly node: { readonly outcome: TickOutcome | null, readonly changePct: number | null, readonly market: { readonly marketId: string, readonly symbol: string | null } } }> } | null, readonly reveal: { readonly isSealed: boolean, readonly deadline: number | null, readonly bitmaps: ReadonlyArray<{ readonly hashMatches: boolean, readonly matchesCommitment: boolean | null, readonly portfolio: { readonly id: string, readonly address: string } | null, readonly predictions: { readonly edges: ReadonlyArray<{ readonly node: { readonly direction: Direction, readonly market: { readonly marketId: string } } }> } | null }> } | null } | null } | null };

export type PlayerQueryVariables = Exact<{
  id: string;
  address: string;
}>;


export type PlayerQuery = { readonly batch: { readonly id: string, readonly player: { readonly balance: string, readonly hasBitmap: boolean } | null, readonly position: { readonly proof: { readonly fromTick: number | null, readonly toTick: number | null, readonly newBalance: string | null, readonly finalBalance: string | null, readonly signature: string, readonly referenceNonce: string | null, readonly signersBitmask: string | null } | null } | null } | null };

export type SubmitBitmapMutationVariables = Exact<{
  input: SubmitBitmapInput;
}>;


export type SubmitBitmapMutation = { readonly submitBitmap: { readonly accepted: boolean, readonly acceptedCount: number, readonly quorum: number, readonly oracles: ReadonlyArray<{ readonly oracle: number, readonly state: OracleAnswerState, readonly error: string | null }>, readonly userErrors: ReadonlyArray<{ readonly code: SubmitBitmapErrorCode, readonly message: string }> } };

export type FundListQueryVariables = Exact<{ [key: string]: never; }>;


export type FundListQuery = { readonly dtfs: { readonly edges: ReadonlyArray<{ readonly node: { readonly id: string, readonly itpId: string, readonly name: string | null, readonly symbol: string | null } }> } | null };

export type CompareFundsQueryVariables = Exact<{
  ids: ReadonlyArray<string> | string;
  range: NavRange;
}>;


export type CompareFundsQuery = { readonly dtfs: { readonly edges: ReadonlyArray<{ readonly node: { readonly id: string, readonly itpId: string, readonly name: string | null, readonly symbol: string | null, readonly aumUsd: number | null, readonly navPerShareUsd: number | null, readonly navSeries: ReadonlyArray<{ readonly timestamp: number, readonly nav: number }> | null, readonly performance: { readonly from: string | null, readonly totalReturnPct: number | null, readonly annualizedReturnPct: number | null, readonly volatilityPct: number | null, readonly maxDrawdownPct: number | null, readonly sharpe: number | null, readonly sortino: number | null, readonly calmar: number | null, readonly positiveDaysPct: number | null } | null } }> } | null };

export type FundPageQueryVariables = Exact<{
  id: string;
}>;


export type FundPageQuery = { readonly dtf: (
    { readonly id: string, readonly itpId: string, readonly name: string | null, readonly symbol: string | null }
    & { ' $fragmentRefs'?: { 'FundNumbersFragment': FundNumbersFragment;'FundLoansFragment': FundLoansFragment } }
  ) | null };

export type BasketQueryVariables = Exact<{
  id: string;
}>;


export type BasketQuery = { readonly dtf: { readonly id: string, readonly holdings: ReadonlyArray<{ readonly quantity: string, readonly asset: { readonly id: string, readonly symbol: string } }> | null, readonly enrichment: { readonly holdings: ReadonlyArray<{ readonly name: string, readonly symbol: string, readonly weight: number, readonly priceUsd: number, readonly change24hPct: number | null, readonly marketCapUsd: number | null }> | null } } | null };

export type FundNumbersFragment = { readonly id: string, readonly itpId: string, readonly aumUsd: number | null, readonly totalSupply: string | null, readonly assetCount: number | null, readonly change24hPct: number | null, readonly nav: { readonly usd: number, readonly assetsPriced: number, readonly assetsTotal: number, readonly aumUsd: number, readonly totalSupply: string } | null } & { ' $fragmentName'?: 'FundNumbersFragment' };

export type FundLoansFragment = { readonly id: string, readonly lendingMarket: { readonly lltv: number, readonly liquidity: string, readonly utilisation: number, readonly oraclePrice: { readonly usd: number } | null } | null } & { ' $fragmentName'?: 'FundLoansFragment' };

export type NavSeriesQueryVariables = Exact<{
  id: string;
  range: NavRange;
}>;


export type NavSeriesQuery = { readonly dtf: { readonly id: string, readonly navSeries: ReadonlyArray<{ readonly timestamp: number, readonly nav: number }> | null } | null };

export type NavOriginQueryVariables = Exact<{
  id: string;
}>;


export type NavOriginQuery = { readonly dtf: { readonly id: string, readonly nav: { readonly usd: number, readonly source: NavSource, readonly assetsPriced: number, readonly assetsTotal: number } | null } | null };

export type NavOnChainQueryVariables = Exact<{
  id: string;
}>;


export type NavOnChainQuery = { readonly dtf: { readonly id: string, readonly nav: { readonly onChain: { readonly wei: string, readonly block: number, readonly blockTime: number } | null } | null } | null };

export type FoundersQueryVariables = Exact<{
  id: string;
}>;


export type FoundersQuery = { readonly dtf: { readonly id: string, readonly enrichment: { readonly founders: { readonly totalFounders: number, readonly totalCompaniesMatched: number, readonly ageDistribution: ReadonlyArray<{ readonly bucket: string, readonly count: number }>, readonly genderSplit: ReadonlyArray<{ readonly label: string, readonly count: number }>, readonly topNationalities: ReadonlyArray<{ readonly label: string, readonly count: number }> } | null } } | null };

export type DefiQueryVariables = Exact<{
  id: string;
}>;


export type DefiQuery = { readonly dtf: { readonly id: string, readonly enrichment: { readonly defi: { readonly totalTvlUsd: number, readonly protocolsWithData: number, readonly totalHoldings: number, readonly topByTvl: ReadonlyArray<{ readonly name: string, readonly symbol: string, readonly tvlUsd: number, readonly change7dPct: number | null }> } | null } } | null };

export type FundingQueryVariables = Exact<{
  id: string;
}>;


export type FundingQuery = { readonly dtf: { readonly id: string, readonly enrichment: { readonly funding: { readonly totalRaisedMillionUsd: number, readonly totalRounds: number, readonly topInvestors: ReadonlyArray<{ readonly label: string, readonly count: number }>, readonly recentRaises: ReadonlyArray<{ readonly project: string, readonly round: string, readonly date: string | null, readonly amountMillionUsd: number }> } | null } } | null };

export type FundByTickerQueryVariables = Exact<{
  ticker: string;
}>;


export type FundByTickerQuery = { readonly dtfs: { readonly edges: ReadonlyArray<{ readonly node: { readonly id: string, readonly itpId: string, readonly symbol: string | null } }> } | null };

export type FundByIdQueryVariables = Exact<{
  id: string;
}>;


export type FundByIdQuery = { readonly dtf: { readonly id: string, readonly itpId: string } | null };

export type WalletPositionQueryVariables = Exact<{
  id: string;
  address: string;
}>;


export type WalletPositionQuery = { readonly dtf: { readonly id: string, readonly position: { readonly shares: string, readonly valueUsd: number, readonly costBasisUsd: number, readonly navPerShareUsd: number, readonly pnlUsd: number, readonly pnlPct: number } | null } | null };

export type HeldAssetsQueryVariables = Exact<{ [key: string]: never; }>;


export type HeldAssetsQuery = { readonly dtfs: { readonly edges: ReadonlyArray<{ readonly node: { readonly id: string, readonly holdings: ReadonlyArray<{ readonly asset: { readonly id: string, readonly symbol: string } }> | null } }> } | null };

export type FundRowFragment = { readonly id: string, readonly itpId: string, readonly name: string | null, readonly symbol: string | null, readonly assetCount: number | null, readonly aumUsd: number | null, readonly navPerShareUsd: number | null, readonly change24hPct: number | null, readonly navSeries: ReadonlyArray<{ readonly timestamp: number, readonly nav: number }> | null } & { ' $fragmentName'?: 'FundRowFragment' };

export type HomeQueryVariables = Exact<{
  filter?: DtfFilter | null | undefined;
  orderBy?: DtfOrder | null | undefined;
  after?: string | null | undefined;
}>;


export type HomeQuery = { readonly dtfs: { readonly totalCount: number, readonly pageInfo: { ' $fragmentRefs'?: { 'PagerPageFragment': PagerPageFragment } }, readonly edges: ReadonlyArray<{ readonly node: (
        { readonly id: string }
        & { ' $fragmentRefs'?: { 'FundRowFragment': FundRowFragment } }
      ) }> } | null };

export type LatestBacktestsQueryVariables = Exact<{ [key: string]: never; }>;


export type LatestBacktestsQuery = { readonly simulationResults: { readonly edges: ReadonlyArray<{ readonly node: (
        { readonly id: string, readonly runId: number, readonly stats: { readonly totalReturnPct: number, readonly sharpeRatio: number } | null }
        & { ' $fragmentRefs'?: { 'RunNameFragment': RunNameFragment } }
      ) }> } | null };

export type NetworkStateQueryVariables = Exact<{ [key: string]: never; }>;


export type NetworkStateQuery = { readonly explorerHealth: { readonly latest: { readonly polledAt: string, readonly worstStatus: HealthStatus | null, readonly totalPeers: number | null, readonly totalPeersHealthy: number | null, readonly quorumMet: boolean | null, readonly avgConsensusTimeMs: number | null } | null } | null };

export type NextTicksQueryVariables = Exact<{ [key: string]: never; }>;


export type NextTicksQuery = { readonly batches: { readonly edges: ReadonlyArray<{ readonly node: { readonly id: string, readonly batchId: number, readonly sourceId: string | null, readonly marketCount: number, readonly playerCount: number, readonly nextTickAt: number | null } }> } | null };

export type LendingPageQueryVariables = Exact<{ [key: string]: never; }>;


export type LendingPageQuery = { readonly lendingMarkets: ReadonlyArray<{ readonly marketId: string | null, readonly lltv: number, readonly totalSupply: string, readonly totalBorrow: string, readonly liquidity: string, readonly utilisation: number, readonly oraclePrice: { readonly usd: number } | null, readonly dtf: { readonly id: string, readonly itpId: string, readonly name: string | null, readonly symbol: string | null } | null }> | null };

export type LoanHistoryQueryVariables = Exact<{
  address: string;
}>;


export type LoanHistoryQuery = { readonly portfolio: { readonly id: string, readonly lending: { readonly history: { readonly edges: ReadonlyArray<{ readonly node: { readonly type: LendingEventType, readonly amount: string, readonly token: string, readonly timestamp: number | null, readonly txHash: string | null, readonly dtf: { readonly id: string, readonly symbol: string | null } | null } }> } | null } } };

export type LoanFragment = { readonly collateral: string, readonly debt: string, readonly healthFactor: number | null, readonly state: LoanHealth, readonly oraclePrice: { readonly usd: number }, readonly liquidationPrice: { readonly usd: number } | null, readonly market: { readonly dtf: { readonly id: string, readonly itpId: string, readonly symbol: string | null } | null } } & { ' $fragmentName'?: 'LoanFragment' };

export type LeaderboardQueryVariables = Exact<{
  batchId?: string | null | undefined;
}>;


export type LeaderboardQuery = { readonly leaderboard: { readonly updatedAt: string, readonly entries: { readonly edges: ReadonlyArray<{ readonly node: { readonly rank: number, readonly pnlUsd: number, readonly winRate: number, readonly roiPct: number, readonly bitmapsPlayed: number, readonly portfolio: { readonly id: string, readonly address: string } | null } }> } | null } | null };

export type MarketsQueryVariables = Exact<{ [key: string]: never; }>;


export type MarketsQuery = { readonly batches: { readonly totalCount: number, readonly edges: ReadonlyArray<{ readonly node: { readonly id: string, readonly batchId: number, readonly sourceId: string | null, readonly marketCount: number, readonly playerCount: number, readonly tvl: string, readonly tickDuration: number, readonly nextTickAt: number | null, readonly paused: boolean } }> } | null };

export type BatchesPlayedQueryVariables = Exact<{
  wallet: string;
  address: string;
}>;


export type BatchesPlayedQuery = { readonly batches: { readonly edges: ReadonlyArray<{ readonly node: { readonly id: string, readonly batchId: number, readonly sourceId: string | null, readonly player: { readonly balance: string, readonly stakePerTick: string } | null } }> } | null };

export type PortfolioPageQueryVariables = Exact<{
  address: string;
}>;


export type PortfolioPageQuery = { readonly portfolio: { readonly id: string, readonly address: string, readonly totalValueUsd: number | null, readonly totalPnlUsd: number | null, readonly totalPnlPct: number | null, readonly history: ReadonlyArray<{ readonly timestamp: number, readonly valueUsd: number }> | null, readonly positions: ReadonlyArray<{ readonly shares: string, readonly valueUsd: number, readonly costBasisUsd: number, readonly navPerShareUsd: number, readonly pnlUsd: number, readonly pnlPct: number, readonly dtf: { readonly id: string, readonly itpId: string, readonly name: string | null, readonly symbol: string | null } }> | null } };

export type WalletLoansQueryVariables = Exact<{
  address: string;
}>;


export type WalletLoansQuery = { readonly portfolio: { readonly id: string, readonly lending: { readonly positions: ReadonlyArray<{ ' $fragmentRefs'?: { 'LoanFragment': LoanFragment } }> | null } } };

export type TradesQueryVariables = Exact<{
  address: string;
  first: number;
  after?: string | null | undefined;
  type?: TradeType | null | undefined;
}>;


export type TradesQuery = { readonly portfolio: { readonly id: string, readonly trades: { readonly totalCount: number, readonly pageInfo: { ' $fragmentRefs'?: { 'PagerPageFragment': PagerPageFragment } }, readonly edges: ReadonlyArray<{ readonly node: { readonly type: TradeType, readonly timestamp: number, readonly shares: string, readonly pricePerShareUsd: number, readonly totalUsd: number, readonly feeUsd: number, readonly txHash: string | null, readonly dtf: { readonly id: string, readonly itpId: string, readonly symbol: string | null } } }> } | null } };

export type SourceAssetsQueryVariables = Exact<{
  id: string;
  after?: string | null | undefined;
}>;


export type SourceAssetsQuery = { readonly source: { readonly sourceId: string, readonly name: string | null, readonly description: string | null, readonly valueLabel: string | null, readonly valueUnit: string | null, readonly assets: { readonly totalCount: number, readonly pageInfo: { ' $fragmentRefs'?: { 'PagerPageFragment': PagerPageFragment } }, readonly edges: ReadonlyArray<{ readonly node: { readonly assetId: string, readonly symbol: string, readonly name: string, readonly value: number | null, readonly changePct: number | null } }> } | null } | null };

export type MarketHistoryQueryVariables = Exact<{
  source: string;
  asset: string;
}>;


export type MarketHistoryQuery = { readonly marketHistory: ReadonlyArray<{ readonly timestamp: number, readonly value: number }> | null };

export type SourcesPageQueryVariables = Exact<{
  filter?: DataSourceFilter | null | undefined;
  after?: string | null | undefined;
}>;


export type SourcesPageQuery = { readonly sources: { readonly totalCount: number, readonly pageInfo: { ' $fragmentRefs'?: { 'PagerPageFragment': PagerPageFragment } }, readonly edges: ReadonlyArray<{ readonly node: { readonly sourceId: string, readonly name: string | null, readonly category: string | null, readonly assetCount: number, readonly status: SourceStatus, readonly lastSync: string | null, readonly syncIntervalSecs: number } }> } | null, readonly sourceList: ReadonlyArray<{ readonly sourceId: string, readonly category: string | null }> | null };

export type GatewayStateQueryVariables = Exact<{ [key: string]: never; }>;


export type GatewayStateQuery = { readonly gateway: { readonly version: string, readonly startedAt: string, readonly ready: boolean, readonly upstreams: ReadonlyArray<{ readonly name: string, readonly status: UpstreamStatus }> } };

export type StatusPageQueryVariables = Exact<{
  range: HealthRange;
}>;


export type StatusPageQuery = { readonly explorerHealth: { readonly latest: { readonly polledAt: string, readonly worstStatus: HealthStatus | null, readonly quorumMet: boolean | null, readonly totalPeers: number | null, readonly totalPeersHealthy: number | null, readonly signaturesCollected: number | null, readonly avgConsensusTimeMs: number | null, readonly avgCycleDurationMs: number | null, readonly pendingOrderCount: number | null, readonly consensusRoundsTotal: number | null, readonly consensusFailedTotal: number | null } | null, readonly history: ReadonlyArray<{ readonly polledAt: string, readonly totalPeersHealthy: number | null, readonly avgConsensusTimeMs: number | null, readonly avgCycleDurationMs: number | null }> | null } | null };

export type StatusDeploymentQueryVariables = Exact<{ [key: string]: never; }>;


export type StatusDeploymentQuery = { readonly deployment: { readonly chainId: number, readonly settlementChainId: number | null, readonly contracts: { readonly all: ReadonlyArray<{ readonly name: string, readonly address: string | null }> } } | null, readonly vault: { readonly totalUsd: number } | null };

export type SearchQueryVariables = Exact<{
  text: string;
}>;


export type SearchQuery = { readonly dtfs: { readonly edges: ReadonlyArray<{ readonly node: { readonly id: string, readonly itpId: string, readonly name: string | null, readonly symbol: string | null } }> } | null, readonly assets: { readonly edges: ReadonlyArray<{ readonly node: { readonly id: string, readonly name: string | null, readonly symbol: string } }> } | null, readonly markets: { readonly edges: ReadonlyArray<{ readonly node: { readonly id: string, readonly marketId: string, readonly symbol: string | null, readonly displayName: string | null, readonly sourceId: string | null } }> } | null, readonly sources: { readonly edges: ReadonlyArray<{ readonly node: { readonly id: string, readonly sourceId: string, readonly name: string | null, readonly category: string | null } }> } | null };

export type SearchBatchesQueryVariables = Exact<{ [key: string]: never; }>;


export type SearchBatchesQuery = { readonly batches: { readonly edges: ReadonlyArray<{ readonly node: { readonly id: string, readonly batchId: number, readonly sourceId: string | null, readonly marketCount: number } }> } | null };

export type LiveNavSubscriptionVariables = Exact<{
  itpId: string;
}>;


export type LiveNavSubscription = { readonly nav: { readonly usd: number, readonly aumUsd: number, readonly source: NavSource } | null };

export type PagerPageFragment = { readonly hasNextPage: boolean, readonly endCursor: string | null } & { ' $fragmentName'?: 'PagerPageFragment' };

export type FaucetMutationVariables = Exact<{
  input: RequestFaucetInput;
}>;


export type FaucetMutation = { readonly requestFaucet: { readonly success: boolean, readonly usdc: { readonly amount: string, readonly hash: string } | null, readonly userErrors: ReadonlyArray<{ readonly message: string }> } };

export type ContractsQueryVariables = Exact<{ [key: string]: never; }>;


export type ContractsQuery = { readonly deployment: { readonly chainId: number, readonly contracts: { readonly index: string | null, readonly vision: string | null, readonly l3Usdc: string | null } } | null };

export const CategoryChoiceFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CategoryChoice"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SimulationCategory"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"coinCount"}},{"kind":"Field","name":{"kind":"Name","value":"source"}}]}}]} as unknown as DocumentNode<CategoryChoiceFragment, unknown>;
export const RunNameFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RunName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SimulationRun"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runId"}},{"kind":"Field","name":{"kind":"Name","value":"config"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"categoryId"}},{"kind":"Field","name":{"kind":"Name","value":"topN"}},{"kind":"Field","name":{"kind":"Name","value":"weighting"}},{"kind":"Field","name":{"kind":"Name","value":"rebalanceDays"}},{"kind":"Field","name":{"kind":"Name","value":"startDate"}},{"kind":"Field","name":{"kind":"Name","value":"baseFeePct"}},{"kind":"Field","name":{"kind":"Name","value":"spreadMultiplier"}},{"kind":"Field","name":{"kind":"Name","value":"delistHaircut"}},{"kind":"Field","name":{"kind":"Name","value":"thresholdPct"}},{"kind":"Field","name":{"kind":"Name","value":"fngMode"}},{"kind":"Field","name":{"kind":"Name","value":"fngCashPct"}},{"kind":"Field","name":{"kind":"Name","value":"fngFearThreshold"}},{"kind":"Field","name":{"kind":"Name","value":"fngGreedThreshold"}},{"kind":"Field","name":{"kind":"Name","value":"domMode"}},{"kind":"Field","name":{"kind":"Name","value":"domLookback"}},{"kind":"Field","name":{"kind":"Name","value":"vcMode"}},{"kind":"Field","name":{"kind":"Name","value":"vcInvestors"}},{"kind":"Field","name":{"kind":"Name","value":"vcRoundTypes"}},{"kind":"Field","name":{"kind":"Name","value":"vcMinAmountM"}}]}},{"kind":"Field","name":{"kind":"Name","value":"stats"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"startDate"}}]}}]}}]} as unknown as DocumentNode<RunNameFragment, unknown>;
export const RunStatsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RunStats"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SimulationRun"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"stats"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalReturnPct"}},{"kind":"Field","name":{"kind":"Name","value":"annualizedReturn"}},{"kind":"Field","name":{"kind":"Name","value":"sharpeRatio"}},{"kind":"Field","name":{"kind":"Name","value":"maxDrawdownPct"}},{"kind":"Field","name":{"kind":"Name","value":"startDate"}},{"kind":"Field","name":{"kind":"Name","value":"endDate"}}]}}]}}]} as unknown as DocumentNode<RunStatsFragment, unknown>;
export const WeightingChoiceFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WeightingChoice"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"WeightingScheme"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pattern"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"categories"}},{"kind":"Field","name":{"kind":"Name","value":"parameter"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"min"}},{"kind":"Field","name":{"kind":"Name","value":"max"}},{"kind":"Field","name":{"kind":"Name","value":"default"}},{"kind":"Field","name":{"kind":"Name","value":"unit"}}]}}]}}]} as unknown as DocumentNode<WeightingChoiceFragment, unknown>;
export const FundNumbersFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"FundNumbers"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Dtf"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"itpId"}},{"kind":"Field","name":{"kind":"Name","value":"aumUsd"}},{"kind":"Field","name":{"kind":"Name","value":"totalSupply"}},{"kind":"Field","name":{"kind":"Name","value":"assetCount"}},{"kind":"Field","name":{"kind":"Name","value":"change24hPct"}},{"kind":"Field","name":{"kind":"Name","value":"nav"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"usd"}},{"kind":"Field","name":{"kind":"Name","value":"assetsPriced"}},{"kind":"Field","name":{"kind":"Name","value":"assetsTotal"}},{"kind":"Field","name":{"kind":"Name","value":"aumUsd"}},{"kind":"Field","name":{"kind":"Name","value":"totalSupply"}}]}}]}}]} as unknown as DocumentNode<FundNumbersFragment, unknown>;
export const FundLoansFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"FundLoans"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Dtf"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"lendingMarket"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"lltv"}},{"kind":"Field","name":{"kind":"Name","value":"liquidity"}},{"kind":"Field","name":{"kind":"Name","value":"utilisation"}},{"kind":"Field","name":{"kind":"Name","value":"oraclePrice"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"usd"}}]}}]}}]}}]} as unknown as DocumentNode<FundLoansFragment, unknown>;
export const FundRowFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"FundRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Dtf"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"itpId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"symbol"}},{"kind":"Field","name":{"kind":"Name","value":"assetCount"}},{"kind":"Field","name":{"kind":"Name","value":"aumUsd"}},{"kind":"Field","name":{"kind":"Name","value":"navPerShareUsd"}},{"kind":"Field","name":{"kind":"Name","value":"change24hPct"}},{"kind":"Field","name":{"kind":"Name","value":"navSeries"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"range"},"value":{"kind":"EnumValue","value":"D30"}},{"kind":"Argument","name":{"kind":"Name","value":"maxPoints"},"value":{"kind":"IntValue","value":"60"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"timestamp"}},{"kind":"Field","name":{"kind":"Name","value":"nav"}}]}}]}}]} as unknown as DocumentNode<FundRowFragment, unknown>;
export const LoanFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Loan"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LendingPosition"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"collateral"}},{"kind":"Field","name":{"kind":"Name","value":"debt"}},{"kind":"Field","name":{"kind":"Name","value":"healthFactor"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"oraclePrice"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"usd"}}]}},{"kind":"Field","name":{"kind":"Name","value":"liquidationPrice"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"usd"}}]}},{"kind":"Field","name":{"kind":"Name","value":"market"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dtf"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"itpId"}},{"kind":"Field","name":{"kind":"Name","value":"symbol"}}]}}]}}]}}]} as unknown as DocumentNode<LoanFragment, unknown>;
export const PagerPageFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PagerPage"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]} as unknown as DocumentNode<PagerPageFragment, unknown>;
export const GatewayDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Gateway"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"gateway"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"isSandbox"}},{"kind":"Field","name":{"kind":"Name","value":"upstreams"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}}]}}]}}]} as unknown as DocumentNode<GatewayQuery, GatewayQueryVariables>;
export const BacktestFormDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"BacktestForm"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"simulationCategories"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"CategoryChoice"}}]}},{"kind":"Field","name":{"kind":"Name","value":"simulationWeightings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WeightingChoice"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CategoryChoice"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SimulationCategory"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"coinCount"}},{"kind":"Field","name":{"kind":"Name","value":"source"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WeightingChoice"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"WeightingScheme"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pattern"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"categories"}},{"kind":"Field","name":{"kind":"Name","value":"parameter"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"min"}},{"kind":"Field","name":{"kind":"Name","value":"max"}},{"kind":"Field","name":{"kind":"Name","value":"default"}},{"kind":"Field","name":{"kind":"Name","value":"unit"}}]}}]}}]} as unknown as DocumentNode<BacktestFormQuery, BacktestFormQueryVariables>;
export const CompareRunsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"CompareRuns"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"simulations"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"runId"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"RunName"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"RunStats"}},{"kind":"Field","name":{"kind":"Name","value":"navSeries"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"date"}},{"kind":"Field","name":{"kind":"Name","value":"nav"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RunName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SimulationRun"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runId"}},{"kind":"Field","name":{"kind":"Name","value":"config"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"categoryId"}},{"kind":"Field","name":{"kind":"Name","value":"topN"}},{"kind":"Field","name":{"kind":"Name","value":"weighting"}},{"kind":"Field","name":{"kind":"Name","value":"rebalanceDays"}},{"kind":"Field","name":{"kind":"Name","value":"startDate"}},{"kind":"Field","name":{"kind":"Name","value":"baseFeePct"}},{"kind":"Field","name":{"kind":"Name","value":"spreadMultiplier"}},{"kind":"Field","name":{"kind":"Name","value":"delistHaircut"}},{"kind":"Field","name":{"kind":"Name","value":"thresholdPct"}},{"kind":"Field","name":{"kind":"Name","value":"fngMode"}},{"kind":"Field","name":{"kind":"Name","value":"fngCashPct"}},{"kind":"Field","name":{"kind":"Name","value":"fngFearThreshold"}},{"kind":"Field","name":{"kind":"Name","value":"fngGreedThreshold"}},{"kind":"Field","name":{"kind":"Name","value":"domMode"}},{"kind":"Field","name":{"kind":"Name","value":"domLookback"}},{"kind":"Field","name":{"kind":"Name","value":"vcMode"}},{"kind":"Field","name":{"kind":"Name","value":"vcInvestors"}},{"kind":"Field","name":{"kind":"Name","value":"vcRoundTypes"}},{"kind":"Field","name":{"kind":"Name","value":"vcMinAmountM"}}]}},{"kind":"Field","name":{"kind":"Name","value":"stats"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"startDate"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RunStats"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SimulationRun"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"stats"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalReturnPct"}},{"kind":"Field","name":{"kind":"Name","value":"annualizedReturn"}},{"kind":"Field","name":{"kind":"Name","value":"sharpeRatio"}},{"kind":"Field","name":{"kind":"Name","value":"maxDrawdownPct"}},{"kind":"Field","name":{"kind":"Name","value":"startDate"}},{"kind":"Field","name":{"kind":"Name","value":"endDate"}}]}}]}}]} as unknown as DocumentNode<CompareRunsQuery, CompareRunsQueryVariables>;
export const EarlierRunsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"EarlierRuns"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"simulationResults"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"20"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"runId"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"RunName"}},{"kind":"Field","name":{"kind":"Name","value":"stats"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalReturnPct"}}]}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RunName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SimulationRun"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runId"}},{"kind":"Field","name":{"kind":"Name","value":"config"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"categoryId"}},{"kind":"Field","name":{"kind":"Name","value":"topN"}},{"kind":"Field","name":{"kind":"Name","value":"weighting"}},{"kind":"Field","name":{"kind":"Name","value":"rebalanceDays"}},{"kind":"Field","name":{"kind":"Name","value":"startDate"}},{"kind":"Field","name":{"kind":"Name","value":"baseFeePct"}},{"kind":"Field","name":{"kind":"Name","value":"spreadMultiplier"}},{"kind":"Field","name":{"kind":"Name","value":"delistHaircut"}},{"kind":"Field","name":{"kind":"Name","value":"thresholdPct"}},{"kind":"Field","name":{"kind":"Name","value":"fngMode"}},{"kind":"Field","name":{"kind":"Name","value":"fngCashPct"}},{"kind":"Field","name":{"kind":"Name","value":"fngFearThreshold"}},{"kind":"Field","name":{"kind":"Name","value":"fngGreedThreshold"}},{"kind":"Field","name":{"kind":"Name","value":"domMode"}},{"kind":"Field","name":{"kind":"Name","value":"domLookback"}},{"kind":"Field","name":{"kind":"Name","value":"vcMode"}},{"kind":"Field","name":{"kind":"Name","value":"vcInvestors"}},{"kind":"Field","name":{"kind":"Name","value":"vcRoundTypes"}},{"kind":"Field","name":{"kind":"Name","value":"vcMinAmountM"}}]}},{"kind":"Field","name":{"kind":"Name","value":"stats"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"startDate"}}]}}]}}]} as unknown as DocumentNode<EarlierRunsQuery, EarlierRunsQueryVariables>;
export const RebalanceDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Rebalance"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"date"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Date"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"simulations"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"holdings"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"date"},"value":{"kind":"Variable","name":{"kind":"Name","value":"date"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"coinId"}},{"kind":"Field","name":{"kind":"Name","value":"weight"}},{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"rebalanceDate"}},{"kind":"Field","name":{"kind":"Name","value":"asset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"symbol"}}]}}]}}]}}]}}]} as unknown as DocumentNode<RebalanceQuery, RebalanceQueryVariables>;
export const RunDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Run"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"simulations"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"runId"}},{"kind":"Field","name":{"kind":"Name","value":"computedInMs"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"RunName"}},{"kind":"Field","name":{"kind":"Name","value":"config"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rebalanceDays"}},{"kind":"Field","name":{"kind":"Name","value":"startDate"}}]}},{"kind":"Field","name":{"kind":"Name","value":"stats"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalReturnPct"}},{"kind":"Field","name":{"kind":"Name","value":"annualizedReturn"}},{"kind":"Field","name":{"kind":"Name","value":"sharpeRatio"}},{"kind":"Field","name":{"kind":"Name","value":"maxDrawdownPct"}},{"kind":"Field","name":{"kind":"Name","value":"totalFeesPct"}},{"kind":"Field","name":{"kind":"Name","value":"totalTrades"}},{"kind":"Field","name":{"kind":"Name","value":"totalRebalances"}},{"kind":"Field","name":{"kind":"Name","value":"totalDelistings"}},{"kind":"Field","name":{"kind":"Name","value":"startDate"}},{"kind":"Field","name":{"kind":"Name","value":"endDate"}}]}},{"kind":"Field","name":{"kind":"Name","value":"navSeries"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"date"}},{"kind":"Field","name":{"kind":"Name","value":"nav"}},{"kind":"Field","name":{"kind":"Name","value":"drawdownPct"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"btc"},"name":{"kind":"Name","value":"benchmark"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"symbol"},"value":{"kind":"EnumValue","value":"BTC"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"symbol"}},{"kind":"Field","name":{"kind":"Name","value":"navSeries"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"date"}},{"kind":"Field","name":{"kind":"Name","value":"nav"}}]}}]}},{"kind":"Field","alias":{"kind":"Name","value":"eth"},"name":{"kind":"Name","value":"benchmark"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"symbol"},"value":{"kind":"EnumValue","value":"ETH"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"symbol"}},{"kind":"Field","name":{"kind":"Name","value":"navSeries"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"date"}},{"kind":"Field","name":{"kind":"Name","value":"nav"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RunName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SimulationRun"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runId"}},{"kind":"Field","name":{"kind":"Name","value":"config"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"categoryId"}},{"kind":"Field","name":{"kind":"Name","value":"topN"}},{"kind":"Field","name":{"kind":"Name","value":"weighting"}},{"kind":"Field","name":{"kind":"Name","value":"rebalanceDays"}},{"kind":"Field","name":{"kind":"Name","value":"startDate"}},{"kind":"Field","name":{"kind":"Name","value":"baseFeePct"}},{"kind":"Field","name":{"kind":"Name","value":"spreadMultiplier"}},{"kind":"Field","name":{"kind":"Name","value":"delistHaircut"}},{"kind":"Field","name":{"kind":"Name","value":"thresholdPct"}},{"kind":"Field","name":{"kind":"Name","value":"fngMode"}},{"kind":"Field","name":{"kind":"Name","value":"fngCashPct"}},{"kind":"Field","name":{"kind":"Name","value":"fngFearThreshold"}},{"kind":"Field","name":{"kind":"Name","value":"fngGreedThreshold"}},{"kind":"Field","name":{"kind":"Name","value":"domMode"}},{"kind":"Field","name":{"kind":"Name","value":"domLookback"}},{"kind":"Field","name":{"kind":"Name","value":"vcMode"}},{"kind":"Field","name":{"kind":"Name","value":"vcInvestors"}},{"kind":"Field","name":{"kind":"Name","value":"vcRoundTypes"}},{"kind":"Field","name":{"kind":"Name","value":"vcMinAmountM"}}]}},{"kind":"Field","name":{"kind":"Name","value":"stats"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"startDate"}}]}}]}}]} as unknown as DocumentNode<RunQuery, RunQueryVariables>;
export const RunSimulationDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"RunSimulation"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SimulationInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"simulation"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SimulationProgress"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pct"}},{"kind":"Field","name":{"kind":"Name","value":"currentDate"}},{"kind":"Field","name":{"kind":"Name","value":"totalDates"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SimulationResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"run"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"runId"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SimulationFailure"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<RunSimulationSubscription, RunSimulationSubscriptionVariables>;
export const RunSweepDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"RunSweep"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SweepInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sweep"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SweepProgress"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pct"}},{"kind":"Field","name":{"kind":"Name","value":"currentDate"}},{"kind":"Field","name":{"kind":"Name","value":"index"}},{"kind":"Field","name":{"kind":"Name","value":"total"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SweepVariant"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"index"}},{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"variant"}},{"kind":"Field","name":{"kind":"Name","value":"run"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"runId"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"RunStats"}},{"kind":"Field","name":{"kind":"Name","value":"navSeries"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"date"}},{"kind":"Field","name":{"kind":"Name","value":"nav"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SweepVariantFailure"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"variant"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SimulationFailure"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RunStats"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SimulationRun"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"stats"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalReturnPct"}},{"kind":"Field","name":{"kind":"Name","value":"annualizedReturn"}},{"kind":"Field","name":{"kind":"Name","value":"sharpeRatio"}},{"kind":"Field","name":{"kind":"Name","value":"maxDrawdownPct"}},{"kind":"Field","name":{"kind":"Name","value":"startDate"}},{"kind":"Field","name":{"kind":"Name","value":"endDate"}}]}}]}}]} as unknown as DocumentNode<RunSweepSubscription, RunSweepSubscriptionVariables>;
export const BatchPageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"BatchPage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"batch"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"batchId"}},{"kind":"Field","name":{"kind":"Name","value":"sourceId"}},{"kind":"Field","name":{"kind":"Name","value":"configHash"}},{"kind":"Field","name":{"kind":"Name","value":"marketCount"}},{"kind":"Field","name":{"kind":"Name","value":"playerCount"}},{"kind":"Field","name":{"kind":"Name","value":"tvl"}},{"kind":"Field","name":{"kind":"Name","value":"tickDuration"}},{"kind":"Field","name":{"kind":"Name","value":"currentTick"}},{"kind":"Field","name":{"kind":"Name","value":"nextTickAt"}},{"kind":"Field","name":{"kind":"Name","value":"paused"}}]}}]}}]} as unknown as DocumentNode<BatchPageQuery, BatchPageQueryVariables>;
export const LiveBatchDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"LiveBatch"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"batch"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"playerCount"}},{"kind":"Field","name":{"kind":"Name","value":"tvl"}},{"kind":"Field","name":{"kind":"Name","value":"currentTick"}},{"kind":"Field","name":{"kind":"Name","value":"nextTickAt"}},{"kind":"Field","name":{"kind":"Name","value":"paused"}}]}}]}}]} as unknown as DocumentNode<LiveBatchSubscription, LiveBatchSubscriptionVariables>;
export const PlayersDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Players"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"batch"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"players"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"50"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"balance"}},{"kind":"Field","name":{"kind":"Name","value":"hasBitmap"}},{"kind":"Field","name":{"kind":"Name","value":"portfolio"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"address"}}]}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<PlayersQuery, PlayersQueryVariables>;
export const TicksDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Ticks"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"batch"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"ticks"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"20"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tickId"}},{"kind":"Field","name":{"kind":"Name","value":"resolvedAt"}},{"kind":"Field","name":{"kind":"Name","value":"playerCount"}},{"kind":"Field","name":{"kind":"Name","value":"totalMatched"}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<TicksQuery, TicksQueryVariables>;
export const TickResolvedDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"TickResolved"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tickResolved"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"batchId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tickId"}}]}}]}}]} as unknown as DocumentNode<TickResolvedSubscription, TickResolvedSubscriptionVariables>;
export const PlayBitmapDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"PlayBitmap"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"batchId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bitmap"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Hex"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"backtestBitmap"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"batchId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"batchId"}}},{"kind":"Argument","name":{"kind":"Name","value":"bitmap"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bitmap"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalPnl"}},{"kind":"Field","name":{"kind":"Name","value":"winRate"}},{"kind":"Field","name":{"kind":"Name","value":"curve"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tick"}},{"kind":"Field","name":{"kind":"Name","value":"pnl"}}]}}]}}]}}]} as unknown as DocumentNode<PlayBitmapQuery, PlayBitmapQueryVariables>;
export const BatchMarketsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"BatchMarkets"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"batch"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"markets"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"50"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PagerPage"}}]}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bit"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"marketId"}},{"kind":"Field","name":{"kind":"Name","value":"symbol"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"changePct"}}]}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PagerPage"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]} as unknown as DocumentNode<BatchMarketsQuery, BatchMarketsQueryVariables>;
export const SourceUnitDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"SourceUnit"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"source"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sourceId"}},{"kind":"Field","name":{"kind":"Name","value":"valueUnit"}}]}}]}}]} as unknown as DocumentNode<SourceUnitQuery, SourceUnitQueryVariables>;
export const MarketChangesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"MarketChanges"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"batch"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"markets"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bit"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"marketId"}},{"kind":"Field","name":{"kind":"Name","value":"changePct"}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<MarketChangesQuery, MarketChangesQueryVariables>;
export const TickDetailDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"TickDetail"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"tickId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"batch"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"tick"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"tickId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"tickId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tickId"}},{"kind":"Field","name":{"kind":"Name","value":"outcomes"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"60"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"changePct"}},{"kind":"Field","name":{"kind":"Name","value":"market"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"marketId"}},{"kind":"Field","name":{"kind":"Name","value":"symbol"}}]}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"reveal"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"isSealed"}},{"kind":"Field","name":{"kind":"Name","value":"deadline"}},{"kind":"Field","name":{"kind":"Name","value":"bitmaps"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hashMatches"}},{"kind":"Field","name":{"kind":"Name","value":"matchesCommitment"}},{"kind":"Field","name":{"kind":"Name","value":"portfolio"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"address"}}]}},{"kind":"Field","name":{"kind":"Name","value":"predictions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"60"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"direction"}},{"kind":"Field","name":{"kind":"Name","value":"market"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"marketId"}}]}}]}}]}}]}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<TickDetailQuery, TickDetailQueryVariables>;
export const PlayerDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Player"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"address"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Address"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"batch"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"player"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"address"},"value":{"kind":"Variable","name":{"kind":"Name","value":"address"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"balance"}},{"kind":"Field","name":{"kind":"Name","value":"hasBitmap"}}]}},{"kind":"Field","name":{"kind":"Name","value":"position"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"address"},"value":{"kind":"Variable","name":{"kind":"Name","value":"address"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"proof"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fromTick"}},{"kind":"Field","name":{"kind":"Name","value":"toTick"}},{"kind":"Field","name":{"kind":"Name","value":"newBalance"}},{"kind":"Field","name":{"kind":"Name","value":"finalBalance"}},{"kind":"Field","name":{"kind":"Name","value":"signature"}},{"kind":"Field","name":{"kind":"Name","value":"referenceNonce"}},{"kind":"Field","name":{"kind":"Name","value":"signersBitmask"}}]}}]}}]}}]}}]} as unknown as DocumentNode<PlayerQuery, PlayerQueryVariables>;
export const SubmitBitmapDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SubmitBitmap"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SubmitBitmapInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"submitBitmap"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"accepted"}},{"kind":"Field","name":{"kind":"Name","value":"acceptedCount"}},{"kind":"Field","name":{"kind":"Name","value":"quorum"}},{"kind":"Field","name":{"kind":"Name","value":"oracles"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"oracle"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"error"}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<SubmitBitmapMutation, SubmitBitmapMutationVariables>;
export const FundListDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"FundList"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dtfs"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"itpId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"symbol"}}]}}]}}]}}]}}]} as unknown as DocumentNode<FundListQuery, FundListQueryVariables>;
export const CompareFundsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"CompareFunds"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"range"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"NavRange"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dtfs"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"10"}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"itpId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"symbol"}},{"kind":"Field","name":{"kind":"Name","value":"aumUsd"}},{"kind":"Field","name":{"kind":"Name","value":"navPerShareUsd"}},{"kind":"Field","name":{"kind":"Name","value":"navSeries"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"range"},"value":{"kind":"Variable","name":{"kind":"Name","value":"range"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"timestamp"}},{"kind":"Field","name":{"kind":"Name","value":"nav"}}]}},{"kind":"Field","name":{"kind":"Name","value":"performance"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"range"},"value":{"kind":"Variable","name":{"kind":"Name","value":"range"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"totalReturnPct"}},{"kind":"Field","name":{"kind":"Name","value":"annualizedReturnPct"}},{"kind":"Field","name":{"kind":"Name","value":"volatilityPct"}},{"kind":"Field","name":{"kind":"Name","value":"maxDrawdownPct"}},{"kind":"Field","name":{"kind":"Name","value":"sharpe"}},{"kind":"Field","name":{"kind":"Name","value":"sortino"}},{"kind":"Field","name":{"kind":"Name","value":"calmar"}},{"kind":"Field","name":{"kind":"Name","value":"positiveDaysPct"}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<CompareFundsQuery, CompareFundsQueryVariables>;
export const FundPageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"FundPage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dtf"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"itpId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"symbol"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"FundNumbers"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"FundLoans"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"FundNumbers"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Dtf"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"itpId"}},{"kind":"Field","name":{"kind":"Name","value":"aumUsd"}},{"kind":"Field","name":{"kind":"Name","value":"totalSupply"}},{"kind":"Field","name":{"kind":"Name","value":"assetCount"}},{"kind":"Field","name":{"kind":"Name","value":"change24hPct"}},{"kind":"Field","name":{"kind":"Name","value":"nav"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"usd"}},{"kind":"Field","name":{"kind":"Name","value":"assetsPriced"}},{"kind":"Field","name":{"kind":"Name","value":"assetsTotal"}},{"kind":"Field","name":{"kind":"Name","value":"aumUsd"}},{"kind":"Field","name":{"kind":"Name","value":"totalSupply"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"FundLoans"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Dtf"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"lendingMarket"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"lltv"}},{"kind":"Field","name":{"kind":"Name","value":"liquidity"}},{"kind":"Field","name":{"kind":"Name","value":"utilisation"}},{"kind":"Field","name":{"kind":"Name","value":"oraclePrice"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"usd"}}]}}]}}]}}]} as unknown as DocumentNode<FundPageQuery, FundPageQueryVariables>;
export const BasketDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Basket"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dtf"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"holdings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"quantity"}},{"kind":"Field","name":{"kind":"Name","value":"asset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"symbol"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"enrichment"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"holdings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"symbol"}},{"kind":"Field","name":{"kind":"Name","value":"weight"}},{"kind":"Field","name":{"kind":"Name","value":"priceUsd"}},{"kind":"Field","name":{"kind":"Name","value":"change24hPct"}},{"kind":"Field","name":{"kind":"Name","value":"marketCapUsd"}}]}}]}}]}}]}}]} as unknown as DocumentNode<BasketQuery, BasketQueryVariables>;
export const NavSeriesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"NavSeries"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"range"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"NavRange"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dtf"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"navSeries"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"range"},"value":{"kind":"Variable","name":{"kind":"Name","value":"range"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"timestamp"}},{"kind":"Field","name":{"kind":"Name","value":"nav"}}]}}]}}]}}]} as unknown as DocumentNode<NavSeriesQuery, NavSeriesQueryVariables>;
export const NavOriginDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"NavOrigin"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dtf"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"nav"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"usd"}},{"kind":"Field","name":{"kind":"Name","value":"source"}},{"kind":"Field","name":{"kind":"Name","value":"assetsPriced"}},{"kind":"Field","name":{"kind":"Name","value":"assetsTotal"}}]}}]}}]}}]} as unknown as DocumentNode<NavOriginQuery, NavOriginQueryVariables>;
export const NavOnChainDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"NavOnChain"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dtf"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"nav"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"onChain"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"wei"}},{"kind":"Field","name":{"kind":"Name","value":"block"}},{"kind":"Field","name":{"kind":"Name","value":"blockTime"}}]}}]}}]}}]}}]} as unknown as DocumentNode<NavOnChainQuery, NavOnChainQueryVariables>;
export const FoundersDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Founders"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dtf"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"enrichment"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"founders"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalFounders"}},{"kind":"Field","name":{"kind":"Name","value":"totalCompaniesMatched"}},{"kind":"Field","name":{"kind":"Name","value":"ageDistribution"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bucket"}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}},{"kind":"Field","name":{"kind":"Name","value":"genderSplit"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}},{"kind":"Field","name":{"kind":"Name","value":"topNationalities"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<FoundersQuery, FoundersQueryVariables>;
export const DefiDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Defi"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dtf"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"enrichment"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"defi"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalTvlUsd"}},{"kind":"Field","name":{"kind":"Name","value":"protocolsWithData"}},{"kind":"Field","name":{"kind":"Name","value":"totalHoldings"}},{"kind":"Field","name":{"kind":"Name","value":"topByTvl"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"symbol"}},{"kind":"Field","name":{"kind":"Name","value":"tvlUsd"}},{"kind":"Field","name":{"kind":"Name","value":"change7dPct"}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<DefiQuery, DefiQueryVariables>;
export const FundingDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Funding"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dtf"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"enrichment"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"funding"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalRaisedMillionUsd"}},{"kind":"Field","name":{"kind":"Name","value":"totalRounds"}},{"kind":"Field","name":{"kind":"Name","value":"topInvestors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}},{"kind":"Field","name":{"kind":"Name","value":"recentRaises"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"project"}},{"kind":"Field","name":{"kind":"Name","value":"round"}},{"kind":"Field","name":{"kind":"Name","value":"date"}},{"kind":"Field","name":{"kind":"Name","value":"amountMillionUsd"}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<FundingQuery, FundingQueryVariables>;
export const FundByTickerDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"FundByTicker"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ticker"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dtfs"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ticker"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"itpId"}},{"kind":"Field","name":{"kind":"Name","value":"symbol"}}]}}]}}]}}]}}]} as unknown as DocumentNode<FundByTickerQuery, FundByTickerQueryVariables>;
export const FundByIdDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"FundById"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dtf"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"itpId"}}]}}]}}]} as unknown as DocumentNode<FundByIdQuery, FundByIdQueryVariables>;
export const WalletPositionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"WalletPosition"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"address"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Address"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dtf"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"position"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"address"},"value":{"kind":"Variable","name":{"kind":"Name","value":"address"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"shares"}},{"kind":"Field","name":{"kind":"Name","value":"valueUsd"}},{"kind":"Field","name":{"kind":"Name","value":"costBasisUsd"}},{"kind":"Field","name":{"kind":"Name","value":"navPerShareUsd"}},{"kind":"Field","name":{"kind":"Name","value":"pnlUsd"}},{"kind":"Field","name":{"kind":"Name","value":"pnlPct"}}]}}]}}]}}]} as unknown as DocumentNode<WalletPositionQuery, WalletPositionQueryVariables>;
export const HeldAssetsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"HeldAssets"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dtfs"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"holdings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"asset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"symbol"}}]}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<HeldAssetsQuery, HeldAssetsQueryVariables>;
export const HomeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Home"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DtfFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DtfOrder"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dtfs"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"50"}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PagerPage"}}]}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"FundRow"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PagerPage"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"FundRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Dtf"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"itpId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"symbol"}},{"kind":"Field","name":{"kind":"Name","value":"assetCount"}},{"kind":"Field","name":{"kind":"Name","value":"aumUsd"}},{"kind":"Field","name":{"kind":"Name","value":"navPerShareUsd"}},{"kind":"Field","name":{"kind":"Name","value":"change24hPct"}},{"kind":"Field","name":{"kind":"Name","value":"navSeries"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"range"},"value":{"kind":"EnumValue","value":"D30"}},{"kind":"Argument","name":{"kind":"Name","value":"maxPoints"},"value":{"kind":"IntValue","value":"60"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"timestamp"}},{"kind":"Field","name":{"kind":"Name","value":"nav"}}]}}]}}]} as unknown as DocumentNode<HomeQuery, HomeQueryVariables>;
export const LatestBacktestsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"LatestBacktests"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"simulationResults"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"4"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"runId"}},{"kind":"Field","name":{"kind":"Name","value":"stats"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalReturnPct"}},{"kind":"Field","name":{"kind":"Name","value":"sharpeRatio"}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"RunName"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RunName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SimulationRun"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runId"}},{"kind":"Field","name":{"kind":"Name","value":"config"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"categoryId"}},{"kind":"Field","name":{"kind":"Name","value":"topN"}},{"kind":"Field","name":{"kind":"Name","value":"weighting"}},{"kind":"Field","name":{"kind":"Name","value":"rebalanceDays"}},{"kind":"Field","name":{"kind":"Name","value":"startDate"}},{"kind":"Field","name":{"kind":"Name","value":"baseFeePct"}},{"kind":"Field","name":{"kind":"Name","value":"spreadMultiplier"}},{"kind":"Field","name":{"kind":"Name","value":"delistHaircut"}},{"kind":"Field","name":{"kind":"Name","value":"thresholdPct"}},{"kind":"Field","name":{"kind":"Name","value":"fngMode"}},{"kind":"Field","name":{"kind":"Name","value":"fngCashPct"}},{"kind":"Field","name":{"kind":"Name","value":"fngFearThreshold"}},{"kind":"Field","name":{"kind":"Name","value":"fngGreedThreshold"}},{"kind":"Field","name":{"kind":"Name","value":"domMode"}},{"kind":"Field","name":{"kind":"Name","value":"domLookback"}},{"kind":"Field","name":{"kind":"Name","value":"vcMode"}},{"kind":"Field","name":{"kind":"Name","value":"vcInvestors"}},{"kind":"Field","name":{"kind":"Name","value":"vcRoundTypes"}},{"kind":"Field","name":{"kind":"Name","value":"vcMinAmountM"}}]}},{"kind":"Field","name":{"kind":"Name","value":"stats"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"startDate"}}]}}]}}]} as unknown as DocumentNode<LatestBacktestsQuery, LatestBacktestsQueryVariables>;
export const NetworkStateDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"NetworkState"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"explorerHealth"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"latest"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"polledAt"}},{"kind":"Field","name":{"kind":"Name","value":"worstStatus"}},{"kind":"Field","name":{"kind":"Name","value":"totalPeers"}},{"kind":"Field","name":{"kind":"Name","value":"totalPeersHealthy"}},{"kind":"Field","name":{"kind":"Name","value":"quorumMet"}},{"kind":"Field","name":{"kind":"Name","value":"avgConsensusTimeMs"}}]}}]}}]}}]} as unknown as DocumentNode<NetworkStateQuery, NetworkStateQueryVariables>;
export const NextTicksDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"NextTicks"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"batches"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"50"}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"paused"},"value":{"kind":"BooleanValue","value":false}}]}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"field"},"value":{"kind":"EnumValue","value":"NEXT_TICK"}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"batchId"}},{"kind":"Field","name":{"kind":"Name","value":"sourceId"}},{"kind":"Field","name":{"kind":"Name","value":"marketCount"}},{"kind":"Field","name":{"kind":"Name","value":"playerCount"}},{"kind":"Field","name":{"kind":"Name","value":"nextTickAt"}}]}}]}}]}}]}}]} as unknown as DocumentNode<NextTicksQuery, NextTicksQueryVariables>;
export const LendingPageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"LendingPage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"lendingMarkets"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"marketId"}},{"kind":"Field","name":{"kind":"Name","value":"lltv"}},{"kind":"Field","name":{"kind":"Name","value":"totalSupply"}},{"kind":"Field","name":{"kind":"Name","value":"totalBorrow"}},{"kind":"Field","name":{"kind":"Name","value":"liquidity"}},{"kind":"Field","name":{"kind":"Name","value":"utilisation"}},{"kind":"Field","name":{"kind":"Name","value":"oraclePrice"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"usd"}}]}},{"kind":"Field","name":{"kind":"Name","value":"dtf"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"itpId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"symbol"}}]}}]}}]}}]} as unknown as DocumentNode<LendingPageQuery, LendingPageQueryVariables>;
export const LoanHistoryDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"LoanHistory"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"address"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Address"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"portfolio"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"address"},"value":{"kind":"Variable","name":{"kind":"Name","value":"address"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"lending"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"history"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"50"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"token"}},{"kind":"Field","name":{"kind":"Name","value":"timestamp"}},{"kind":"Field","name":{"kind":"Name","value":"txHash"}},{"kind":"Field","name":{"kind":"Name","value":"dtf"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"symbol"}}]}}]}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<LoanHistoryQuery, LoanHistoryQueryVariables>;
export const LeaderboardDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Leaderboard"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"batchId"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"leaderboard"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"batchId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"batchId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"entries"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rank"}},{"kind":"Field","name":{"kind":"Name","value":"pnlUsd"}},{"kind":"Field","name":{"kind":"Name","value":"winRate"}},{"kind":"Field","name":{"kind":"Name","value":"roiPct"}},{"kind":"Field","name":{"kind":"Name","value":"bitmapsPlayed"}},{"kind":"Field","name":{"kind":"Name","value":"portfolio"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"address"}}]}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<LeaderboardQuery, LeaderboardQueryVariables>;
export const MarketsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Markets"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"batches"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"batchId"}},{"kind":"Field","name":{"kind":"Name","value":"sourceId"}},{"kind":"Field","name":{"kind":"Name","value":"marketCount"}},{"kind":"Field","name":{"kind":"Name","value":"playerCount"}},{"kind":"Field","name":{"kind":"Name","value":"tvl"}},{"kind":"Field","name":{"kind":"Name","value":"tickDuration"}},{"kind":"Field","name":{"kind":"Name","value":"nextTickAt"}},{"kind":"Field","name":{"kind":"Name","value":"paused"}}]}}]}}]}}]}}]} as unknown as DocumentNode<MarketsQuery, MarketsQueryVariables>;
export const BatchesPlayedDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"BatchesPlayed"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"wallet"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"address"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Address"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"batches"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"20"}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"player"},"value":{"kind":"Variable","name":{"kind":"Name","value":"wallet"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"batchId"}},{"kind":"Field","name":{"kind":"Name","value":"sourceId"}},{"kind":"Field","name":{"kind":"Name","value":"player"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"address"},"value":{"kind":"Variable","name":{"kind":"Name","value":"address"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"balance"}},{"kind":"Field","name":{"kind":"Name","value":"stakePerTick"}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<BatchesPlayedQuery, BatchesPlayedQueryVariables>;
export const PortfolioPageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"PortfolioPage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"address"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Address"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"portfolio"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"address"},"value":{"kind":"Variable","name":{"kind":"Name","value":"address"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"totalValueUsd"}},{"kind":"Field","name":{"kind":"Name","value":"totalPnlUsd"}},{"kind":"Field","name":{"kind":"Name","value":"totalPnlPct"}},{"kind":"Field","name":{"kind":"Name","value":"history"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"timestamp"}},{"kind":"Field","name":{"kind":"Name","value":"valueUsd"}}]}},{"kind":"Field","name":{"kind":"Name","value":"positions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"shares"}},{"kind":"Field","name":{"kind":"Name","value":"valueUsd"}},{"kind":"Field","name":{"kind":"Name","value":"costBasisUsd"}},{"kind":"Field","name":{"kind":"Name","value":"navPerShareUsd"}},{"kind":"Field","name":{"kind":"Name","value":"pnlUsd"}},{"kind":"Field","name":{"kind":"Name","value":"pnlPct"}},{"kind":"Field","name":{"kind":"Name","value":"dtf"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"itpId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"symbol"}}]}}]}}]}}]}}]} as unknown as DocumentNode<PortfolioPageQuery, PortfolioPageQueryVariables>;
export const WalletLoansDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"WalletLoans"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"address"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Address"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"portfolio"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"address"},"value":{"kind":"Variable","name":{"kind":"Name","value":"address"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"lending"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"positions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Loan"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Loan"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LendingPosition"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"collateral"}},{"kind":"Field","name":{"kind":"Name","value":"debt"}},{"kind":"Field","name":{"kind":"Name","value":"healthFactor"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"oraclePrice"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"usd"}}]}},{"kind":"Field","name":{"kind":"Name","value":"liquidationPrice"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"usd"}}]}},{"kind":"Field","name":{"kind":"Name","value":"market"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dtf"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"itpId"}},{"kind":"Field","name":{"kind":"Name","value":"symbol"}}]}}]}}]}}]} as unknown as DocumentNode<WalletLoansQuery, WalletLoansQueryVariables>;
export const TradesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Trades"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"address"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Address"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"type"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"TradeType"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"portfolio"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"address"},"value":{"kind":"Variable","name":{"kind":"Name","value":"address"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"trades"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"type"},"value":{"kind":"Variable","name":{"kind":"Name","value":"type"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PagerPage"}}]}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"timestamp"}},{"kind":"Field","name":{"kind":"Name","value":"shares"}},{"kind":"Field","name":{"kind":"Name","value":"pricePerShareUsd"}},{"kind":"Field","name":{"kind":"Name","value":"totalUsd"}},{"kind":"Field","name":{"kind":"Name","value":"feeUsd"}},{"kind":"Field","name":{"kind":"Name","value":"txHash"}},{"kind":"Field","name":{"kind":"Name","value":"dtf"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"itpId"}},{"kind":"Field","name":{"kind":"Name","value":"symbol"}}]}}]}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PagerPage"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]} as unknown as DocumentNode<TradesQuery, TradesQueryVariables>;
export const SourceAssetsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"SourceAssets"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"source"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sourceId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"valueLabel"}},{"kind":"Field","name":{"kind":"Name","value":"valueUnit"}},{"kind":"Field","name":{"kind":"Name","value":"assets"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"25"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PagerPage"}}]}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"assetId"}},{"kind":"Field","name":{"kind":"Name","value":"symbol"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"changePct"}}]}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PagerPage"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]} as unknown as DocumentNode<SourceAssetsQuery, SourceAssetsQueryVariables>;
export const MarketHistoryDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"MarketHistory"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"source"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"asset"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"marketHistory"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"source"},"value":{"kind":"Variable","name":{"kind":"Name","value":"source"}}},{"kind":"Argument","name":{"kind":"Name","value":"asset"},"value":{"kind":"Variable","name":{"kind":"Name","value":"asset"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"timestamp"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}}]}}]} as unknown as DocumentNode<MarketHistoryQuery, MarketHistoryQueryVariables>;
export const SourcesPageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"SourcesPage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DataSourceFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sources"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PagerPage"}}]}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sourceId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"category"}},{"kind":"Field","name":{"kind":"Name","value":"assetCount"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"lastSync"}},{"kind":"Field","name":{"kind":"Name","value":"syncIntervalSecs"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"sourceList"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sourceId"}},{"kind":"Field","name":{"kind":"Name","value":"category"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PagerPage"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]} as unknown as DocumentNode<SourcesPageQuery, SourcesPageQueryVariables>;
export const GatewayStateDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"GatewayState"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"gateway"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"ready"}},{"kind":"Field","name":{"kind":"Name","value":"upstreams"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}}]}}]}}]} as unknown as DocumentNode<GatewayStateQuery, GatewayStateQueryVariables>;
export const StatusPageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"StatusPage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"range"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"HealthRange"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"explorerHealth"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"latest"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"polledAt"}},{"kind":"Field","name":{"kind":"Name","value":"worstStatus"}},{"kind":"Field","name":{"kind":"Name","value":"quorumMet"}},{"kind":"Field","name":{"kind":"Name","value":"totalPeers"}},{"kind":"Field","name":{"kind":"Name","value":"totalPeersHealthy"}},{"kind":"Field","name":{"kind":"Name","value":"signaturesCollected"}},{"kind":"Field","name":{"kind":"Name","value":"avgConsensusTimeMs"}},{"kind":"Field","name":{"kind":"Name","value":"avgCycleDurationMs"}},{"kind":"Field","name":{"kind":"Name","value":"pendingOrderCount"}},{"kind":"Field","name":{"kind":"Name","value":"consensusRoundsTotal"}},{"kind":"Field","name":{"kind":"Name","value":"consensusFailedTotal"}}]}},{"kind":"Field","name":{"kind":"Name","value":"history"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"range"},"value":{"kind":"Variable","name":{"kind":"Name","value":"range"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"polledAt"}},{"kind":"Field","name":{"kind":"Name","value":"totalPeersHealthy"}},{"kind":"Field","name":{"kind":"Name","value":"avgConsensusTimeMs"}},{"kind":"Field","name":{"kind":"Name","value":"avgCycleDurationMs"}}]}}]}}]}}]} as unknown as DocumentNode<StatusPageQuery, StatusPageQueryVariables>;
export const StatusDeploymentDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"StatusDeployment"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deployment"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"chainId"}},{"kind":"Field","name":{"kind":"Name","value":"settlementChainId"}},{"kind":"Field","name":{"kind":"Name","value":"contracts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"all"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"address"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"vault"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalUsd"}}]}}]}}]} as unknown as DocumentNode<StatusDeploymentQuery, StatusDeploymentQueryVariables>;
export const SearchDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Search"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"text"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dtfs"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"6"}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"text"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"itpId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"symbol"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"assets"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"6"}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"text"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"symbol"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"markets"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"6"}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"text"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"marketId"}},{"kind":"Field","name":{"kind":"Name","value":"symbol"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}},{"kind":"Field","name":{"kind":"Name","value":"sourceId"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"sources"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"6"}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"text"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"sourceId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"category"}}]}}]}}]}}]}}]} as unknown as DocumentNode<SearchQuery, SearchQueryVariables>;
export const SearchBatchesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"SearchBatches"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"batches"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"batchId"}},{"kind":"Field","name":{"kind":"Name","value":"sourceId"}},{"kind":"Field","name":{"kind":"Name","value":"marketCount"}}]}}]}}]}}]}}]} as unknown as DocumentNode<SearchBatchesQuery, SearchBatchesQueryVariables>;
export const LiveNavDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"LiveNav"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"itpId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nav"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"itpId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"itpId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"usd"}},{"kind":"Field","name":{"kind":"Name","value":"aumUsd"}},{"kind":"Field","name":{"kind":"Name","value":"source"}}]}}]}}]} as unknown as DocumentNode<LiveNavSubscription, LiveNavSubscriptionVariables>;
export const FaucetDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Faucet"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RequestFaucetInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"requestFaucet"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"usdc"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"hash"}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<FaucetMutation, FaucetMutationVariables>;
export const ContractsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Contracts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deployment"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"chainId"}},{"kind":"Field","name":{"kind":"Name","value":"contracts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"index"}},{"kind":"Field","name":{"kind":"Name","value":"vision"}},{"kind":"Field","name":{"kind":"Name","value":"l3Usdc"}}]}}]}}]}}]} as unknown as DocumentNode<ContractsQuery, ContractsQueryVariables>;
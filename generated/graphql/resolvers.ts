import type { Address } from '../../src/lib/units.ts';
import type { Bytes32 } from '../../src/lib/units.ts';
import type { Hex } from '../../src/lib/units.ts';
import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { AssetParent, AssetQuoteParent } from '../../src/domains/prices/index.ts';
import type { DtfParent, NavParent, DtfSnapshotParent, HoldingParent, DtfEnrichmentParent, EnrichedDtfHoldingParent, FounderStatisticsParent, DefiStatisticsParent, ProtocolTvlParent, FundingStatisticsParent, RaiseParent } from '../../src/domains/dtf/index.ts';
import type { PortfolioParent, PortfolioPositionParent, PortfolioPointParent, WalletTradeParent, ExposureParent, FundValueParent, StressedLoanParent } from '../../src/domains/portfolio/index.ts';
import type { RunParent, RunConfig, RunStats, SimCategory, RunNavPoint, RunHolding, Benchmark as BenchmarkShape, BenchmarkPoint as BenchmarkPointShape } from '../../src/domains/sim/index.ts';
import type { Performance as PerformanceShape, DayReturn as DayReturnShape } from '../../src/finance/performance.ts';
import type { PeriodReturn as PeriodReturnShape } from '../../src/finance/calendar-returns.ts';
import type { DrawdownEpisode, DrawdownOfDay } from '../../src/finance/drawdowns.ts';
import type { RollingWindow } from '../../src/finance/rolling.ts';
import type { BenchmarkComparison as BenchmarkComparisonShape } from '../../src/finance/benchmark-comparison.ts';
import type { RunSelection } from '../../src/domains/sim/performance/selection.ts';
import type { CoinContribution as CoinContributionShape } from '../../src/finance/holdings-figures.ts';
import type { OpenLot as OpenLotShape, RealizedLot as RealizedLotShape, Ledger as LedgerShape, LedgerSums } from '../../src/finance/ledger.ts';
import type { LendingMarketParent, LendingPriceParent, LendingPositionParent, WalletLendingParent, LendingEventParent, LendingBalancesParent, VaultBalancesParent, VaultAssetParent } from '../../src/domains/lending/index.ts';
import type { BatchParent, BatchConfigParent, BatchMarketStatisticsParent, BatchStatisticsParent, BatchMarketEdgeParent, MarketAccuracyParent, PlayedBatchParent, PredictionPlayerParent, BatchPlayerParent, VisionMarketParent, PlayerPositionParent, TickParent, MarketOutcomeParent, TickRevealParent, RevealedBitmapParent, LeaderboardParent, LeaderboardEntryParent, PlayerJoinedParent, DataSourceParent, SourceAssetParent, SnapshotParent, SubmitBitmapPayloadParent } from '../../src/domains/vision/index.ts';
import type { DeploymentParent, ExplorerHealthClient, ExplorerHealthFields } from '../../src/domains/infra/index.ts';
import type { Context } from '../../src/context.ts';
export type Maybe<T> = T | null;
export type InputMaybe<T> = Maybe<T>;
export type Omit<T, K extends keyof T> = Pick<T, Exclude<keyof T, K>>;
export type RequireFields<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> };
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /**
   * A wallet or contract address, `0x` and 40 hex digits, with EIP-55 checksum on output. On input, any valid case, or the
   * global id of a portfolio, which stands for its wallet.
   */
  Address: { input: Address; output: Address; }
  /** `0x` and 64 hex digits: chain ids of DTFs, transaction and bitmap hashes. Lower case on output. */
  Bytes32: { input: Bytes32; output: Bytes32; }
  /** A UTC calendar day, `YYYY-MM-DD`. */
  Date: { input: string; output: string; }
  /** A point in time, ISO 8601 with offset: `2026-01-31T12:00:00Z`. */
  DateTime: { input: string; output: string; }
  /** Bytes as `0x` and an even number of hex digits. */
  Hex: { input: Hex; output: Hex; }
  /** Whole seconds since the Unix epoch. */
  UnixSeconds: { input: number; output: number; }
  /** A token or share amount as a decimal string of whole wei, 18 decimals: `"1500000000000000000"` is 1.5. */
  Wei: { input: string; output: string; }
  _FieldSet: { input: unknown; output: unknown; }
};

/** Value object: how many people are of an age. */
export type AgeBucket = {
  readonly __typename?: 'AgeBucket';
  /** Years: `30-39`. */
  readonly bucket: Scalars['String']['output'];
  /** People. */
  readonly count: Scalars['Int']['output'];
};

/** Something with a price that DTFs hold, e.g. a coin. */
export type Asset = Node & {
  readonly __typename?: 'Asset';
  /** Change of the price in 24 hours, percent, from the crypto source; 5 is 5 %. Null when unknown. */
  readonly change24hPct?: Maybe<Scalars['Float']['output']>;
  /** The DTFs that hold the asset, each with its weight. */
  readonly heldBy?: Maybe<ReadonlyArray<Holding>>;
  /** Global id. */
  readonly id: Scalars['ID']['output'];
  /** Market capitalisation, USD, from the crypto source; null when unknown. */
  readonly marketCapUsd?: Maybe<Scalars['Float']['output']>;
  /** Name, from the data node's crypto source; null when that does not list the asset. */
  readonly name?: Maybe<Scalars['String']['output']>;
  /**
   * What the asset earned and how risky it was. Costs the price history of the window, which `priceHistory` shares.
   * Null without prices.
   */
  readonly performance?: Maybe<Performance>;
  /** Latest price, USD; null when the data node has none. */
  readonly price?: Maybe<Scalars['Float']['output']>;
  /** Prices over time, ascending. */
  readonly priceHistory?: Maybe<ReadonlyArray<MarketPoint>>;
  /** Latest price with its time and source; null when the data node has none. One upstream call for each asset. */
  readonly quote?: Maybe<AssetQuote>;
  /** Ticker as the data node writes it, as a rule in capitals. */
  readonly symbol: Scalars['String']['output'];
  /**
   * First UTC day since which the daily price has not changed, for a price that has not changed for 24 hours: its change
   * in the crypto source is exactly 0, or its last observation is older. Null for any other price, for one within 2 % of
   * 1 USD that is still observed (pegged assets may stand still), and when unknown. One read of the history for each
   * asset that stands still, at most ten years, cached for an hour; none for others.
   */
  readonly unchangedSince?: Maybe<Scalars['Date']['output']>;
};


/** Something with a price that DTFs hold, e.g. a coin. */
export type AssetPerformanceArgs = {
  from?: InputMaybe<Scalars['UnixSeconds']['input']>;
  riskFreePct?: Scalars['Float']['input'];
  to?: InputMaybe<Scalars['UnixSeconds']['input']>;
};


/** Something with a price that DTFs hold, e.g. a coin. */
export type AssetPriceHistoryArgs = {
  from?: InputMaybe<Scalars['UnixSeconds']['input']>;
  maxPoints?: InputMaybe<Scalars['Int']['input']>;
  to?: InputMaybe<Scalars['UnixSeconds']['input']>;
};

/** A page of assets. */
export type AssetConnection = {
  readonly __typename?: 'AssetConnection';
  /** The assets of the page with their cursors. */
  readonly edges: ReadonlyArray<AssetEdge>;
  /** Where the page begins and ends. */
  readonly pageInfo: PageInfo;
  /** Number of assets on all pages. */
  readonly totalCount: Scalars['Int']['output'];
};

/** An asset in a page. */
export type AssetEdge = {
  readonly __typename?: 'AssetEdge';
  /** Position of the asset; send it as `after` or `before`. */
  readonly cursor: Scalars['String']['output'];
  /** The asset. */
  readonly node: Asset;
};

/** Which assets a list contains. An asset matches when it matches every given field. */
export type AssetFilter = {
  /** Only assets in the basket of this DTF: global id, or identifier on the chain. */
  readonly heldByDtf?: InputMaybe<Scalars['ID']['input']>;
  /** Part of the name or ticker, any case. */
  readonly search?: InputMaybe<Scalars['String']['input']>;
  /** Only these assets: tickers in any case, or global ids. */
  readonly symbols?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
};

/** Order of a list of assets. */
export type AssetOrder = {
  /** The default is ASC for `SYMBOL` and DESC for the others. */
  readonly direction?: InputMaybe<OrderDirection>;
  /** What to order by. */
  readonly field: AssetOrderField;
};

/** What assets can be ordered by. */
export type AssetOrderField =
  /** Change of the price in 24 hours. */
  | 'CHANGE_24H'
  /** Market capitalisation. */
  | 'MARKET_CAP'
  /** Latest price. */
  | 'PRICE'
  /** Ticker, ignoring case. */
  | 'SYMBOL';

/** Value object: a price with its time and source. */
export type AssetQuote = {
  readonly __typename?: 'AssetQuote';
  /** Where the data node has the price from. */
  readonly source: Scalars['String']['output'];
  /** When the price was observed. */
  readonly timestamp: Scalars['UnixSeconds']['output'];
  /** Price, USD. */
  readonly usd: Scalars['Float']['output'];
};

/** A batch of markets that players predict together, tick after tick. Fields that its oracle does not send are null. */
export type Batch = Node & {
  readonly __typename?: 'Batch';
  /** Number of the batch on the chain. */
  readonly batchId: Scalars['Int']['output'];
  /** Hash of the config that names the markets. */
  readonly configHash?: Maybe<Scalars['Bytes32']['output']>;
  /** Number of the tick at creation: tick N runs from (createdAtTick + N) · tickDuration, Unix seconds. */
  readonly createdAtTick?: Maybe<Scalars['Float']['output']>;
  /** The wallet that created it; null when the oracle names none. */
  readonly creator?: Maybe<Portfolio>;
  /**
   * What the creator calls itself in the contract, at most 2,000 Unicode characters; null when it has set no name, and
   * where the contract has none.
   */
  readonly creatorName?: Maybe<Scalars['String']['output']>;
  /** The tick that runs now, counted within the batch. */
  readonly currentTick?: Maybe<Scalars['Int']['output']>;
  /** Global id. */
  readonly id: Scalars['ID']['output'];
  /** The players of this batch by profit. */
  readonly leaderboard?: Maybe<Leaderboard>;
  /** Number of markets; the bits of a bitmap. */
  readonly marketCount: Scalars['Int']['output'];
  /** The markets, by default in the order of their bits. */
  readonly markets?: Maybe<BatchMarketConnection>;
  /**
   * What the creator says of the batch in the contract; null when it has set nothing, and where the contract has no
   * texts.
   */
  readonly metadata?: Maybe<BatchMetadata>;
  /** When the running tick ends. */
  readonly nextTickAt?: Maybe<Scalars['UnixSeconds']['output']>;
  /** True while the batch is paused by oracle consensus and takes no players. */
  readonly paused: Scalars['Boolean']['output'];
  /** One active player; null when the wallet does not play here. */
  readonly player?: Maybe<BatchPlayer>;
  /** Active players. */
  readonly playerCount: Scalars['Int']['output'];
  /** Active players, by default in the oracle's order. */
  readonly players?: Maybe<BatchPlayerConnection>;
  /**
   * A wallet's position as it can be claimed or withdrawn now, also when the wallet has left and plays no more; null
   * when it has none.
   */
  readonly position?: Maybe<PlayerPosition>;
  /** The data source that the markets' values come from; null when no oracle states it. */
  readonly sourceId?: Maybe<Scalars['String']['output']>;
  /** How the markets ended in the newest resolved ticks. Reads the reveal of each of these ticks. */
  readonly statistics?: Maybe<BatchStatistics>;
  /** One resolved tick; null when it is not resolved, or no longer among the 100 newest. */
  readonly tick?: Maybe<Tick>;
  /** Seconds between two tick resolutions. */
  readonly tickDuration: Scalars['Float']['output'];
  /** Resolved ticks, by default newest first; oracles have the 100 most recent. */
  readonly ticks?: Maybe<TickConnection>;
  /** Total value locked across players, USDC wei (18 decimals). */
  readonly tvl: Scalars['Wei']['output'];
};


/** A batch of markets that players predict together, tick after tick. Fields that its oracle does not send are null. */
export type BatchMarketsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<MarketFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<BatchMarketOrder>;
};


/** A batch of markets that players predict together, tick after tick. Fields that its oracle does not send are null. */
export type BatchPlayerArgs = {
  address: Scalars['Address']['input'];
};


/** A batch of markets that players predict together, tick after tick. Fields that its oracle does not send are null. */
export type BatchPlayersArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<BatchPlayerFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<BatchPlayerOrder>;
};


/** A batch of markets that players predict together, tick after tick. Fields that its oracle does not send are null. */
export type BatchPositionArgs = {
  address: Scalars['Address']['input'];
};


/** A batch of markets that players predict together, tick after tick. Fields that its oracle does not send are null. */
export type BatchStatisticsArgs = {
  ticks?: Scalars['Int']['input'];
};


/** A batch of markets that players predict together, tick after tick. Fields that its oracle does not send are null. */
export type BatchTickArgs = {
  tickId: Scalars['ID']['input'];
};


/** A batch of markets that players predict together, tick after tick. Fields that its oracle does not send are null. */
export type BatchTicksArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<TickFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<TickOrder>;
};

/** Value object: the config behind a batch's config hash. Fields that its oracle does not send are null. */
export type BatchConfig = {
  readonly __typename?: 'BatchConfig';
  /** The hash, which the contract keeps. */
  readonly hash: Scalars['Bytes32']['output'];
  /** Seconds before the end of a tick in which bitmaps are locked. */
  readonly lockOffset?: Maybe<Scalars['Float']['output']>;
  /** The markets, in the order of their bits. */
  readonly markets: ReadonlyArray<BatchConfigMarket>;
  /** The data source of all markets; null when no oracle states it. */
  readonly sourceId?: Maybe<Scalars['String']['output']>;
  /** Seconds between two tick resolutions. */
  readonly tickDuration?: Maybe<Scalars['Float']['output']>;
};

/** Value object: a market of a config and how it is resolved. */
export type BatchConfigMarket = {
  readonly __typename?: 'BatchConfigMarket';
  /** The market. */
  readonly market: PredictionMarket;
  /** Name. */
  readonly name?: Maybe<Scalars['String']['output']>;
  /** Rule for the outcome; 0 is UP when the value rose over the tick. */
  readonly resolutionType?: Maybe<Scalars['Float']['output']>;
  /** Short ticker. */
  readonly symbol?: Maybe<Scalars['String']['output']>;
  /** A smaller move than this counts as flat, basis points. */
  readonly thresholdBps?: Maybe<Scalars['Float']['output']>;
};

/** A page of batches. */
export type BatchConnection = {
  readonly __typename?: 'BatchConnection';
  /** The page's batches with their cursors. */
  readonly edges: ReadonlyArray<BatchEdge>;
  /** Where the page begins and ends. */
  readonly pageInfo: PageInfo;
  /** Number of elements on all pages. */
  readonly totalCount: Scalars['Int']['output'];
};

/** One of a page of batches. */
export type BatchEdge = {
  readonly __typename?: 'BatchEdge';
  /** Position of the element; send it as `after` or `before`. */
  readonly cursor: Scalars['String']['output'];
  /** The batch. */
  readonly node: Batch;
};

/** Which batches a list contains. A batch matches when it matches every given field. */
export type BatchFilter = {
  /** Only batches with at least this much locked, USDC wei (18 decimals). */
  readonly minTvl?: InputMaybe<Scalars['Wei']['input']>;
  /** Only batches that are paused, or that are not. */
  readonly paused?: InputMaybe<Scalars['Boolean']['input']>;
  /** Only batches in which this wallet plays: address in any case, or global id of its portfolio. Reads the state of every batch. */
  readonly player?: InputMaybe<Scalars['ID']['input']>;
  /** Only batches of this data source: identifier, or global id. */
  readonly sourceId?: InputMaybe<Scalars['ID']['input']>;
};

/** A page of markets of a batch. */
export type BatchMarketConnection = {
  readonly __typename?: 'BatchMarketConnection';
  /** The page's markets of a batch with their cursors. */
  readonly edges: ReadonlyArray<BatchMarketEdge>;
  /** Where the page begins and ends. */
  readonly pageInfo: PageInfo;
  /** Number of elements on all pages. */
  readonly totalCount: Scalars['Int']['output'];
};

/** One of a page of markets of a batch. */
export type BatchMarketEdge = {
  readonly __typename?: 'BatchMarketEdge';
  /** Position of the market in bitmaps: bit 7 − (bit mod 8) of byte ⌊bit / 8⌋. */
  readonly bit: Scalars['Int']['output'];
  /** Position of the element; send it as `after` or `before`. */
  readonly cursor: Scalars['String']['output'];
  /** The market. */
  readonly node: PredictionMarket;
  /**
   * How the market moved, ascending, with the data node's changes and volumes; empty when the data node has no prices
   * of it, null when it does not know the batch. One upstream call for all markets of the batch.
   */
  readonly prices?: Maybe<ReadonlyArray<BatchMarketPoint>>;
};


/** One of a page of markets of a batch. */
export type BatchMarketEdgePricesArgs = {
  days?: Scalars['Int']['input'];
  maxPoints?: InputMaybe<Scalars['Int']['input']>;
};

/** Order of the markets of a batch. */
export type BatchMarketOrder = {
  /** The default is DESC for `CHANGE` and ASC for the others. */
  readonly direction?: InputMaybe<OrderDirection>;
  /** What to order by. */
  readonly field: BatchMarketOrderField;
};

/** What the markets of a batch can be ordered by. */
export type BatchMarketOrderField =
  /** Position in bitmaps. */
  | 'BIT'
  /** Change of the value. */
  | 'CHANGE'
  /** Symbol, ignoring case. */
  | 'SYMBOL';

/** Value object: value of a market of a batch at one moment. */
export type BatchMarketPoint = {
  readonly __typename?: 'BatchMarketPoint';
  /** Change since the point before, percent; null when unknown. */
  readonly changePct?: Maybe<Scalars['Float']['output']>;
  /** When. */
  readonly timestamp: Scalars['UnixSeconds']['output'];
  /** Value, in the unit of the source. */
  readonly value: Scalars['Float']['output'];
  /** Volume of 24 hours, USD; null when unknown. */
  readonly volume24h?: Maybe<Scalars['Float']['output']>;
};

/** Value object: how a market ended in the counted ticks. */
export type BatchMarketStatistics = {
  readonly __typename?: 'BatchMarketStatistics';
  /** The market. */
  readonly market: PredictionMarket;
  /** Mean of the absolute change within a tick, percent; null when no change is known. */
  readonly meanAbsChangePct?: Maybe<Scalars['Float']['output']>;
  /** Ticks in which every stake was given back. */
  readonly refunds: Scalars['Int']['output'];
  /** Ticks with an outcome of the market. */
  readonly ticks: Scalars['Int']['output'];
  /** Share of UP among the outcomes UP and DOWN, percent; null without any. */
  readonly upPct?: Maybe<Scalars['Float']['output']>;
};

/** Value object: what the creator of a batch says of it. Whoever creates a batch writes the texts; nothing of them is checked. */
export type BatchMetadata = {
  readonly __typename?: 'BatchMetadata';
  /** What the batch is about: plain text, cut after 2,000 Unicode characters; null when it is not set. */
  readonly description?: Maybe<Scalars['String']['output']>;
  /** A picture: an `https` URL of at most 2,000 characters; null when it is not set or is another URL. */
  readonly image?: Maybe<Scalars['String']['output']>;
  /** Name of the batch, at most 2,000 Unicode characters; null when it is not set. */
  readonly name?: Maybe<Scalars['String']['output']>;
  /** A video: an `https` URL of at most 2,000 characters; null when it is not set or is another URL. */
  readonly video?: Maybe<Scalars['String']['output']>;
  /** Website: an `https` URL of at most 2,000 characters; null when it is not set or is another URL. */
  readonly website?: Maybe<Scalars['String']['output']>;
};

/** Order of a list of batches. */
export type BatchOrder = {
  /** The default is ASC for `NEXT_TICK` and DESC for the others. */
  readonly direction?: InputMaybe<OrderDirection>;
  /** What to order by. */
  readonly field: BatchOrderField;
};

/** What batches can be ordered by. */
export type BatchOrderField =
  /** Number of the batch. */
  | 'ID'
  /** When the running tick ends. Reads the state of every batch. */
  | 'NEXT_TICK'
  /** Number of active players. */
  | 'PLAYER_COUNT'
  /** Total value locked. */
  | 'TVL';

/** A wallet's part in a batch. */
export type BatchPlayer = Node & {
  readonly __typename?: 'BatchPlayer';
  /** The player's wallet; null when the oracle names none. */
  readonly address: Scalars['Address']['output'];
  /** Balance in the batch, USDC wei (18 decimals). */
  readonly balance: Scalars['Wei']['output'];
  /** The batch. */
  readonly batch: Batch;
  /** Number of the batch on the chain. */
  readonly batchId: Scalars['Int']['output'];
  /** Whether the oracle has a bitmap for the running tick; without one the stake is forfeited. */
  readonly hasBitmap: Scalars['Boolean']['output'];
  /** Global id. */
  readonly id: Scalars['ID']['output'];
  /** The player's wallet; null when the oracle names none. */
  readonly portfolio?: Maybe<Portfolio>;
  /** The position as it can be claimed now; null when the oracle no longer has it. */
  readonly position?: Maybe<PlayerPosition>;
  /** Stake per tick and market, USDC wei (18 decimals). */
  readonly stakePerTick: Scalars['Wei']['output'];
  /** The first tick that the player takes part in. */
  readonly startTick: Scalars['Int']['output'];
};

/** A page of players. */
export type BatchPlayerConnection = {
  readonly __typename?: 'BatchPlayerConnection';
  /** The page's players with their cursors. */
  readonly edges: ReadonlyArray<BatchPlayerEdge>;
  /** Where the page begins and ends. */
  readonly pageInfo: PageInfo;
  /** Number of elements on all pages. */
  readonly totalCount: Scalars['Int']['output'];
};

/** One of a page of players. */
export type BatchPlayerEdge = {
  readonly __typename?: 'BatchPlayerEdge';
  /** Position of the element; send it as `after` or `before`. */
  readonly cursor: Scalars['String']['output'];
  /** The player. */
  readonly node: BatchPlayer;
};

/** Which players a list contains. A player matches when it matches every given field. */
export type BatchPlayerFilter = {
  /** Only this wallet: address in any case, or global id of its portfolio. */
  readonly address?: InputMaybe<Scalars['ID']['input']>;
  /** Only players who have a bitmap for the running tick, or who have none. */
  readonly hasBitmap?: InputMaybe<Scalars['Boolean']['input']>;
};

/** Order of a list of players. */
export type BatchPlayerOrder = {
  /** The default is ASC for `ORACLE` and DESC for the others. */
  readonly direction?: InputMaybe<OrderDirection>;
  /** What to order by. */
  readonly field: BatchPlayerOrderField;
};

/** What players can be ordered by. */
export type BatchPlayerOrderField =
  /** Balance in the batch. */
  | 'BALANCE'
  /** The oracle's own order. */
  | 'ORACLE'
  /** Stake per tick and market. */
  | 'STAKE';

/** Value object: how the markets of a batch ended in its newest resolved ticks. */
export type BatchStatistics = {
  readonly __typename?: 'BatchStatistics';
  /** 5 basis points of `matched`, rounded down: the fee if every winning is claimed. USDC wei (18 decimals). */
  readonly fee: Scalars['Wei']['output'];
  /** How often a player had stakes in a revealed tick and sent no bitmap, of the players still in the batch. */
  readonly forfeits: Scalars['Int']['output'];
  /** Each market of these ticks. */
  readonly markets: ReadonlyArray<BatchMarketStatistics>;
  /** Volume that winners and losers matched, USDC wei (18 decimals). */
  readonly matched: Scalars['Wei']['output'];
  /**
   * How often all stakes of a market were on one side, so that they were given back: percent of all
   * outcomes; null without outcomes.
   */
  readonly oneSidedPct?: Maybe<Scalars['Float']['output']>;
  /** Ticks that are counted. */
  readonly resolvedTicks: Scalars['Int']['output'];
  /** Those of them whose bitmaps are revealed; `forfeits` counts in these alone. */
  readonly revealedTicks: Scalars['Int']['output'];
};

/** Value object: the price of a coin, 1 on the first day. */
export type Benchmark = {
  readonly __typename?: 'Benchmark';
  /** The coin. */
  readonly asset: Asset;
  /** The data node's id of the coin. */
  readonly coinId: Scalars['String']['output'];
  /** Day by day. */
  readonly navSeries?: Maybe<ReadonlyArray<BenchmarkPoint>>;
  /** What the coin earned and how risky it was, over the days of the benchmark. */
  readonly performance?: Maybe<Performance>;
  /** Ticker. */
  readonly symbol: Scalars['String']['output'];
};


/** Value object: the price of a coin, 1 on the first day. */
export type BenchmarkNavSeriesArgs = {
  maxPoints?: InputMaybe<Scalars['Int']['input']>;
};


/** Value object: the price of a coin, 1 on the first day. */
export type BenchmarkPerformanceArgs = {
  riskFreePct?: Scalars['Float']['input'];
};

/**
 * Value object: a series beside a benchmark, over the days that both have: r and e of the series, r_b and e_b of the
 * benchmark. Each figure is null below 2 returns, or when its denominator is 0.
 */
export type BenchmarkComparison = {
  readonly __typename?: 'BenchmarkComparison';
  /** 100·((1 + mean(e − β·e_b))^365 − 1), percent a year. Null without beta. Source: Jensen 1968. */
  readonly alphaPct?: Maybe<Scalars['Float']['output']>;
  /** cov(r, r_b)/var(r_b), ddof 1, a ratio, not annualised. Null for a constant benchmark. Source: Sharpe 1964. */
  readonly betaToBenchmark?: Maybe<Scalars['Float']['output']>;
  /** Pearson's correlation of r and r_b, without unit, a number from −1 to 1. Null when one of them is constant. Source: Pearson 1895. */
  readonly correlation?: Maybe<Scalars['Float']['output']>;
  /** Days that both have. */
  readonly days: Scalars['Int']['output'];
  /** 100·(geometric mean of 1 + r over the days with r_b < 0, minus 1)/(the same of r_b), percent, not annualised. Null without such days. Source: Morningstar. */
  readonly downCapturePct?: Maybe<Scalars['Float']['output']>;
  /** Total return of the series minus that of the benchmark over these days, percentage points, not annualised. Source: Bacon 2008. */
  readonly excessReturnPct?: Maybe<Scalars['Float']['output']>;
  /** mean(r − r_b)/std(r − r_b)·√365, a ratio, annualised. Null without a tracking error. Source: Grinold, Kahn 1999. */
  readonly informationRatio?: Maybe<Scalars['Float']['output']>;
  /** Both series over these days, 1 on the first. */
  readonly series?: Maybe<ReadonlyArray<ComparedPoint>>;
  /** 100·std(r − r_b)·√365, percent, annualised, ddof 1. Source: Grinold, Kahn 1999. */
  readonly trackingErrorPct?: Maybe<Scalars['Float']['output']>;
  /** 100·(geometric mean of 1 + r over the days with r_b > 0, minus 1)/(the same of r_b), percent, not annualised. Null without such days. Source: Morningstar. */
  readonly upCapturePct?: Maybe<Scalars['Float']['output']>;
};


/**
 * Value object: a series beside a benchmark, over the days that both have: r and e of the series, r_b and e_b of the
 * benchmark. Each figure is null below 2 returns, or when its denominator is 0.
 */
export type BenchmarkComparisonSeriesArgs = {
  maxPoints?: InputMaybe<Scalars['Int']['input']>;
};

/** What a series is compared with. */
export type BenchmarkInput =
  /** A coin. */
  { readonly coin: BenchmarkSymbol; readonly dtf?: never; readonly run?: never; }
  |  /** A fund over the last year: global id, or identifier on the chain. */
  { readonly coin?: never; readonly dtf: Scalars['ID']['input']; readonly run?: never; }
  |  /** A finished run: its number, or global id. */
  { readonly coin?: never; readonly dtf?: never; readonly run: Scalars['ID']['input']; };

/** Value object: A coin on one day. */
export type BenchmarkPoint = {
  readonly __typename?: 'BenchmarkPoint';
  /** The day. */
  readonly date: Scalars['Date']['output'];
  /** Price; 1 on the first day. */
  readonly nav: Scalars['Float']['output'];
};

/** Coins that runs are measured against. */
export type BenchmarkSymbol =
  /** Bitcoin. */
  | 'BTC'
  /** Ether. */
  | 'ETH';

/** Value object: A bitmap played over simulated ticks. */
export type BitmapBacktest = {
  readonly __typename?: 'BitmapBacktest';
  /** Cumulative profit, a point per tick. */
  readonly curve: ReadonlyArray<BitmapBacktestPoint>;
  /** Cumulative profit after all ticks, where a tick is worth −1 to 1. */
  readonly totalPnl: Scalars['Float']['output'];
  /** Right bets, 0 to 1, rounded to 4 decimals. */
  readonly winRate: Scalars['Float']['output'];
};

/** Value object: cumulative profit at one simulated tick. */
export type BitmapBacktestPoint = {
  readonly __typename?: 'BitmapBacktestPoint';
  /** Cumulative profit; a tick is worth −1 to 1. */
  readonly pnl: Scalars['Float']['output'];
  /** Number of the tick in the simulation, from 0. */
  readonly tick: Scalars['Int']['output'];
};

/** Value object: open, highest, lowest and closing NAV per share of an interval, USD. */
export type Candle = {
  readonly __typename?: 'Candle';
  /** NAV at its end, USD. */
  readonly close: Scalars['Float']['output'];
  /** Highest NAV, USD. */
  readonly high: Scalars['Float']['output'];
  /** Lowest NAV, USD. */
  readonly low: Scalars['Float']['output'];
  /** NAV at its begin, USD. */
  readonly open: Scalars['Float']['output'];
  /** End of the interval; the last candle ends now. */
  readonly timestamp: Scalars['UnixSeconds']['output'];
};

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

/** Data providers that group coins into categories. */
export type CategorySource =
  /** CoinGecko. */
  | 'COINGECKO'
  /** DefiLlama: categories whose slug starts with `dl-`. */
  | 'DEFILLAMA';

/**
 * Value object: arguments of the contract's `claimRewards`, or of `withdraw` where there is a final balance. It
 * becomes invalid when the oracles change their keys.
 */
export type ClaimProof = {
  readonly __typename?: 'ClaimProof';
  /** Balance to withdraw, USDC wei (18 decimals); set once the player's exit is reached. */
  readonly finalBalance?: Maybe<Scalars['Wei']['output']>;
  /** First tick of the claim. */
  readonly fromTick?: Maybe<Scalars['Int']['output']>;
  /** Balance after the claim, USDC wei (18 decimals). */
  readonly newBalance?: Maybe<Scalars['Wei']['output']>;
  /** Nonce of the oracle set that signed. */
  readonly referenceNonce?: Maybe<Scalars['String']['output']>;
  /** Aggregate BLS signature. */
  readonly signature: Scalars['Hex']['output'];
  /** Which oracles signed, a bit each, as a decimal number. */
  readonly signersBitmask?: Maybe<Scalars['String']['output']>;
  /** Last tick of the claim. */
  readonly toTick?: Maybe<Scalars['Int']['output']>;
};

/** Value object: what a coin added to the return of a run. */
export type CoinContribution = {
  readonly __typename?: 'CoinContribution';
  /** The coin. */
  readonly asset: Asset;
  /** The data node's id of the coin. */
  readonly coinId: Scalars['String']['output'];
  /** Sum over the periods between two rebalances of 100·weight·(price at the end/price at the begin − 1), percentage points, not annualised. Source: Brinson, Fachler 1985. */
  readonly contributionPct: Scalars['Float']['output'];
  /** Number of periods in that sum: those at both ends of which the coin was held. */
  readonly periods: Scalars['Int']['output'];
};

/** Value object: a series and its benchmark on one day. */
export type ComparedPoint = {
  readonly __typename?: 'ComparedPoint';
  /** Value of the benchmark, 1 on the first day. */
  readonly benchmark: Scalars['Float']['output'];
  /** The day. */
  readonly date: Scalars['Date']['output'];
  /** Value of the series, 1 on the first day. */
  readonly value: Scalars['Float']['output'];
};

/** Value object: how much of a basket is in few assets, w the weights of the holdings. Null figures for an empty basket. */
export type Concentration = {
  readonly __typename?: 'Concentration';
  /** 1/sum of w²: as many assets of equal weight are as concentrated. Null when the sum is 0. Source: Laakso, Taagepera 1979. */
  readonly effectiveAssets?: Maybe<Scalars['Float']['output']>;
  /** Sum of w², 0 to 1: 1 is a single asset. Source: Hirschman 1945, Herfindahl 1950. */
  readonly herfindahl?: Maybe<Scalars['Float']['output']>;
  /** 100·sum of the 5 largest w, percent. Source: concentration ratio, Bain 1956. */
  readonly top5Pct?: Maybe<Scalars['Float']['output']>;
  /** 100·sum of the 10 largest w, percent. Source: concentration ratio, Bain 1956. */
  readonly top10Pct?: Maybe<Scalars['Float']['output']>;
};

/** Value object: what the coins added to the return of a run. */
export type Contributions = {
  readonly __typename?: 'Contributions';
  /** The coins, by contribution, the largest first. */
  readonly coins: ReadonlyArray<CoinContribution>;
  /** Total return of the run minus the contributions of all its coins, percentage points: compounding, fees, and the periods at whose end the data node states no price, which are those in which a coin was sold and the one since the last rebalance. Null without statistics. */
  readonly residualPct?: Maybe<Scalars['Float']['output']>;
};

/** Where values come from. */
export type DataSource = Node & {
  readonly __typename?: 'DataSource';
  /** How many assets it has. */
  readonly assetCount: Scalars['Int']['output'];
  /** Its assets with their latest values; at most 10,000. */
  readonly assets?: Maybe<SourceAssetConnection>;
  /** Colour behind the logo, in CSS. */
  readonly brandBackground?: Maybe<Scalars['String']['output']>;
  /** Key of its category. */
  readonly category?: Maybe<Scalars['String']['output']>;
  /** What it is about. */
  readonly description?: Maybe<Scalars['String']['output']>;
  /** True when the data node reads it. */
  readonly enabled: Scalars['Boolean']['output'];
  /** Global id. */
  readonly id: Scalars['ID']['output'];
  /** True when the values are prices. */
  readonly isPrice?: Maybe<Scalars['Boolean']['output']>;
  /** Time of the newest record. */
  readonly lastSync?: Maybe<Scalars['DateTime']['output']>;
  /** Path or URL of its logo. */
  readonly logo?: Maybe<Scalars['String']['output']>;
  /** Name; null when the registry does not have the source. */
  readonly name?: Maybe<Scalars['String']['output']>;
  /** Prefixes of the identifiers of its assets; null when the registry has none. */
  readonly prefixes?: Maybe<ReadonlyArray<Scalars['String']['output']>>;
  /** Identifier: `crypto`, `weather` … */
  readonly sourceId: Scalars['String']['output'];
  /** How it is: by the age of its newest record. */
  readonly status: SourceStatus;
  /** Seconds between two syncs. */
  readonly syncIntervalSecs: Scalars['Int']['output'];
  /** What its values are called. */
  readonly valueLabel?: Maybe<Scalars['String']['output']>;
  /** Unit of its values. */
  readonly valueUnit?: Maybe<Scalars['String']['output']>;
};


/** Where values come from. */
export type DataSourceAssetsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<SourceAssetFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<SourceAssetOrder>;
};

/** A page of data sources. */
export type DataSourceConnection = {
  readonly __typename?: 'DataSourceConnection';
  /** The page's data sources with their cursors. */
  readonly edges: ReadonlyArray<DataSourceEdge>;
  /** Where the page begins and ends. */
  readonly pageInfo: PageInfo;
  /** Number of data sources on all pages. */
  readonly totalCount: Scalars['Int']['output'];
};

/** A data source in a page. */
export type DataSourceEdge = {
  readonly __typename?: 'DataSourceEdge';
  /** Position of the source; send it as `after` or `before`. */
  readonly cursor: Scalars['String']['output'];
  /** The data source. */
  readonly node: DataSource;
};

/** Which data sources a list contains. A source matches when it matches every given field. */
export type DataSourceFilter = {
  /** Only sources of this category, by its key. */
  readonly category?: InputMaybe<Scalars['String']['input']>;
  /** Part of the name or identifier, any case. */
  readonly search?: InputMaybe<Scalars['String']['input']>;
  /** Only sources of this status. */
  readonly status?: InputMaybe<SourceStatus>;
};

/** Order of a list of data sources. */
export type DataSourceOrder = {
  /** The default is ASC for `SOURCE_ID` and DESC for the others. */
  readonly direction?: InputMaybe<OrderDirection>;
  /** What to order by. */
  readonly field: DataSourceOrderField;
};

/** What data sources can be ordered by. */
export type DataSourceOrderField =
  /** Number of assets. */
  | 'ASSET_COUNT'
  /** Time of the newest record. */
  | 'LAST_SYNC'
  /** Identifier, ignoring case. */
  | 'SOURCE_ID';

/** Value object: the return of one day. */
export type DayReturn = {
  readonly __typename?: 'DayReturn';
  /** The day at whose end it is reached. */
  readonly date: Scalars['Date']['output'];
  /** 100·r, percent, not annualised. */
  readonly returnPct: Scalars['Float']['output'];
};

/** Value object: the protocols behind a basket. */
export type DefiStatistics = {
  readonly __typename?: 'DefiStatistics';
  /** Mean change of the TVL in 7 days, percent; unknown changes count as 0. */
  readonly avgTvlChange7dPct: Scalars['Float']['output'];
  /** Holdings with protocol data. */
  readonly protocolsWithData: Scalars['Int']['output'];
  /** At most 10, by TVL descending. */
  readonly topByTvl: ReadonlyArray<ProtocolTvl>;
  /** Holdings in all. */
  readonly totalHoldings: Scalars['Int']['output'];
  /** Total value locked in all of them, USD. */
  readonly totalTvlUsd: Scalars['Float']['output'];
};

/** Value object: one entry of a deployment file. */
export type DeployedContract = {
  readonly __typename?: 'DeployedContract';
  /** The value as an address; null for entries that are none, such as `L3_WUSDC_DECIMALS`. */
  readonly address?: Maybe<Scalars['Address']['output']>;
  /** Name in the file: `Index`, `L3_WUSDC` … */
  readonly name: Scalars['String']['output'];
  /** What the file holds under that name. */
  readonly value: Scalars['String']['output'];
};

/** Value object: the contracts of a deployment; null where the file has no such name. */
export type DeployedContracts = {
  readonly __typename?: 'DeployedContracts';
  /** Every entry of the file, in its order. */
  readonly all: ReadonlyArray<DeployedContract>;
  /** The contract that holds the DTFs (`Index`). */
  readonly index?: Maybe<Scalars['Address']['output']>;
  /** USDC of the L3 chain, 18 decimals (`L3_WUSDC`). */
  readonly l3Usdc?: Maybe<Scalars['Address']['output']>;
  /** Lending against DTF shares (`LENDING`). */
  readonly lending?: Maybe<Scalars['Address']['output']>;
  /** Multicall3 on the L3 chain (`MULTICALL3`). */
  readonly multicall3?: Maybe<Scalars['Address']['output']>;
  /** USDC of the settlement chain (`SETTLEMENT_USDC`). */
  readonly settlementUsdc?: Maybe<Scalars['Address']['output']>;
  /** The prediction market (`Vision`). */
  readonly vision?: Maybe<Scalars['Address']['output']>;
};

/** Chain ids and contract addresses of a deployment. */
export type Deployment = Node & {
  readonly __typename?: 'Deployment';
  /** Chain identifier of the L3 chain. */
  readonly chainId: Scalars['Int']['output'];
  /** The deployed contracts. */
  readonly contracts: DeployedContracts;
  /** Name of its file. */
  readonly file: Scalars['String']['output'];
  /** Global id. */
  readonly id: Scalars['ID']['output'];
  /** Chain identifier of the settlement chain; null when the file does not name it. */
  readonly settlementChainId?: Maybe<Scalars['Int']['output']>;
};

/** What a bit of a bitmap says. */
export type Direction =
  /** 0: the value will fall. */
  | 'DOWN'
  /** 1: the value will rise. */
  | 'UP';

/** Value object: a decline from a peak until the value is back at it. */
export type Drawdown = {
  readonly __typename?: 'Drawdown';
  /** Days from the peak to the recovery, or to the last day while the decline lasts. */
  readonly days: Scalars['Int']['output'];
  /** Days from the trough to the recovery; null while the decline lasts. */
  readonly daysToRecovery?: Maybe<Scalars['Int']['output']>;
  /** Days from the peak to the trough. */
  readonly daysToTrough: Scalars['Int']['output'];
  /** 100·(v_trough/v_peak − 1), percent, below 0. */
  readonly depthPct: Scalars['Float']['output'];
  /** Last day at the highest value so far. */
  readonly peakDate: Scalars['Date']['output'];
  /** First day back at the peak or above it; null while the decline lasts. */
  readonly recoveryDate?: Maybe<Scalars['Date']['output']>;
  /** First day at the lowest value of the decline. */
  readonly troughDate: Scalars['Date']['output'];
};

/** Value object: how far a series is below its highest value. */
export type DrawdownPoint = {
  readonly __typename?: 'DrawdownPoint';
  /** The day. */
  readonly date: Scalars['Date']['output'];
  /** Percent below the highest value so far, at most 0. */
  readonly drawdownPct: Scalars['Float']['output'];
};

/** A Dex Traded Fund: a fixed basket of assets with a price per share, identified on the chain. */
export type Dtf = Node & {
  readonly __typename?: 'Dtf';
  /** How many assets the basket holds. */
  readonly assetCount?: Maybe<Scalars['Int']['output']>;
  /** Assets under management, USD, as ranked. */
  readonly aumUsd?: Maybe<Scalars['Float']['output']>;
  /** Contract of the fund's shares on the settlement chain; null where the snapshot has none. */
  readonly bridgedItpAddress?: Maybe<Scalars['Address']['output']>;
  /**
   * NAV per share as candles, ascending; null where the data node has only closing NAVs, which
   * `navSeries` has. At most 10,000 candles.
   */
  readonly candles?: Maybe<ReadonlyArray<Candle>>;
  /**
   * Change of the NAV per share in 24 hours, percent; 5 is 5 %. The last point of the 7-day series against
   * the one nearest to 24 hours before; null when the series is too short.
   */
  readonly change24hPct?: Maybe<Scalars['Float']['output']>;
  /** How much of the basket is in few assets. From the latest snapshot, as `holdings`. */
  readonly concentration?: Maybe<Concentration>;
  /** When the fund was registered; null when the contract has no event of that. */
  readonly createdAt?: Maybe<Scalars['UnixSeconds']['output']>;
  /** Number of the block in which the fund was registered; null when the contract has no event of that. */
  readonly createdAtBlock?: Maybe<Scalars['Int']['output']>;
  /** The wallet that registered the fund; null when the contract does not know the fund. */
  readonly creator?: Maybe<Portfolio>;
  /** The basket joined with figures of data providers. */
  readonly enrichment: Enrichment;
  /** What happened to the fund in the contract, the newest first. */
  readonly events?: Maybe<DtfEventConnection>;
  /**
   * Shares minted and redeemed by day (UTC), ascending, from the first day of the range, or the day of the first event
   * if that is later, to today. Days without either are zero.
   */
  readonly flows?: Maybe<ReadonlyArray<DtfFlow>>;
  /** Number of wallets that hold shares; null when the contract does not know the fund. */
  readonly holderCount?: Maybe<Scalars['Int']['output']>;
  /**
   * The wallets that hold shares, by the transfers in the contract, all at one block; null when the contract does not
   * know the fund.
   */
  readonly holders?: Maybe<DtfHolderConnection>;
  /** The basket, as in the latest snapshot. */
  readonly holdings?: Maybe<ReadonlyArray<Holding>>;
  /** Global id. */
  readonly id: Scalars['ID']['output'];
  /** Identifier on the chain. */
  readonly itpId: Scalars['Bytes32']['output'];
  /** The market that lends against the shares of this DTF; null when there is none. */
  readonly lendingMarket?: Maybe<LendingMarket>;
  /**
   * What the creator says of the fund in the contract; null when it has set nothing, and where the contract has no
   * texts.
   */
  readonly metadata?: Maybe<DtfMetadata>;
  /** Name of the fund. */
  readonly name?: Maybe<Scalars['String']['output']>;
  /** Net asset value per share: from the data node, or from the chain when that has none. */
  readonly nav?: Maybe<DtfNav>;
  /** NAV per share as ranked, USD. Lists read it without a further upstream call; `nav` has details. */
  readonly navPerShareUsd?: Maybe<Scalars['Float']['output']>;
  /** NAV per share over time, ascending. */
  readonly navSeries?: Maybe<ReadonlyArray<NavPoint>>;
  /**
   * Order book of the shares, combined from the books of the basket's assets; null where the data node
   * has no order books.
   */
  readonly orderBook?: Maybe<DtfOrderBook>;
  /**
   * What a share earned and how risky it was, by the days of `navSeries(range)`, whose cost it shares. That series begins
   * at the present time of day, so `Y1` has 364 daily returns; `periodReturns` of a longer range has 365. Null for `D1`,
   * which has less than two days, and without a series.
   */
  readonly performance?: Maybe<Performance>;
  /** What a wallet holds of this DTF; null when it holds none. */
  readonly position?: Maybe<Position>;
  /** Bid and ask of one share now, from the markets of the basket's assets; null where the data node has no quotes. */
  readonly quote?: Maybe<DtfQuote>;
  /** NAV, AUM and supply of the latest snapshot, taken together with `holdings`. */
  readonly snapshot?: Maybe<DtfSnapshot>;
  /** Ticker. */
  readonly symbol?: Maybe<Scalars['String']['output']>;
  /** Shares outstanding. */
  readonly totalSupply?: Maybe<Scalars['Wei']['output']>;
  /**
   * Weight of the assets whose price has not changed for 24 hours, as `Asset.unchangedSince` defines it, percent of the
   * weight of all. From the latest snapshot and the crypto source; null without a snapshot.
   */
  readonly unchangedPricesPct?: Maybe<Scalars['Float']['output']>;
};


/** A Dex Traded Fund: a fixed basket of assets with a price per share, identified on the chain. */
export type DtfCandlesArgs = {
  from?: InputMaybe<Scalars['UnixSeconds']['input']>;
  interval: CandleInterval;
  maxPoints?: InputMaybe<Scalars['Int']['input']>;
  to?: InputMaybe<Scalars['UnixSeconds']['input']>;
};


/** A Dex Traded Fund: a fixed basket of assets with a price per share, identified on the chain. */
export type DtfEventsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<DtfEventFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


/** A Dex Traded Fund: a fixed basket of assets with a price per share, identified on the chain. */
export type DtfFlowsArgs = {
  range?: NavRange;
};


/** A Dex Traded Fund: a fixed basket of assets with a price per share, identified on the chain. */
export type DtfHoldersArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<DtfHolderOrder>;
};


/** A Dex Traded Fund: a fixed basket of assets with a price per share, identified on the chain. */
export type DtfNavSeriesArgs = {
  maxPoints?: InputMaybe<Scalars['Int']['input']>;
  range?: NavRange;
};


/** A Dex Traded Fund: a fixed basket of assets with a price per share, identified on the chain. */
export type DtfOrderBookArgs = {
  aggregationBps?: Scalars['Int']['input'];
  levels?: Scalars['Int']['input'];
};


/** A Dex Traded Fund: a fixed basket of assets with a price per share, identified on the chain. */
export type DtfPerformanceArgs = {
  from?: InputMaybe<Scalars['Date']['input']>;
  range?: NavRange;
  riskFreePct?: Scalars['Float']['input'];
  to?: InputMaybe<Scalars['Date']['input']>;
};


/** A Dex Traded Fund: a fixed basket of assets with a price per share, identified on the chain. */
export type DtfPositionArgs = {
  address: Scalars['Address']['input'];
};

/** A page of DTFs. */
export type DtfConnection = {
  readonly __typename?: 'DtfConnection';
  /** The DTFs of the page with their cursors. */
  readonly edges: ReadonlyArray<DtfEdge>;
  /** Where the page begins and ends. */
  readonly pageInfo: PageInfo;
  /** Number of DTFs on all pages. */
  readonly totalCount: Scalars['Int']['output'];
};

/** A DTF in a page. */
export type DtfEdge = {
  readonly __typename?: 'DtfEdge';
  /** Position of the DTF; send it as `after` or `before`. */
  readonly cursor: Scalars['String']['output'];
  /** The DTF. */
  readonly node: Dtf;
};

/** Value object: one event of a fund in the contract. */
export type DtfEvent = {
  readonly __typename?: 'DtfEvent';
  /** Number of the block. */
  readonly blockNumber: Scalars['Int']['output'];
  /** The fund. */
  readonly dtf: Dtf;
  /** Number of the event in its block. */
  readonly logIndex: Scalars['Int']['output'];
  /** NAV per share that was set, or at which shares were minted or redeemed, USD; null for the others. */
  readonly navPerShareUsd?: Maybe<Scalars['Float']['output']>;
  /** The wallet that registered the fund, minted, redeemed or gave shares; null for `NAV_SET`. */
  readonly portfolio?: Maybe<Portfolio>;
  /** The wallet that got the shares of a `TRANSFERRED`. */
  readonly receiver?: Maybe<Portfolio>;
  /** Shares minted, redeemed or given; null for the others. */
  readonly shares?: Maybe<Scalars['Wei']['output']>;
  /** Time of the block. */
  readonly timestamp: Scalars['UnixSeconds']['output'];
  /** Hash of the transaction. */
  readonly txHash: Scalars['Bytes32']['output'];
  /** What happened. */
  readonly type: DtfEventType;
  /** Value of the shares minted or redeemed, without the fee, USD; null for the others. */
  readonly valueUsd?: Maybe<Scalars['Float']['output']>;
};

/** A page of the events of a fund. */
export type DtfEventConnection = {
  readonly __typename?: 'DtfEventConnection';
  /** The events of the page with their cursors. */
  readonly edges: ReadonlyArray<DtfEventEdge>;
  /** Where the page begins and ends. */
  readonly pageInfo: PageInfo;
  /** Number of events on all pages. */
  readonly totalCount: Scalars['Int']['output'];
};

/** An event of a fund in a page. */
export type DtfEventEdge = {
  readonly __typename?: 'DtfEventEdge';
  /** Position of the event; send it as `after`. */
  readonly cursor: Scalars['String']['output'];
  /** The event. */
  readonly node: DtfEvent;
};

/** Which events of a fund a list contains. An event matches when it matches every given field. */
export type DtfEventFilter = {
  /** Only events of these types. */
  readonly types?: InputMaybe<ReadonlyArray<DtfEventType>>;
  /** Only events of this wallet, on either side of a transfer: address in any case, or global id of its portfolio. */
  readonly wallet?: InputMaybe<Scalars['ID']['input']>;
};

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

/** Which DTFs a list contains. A DTF matches when it matches every given field. */
export type DtfFilter = {
  /** Only DTFs whose figures over the last year are within all of these. Reads the one-year series of every DTF. */
  readonly figures?: InputMaybe<ReadonlyArray<FigureRange>>;
  /** Only DTFs that hold this asset: ticker in any case, or global id. */
  readonly holdsAsset?: InputMaybe<Scalars['ID']['input']>;
  /** Only these DTFs: global ids, or identifiers on the chain. */
  readonly ids?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
  /** Only DTFs with at least this much under management, USD. */
  readonly minAumUsd?: InputMaybe<Scalars['Float']['input']>;
  /** Part of the name or ticker, any case. */
  readonly search?: InputMaybe<Scalars['String']['input']>;
};

/** Value object: shares of a fund that were minted and redeemed on one day. */
export type DtfFlow = {
  readonly __typename?: 'DtfFlow';
  /** The day, UTC. */
  readonly date: Scalars['Date']['output'];
  /** Shares minted. */
  readonly mintedShares: Scalars['Wei']['output'];
  /** Value of the shares minted, without fees, USD. */
  readonly mintedUsd: Scalars['Float']['output'];
  /** Minted less redeemed, USD. */
  readonly netUsd: Scalars['Float']['output'];
  /** Shares redeemed. */
  readonly redeemedShares: Scalars['Wei']['output'];
  /** Value of the shares redeemed, without fees, USD. */
  readonly redeemedUsd: Scalars['Float']['output'];
};

/** Value object: the shares of one fund that a wallet holds. */
export type DtfHolder = {
  readonly __typename?: 'DtfHolder';
  /** The wallet. */
  readonly portfolio: Portfolio;
  /** 100 · shares / shares outstanding, percent; null when none are outstanding. */
  readonly sharePct?: Maybe<Scalars['Float']['output']>;
  /** Shares held. */
  readonly shares: Scalars['Wei']['output'];
  /** Since when the wallet has held shares without a break. */
  readonly since: Scalars['UnixSeconds']['output'];
  /** Shares times the NAV in the contract at the same block, USD; null when it has none. */
  readonly valueUsd?: Maybe<Scalars['Float']['output']>;
};

/** A page of the holders of a fund. */
export type DtfHolderConnection = {
  readonly __typename?: 'DtfHolderConnection';
  /** The holders of the page with their cursors. */
  readonly edges: ReadonlyArray<DtfHolderEdge>;
  /** Where the page begins and ends. */
  readonly pageInfo: PageInfo;
  /** Number of holders on all pages. */
  readonly totalCount: Scalars['Int']['output'];
  /** Shares outstanding less those of all holders, at the same block: 0 where the transfers tell of all shares. */
  readonly unattributedShares: Scalars['Wei']['output'];
};

/** A holder in a page. */
export type DtfHolderEdge = {
  readonly __typename?: 'DtfHolderEdge';
  /** Position of the holder; send it as `after` or `before`. */
  readonly cursor: Scalars['String']['output'];
  /** The holder. */
  readonly node: DtfHolder;
};

/** Order of the holders of a fund. */
export type DtfHolderOrder = {
  /** The default is DESC. */
  readonly direction?: InputMaybe<OrderDirection>;
  /** What to order by. */
  readonly field: DtfHolderOrderField;
};

/** What holders can be ordered by. */
export type DtfHolderOrderField =
  /** Shares held. */
  | 'SHARES';

/** Value object: what the creator of a fund says of it. Whoever creates a fund writes the texts; nothing of them is checked. */
export type DtfMetadata = {
  readonly __typename?: 'DtfMetadata';
  /** What the fund is about: plain text, cut after 2,000 Unicode characters; null when it is not set. */
  readonly description?: Maybe<Scalars['String']['output']>;
  /** A picture: an `https` URL of at most 2,000 characters; null when it is not set or is another URL. */
  readonly image?: Maybe<Scalars['String']['output']>;
  /** A video: an `https` URL of at most 2,000 characters; null when it is not set or is another URL. */
  readonly video?: Maybe<Scalars['String']['output']>;
  /** Website: an `https` URL of at most 2,000 characters; null when it is not set or is another URL. */
  readonly website?: Maybe<Scalars['String']['output']>;
};

/** Value object: net asset value of a DTF with what it was computed from. NAV = sum of quantity · price over the basket. */
export type DtfNav = {
  readonly __typename?: 'DtfNav';
  /** Assets that had a price; the others are left out of the sum. */
  readonly assetsPriced: Scalars['Int']['output'];
  /** Assets in the basket. */
  readonly assetsTotal: Scalars['Int']['output'];
  /** Shares outstanding times NAV, USD. */
  readonly aumUsd: Scalars['Float']['output'];
  /** The fund. */
  readonly dtf: Dtf;
  /** The NAV in the contract, at the latest block; null when the contract has none. */
  readonly onChain?: Maybe<DtfNavOnChain>;
  /** Where the value comes from. */
  readonly source: NavSource;
  /** Shares outstanding. */
  readonly totalSupply: Scalars['Wei']['output'];
  /** NAV per share, USD. */
  readonly usd: Scalars['Float']['output'];
  /** NAV per share. */
  readonly wei: Scalars['Wei']['output'];
};

/** Value object: the NAV per share as the contract has it at one block. */
export type DtfNavOnChain = {
  readonly __typename?: 'DtfNavOnChain';
  /** Number of the block. */
  readonly block: Scalars['Int']['output'];
  /** Time of the block. */
  readonly blockTime: Scalars['UnixSeconds']['output'];
  /** 10,000 · (data node - chain) / chain: basis points, 1 is 0.01 %; null when the data node has no NAV. */
  readonly differenceBps?: Maybe<Scalars['Float']['output']>;
  /** NAV per share. */
  readonly wei: Scalars['Wei']['output'];
};

/** Order of a list of DTFs. */
export type DtfOrder = {
  /** The default is ASC for `NAME` and DESC for the others. */
  readonly direction?: InputMaybe<OrderDirection>;
  /** What to order by. */
  readonly field: DtfOrderField;
};

/** Value object: offers to buy and to sell shares of a DTF, combined from the books of its assets. */
export type DtfOrderBook = {
  readonly __typename?: 'DtfOrderBook';
  /** Value of all asks, USD. */
  readonly askDepthUsd: Scalars['Float']['output'];
  /** Offers to sell, best price first. */
  readonly asks: ReadonlyArray<OrderBookLevel>;
  /** Tickers of the assets whose book was not available; the order book lacks them. */
  readonly assetsFailed: ReadonlyArray<Scalars['String']['output']>;
  /** Assets whose book was read. */
  readonly assetsIncluded: Scalars['Int']['output'];
  /** Value of all bids, USD. */
  readonly bidDepthUsd: Scalars['Float']['output'];
  /** Offers to buy, best price first. */
  readonly bids: ReadonlyArray<OrderBookLevel>;
  /** Mean of the best bid and the best ask, USD. */
  readonly midUsd: Scalars['Float']['output'];
  /** Spread between the best bid and the best ask, basis points of the mean; 1 is 0.01 %. */
  readonly spreadBps: Scalars['Float']['output'];
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
  /** `Performance.maxDrawdownPct` over the last year, at most 0: the smallest decline is the largest value. */
  | 'MAX_DRAWDOWN'
  /** Name, ignoring case. */
  | 'NAME'
  /** NAV per share. */
  | 'NAV'
  /** Return of the last 365 days, or of a series of at least 364. */
  | 'RETURN_1Y'
  /** Return of the last 30 days. */
  | 'RETURN_30D'
  /** `Performance.sharpe` over the last year. */
  | 'SHARPE'
  /** `Performance.sortino` over the last year. */
  | 'SORTINO'
  /** `Performance.volatilityPct` over the last year. Reads the one-year series of every DTF, as all that follow. */
  | 'VOLATILITY';

/** Value object: what one share can be sold and bought for now, from the order books of its assets. */
export type DtfQuote = {
  readonly __typename?: 'DtfQuote';
  /** Age of the oldest price in it, milliseconds. */
  readonly ageMs: Scalars['Int']['output'];
  /** Lowest price at which a share can be bought, USD. */
  readonly askUsd: Scalars['Float']['output'];
  /** Assets that had a price; the others are left out. */
  readonly assetsPriced: Scalars['Int']['output'];
  /** Assets in the basket. */
  readonly assetsTotal: Scalars['Int']['output'];
  /** Highest price at which a share can be sold, USD. */
  readonly bidUsd: Scalars['Float']['output'];
  /** Mean of bid and ask, USD. */
  readonly midUsd: Scalars['Float']['output'];
  /** 10,000 · (ask - bid) / mid: basis points, 1 is 0.01 %. */
  readonly spreadBps: Scalars['Float']['output'];
};

/** Value object: the figures of a DTF's latest snapshot. */
export type DtfSnapshot = {
  readonly __typename?: 'DtfSnapshot';
  /** Assets under management, USD. */
  readonly aumUsd: Scalars['Float']['output'];
  /** NAV per share, USD. */
  readonly navPerShareUsd: Scalars['Float']['output'];
  /** Shares outstanding. */
  readonly totalSupply: Scalars['Wei']['output'];
};

/** Value object: A bitmap with the hash that commits to it. */
export type EncodedBitmap = {
  readonly __typename?: 'EncodedBitmap';
  /** The bitmap: market i is bit 7 − (i mod 8) of byte ⌊i / 8⌋, 1 = UP; unused bits are 0. */
  readonly bitmap: Scalars['Hex']['output'];
  /** keccak256 of the bitmap's bytes; give it to the contract when joining. */
  readonly hash: Scalars['Bytes32']['output'];
};

/** Value object: one asset of the basket with market data; unknown values are null. */
export type EnrichedHolding = {
  readonly __typename?: 'EnrichedHolding';
  /** The asset. */
  readonly asset: Asset;
  /** Price change in 24 hours, percent; 5 is 5 %. */
  readonly change24hPct?: Maybe<Scalars['Float']['output']>;
  /** Identifier at the market-data provider. */
  readonly coingeckoId?: Maybe<Scalars['String']['output']>;
  /** URL of an image. */
  readonly image?: Maybe<Scalars['String']['output']>;
  /** Market capitalisation, USD. */
  readonly marketCapUsd?: Maybe<Scalars['Float']['output']>;
  /** Name of the asset. */
  readonly name: Scalars['String']['output'];
  /** Latest price, USD: the snapshot's, else the market's; 0 when it is unknown. */
  readonly priceUsd: Scalars['Float']['output'];
  /** Ticker. */
  readonly symbol: Scalars['String']['output'];
  /** Share of the NAV, 0 to 1. */
  readonly weight: Scalars['Float']['output'];
};

/**
 * Value object: the basket of a DTF joined with figures of data providers. Each part is fetched separately, so
 * that slow ones can be deferred (`@defer`); a provider that is down leaves its fields null.
 */
export type Enrichment = {
  readonly __typename?: 'Enrichment';
  /** The protocols behind the assets; null without protocol data. */
  readonly defi?: Maybe<DefiStatistics>;
  /** Who founded the projects; null without founder data. */
  readonly founders?: Maybe<FounderStatistics>;
  /** Money raised by the projects; null without raises. */
  readonly funding?: Maybe<FundingStatistics>;
  /** The basket with market data; empty when there is no snapshot of the DTF. */
  readonly holdings?: Maybe<ReadonlyArray<EnrichedHolding>>;
};

/** Value object: health of the oracle network. */
export type ExplorerHealth = {
  readonly __typename?: 'ExplorerHealth';
  /** The network over time, ascending. */
  readonly history?: Maybe<ReadonlyArray<NetworkHealth>>;
  /** The network now; null while nothing was polled. */
  readonly latest?: Maybe<NetworkHealth>;
};


/** Value object: health of the oracle network. */
export type ExplorerHealthHistoryArgs = {
  range?: HealthRange;
};

/** Value object: what a wallet holds of an asset through funds. */
export type Exposure = {
  readonly __typename?: 'Exposure';
  /** The asset. */
  readonly asset: Asset;
  /** Percent of the value of all funds; null when that is 0. */
  readonly pct?: Maybe<Scalars['Float']['output']>;
  /** Ticker, in capitals. */
  readonly symbol: Scalars['String']['output'];
  /** The funds that hold it. */
  readonly through: ReadonlyArray<FundValue>;
  /** Value held through all funds and pledged shares, USD. */
  readonly valueUsd: Scalars['Float']['output'];
};

/** Reasons for the faucet not to pay. */
export type FaucetErrorCode =
  /** The address is malformed, or its checksum is wrong. */
  | 'INVALID_ADDRESS'
  /** The amount is not a positive decimal number of at most 18 decimals. */
  | 'INVALID_AMOUNT'
  /** The operator has not configured the faucet. */
  | 'NOT_CONFIGURED'
  /** Too many requests from this client, for this address or in total; or the gateway cannot check now whether the address was paid already. */
  | 'RATE_LIMITED'
  /** The transaction failed, or has no receipt yet; the same request can be repeated safely. */
  | 'TRANSACTION_FAILED';

/** Value object: the gas payment, or why it failed. */
export type FaucetGas = {
  readonly __typename?: 'FaucetGas';
  /** Human-readable amount with its unit, `0.5 S`; null when it was not paid. */
  readonly amount?: Maybe<Scalars['String']['output']>;
  /** Why it was not paid; null when it was. */
  readonly error?: Maybe<Scalars['String']['output']>;
  /** Transaction hash; null when it was not paid. */
  readonly hash?: Maybe<Scalars['Bytes32']['output']>;
};

/** Value object: a payment with a receipt. */
export type FaucetPayment = {
  readonly __typename?: 'FaucetPayment';
  /** Human-readable amount with its unit: `100 USDC`. */
  readonly amount: Scalars['String']['output'];
  /** Transaction hash. */
  readonly hash: Scalars['Bytes32']['output'];
};

/** Value object: why the faucet paid nothing. */
export type FaucetUserError = {
  readonly __typename?: 'FaucetUserError';
  /** The reason, to branch on. */
  readonly code: FaucetErrorCode;
  /** Path of the wrong input field; null when no field is wrong. */
  readonly field?: Maybe<ReadonlyArray<Scalars['String']['output']>>;
  /** The reason in words. */
  readonly message: Scalars['String']['output'];
  /** Seconds until a retry can succeed; null when unknown. */
  readonly retryAfter?: Maybe<Scalars['Int']['output']>;
};

/** Bounds of a figure. What does not have the figure does not match. */
export type FigureRange = {
  /** Which figure. */
  readonly figure: PerformanceFigure;
  /** The most that matches, in the figure's unit. */
  readonly max?: InputMaybe<Scalars['Float']['input']>;
  /** The least that matches, in the figure's unit. */
  readonly min?: InputMaybe<Scalars['Float']['input']>;
};

/** Value object: who founded the projects of a basket. */
export type FounderStatistics = {
  readonly __typename?: 'FounderStatistics';
  /** Five buckets in order: `20-29`, which younger ones count to, `30-39`, `40-49`, `50-59`, `60+`. */
  readonly ageDistribution: ReadonlyArray<AgeBucket>;
  /** `Male`, `Female`, `Unknown`, by count descending. */
  readonly genderSplit: ReadonlyArray<LabelCount>;
  /** At most 12, by count descending. */
  readonly topNationalities: ReadonlyArray<LabelCount>;
  /** At most 10, by count descending. */
  readonly topUniversities: ReadonlyArray<LabelCount>;
  /** Holdings with founder data. */
  readonly totalCompaniesMatched: Scalars['Int']['output'];
  /** Founders known. */
  readonly totalFounders: Scalars['Int']['output'];
};

/** Value object: a value in a fund. */
export type FundValue = {
  readonly __typename?: 'FundValue';
  /** The fund. */
  readonly dtf: Dtf;
  /** Value, USD. */
  readonly valueUsd: Scalars['Float']['output'];
};

/** Value object: money raised by the projects of a basket. */
export type FundingStatistics = {
  readonly __typename?: 'FundingStatistics';
  /** Mean of the known valuations, millions of USD; 0 without any. */
  readonly avgValuationMillionUsd: Scalars['Float']['output'];
  /** The 10 newest. */
  readonly recentRaises: ReadonlyArray<Raise>;
  /** At most 10 lead investors, by number of rounds descending. */
  readonly topInvestors: ReadonlyArray<LabelCount>;
  /** Millions of USD in all rounds of known size. */
  readonly totalRaisedMillionUsd: Scalars['Float']['output'];
  /** Funding rounds. */
  readonly totalRounds: Scalars['Int']['output'];
};

/** Value object: this gateway and its upstreams. */
export type Gateway = {
  readonly __typename?: 'Gateway';
  /**
   * Whether it reads a sandbox: prices, funds and wallets are synthetic, and published development accounts can send
   * transactions through `/rpc/l3`.
   */
  readonly isSandbox: Scalars['Boolean']['output'];
  /** Whether it serves: it is not stopping, and the upstreams that it requires are up, as `/readyz` says. */
  readonly ready: Scalars['Boolean']['output'];
  /** When the process began. */
  readonly startedAt: Scalars['DateTime']['output'];
  /** The upstreams of the gateway, and Redis if configured. */
  readonly upstreams: ReadonlyArray<Upstream>;
  /** Version of the gateway. */
  readonly version: Scalars['String']['output'];
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

/** Value object: one asset in the basket of one DTF. */
export type Holding = {
  readonly __typename?: 'Holding';
  /** The asset. */
  readonly asset: Asset;
  /** The fund. */
  readonly dtf: Dtf;
  /** Name of the asset. */
  readonly name: Scalars['String']['output'];
  /** Price of the asset in the snapshot, USD; 0 when unknown. */
  readonly priceUsd: Scalars['Float']['output'];
  /** Amount of the asset per DTF share. */
  readonly quantity: Scalars['Wei']['output'];
  /** Share of the NAV, 0 to 1. */
  readonly weight: Scalars['Float']['output'];
};

/** Value object: a label with its count. */
export type LabelCount = {
  readonly __typename?: 'LabelCount';
  /** Number of occurrences. */
  readonly count: Scalars['Int']['output'];
  /** The label. */
  readonly label: Scalars['String']['output'];
};

/** Value object: players by profit. */
export type Leaderboard = {
  readonly __typename?: 'Leaderboard';
  /** The players, by default best first. */
  readonly entries?: Maybe<LeaderboardConnection>;
  /** When the oracle ranked them. */
  readonly updatedAt: Scalars['DateTime']['output'];
};


/** Value object: players by profit. */
export type LeaderboardEntriesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<LeaderboardFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<LeaderboardOrder>;
};

/** A page of ranked players. */
export type LeaderboardConnection = {
  readonly __typename?: 'LeaderboardConnection';
  /** The page's ranked players with their cursors. */
  readonly edges: ReadonlyArray<LeaderboardEdge>;
  /** Where the page begins and ends. */
  readonly pageInfo: PageInfo;
  /** Number of elements on all pages. */
  readonly totalCount: Scalars['Int']['output'];
};

/** One of a page of ranked players. */
export type LeaderboardEdge = {
  readonly __typename?: 'LeaderboardEdge';
  /** Position of the element; send it as `after` or `before`. */
  readonly cursor: Scalars['String']['output'];
  /** The player. */
  readonly node: LeaderboardEntry;
};

/** Value object: A player in the ranking. Money is in USDC, not wei. */
export type LeaderboardEntry = {
  readonly __typename?: 'LeaderboardEntry';
  /** How many markets a bitmap covers, on average. */
  readonly avgMarkets: Scalars['Float']['output'];
  /** Bitmaps played, as the oracle counts them. */
  readonly bitmapsPlayed: Scalars['Float']['output'];
  /** Markets of the longest bitmap, as the oracle counts them. */
  readonly mostMarkets: Scalars['Float']['output'];
  /** Profit or loss, USDC. */
  readonly pnlUsd: Scalars['Float']['output'];
  /** The player's wallet; null when the oracle names none. */
  readonly portfolio?: Maybe<Portfolio>;
  /** 1 is the best. */
  readonly rank: Scalars['Int']['output'];
  /** Profit in percent of what was deposited. */
  readonly roiPct: Scalars['Float']['output'];
  /** Stakes placed, USDC, as the oracle counts them; some leave forfeited stakes out. */
  readonly totalVolumeUsd: Scalars['Float']['output'];
  /** Right bets, 0 to 1. */
  readonly winRate: Scalars['Float']['output'];
};

/** Which players a ranking contains. */
export type LeaderboardFilter = {
  /** Only this wallet: address in any case, or global id of its portfolio. */
  readonly address?: InputMaybe<Scalars['ID']['input']>;
};

/** Order of a ranking. */
export type LeaderboardOrder = {
  /** The default is ASC for `RANK` and DESC for the others. */
  readonly direction?: InputMaybe<OrderDirection>;
  /** What to order by. */
  readonly field: LeaderboardOrderField;
};

/** What ranked players can be ordered by. */
export type LeaderboardOrderField =
  /** Profit or loss. */
  | 'PNL'
  /** Rank; 1 is the best. */
  | 'RANK'
  /** Profit in percent of what was deposited. */
  | 'ROI'
  /** Stakes placed. */
  | 'VOLUME'
  /** Share of right bets. */
  | 'WIN_RATE';

/** Value object: the purchases and sales of a wallet as lots. Money is computed as exact decimals with 18 places. */
export type Ledger = {
  readonly __typename?: 'Ledger';
  /** Shares that are held: one lot a fund by average cost, else one for each purchase. */
  readonly lots: ReadonlyArray<OpenLot>;
  /** How the cost of sold shares is found. */
  readonly method: LedgerMethod;
  /** Sales, oldest first: one entry for each lot that a sale takes shares from, and one for shares that were not bought. */
  readonly realized: ReadonlyArray<RealizedLot>;
  /** Sums of all trades and entries. */
  readonly totals: LedgerTotals;
};

/** How the cost of sold shares is found. */
export type LedgerMethod =
  /** By the average cost of all shares of the fund that are held. */
  | 'AVERAGE'
  /** The shares bought first are sold first. */
  | 'FIFO';

/** Value object: sums of a ledger. */
export type LedgerTotals = {
  readonly __typename?: 'LedgerTotals';
  /** All purchases with fees, USD. */
  readonly boughtUsd: Scalars['Float']['output'];
  /** Sum of the known gains, USD. */
  readonly realizedUsd: Scalars['Float']['output'];
  /** All sales without fees, USD. */
  readonly soldUsd: Scalars['Float']['output'];
  /** Number of sales of more shares than were bought. */
  readonly unmatchedSales: Scalars['Int']['output'];
  /** Sum of the known unrealized gains, USD. */
  readonly unrealizedUsd: Scalars['Float']['output'];
};

/** Value object: what a wallet holds of USDC and of one DTF, and what the contracts may take of it. */
export type LendingBalances = {
  readonly __typename?: 'LendingBalances';
  /** Contract of the DTF's shares; null when the data node states none. */
  readonly bridgedItpAddress?: Maybe<Scalars['Address']['output']>;
  /** DTF shares held, pledged ones not counted. */
  readonly shares: Scalars['Wei']['output'];
  /** DTF shares that the index contract may take. */
  readonly sharesAllowedToIndex: Scalars['Wei']['output'];
  /** DTF shares that the lending contract may take. */
  readonly sharesAllowedToLending: Scalars['Wei']['output'];
  /** USDC held. */
  readonly usdc: Scalars['Wei']['output'];
  /** USDC that the index contract may take. */
  readonly usdcAllowedToIndex: Scalars['Wei']['output'];
  /** USDC that the lending contract may take. */
  readonly usdcAllowedToLending: Scalars['Wei']['output'];
};

/** Value object: one move in a wallet's lending history. */
export type LendingEvent = {
  readonly __typename?: 'LendingEvent';
  /** How much of the token. */
  readonly amount: Scalars['Wei']['output'];
  /** Block of the transaction. */
  readonly blockNumber: Scalars['Int']['output'];
  /** The fund whose shares are the collateral; null when the data node does not state it. */
  readonly dtf?: Maybe<Dtf>;
  /** When its block was mined; null when unknown. */
  readonly timestamp?: Maybe<Scalars['UnixSeconds']['output']>;
  /** Ticker of the token moved: USDC or that of the DTF. */
  readonly token: Scalars['String']['output'];
  /** Hash of the transaction on the chain; null when the data node states none. */
  readonly txHash?: Maybe<Scalars['Bytes32']['output']>;
  /** What happened. */
  readonly type: LendingEventType;
};

/** A page of a lending history. */
export type LendingEventConnection = {
  readonly __typename?: 'LendingEventConnection';
  /** The events of the page with their cursors. */
  readonly edges: ReadonlyArray<LendingEventEdge>;
  /** Where the page begins and ends. */
  readonly pageInfo: PageInfo;
  /** Number of events on all pages. */
  readonly totalCount: Scalars['Int']['output'];
};

/** A lending event in a page. */
export type LendingEventEdge = {
  readonly __typename?: 'LendingEventEdge';
  /** Position of the event; send it as `after` or `before`. */
  readonly cursor: Scalars['String']['output'];
  /** The event. */
  readonly node: LendingEvent;
};

/** Which events a lending history contains. An event matches when it matches every given field. */
export type LendingEventFilter = {
  /** Only events of this DTF: global id, or identifier on the chain. */
  readonly dtf?: InputMaybe<Scalars['ID']['input']>;
  /** Only events at or after this time; events without a known time do not match. */
  readonly from?: InputMaybe<Scalars['UnixSeconds']['input']>;
  /** Only events at or before this time; events without a known time do not match. */
  readonly to?: InputMaybe<Scalars['UnixSeconds']['input']>;
  /** Only events of these types. */
  readonly types?: InputMaybe<ReadonlyArray<LendingEventType>>;
};

/** Order of a lending history. */
export type LendingEventOrder = {
  /** The default is DESC. */
  readonly direction?: InputMaybe<OrderDirection>;
  /** What to order by. */
  readonly field: LendingEventOrderField;
};

/** What lending events can be ordered by. */
export type LendingEventOrderField =
  /** Number of the block, which is known also where the time is not. */
  | 'TIME';

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

/** USDC lent against the shares of one DTF. */
export type LendingMarket = Node & {
  readonly __typename?: 'LendingMarket';
  /** The fund whose shares are the collateral; null when the data node does not state it. */
  readonly dtf?: Maybe<Dtf>;
  /** Global id. */
  readonly id: Scalars['ID']['output'];
  /** The fund whose shares are the collateral; null when the data node names none: then only `id` identifies the market. */
  readonly itpId?: Maybe<Scalars['Bytes32']['output']>;
  /** USDC supplied and not lent out. */
  readonly liquidity: Scalars['Wei']['output'];
  /** Debt over collateral value at which a loan can be liquidated; 0.77 is 77 %. */
  readonly lltv: Scalars['Float']['output'];
  /** Identifier of the market on the chain; null when the data node does not state it. */
  readonly marketId?: Maybe<Scalars['Bytes32']['output']>;
  /** What a DTF share is worth to the market; null when the data node does not state it. */
  readonly oraclePrice?: Maybe<LendingPrice>;
  /** What a wallet has in this market; zeros when it has nothing. */
  readonly position?: Maybe<LendingPosition>;
  /**
   * What loans cost and deposits earn now, by the contract on the chain; null when `marketId` is null, when the deployment names no
   * contract `LENDING` or `MORPHO`, and when that contract states no rate for the market.
   */
  readonly rates?: Maybe<LendingRates>;
  /** USDC owed by borrowers, interest included. */
  readonly totalBorrow: Scalars['Wei']['output'];
  /** Shares of the debt. */
  readonly totalBorrowShares: Scalars['Wei']['output'];
  /** USDC supplied by lenders, interest included. */
  readonly totalSupply: Scalars['Wei']['output'];
  /** Shares of the supply. */
  readonly totalSupplyShares: Scalars['Wei']['output'];
  /** Share of the supply that is lent out, 0 to 1. */
  readonly utilisation: Scalars['Float']['output'];
};


/** USDC lent against the shares of one DTF. */
export type LendingMarketPositionArgs = {
  address: Scalars['Address']['input'];
};

/** A wallet's collateral and debt in one market. */
export type LendingPosition = Node & {
  readonly __typename?: 'LendingPosition';
  /** The wallet. */
  readonly address: Scalars['Address']['output'];
  /** The wallet's shares of the market's debt. */
  readonly borrowShares: Scalars['Wei']['output'];
  /** DTF shares pledged. */
  readonly collateral: Scalars['Wei']['output'];
  /** USDC owed: the wallet's part of the market's debt, rounded up. */
  readonly debt: Scalars['Wei']['output'];
  /** A ratio, what may be owed at most over what is owed: collateral · price · LLTV / debt. Null without debt. */
  readonly healthFactor?: Maybe<Scalars['Float']['output']>;
  /** Global id. */
  readonly id: Scalars['ID']['output'];
  /** The fund whose shares are the collateral; null when the data node names none. */
  readonly itpId?: Maybe<Scalars['Bytes32']['output']>;
  /** The price of a share below which the loan can be liquidated; null without debt or collateral. */
  readonly liquidationPrice?: Maybe<LendingPrice>;
  /** The market. */
  readonly market: LendingMarket;
  /** USDC that may still be borrowed. */
  readonly maxBorrow: Scalars['Wei']['output'];
  /** DTF shares that the debt does not need. */
  readonly maxWithdraw: Scalars['Wei']['output'];
  /** What a DTF share is worth to the market now. */
  readonly oraclePrice: LendingPrice;
  /** The wallet's portfolio. */
  readonly portfolio: Portfolio;
  /** What the health factor means. */
  readonly state: LoanHealth;
  /** How the loan would stand after a change of the share price. Costs no further upstream call. */
  readonly stress?: Maybe<StressedLoan>;
};


/** A wallet's collateral and debt in one market. */
export type LendingPositionStressArgs = {
  pricePct: Scalars['Float']['input'];
};

/** Value object: a price of one DTF share in USDC. */
export type LendingPrice = {
  readonly __typename?: 'LendingPrice';
  /** As markets count it: USDC wei per share wei, times 1e36, as a decimal string. */
  readonly raw: Scalars['String']['output'];
  /** USD per share. */
  readonly usd: Scalars['Float']['output'];
};

/** What decides the rate of the loans of a lending market. */
export type LendingRateModel =
  /** The market's terms have one rate, the same at any utilisation: there is no kink. */
  | 'FIXED'
  /** The market has no rate model: loans cost nothing. */
  | 'NONE'
  /** A rate model, a contract of its own, computes it from the state of the market; as a rule it rises with the utilisation, steeply above a kink. */
  | 'RATE_MODEL';

/** Value object: the rates of a lending market now. They change with the market where its contract has a rate model. */
export type LendingRates = {
  readonly __typename?: 'LendingRates';
  /** When the market was last used (`lastUpdate` of the contract): debts and supplies include the interest up to then. The contract adds what is due since then at the next use, a liquidation included. */
  readonly accruedAt: Scalars['UnixSeconds']['output'];
  /** 100·(e^r − 1), percent a year: the interest of a loan that is compounded continuously. Contracts compound when the market is used. */
  readonly borrowApyPct: Scalars['Float']['output'];
  /** 100·r, percent a year without compounding: r is the contract's `borrowRate` per year, or 365 days of the rate per second of its rate model (`borrowRateView`). */
  readonly borrowRatePct: Scalars['Float']['output'];
  /** Share of the interest that the market keeps, percent. */
  readonly feePct: Scalars['Float']['output'];
  /** What decides the rate of loans. */
  readonly model: LendingRateModel;
  /** 100·(e^(r·u·(1 − fee)) − 1), percent a year, for lenders: u is the share of the supply that is lent out, totalBorrowAssets/totalSupplyAssets of the contract, at most 1. */
  readonly supplyApyPct: Scalars['Float']['output'];
};

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

/** Value object: how often a wallet was right about a market. */
export type MarketAccuracy = {
  readonly __typename?: 'MarketAccuracy';
  /** `hits` of `decided`, percent. */
  readonly accuracyPct: Scalars['Float']['output'];
  /** Predictions of the market, where it moved. */
  readonly decided: Scalars['Int']['output'];
  /** Right predictions of the market, where it moved. */
  readonly hits: Scalars['Int']['output'];
  /** The market. */
  readonly market: PredictionMarket;
};

/** Which markets a list contains. A market matches when it matches every given field. */
export type MarketFilter = {
  /** Part of the name, symbol or identifier, any case. */
  readonly search?: InputMaybe<Scalars['String']['input']>;
  /** Only markets whose values come from this data source: identifier, or global id. */
  readonly sourceId?: InputMaybe<Scalars['ID']['input']>;
};

/** Order of a list of markets. */
export type MarketOrder = {
  /** The default is ASC for `SYMBOL` and DESC for `CHANGE`. */
  readonly direction?: InputMaybe<OrderDirection>;
  /** What to order by. */
  readonly field: MarketOrderField;
};

/** What markets can be ordered by. */
export type MarketOrderField =
  /** Change of the value. */
  | 'CHANGE'
  /** Symbol, ignoring case. */
  | 'SYMBOL';

/** Value object: what became of a market in a tick. */
export type MarketOutcome = {
  readonly __typename?: 'MarketOutcome';
  /** Change of the value within the tick, percent; null when it is not known. */
  readonly changePct?: Maybe<Scalars['Float']['output']>;
  /** Value at the end of the tick; null when the oracle does not state it. */
  readonly endPrice?: Maybe<Scalars['Float']['output']>;
  /** The market. */
  readonly market: PredictionMarket;
  /** Who won; null for a word that this service does not know. */
  readonly outcome?: Maybe<TickOutcome>;
  /**
   * How the stakes on the market were divided, once the tick is revealed; null while it is sealed. The
   * stakes are those of players who are still in the batch.
   */
  readonly pools?: Maybe<MarketPools>;
  /** Value at the start of the tick; null when the oracle does not state it. */
  readonly startPrice?: Maybe<Scalars['Float']['output']>;
};

/** A page of outcomes. */
export type MarketOutcomeConnection = {
  readonly __typename?: 'MarketOutcomeConnection';
  /** The page's outcomes with their cursors. */
  readonly edges: ReadonlyArray<MarketOutcomeEdge>;
  /** Where the page begins and ends. */
  readonly pageInfo: PageInfo;
  /** Number of elements on all pages. */
  readonly totalCount: Scalars['Int']['output'];
};

/** An outcome in a page. */
export type MarketOutcomeEdge = {
  readonly __typename?: 'MarketOutcomeEdge';
  /** Position of the element; send it as `after` or `before`. */
  readonly cursor: Scalars['String']['output'];
  /** The outcome. */
  readonly node: MarketOutcome;
};

/** Value object: one observation of a market. */
export type MarketPoint = {
  readonly __typename?: 'MarketPoint';
  /** When it was observed. */
  readonly timestamp: Scalars['UnixSeconds']['output'];
  /** Price or value, in the unit of the source (USD for crypto). */
  readonly value: Scalars['Float']['output'];
};

/** Value object: the stakes on both sides of a market in a tick, from the revealed bitmaps. */
export type MarketPools = {
  readonly __typename?: 'MarketPools';
  /** Players who predicted DOWN. */
  readonly downPlayers: Scalars['Int']['output'];
  /** Stakes on DOWN, USDC wei (18 decimals). */
  readonly downStake: Scalars['Wei']['output'];
  /** `upStake / (upStake + downStake)`, 0 to 1; null without stakes. */
  readonly impliedUpProbability?: Maybe<Scalars['Float']['output']>;
  /**
   * Whether the pools are proved: no stake is unknown, and the smaller sides of all markets that moved sum
   * to the `totalMatched` of the tick, to the wei.
   */
  readonly isComplete: Scalars['Boolean']['output'];
  /**
   * What the known stakes do not explain of the `totalMatched` of the tick, USDC wei (18 decimals): 0 when
   * proved. Other than 0 when players have left, or when the balance of a player who cannot place the whole
   * stake has changed since the tick. Null when the oracle does not state `totalMatched`.
   */
  readonly unexplainedMatched?: Maybe<Scalars['Wei']['output']>;
  /** Players of the tick whose stake is not known, because they have left the batch; the pools lack them. */
  readonly unknownStakes: Scalars['Int']['output'];
  /** Players who predicted UP. */
  readonly upPlayers: Scalars['Int']['output'];
  /** Stakes on UP, USDC wei (18 decimals). */
  readonly upStake: Scalars['Wei']['output'];
};

/** Value object: latest values of many assets. */
export type MarketSnapshot = {
  readonly __typename?: 'MarketSnapshot';
  /** The categories of data sources, in the order in which to show them; empty when the data node has no registry. */
  readonly categories?: Maybe<ReadonlyArray<SourceCategory>>;
  /** When the data node made it. */
  readonly generatedAt: Scalars['DateTime']['output'];
  /** At most 200 assets a source and 5,000 in all, or 10,000 of one source. */
  readonly prices?: Maybe<SourceAssetConnection>;
  /** Number of all assets; `prices` may have fewer. */
  readonly totalAssets: Scalars['Int']['output'];
  /** Number of categories of data sources. */
  readonly totalCategories?: Maybe<Scalars['Int']['output']>;
  /** Number of data sources that are healthy or stale, whatever source the snapshot is of. */
  readonly totalSources?: Maybe<Scalars['Int']['output']>;
};


/** Value object: latest values of many assets. */
export type MarketSnapshotPricesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<SourceAssetFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<SourceAssetOrder>;
};

/** Value object: the return of a calendar month. */
export type MonthlyReturn = {
  readonly __typename?: 'MonthlyReturn';
  /** True when the series has no point on the last day before the month and does not begin on its first day, or ends before its last day. */
  readonly isPartial: Scalars['Boolean']['output'];
  /** 1 is January. */
  readonly month: Scalars['Int']['output'];
  /** The last point of the month against the last one before it (the first point in the first month), percent, not annualised. */
  readonly returnPct: Scalars['Float']['output'];
  /** Year, such as 2026. */
  readonly year: Scalars['Int']['output'];
};

/** All mutations. */
export type Mutation = {
  readonly __typename?: 'Mutation';
  /**
   * Pays test USDC, and gas when requested. A repeated request while the first is pending returns the result of
   * the first.
   */
  readonly requestFaucet: RequestFaucetPayload;
  /** Submits a player's bitmap to all oracles. Submitting the same again changes nothing. */
  readonly submitBitmap: SubmitBitmapPayload;
};


/** All mutations. */
export type MutationRequestFaucetArgs = {
  input: RequestFaucetInput;
};


/** All mutations. */
export type MutationSubmitBitmapArgs = {
  input: SubmitBitmapInput;
};

/** Value object: NAV per share at one moment. */
export type NavPoint = {
  readonly __typename?: 'NavPoint';
  /** NAV per share, USD. */
  readonly nav: Scalars['Float']['output'];
  /** When. */
  readonly timestamp: Scalars['UnixSeconds']['output'];
};

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

/** Value object: one poll of all oracles. A value that the data node does not know is null. */
export type NetworkHealth = {
  readonly __typename?: 'NetworkHealth';
  /** Average consensus latency, milliseconds. */
  readonly avgConsensusTimeMs?: Maybe<Scalars['Float']['output']>;
  /** Average full cycle time, milliseconds. */
  readonly avgCycleDurationMs?: Maybe<Scalars['Float']['output']>;
  /** Rounds that failed quorum, a count. */
  readonly consensusFailedTotal?: Maybe<Scalars['Float']['output']>;
  /** Rounds attempted, a count. */
  readonly consensusRoundsTotal?: Maybe<Scalars['Float']['output']>;
  /** Rounds that reached quorum, a count. */
  readonly consensusSuccessTotal?: Maybe<Scalars['Float']['output']>;
  /** Orders processed in the last 60 seconds, a count. */
  readonly ordersProcessedLast60s?: Maybe<Scalars['Float']['output']>;
  /** P2P messages received, a count. */
  readonly p2pMessagesReceived?: Maybe<Scalars['Float']['output']>;
  /** P2P messages sent, a count. */
  readonly p2pMessagesSent?: Maybe<Scalars['Float']['output']>;
  /** Orders waiting, a count. */
  readonly pendingOrderCount?: Maybe<Scalars['Float']['output']>;
  /** Time of the poll. */
  readonly polledAt: Scalars['DateTime']['output'];
  /** Whether BLS quorum was achieved. */
  readonly quorumMet?: Maybe<Scalars['Boolean']['output']>;
  /** BLS signatures in the latest round, a count. */
  readonly signaturesCollected?: Maybe<Scalars['Float']['output']>;
  /** Oracle peers, a count. */
  readonly totalPeers?: Maybe<Scalars['Float']['output']>;
  /** Peers reporting healthy, a count. */
  readonly totalPeersHealthy?: Maybe<Scalars['Float']['output']>;
  /** Peers reporting unhealthy, a count. */
  readonly totalPeersUnhealthy?: Maybe<Scalars['Float']['output']>;
  /** Worst status across all oracles. */
  readonly worstStatus?: Maybe<HealthStatus>;
};

/** Anything that has a global id and can be fetched again by it. */
export type Node = {
  /** Opaque id, unique over all types. */
  readonly id: Scalars['ID']['output'];
};

/** Value object: shares that are held. */
export type OpenLot = {
  readonly __typename?: 'OpenLot';
  /** When they were bought; by average cost, the first purchase since the fund was last empty. */
  readonly acquiredAt: Scalars['UnixSeconds']['output'];
  /** What they cost with fees, USD. */
  readonly costUsd: Scalars['Float']['output'];
  /** The fund. */
  readonly dtf: Dtf;
  /** Shares held. */
  readonly shares: Scalars['Wei']['output'];
  /** Value minus cost, USD; null without a value. */
  readonly unrealizedUsd?: Maybe<Scalars['Float']['output']>;
  /** Shares times NAV per share of the position, USD; null where the wallet neither holds nor has pledged shares of the fund. */
  readonly valueUsd?: Maybe<Scalars['Float']['output']>;
};

/** Value object: one oracle's word on a submission. */
export type OracleAnswer = {
  readonly __typename?: 'OracleAnswer';
  /** Whether it has accepted. */
  readonly accepted: Scalars['Boolean']['output'];
  /** Why it has not; null when it has. */
  readonly error?: Maybe<Scalars['String']['output']>;
  /** Number of the oracle, from 1. */
  readonly oracle: Scalars['Int']['output'];
  /** Whether it has accepted, refused or not answered yet. */
  readonly state: OracleAnswerState;
};

/** State of one oracle's answer to a submission. */
export type OracleAnswerState =
  /** It has the bitmap. */
  | 'ACCEPTED'
  /** It does not take the bitmap. */
  | 'REFUSED'
  /** It has not answered yet, or cannot be reached, or does not know the player yet although a quorum does. It gets the bitmap in the background once a quorum has accepted. */
  | 'WAITING';

/** Value object: one price level of an order book. */
export type OrderBookLevel = {
  readonly __typename?: 'OrderBookLevel';
  /** Price of a share, USD. */
  readonly priceUsd: Scalars['Float']['output'];
  /** Number of shares. */
  readonly quantity: Scalars['Float']['output'];
  /** Value of these shares, USD. */
  readonly usdValue: Scalars['Float']['output'];
};

/** The direction of an order. Elements without a value come last in both. */
export type OrderDirection =
  /** Smallest, oldest or first in the alphabet first. */
  | 'ASC'
  /** Largest, newest or last in the alphabet first. */
  | 'DESC';

/** Which outcomes a list contains. An outcome matches when it matches every given field. */
export type OutcomeFilter = {
  /** Only the outcomes of these markets: identifiers, or global ids. */
  readonly marketIds?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
  /** Only this outcome. */
  readonly outcome?: InputMaybe<TickOutcome>;
};

/** Order of a list of outcomes. */
export type OutcomeOrder = {
  /** The default is ASC. */
  readonly direction?: InputMaybe<OrderDirection>;
  /** What to order by. */
  readonly field: OutcomeOrderField;
};

/** What outcomes can be ordered by. */
export type OutcomeOrderField =
  /** Position of the market in the tick's results, which is that in bitmaps. */
  | 'BIT';

/** Value object: where a page of a connection begins and ends. */
export type PageInfo = {
  readonly __typename?: 'PageInfo';
  /** Cursor of the last edge of the page; null when the page is empty. Send it as `after` for the next page. */
  readonly endCursor?: Maybe<Scalars['String']['output']>;
  /** True when the list has edges after `endCursor`. */
  readonly hasNextPage: Scalars['Boolean']['output'];
  /** True when the list has edges before `startCursor`. */
  readonly hasPreviousPage: Scalars['Boolean']['output'];
  /** Cursor of the first edge of the page; null when the page is empty. Send it as `before` for the previous page. */
  readonly startCursor?: Maybe<Scalars['String']['output']>;
};

/**
 * Value object: what a series earned and how risky it was. The series is put on days first (the last point of each
 * UTC day); r is the return from a day that is present to the next one, ρ the risk-free return of a day, e = r − ρ,
 * n the number of returns, A = 365 days a year. A point that is not above 0 ends the series before it. Each figure
 * is null when it needs more returns, or when its denominator is 0 or below 1e-12.
 */
export type Performance = {
  readonly __typename?: 'Performance';
  /** 100·((v_n/v_0)^(365/d) − 1), percent a year, d days from the first to the last point. Null below 1 return. Source: GIPS 2020. */
  readonly annualizedReturnPct?: Maybe<Scalars['Float']['output']>;
  /** Day with the largest r, percent, not annualised; the earlier one of equal ones. Null below 1 return. Source: order statistics of r. */
  readonly bestDay?: Maybe<DayReturn>;
  /** `annualizedReturnPct` / −`maxDrawdownPct`, a ratio, annualised. Null below 2 returns, or without a drawdown. Source: Young 1991. */
  readonly calmar?: Maybe<Scalars['Float']['output']>;
  /** How many daily returns are in each of equal bins from the smallest to the largest; one bin when all are equal, empty without returns. Source: histogram, Pearson 1895. */
  readonly distribution?: Maybe<ReadonlyArray<ReturnBin>>;
  /** 100·√(mean of min(e, 0)² over all n)·√365, percent, annualised. Null below 2 returns. Source: Sortino, Price 1994. */
  readonly downsideDeviationPct?: Maybe<Scalars['Float']['output']>;
  /** 100·(v_k/max of v_0…v_k − 1) of each day, percent, at most 0. Source: Magdon-Ismail, Atiya 2004. */
  readonly drawdownSeries?: Maybe<ReadonlyArray<DrawdownPoint>>;
  /** Declines from a peak until the value is back at it, the deepest first. Source: Magdon-Ismail, Atiya 2004. */
  readonly drawdowns?: Maybe<ReadonlyArray<Drawdown>>;
  /** Sample excess kurtosis G2 of r, without unit, not annualised; 0 for a normal distribution. Null below 4 returns, or for constant ones. Source: Joanes, Gill 1998. */
  readonly excessKurtosis?: Maybe<Scalars['Float']['output']>;
  /** −100·mean of all r at or below the quantile of `valueAtRiskPct`; percent of a day, a loss is above 0, not annualised. Null below 20 returns. Source: Acerbi, Tasche 2002. */
  readonly expectedShortfallPct?: Maybe<Scalars['Float']['output']>;
  /** First day of the series; null without points. */
  readonly from?: Maybe<Scalars['Date']['output']>;
  /** Of a wallet: intervals without capital to earn on, which `timeWeightedReturnPct` leaves out. Null for anything else. */
  readonly leftOutIntervals?: Maybe<Scalars['Int']['output']>;
  /** Smallest 100·(v_k/max of v_0…v_k − 1), percent, at most 0, not annualised. Null below 1 return. Source: Magdon-Ismail, Atiya 2004. */
  readonly maxDrawdownPct?: Maybe<Scalars['Float']['output']>;
  /** Days between the first and the last one that have no point. The return over such a gap counts as one. */
  readonly missingDays: Scalars['Int']['output'];
  /** Of a wallet: annual rate at which the flows grow to the last value (XIRR, ACT/365), percent a year. Null for anything else, and when the present value has no change of sign. Source: GIPS 2020; XIRR of OpenFormula 1.2. */
  readonly moneyWeightedReturnPct?: Maybe<Scalars['Float']['output']>;
  /** Returns of the calendar months, ascending; empty without points. Source: GIPS 2020. */
  readonly monthlyReturns: ReadonlyArray<MonthlyReturn>;
  /** Sum of max(e, 0) / sum of max(−e, 0), a ratio, not annualised. Null below 2 returns, or without a loss. Source: Keating, Shadwick 2002. */
  readonly omega?: Maybe<Scalars['Float']['output']>;
  /** Returns of the last 7, 30, 90, 180 and 365 days, of month and year to date, and since the first point; empty without points. Source: GIPS 2020. */
  readonly periodReturns: ReadonlyArray<PeriodReturn>;
  /** Share of r > 0, percent, not annualised. Null below 1 return. Source: Bacon 2008. */
  readonly positiveDaysPct?: Maybe<Scalars['Float']['output']>;
  /** Share of the whole calendar months with a return above 0, percent, not annualised. Null without a whole month. Source: Bacon 2008. */
  readonly positiveMonthsPct?: Maybe<Scalars['Float']['output']>;
  /** Φ((SR − SR*)·√(n − 1) / √(1 − γ₃·SR + (γ₄ − 1)/4·SR²)), a probability from 0 to 1 that the true Sharpe ratio is above the benchmark: SR = mean(e)/std(e) a day, SR* = benchmark/√365, γ₃ skewness and γ₄ kurtosis of e (population; 3 is normal). Null below 30 returns, or for constant ones. Source: Bailey, López de Prado 2012. */
  readonly probabilisticSharpe?: Maybe<Scalars['Float']['output']>;
  /** Number n of daily returns. */
  readonly returns: Scalars['Int']['output'];
  /** Figures of the last `days` returns, for each day with that many; empty for shorter series. Source: those of the same figures of `Performance`. */
  readonly rolling?: Maybe<ReadonlyArray<RollingFigures>>;
  /** mean(e)/std(e)·√365, a ratio, annualised. Null below 2 returns, or for constant ones. Source: Sharpe 1994. */
  readonly sharpe?: Maybe<Scalars['Float']['output']>;
  /** Adjusted Fisher–Pearson skewness G1 of r, without unit, not annualised. Null below 3 returns, or for constant ones. Source: Joanes, Gill 1998. */
  readonly skewness?: Maybe<Scalars['Float']['output']>;
  /** mean(e)/√(mean of min(e, 0)²)·√365, a ratio, annualised. Null below 2 returns, or without a loss. Source: Sortino, Price 1994. */
  readonly sortino?: Maybe<Scalars['Float']['output']>;
  /** Of a wallet: 100·(product of 1 + the Modified Dietz return of each interval between two points − 1), percent, not annualised; flows weigh by the share of the interval that remains. Null for anything else, and below 2 points. Source: GIPS 2020; Dietz 1966. */
  readonly timeWeightedReturnPct?: Maybe<Scalars['Float']['output']>;
  /** Last day of the series; null without points. */
  readonly to?: Maybe<Scalars['Date']['output']>;
  /** 100·(v_n/v_0 − 1), percent, not annualised. Null below 1 return. Source: GIPS 2020. */
  readonly totalReturnPct?: Maybe<Scalars['Float']['output']>;
  /** √(mean of dd² over all n + 1 points), dd percent below the highest value so far; percent, not annualised. Null below 2 returns. Source: Martin, McCann 1989. */
  readonly ulcerIndexPct?: Maybe<Scalars['Float']['output']>;
  /** −100·q, q the (1 − confidence) quantile of r, interpolated linearly between order statistics; percent of a day, a loss is above 0, not annualised. Null below 20 returns. Source: historical simulation, J.P. Morgan RiskMetrics 1996. */
  readonly valueAtRiskPct?: Maybe<Scalars['Float']['output']>;
  /** The series beside a benchmark, over the days that both have. Reads the benchmark's series. Null when the benchmark does not exist. */
  readonly versus?: Maybe<BenchmarkComparison>;
  /** 100·std(r)·√365, percent, annualised; std is the sample standard deviation (ddof 1). Null below 2 returns. Source: Markowitz 1952. */
  readonly volatilityPct?: Maybe<Scalars['Float']['output']>;
  /** Day with the smallest r, percent, not annualised; the earlier one of equal ones. Null below 1 return. Source: order statistics of r. */
  readonly worstDay?: Maybe<DayReturn>;
  /** Returns of the calendar years, ascending; empty without points. Source: GIPS 2020. */
  readonly yearlyReturns: ReadonlyArray<YearlyReturn>;
};


/**
 * Value object: what a series earned and how risky it was. The series is put on days first (the last point of each
 * UTC day); r is the return from a day that is present to the next one, ρ the risk-free return of a day, e = r − ρ,
 * n the number of returns, A = 365 days a year. A point that is not above 0 ends the series before it. Each figure
 * is null when it needs more returns, or when its denominator is 0 or below 1e-12.
 */
export type PerformanceDistributionArgs = {
  bins?: InputMaybe<Scalars['Int']['input']>;
};


/**
 * Value object: what a series earned and how risky it was. The series is put on days first (the last point of each
 * UTC day); r is the return from a day that is present to the next one, ρ the risk-free return of a day, e = r − ρ,
 * n the number of returns, A = 365 days a year. A point that is not above 0 ends the series before it. Each figure
 * is null when it needs more returns, or when its denominator is 0 or below 1e-12.
 */
export type PerformanceDrawdownSeriesArgs = {
  maxPoints?: InputMaybe<Scalars['Int']['input']>;
};


/**
 * Value object: what a series earned and how risky it was. The series is put on days first (the last point of each
 * UTC day); r is the return from a day that is present to the next one, ρ the risk-free return of a day, e = r − ρ,
 * n the number of returns, A = 365 days a year. A point that is not above 0 ends the series before it. Each figure
 * is null when it needs more returns, or when its denominator is 0 or below 1e-12.
 */
export type PerformanceDrawdownsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
};


/**
 * Value object: what a series earned and how risky it was. The series is put on days first (the last point of each
 * UTC day); r is the return from a day that is present to the next one, ρ the risk-free return of a day, e = r − ρ,
 * n the number of returns, A = 365 days a year. A point that is not above 0 ends the series before it. Each figure
 * is null when it needs more returns, or when its denominator is 0 or below 1e-12.
 */
export type PerformanceExpectedShortfallPctArgs = {
  confidence?: Scalars['Float']['input'];
};


/**
 * Value object: what a series earned and how risky it was. The series is put on days first (the last point of each
 * UTC day); r is the return from a day that is present to the next one, ρ the risk-free return of a day, e = r − ρ,
 * n the number of returns, A = 365 days a year. A point that is not above 0 ends the series before it. Each figure
 * is null when it needs more returns, or when its denominator is 0 or below 1e-12.
 */
export type PerformanceProbabilisticSharpeArgs = {
  benchmark?: InputMaybe<Scalars['Float']['input']>;
};


/**
 * Value object: what a series earned and how risky it was. The series is put on days first (the last point of each
 * UTC day); r is the return from a day that is present to the next one, ρ the risk-free return of a day, e = r − ρ,
 * n the number of returns, A = 365 days a year. A point that is not above 0 ends the series before it. Each figure
 * is null when it needs more returns, or when its denominator is 0 or below 1e-12.
 */
export type PerformanceRollingArgs = {
  days?: Scalars['Int']['input'];
  maxPoints?: InputMaybe<Scalars['Int']['input']>;
};


/**
 * Value object: what a series earned and how risky it was. The series is put on days first (the last point of each
 * UTC day); r is the return from a day that is present to the next one, ρ the risk-free return of a day, e = r − ρ,
 * n the number of returns, A = 365 days a year. A point that is not above 0 ends the series before it. Each figure
 * is null when it needs more returns, or when its denominator is 0 or below 1e-12.
 */
export type PerformanceValueAtRiskPctArgs = {
  confidence?: Scalars['Float']['input'];
};


/**
 * Value object: what a series earned and how risky it was. The series is put on days first (the last point of each
 * UTC day); r is the return from a day that is present to the next one, ρ the risk-free return of a day, e = r − ρ,
 * n the number of returns, A = 365 days a year. A point that is not above 0 ends the series before it. Each figure
 * is null when it needs more returns, or when its denominator is 0 or below 1e-12.
 */
export type PerformanceVersusArgs = {
  benchmark: BenchmarkInput;
};

/** Figures that lists can be ordered and filtered by. */
export type PerformanceFigure =
  /** `Performance.calmar`: a ratio, annualised. */
  | 'CALMAR'
  /** `Performance.maxDrawdownPct`: percent, at most 0. */
  | 'MAX_DRAWDOWN'
  /** Return of the last 365 days, or of a series of at least 364, percent. */
  | 'RETURN_1Y'
  /** Return of the last 30 days, percent. */
  | 'RETURN_30D'
  /** `Performance.sharpe`: a ratio, annualised. */
  | 'SHARPE'
  /** `Performance.sortino`: a ratio, annualised. */
  | 'SORTINO'
  /** `Performance.volatilityPct`: percent, annualised. */
  | 'VOLATILITY';

/** Value object: the return of a period. */
export type PeriodReturn = {
  readonly __typename?: 'PeriodReturn';
  /** 100·((v_to/v_from)^(365/days) − 1), percent a year; null below 365 days. */
  readonly annualizedPct?: Maybe<Scalars['Float']['output']>;
  /** The last point at or before its begin; null when the series begins later. */
  readonly from?: Maybe<Scalars['Date']['output']>;
  /** Which period. */
  readonly period: ReturnPeriod;
  /** 100·(v_to/v_from − 1), percent, not annualised; null when the series begins later. */
  readonly returnPct?: Maybe<Scalars['Float']['output']>;
  /** The last point of the series. */
  readonly to: Scalars['Date']['output'];
};

/** Value object: the record of a wallet in one batch, over the counted ticks. Amounts are USDC wei (18 decimals). */
export type PlayedBatch = {
  readonly __typename?: 'PlayedBatch';
  /** The batch. */
  readonly batch: Batch;
  /** Counted ticks in which the wallet had stakes and sent no bitmap, which loses them. */
  readonly forfeits: Scalars['Int']['output'];
  /** The wallet as a player of the batch, with its present stake and balance. */
  readonly player: BatchPlayer;
  /** Profit of the counted ticks; negative for a loss. */
  readonly profit: Scalars['Wei']['output'];
  /** Stakes placed in the counted ticks, forfeited ones included. */
  readonly stake: Scalars['Wei']['output'];
  /** Counted ticks in which the wallet had stakes and sent a bitmap. */
  readonly ticksPlayed: Scalars['Int']['output'];
  /** Right predictions among those of markets that moved, 0 to 1; null without any. */
  readonly winRate?: Maybe<Scalars['Float']['output']>;
};

/** Value object: what a revealed tick brought a wallet. Amounts are USDC wei (18 decimals). */
export type PlayedTick = {
  readonly __typename?: 'PlayedTick';
  /** Number of the batch on the chain. */
  readonly batchId: Scalars['Int']['output'];
  /** Profit up to and with this tick, over all batches. */
  readonly cumulative: Scalars['Wei']['output'];
  /** Markets that moved. */
  readonly decided: Scalars['Int']['output'];
  /** When the tick ended. */
  readonly endedAt: Scalars['UnixSeconds']['output'];
  /** Right predictions of markets that moved. */
  readonly hits: Scalars['Int']['output'];
  /** Whether no bitmap arrived, so that the stakes were lost. */
  readonly isForfeit: Scalars['Boolean']['output'];
  /** Profit of the tick; negative for a loss. */
  readonly profit: Scalars['Wei']['output'];
  /** Stake on all markets together. */
  readonly stake: Scalars['Wei']['output'];
  /** The tick, with its outcomes and its reveal. */
  readonly tick: Tick;
  /** Number of the tick within the batch. */
  readonly tickId: Scalars['Int']['output'];
};

/** A player joined a batch, from an event of the chain. */
export type PlayerJoined = {
  readonly __typename?: 'PlayerJoined';
  /** The batch; null while the oracles do not know it. */
  readonly batch?: Maybe<Batch>;
  /** The hash of the bitmap that the player is to submit. */
  readonly bitmapHash: Scalars['Bytes32']['output'];
  /** Number of the block that the event is in, a decimal number. */
  readonly blockNumber: Scalars['String']['output'];
  /** The player's wallet. */
  readonly portfolio: Portfolio;
  /** Stake per tick and market, USDC wei (18 decimals). */
  readonly stakePerTick: Scalars['Wei']['output'];
  /** The transaction that the event is in. */
  readonly transactionHash: Scalars['Bytes32']['output'];
};

/** Value object: a position with the proof that the contract requires for a payment. */
export type PlayerPosition = {
  readonly __typename?: 'PlayerPosition';
  /** Balance in the batch, USDC wei (18 decimals). */
  readonly balance: Scalars['Wei']['output'];
  /** Paid in so far, USDC wei (18 decimals); null when the oracle does not state it. */
  readonly deposit?: Maybe<Scalars['Wei']['output']>;
  /** The oracles' signature under the balance; null while there is nothing to claim. */
  readonly proof?: Maybe<ClaimProof>;
  /** Stake per tick and market, USDC wei (18 decimals). */
  readonly stakePerTick: Scalars['Wei']['output'];
};

/** What one wallet holds. Every address has a portfolio; an unused one is empty. */
export type Portfolio = Node & {
  readonly __typename?: 'Portfolio';
  /** The wallet. */
  readonly address: Scalars['Address']['output'];
  /**
   * What the wallet holds of each asset through all its funds and the shares pledged for its loans, the largest value
   * first. Costs the positions, the snapshots of the funds and the loans.
   */
  readonly exposure?: Maybe<ReadonlyArray<Exposure>>;
  /** Daily value since the first trade, ascending. */
  readonly history?: Maybe<ReadonlyArray<PortfolioPoint>>;
  /** Global id. */
  readonly id: Scalars['ID']['output'];
  /**
   * Purchases and sales as lots with their cost and gain. Costs the trades and the positions, which `trades` and
   * `positions` share.
   */
  readonly ledger?: Maybe<Ledger>;
  /** What the wallet pledged and borrowed. */
  readonly lending: WalletLending;
  /**
   * What the wallet earned, without the effect of purchases and sales, and how risky it was: the figures are those of
   * the index that chains the Modified Dietz returns. Costs the history and the trades, which `history` and `trades`
   * share. Null for a wallet without history.
   */
  readonly performance?: Maybe<Performance>;
  /** DTFs held, by value descending. */
  readonly positions?: Maybe<ReadonlyArray<Position>>;
  /**
   * How the wallet plays the prediction market: its record in the batches that it plays in. Reads the state of each
   * batch, and the reveals of the counted ticks.
   */
  readonly predictions?: Maybe<PredictionPlayer>;
  /** What the wallet would be worth, and how its loans would stand, if prices changed. Costs what `exposure` costs. */
  readonly stress?: Maybe<StressResult>;
  /** Unrealized profit or loss in percent of the cost; 5 is 5 %. */
  readonly totalPnlPct?: Maybe<Scalars['Float']['output']>;
  /** Unrealized profit or loss of all positions, USD. */
  readonly totalPnlUsd?: Maybe<Scalars['Float']['output']>;
  /** Value of all positions, USD. */
  readonly totalValueUsd?: Maybe<Scalars['Float']['output']>;
  /** Purchases and sales, by default newest first. */
  readonly trades?: Maybe<TradeConnection>;
};


/** What one wallet holds. Every address has a portfolio; an unused one is empty. */
export type PortfolioHistoryArgs = {
  from?: InputMaybe<Scalars['UnixSeconds']['input']>;
  maxPoints?: InputMaybe<Scalars['Int']['input']>;
  to?: InputMaybe<Scalars['UnixSeconds']['input']>;
};


/** What one wallet holds. Every address has a portfolio; an unused one is empty. */
export type PortfolioLedgerArgs = {
  method?: LedgerMethod;
};


/** What one wallet holds. Every address has a portfolio; an unused one is empty. */
export type PortfolioPerformanceArgs = {
  riskFreePct?: Scalars['Float']['input'];
};


/** What one wallet holds. Every address has a portfolio; an unused one is empty. */
export type PortfolioPredictionsArgs = {
  ticks?: Scalars['Int']['input'];
};


/** What one wallet holds. Every address has a portfolio; an unused one is empty. */
export type PortfolioStressArgs = {
  shocks: ReadonlyArray<PriceShock>;
};


/** What one wallet holds. Every address has a portfolio; an unused one is empty. */
export type PortfolioTradesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<TradeFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<TradeOrder>;
};

/** Value object: value of a portfolio at one moment. */
export type PortfolioPoint = {
  readonly __typename?: 'PortfolioPoint';
  /** When. */
  readonly timestamp: Scalars['UnixSeconds']['output'];
  /** Value, USD. */
  readonly valueUsd: Scalars['Float']['output'];
};

/** Shares of one DTF in one wallet. */
export type Position = Node & {
  readonly __typename?: 'Position';
  /** The wallet. */
  readonly address: Scalars['Address']['output'];
  /** Cost of the shares held, USD, by the average cost of the purchases. */
  readonly costBasisUsd: Scalars['Float']['output'];
  /** The fund. */
  readonly dtf: Dtf;
  /** Global id. */
  readonly id: Scalars['ID']['output'];
  /** The fund's identifier on the chain. */
  readonly itpId: Scalars['Bytes32']['output'];
  /** NAV per share now, USD. */
  readonly navPerShareUsd: Scalars['Float']['output'];
  /** Profit or loss in percent of the cost; 5 is 5 %. */
  readonly pnlPct: Scalars['Float']['output'];
  /** Value minus cost, USD. */
  readonly pnlUsd: Scalars['Float']['output'];
  /** The wallet's portfolio. */
  readonly portfolio: Portfolio;
  /** Shares held. */
  readonly shares: Scalars['Wei']['output'];
  /** Shares times NAV, USD. */
  readonly valueUsd: Scalars['Float']['output'];
};

/** Value object: A player's prediction for one market. */
export type Prediction = {
  readonly __typename?: 'Prediction';
  /** Its bit, as a word. */
  readonly direction: Direction;
  /** The market. */
  readonly market: PredictionMarket;
};

/** A page of predictions. */
export type PredictionConnection = {
  readonly __typename?: 'PredictionConnection';
  /** The page's predictions with their cursors. */
  readonly edges: ReadonlyArray<PredictionEdge>;
  /** Where the page begins and ends. */
  readonly pageInfo: PageInfo;
  /** Number of elements on all pages. */
  readonly totalCount: Scalars['Int']['output'];
};

/** A prediction in a page. */
export type PredictionEdge = {
  readonly __typename?: 'PredictionEdge';
  /** Position of the element; send it as `after` or `before`. */
  readonly cursor: Scalars['String']['output'];
  /** The prediction. */
  readonly node: Prediction;
};

/** Which predictions a list contains. A prediction matches when it matches every given field. */
export type PredictionFilter = {
  /** Only this direction. */
  readonly direction?: InputMaybe<Direction>;
  /** Only the predictions for these markets: identifiers, or global ids. */
  readonly marketIds?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
};

/** Something that oracles resolve: did its value go up within the tick? */
export type PredictionMarket = Node & {
  readonly __typename?: 'PredictionMarket';
  /** The asset that the market is about; null where it has no price in USD. */
  readonly asset?: Maybe<Asset>;
  /** Change of the value, percent; the period depends on the source. Null when the data node has none. */
  readonly changePct?: Maybe<Scalars['Float']['output']>;
  /** Name; null when the market is on no oracle's whitelist. */
  readonly displayName?: Maybe<Scalars['String']['output']>;
  /** Values over time, ascending; empty where the source is unknown. */
  readonly history?: Maybe<ReadonlyArray<MarketPoint>>;
  /** Global id. */
  readonly id: Scalars['ID']['output'];
  /** Identifier of the market; the asset's within its data source. */
  readonly marketId: Scalars['String']['output'];
  /** The data source of its values; null when no oracle states it. */
  readonly sourceId?: Maybe<Scalars['String']['output']>;
  /** Short ticker; null when the market is on no oracle's whitelist. */
  readonly symbol?: Maybe<Scalars['String']['output']>;
  /** Latest value, in the unit of the source; null when the data node has none. */
  readonly value?: Maybe<Scalars['Float']['output']>;
};


/** Something that oracles resolve: did its value go up within the tick? */
export type PredictionMarketHistoryArgs = {
  from?: InputMaybe<Scalars['UnixSeconds']['input']>;
  maxPoints?: InputMaybe<Scalars['Int']['input']>;
  to?: InputMaybe<Scalars['UnixSeconds']['input']>;
};

/** A page of markets. */
export type PredictionMarketConnection = {
  readonly __typename?: 'PredictionMarketConnection';
  /** The page's markets with their cursors. */
  readonly edges: ReadonlyArray<PredictionMarketEdge>;
  /** Where the page begins and ends. */
  readonly pageInfo: PageInfo;
  /** Number of elements on all pages. */
  readonly totalCount: Scalars['Int']['output'];
};

/** One of a page of markets. */
export type PredictionMarketEdge = {
  readonly __typename?: 'PredictionMarketEdge';
  /** Position of the element; send it as `after` or `before`. */
  readonly cursor: Scalars['String']['output'];
  /** The market. */
  readonly node: PredictionMarket;
};

/** Order of a list of predictions. */
export type PredictionOrder = {
  /** The default is ASC. */
  readonly direction?: InputMaybe<OrderDirection>;
  /** What to order by. */
  readonly field: PredictionOrderField;
};

/** What predictions can be ordered by. */
export type PredictionOrderField =
  /** Position in the bitmap. */
  | 'BIT';

/**
 * Value object: how a wallet played the prediction market. Only revealed ticks of the batches that the wallet still plays
 * in are counted, at most the newest 10 of these batches; the running tick and sealed ones are not. Amounts are USDC wei
 * (18 decimals), before the fee of claims, and follow from the bitmaps, the outcomes and the rules of settlement.
 */
export type PredictionPlayer = {
  readonly __typename?: 'PredictionPlayer';
  /** The batches, newest first. */
  readonly batches: ReadonlyArray<PlayedBatch>;
  /** The batch with the highest profit; null without counted ticks. */
  readonly bestBatch?: Maybe<PlayedBatch>;
  /** How often the wallet was right, by market, the most predictions first, at most 20. */
  readonly byMarket: ReadonlyArray<MarketAccuracy>;
  /** How often the wallet was right, by source of the markets' values, the most predictions first. */
  readonly bySource: ReadonlyArray<SourceAccuracy>;
  /** The endpoint that the bot registered, at most 200 characters, as it stands in the contract; null for no bot. */
  readonly endpoint?: Maybe<Scalars['String']['output']>;
  /** Counted ticks in which the wallet had stakes and sent no bitmap, which loses them. */
  readonly forfeits: Scalars['Int']['output'];
  /** Whether the contract lists the wallet as an active bot. */
  readonly isBot?: Maybe<Scalars['Boolean']['output']>;
  /**
   * Whether all batches that the wallet plays in are counted, and the pools of all counted ticks are proved, see
   * `MarketPools.isComplete`. Batches that it has left are never counted: an oracle does not name their former players.
   */
  readonly isComplete: Scalars['Boolean']['output'];
  /** Most counted ticks in a row that ended with a profit, in the order of their ends. */
  readonly longestStreak: Scalars['Int']['output'];
  /** The wallet. */
  readonly portfolio: Portfolio;
  /** Profit of all counted ticks; negative for a loss. */
  readonly profit: Scalars['Wei']['output'];
  /** Stakes placed in the counted ticks, forfeited ones included. */
  readonly stake: Scalars['Wei']['output'];
  /** The counted ticks, in the order of their ends. */
  readonly ticks: ReadonlyArray<PlayedTick>;
  /** Counted ticks in which the wallet had stakes and sent a bitmap. */
  readonly ticksPlayed: Scalars['Int']['output'];
  /** Right predictions among those of markets that moved, 0 to 1; null without any. */
  readonly winRate?: Maybe<Scalars['Float']['output']>;
  /** The batch with the lowest profit; null without counted ticks. */
  readonly worstBatch?: Maybe<PlayedBatch>;
};

/** A change of a price. */
export type PriceShock = {
  /** Change, percent: -30 is a loss of 30 %; from -100 to 1000000. */
  readonly pct: Scalars['Float']['input'];
  /** Ticker in any case, or global id of the asset. */
  readonly symbol: Scalars['String']['input'];
};

/** Value object: a protocol with its total value locked. */
export type ProtocolTvl = {
  readonly __typename?: 'ProtocolTvl';
  /** Change of the TVL in a day, percent; null when unknown. */
  readonly change1dPct?: Maybe<Scalars['Float']['output']>;
  /** Change of the TVL in 7 days, percent; null when unknown. */
  readonly change7dPct?: Maybe<Scalars['Float']['output']>;
  /** Name of the protocol. */
  readonly name: Scalars['String']['output'];
  /** Ticker of the holding. */
  readonly symbol: Scalars['String']['output'];
  /** Total value locked, USD. */
  readonly tvlUsd: Scalars['Float']['output'];
};

/**
 * All queries. A field that needs an upstream call of its own, or whose arguments may be refused, is nullable: when it
 * fails, the field is null, `errors` says why, and the other fields keep their values.
 */
export type Query = {
  readonly __typename?: 'Query';
  /** The asset with this ticker; null when the data node knows no price of it. */
  readonly asset?: Maybe<Asset>;
  /** All assets with a price, by default by ticker ascending. */
  readonly assets?: Maybe<AssetConnection>;
  /** Plays a bitmap over simulated ticks. The same batch, bitmap and ticks give the same result. */
  readonly backtestBitmap?: Maybe<BitmapBacktest>;
  /** One batch; null when it does not exist. */
  readonly batch?: Maybe<Batch>;
  /** The config behind a hash; null when no oracle has it. A config never changes. */
  readonly batchConfig?: Maybe<BatchConfig>;
  /** Batches, by default by number descending; the oracle has the 100 newest. */
  readonly batches?: Maybe<BatchConnection>;
  /** BTC and ETH, 1 on the first day. */
  readonly benchmarks?: Maybe<ReadonlyArray<Benchmark>>;
  /** The hash that a bitmap is committed with: keccak256 of its bytes, padding included. */
  readonly bitmapHash?: Maybe<Scalars['Bytes32']['output']>;
  /** Finished runs to be compared; those that do not exist are left out. */
  readonly compareSimulations?: Maybe<ReadonlyArray<SimulationRun>>;
  /** A deployment by file name; null when the server has no such file. */
  readonly deployment?: Maybe<Deployment>;
  /** All deployments whose file the server has. */
  readonly deployments: ReadonlyArray<Deployment>;
  /** One DTF; null when it does not exist. */
  readonly dtf?: Maybe<Dtf>;
  /** All ranked DTFs, by default by assets under management, descending. */
  readonly dtfs?: Maybe<DtfConnection>;
  /** The bitmap of predictions, in the order of the batch's markets. */
  readonly encodeBitmap?: Maybe<EncodedBitmap>;
  /** Health of the oracle network, from the explorer. */
  readonly explorerHealth?: Maybe<ExplorerHealth>;
  /** This gateway now; never from a cache. */
  readonly gateway: Gateway;
  /** Players by profit, of all batches, of one, or of those of one data source. */
  readonly leaderboard?: Maybe<Leaderboard>;
  /** Every lending market. */
  readonly lendingMarkets?: Maybe<ReadonlyArray<LendingMarket>>;
  /** Observations of any market of any source, ascending by time; empty when there are none in the window. */
  readonly marketHistory?: Maybe<ReadonlyArray<MarketPoint>>;
  /** The markets on the oracles' whitelist, by default by symbol ascending. */
  readonly markets?: Maybe<PredictionMarketConnection>;
  /** The thing with this global id; null when it does not exist. */
  readonly node?: Maybe<Node>;
  /** The things with these global ids, in the same order; null where one does not exist. */
  readonly nodes: ReadonlyArray<Maybe<Node>>;
  /** What a wallet holds; empty for an address that was never used. */
  readonly portfolio: Portfolio;
  /** How a wallet plays the prediction market; the same as `predictions` of its portfolio. */
  readonly predictionPlayer?: Maybe<PredictionPlayer>;
  /**
   * Plays a bitmap or a rule on resolved and revealed ticks of a batch, at most the newest 50 of the range.
   * `backtestBitmap` in contrast plays on pseudo-random ticks of an oracle. Null when there is no such batch.
   */
  readonly replayBitmap?: Maybe<Replay>;
  /** Computes a backtest, or finds it in a cache. The same request shares one computation with every other client and with the subscription. */
  readonly simulation?: Maybe<SimulationRun>;
  /** Categories that can be backtested: `all` first, then by number of coins. */
  readonly simulationCategories?: Maybe<ReadonlyArray<SimulationCategory>>;
  /** Finished runs that the data node lists, by default the newest first. */
  readonly simulationResults?: Maybe<SimulationRunConnection>;
  /** What the choice of the best of these finished runs is worth. Those that do not exist are left out; null when less than 2 remain. */
  readonly simulationSelection?: Maybe<Selection>;
  /** Weighting schemes that backtests can use. */
  readonly simulationWeightings: ReadonlyArray<WeightingScheme>;
  /** Finished runs by number, in the same order; null where one does not exist. */
  readonly simulations?: Maybe<ReadonlyArray<Maybe<SimulationRun>>>;
  /** Latest values of all sources, or of one: empty for a source that does not exist, or null when the data node reports it as unknown. */
  readonly snapshot?: Maybe<MarketSnapshot>;
  /** One data source; null when it does not exist. */
  readonly source?: Maybe<DataSource>;
  /** All data sources as a plain list, in the data node's order. */
  readonly sourceList?: Maybe<ReadonlyArray<DataSource>>;
  /** Data sources, by default by identifier ascending. */
  readonly sources?: Maybe<DataSourceConnection>;
  /** What stands behind the shares of all DTFs. */
  readonly vault?: Maybe<Vault>;
  /**
   * Whether a receipt is that of a run, which is computed again from the data node's series. Null when the run does not
   * exist.
   */
  readonly verifySimulationReceipt?: Maybe<Scalars['Boolean']['output']>;
};


/**
 * All queries. A field that needs an upstream call of its own, or whose arguments may be refused, is nullable: when it
 * fails, the field is null, `errors` says why, and the other fields keep their values.
 */
export type QueryAssetArgs = {
  symbol: Scalars['String']['input'];
};


/**
 * All queries. A field that needs an upstream call of its own, or whose arguments may be refused, is nullable: when it
 * fails, the field is null, `errors` says why, and the other fields keep their values.
 */
export type QueryAssetsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<AssetFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<AssetOrder>;
};


/**
 * All queries. A field that needs an upstream call of its own, or whose arguments may be refused, is nullable: when it
 * fails, the field is null, `errors` says why, and the other fields keep their values.
 */
export type QueryBacktestBitmapArgs = {
  batchId: Scalars['ID']['input'];
  bitmap: Scalars['Hex']['input'];
  ticks?: InputMaybe<Scalars['Int']['input']>;
};


/**
 * All queries. A field that needs an upstream call of its own, or whose arguments may be refused, is nullable: when it
 * fails, the field is null, `errors` says why, and the other fields keep their values.
 */
export type QueryBatchArgs = {
  id: Scalars['ID']['input'];
};


/**
 * All queries. A field that needs an upstream call of its own, or whose arguments may be refused, is nullable: when it
 * fails, the field is null, `errors` says why, and the other fields keep their values.
 */
export type QueryBatchConfigArgs = {
  hash: Scalars['Bytes32']['input'];
};


/**
 * All queries. A field that needs an upstream call of its own, or whose arguments may be refused, is nullable: when it
 * fails, the field is null, `errors` says why, and the other fields keep their values.
 */
export type QueryBatchesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<BatchFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<BatchOrder>;
};


/**
 * All queries. A field that needs an upstream call of its own, or whose arguments may be refused, is nullable: when it
 * fails, the field is null, `errors` says why, and the other fields keep their values.
 */
export type QueryBenchmarksArgs = {
  endDate?: InputMaybe<Scalars['Date']['input']>;
  startDate: Scalars['Date']['input'];
};


/**
 * All queries. A field that needs an upstream call of its own, or whose arguments may be refused, is nullable: when it
 * fails, the field is null, `errors` says why, and the other fields keep their values.
 */
export type QueryBitmapHashArgs = {
  bitmap: Scalars['Hex']['input'];
};


/**
 * All queries. A field that needs an upstream call of its own, or whose arguments may be refused, is nullable: when it
 * fails, the field is null, `errors` says why, and the other fields keep their values.
 */
export type QueryCompareSimulationsArgs = {
  ids: ReadonlyArray<Scalars['ID']['input']>;
};


/**
 * All queries. A field that needs an upstream call of its own, or whose arguments may be refused, is nullable: when it
 * fails, the field is null, `errors` says why, and the other fields keep their values.
 */
export type QueryDeploymentArgs = {
  file?: Scalars['String']['input'];
};


/**
 * All queries. A field that needs an upstream call of its own, or whose arguments may be refused, is nullable: when it
 * fails, the field is null, `errors` says why, and the other fields keep their values.
 */
export type QueryDtfArgs = {
  id: Scalars['ID']['input'];
};


/**
 * All queries. A field that needs an upstream call of its own, or whose arguments may be refused, is nullable: when it
 * fails, the field is null, `errors` says why, and the other fields keep their values.
 */
export type QueryDtfsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<DtfFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<DtfOrder>;
};


/**
 * All queries. A field that needs an upstream call of its own, or whose arguments may be refused, is nullable: when it
 * fails, the field is null, `errors` says why, and the other fields keep their values.
 */
export type QueryEncodeBitmapArgs = {
  predictions: ReadonlyArray<Direction>;
};


/**
 * All queries. A field that needs an upstream call of its own, or whose arguments may be refused, is nullable: when it
 * fails, the field is null, `errors` says why, and the other fields keep their values.
 */
export type QueryLeaderboardArgs = {
  batchId?: InputMaybe<Scalars['ID']['input']>;
  sourceId?: InputMaybe<Scalars['String']['input']>;
};


/**
 * All queries. A field that needs an upstream call of its own, or whose arguments may be refused, is nullable: when it
 * fails, the field is null, `errors` says why, and the other fields keep their values.
 */
export type QueryMarketHistoryArgs = {
  asset: Scalars['String']['input'];
  from?: InputMaybe<Scalars['UnixSeconds']['input']>;
  maxPoints?: InputMaybe<Scalars['Int']['input']>;
  source: Scalars['String']['input'];
  to?: InputMaybe<Scalars['UnixSeconds']['input']>;
};


/**
 * All queries. A field that needs an upstream call of its own, or whose arguments may be refused, is nullable: when it
 * fails, the field is null, `errors` says why, and the other fields keep their values.
 */
export type QueryMarketsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<MarketFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<MarketOrder>;
};


/**
 * All queries. A field that needs an upstream call of its own, or whose arguments may be refused, is nullable: when it
 * fails, the field is null, `errors` says why, and the other fields keep their values.
 */
export type QueryNodeArgs = {
  id: Scalars['ID']['input'];
};


/**
 * All queries. A field that needs an upstream call of its own, or whose arguments may be refused, is nullable: when it
 * fails, the field is null, `errors` says why, and the other fields keep their values.
 */
export type QueryNodesArgs = {
  ids: ReadonlyArray<Scalars['ID']['input']>;
};


/**
 * All queries. A field that needs an upstream call of its own, or whose arguments may be refused, is nullable: when it
 * fails, the field is null, `errors` says why, and the other fields keep their values.
 */
export type QueryPortfolioArgs = {
  address: Scalars['Address']['input'];
};


/**
 * All queries. A field that needs an upstream call of its own, or whose arguments may be refused, is nullable: when it
 * fails, the field is null, `errors` says why, and the other fields keep their values.
 */
export type QueryPredictionPlayerArgs = {
  address: Scalars['Address']['input'];
  ticks?: Scalars['Int']['input'];
};


/**
 * All queries. A field that needs an upstream call of its own, or whose arguments may be refused, is nullable: when it
 * fails, the field is null, `errors` says why, and the other fields keep their values.
 */
export type QueryReplayBitmapArgs = {
  batchId: Scalars['ID']['input'];
  bitmap?: InputMaybe<Scalars['Hex']['input']>;
  from?: InputMaybe<Scalars['Int']['input']>;
  rule?: InputMaybe<ReplayRule>;
  stakePerTick?: Scalars['Wei']['input'];
  to?: InputMaybe<Scalars['Int']['input']>;
};


/**
 * All queries. A field that needs an upstream call of its own, or whose arguments may be refused, is nullable: when it
 * fails, the field is null, `errors` says why, and the other fields keep their values.
 */
export type QuerySimulationArgs = {
  input: SimulationInput;
};


/**
 * All queries. A field that needs an upstream call of its own, or whose arguments may be refused, is nullable: when it
 * fails, the field is null, `errors` says why, and the other fields keep their values.
 */
export type QuerySimulationResultsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  categoryId?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<SimulationRunFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<SimulationRunOrder>;
};


/**
 * All queries. A field that needs an upstream call of its own, or whose arguments may be refused, is nullable: when it
 * fails, the field is null, `errors` says why, and the other fields keep their values.
 */
export type QuerySimulationSelectionArgs = {
  runs: ReadonlyArray<Scalars['ID']['input']>;
  split?: Scalars['Float']['input'];
};


/**
 * All queries. A field that needs an upstream call of its own, or whose arguments may be refused, is nullable: when it
 * fails, the field is null, `errors` says why, and the other fields keep their values.
 */
export type QuerySimulationWeightingsArgs = {
  categoryId?: InputMaybe<Scalars['String']['input']>;
};


/**
 * All queries. A field that needs an upstream call of its own, or whose arguments may be refused, is nullable: when it
 * fails, the field is null, `errors` says why, and the other fields keep their values.
 */
export type QuerySimulationsArgs = {
  ids: ReadonlyArray<Scalars['ID']['input']>;
};


/**
 * All queries. A field that needs an upstream call of its own, or whose arguments may be refused, is nullable: when it
 * fails, the field is null, `errors` says why, and the other fields keep their values.
 */
export type QuerySnapshotArgs = {
  sourceId?: InputMaybe<Scalars['String']['input']>;
};


/**
 * All queries. A field that needs an upstream call of its own, or whose arguments may be refused, is nullable: when it
 * fails, the field is null, `errors` says why, and the other fields keep their values.
 */
export type QuerySourceArgs = {
  id: Scalars['String']['input'];
};


/**
 * All queries. A field that needs an upstream call of its own, or whose arguments may be refused, is nullable: when it
 * fails, the field is null, `errors` says why, and the other fields keep their values.
 */
export type QuerySourcesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<DataSourceFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<DataSourceOrder>;
};


/**
 * All queries. A field that needs an upstream call of its own, or whose arguments may be refused, is nullable: when it
 * fails, the field is null, `errors` says why, and the other fields keep their values.
 */
export type QueryVerifySimulationReceiptArgs = {
  hash: Scalars['String']['input'];
  runId: Scalars['ID']['input'];
};

/** Value object: one funding round. */
export type Raise = {
  readonly __typename?: 'Raise';
  /** Millions of USD; 0 when unknown. */
  readonly amountMillionUsd: Scalars['Float']['output'];
  /** When it was announced; null when unknown. */
  readonly date?: Maybe<Scalars['Date']['output']>;
  /** Lead investors; `—` when unknown. */
  readonly lead: Scalars['String']['output'];
  /** The project. */
  readonly project: Scalars['String']['output'];
  /** Kind of the round, as published: `Series A`. */
  readonly round: Scalars['String']['output'];
};

/** Value object: shares that were sold. */
export type RealizedLot = {
  readonly __typename?: 'RealizedLot';
  /** When they were bought; null for shares that were not. */
  readonly acquiredAt?: Maybe<Scalars['UnixSeconds']['output']>;
  /** What they cost with fees, USD; null for shares that were not bought, such as transfers. */
  readonly costUsd?: Maybe<Scalars['Float']['output']>;
  /** The fund. */
  readonly dtf: Dtf;
  /** Proceeds minus cost, USD; null without a cost. */
  readonly gainUsd?: Maybe<Scalars['Float']['output']>;
  /** Whole days from purchase to sale; null for shares that were not bought. */
  readonly holdingDays?: Maybe<Scalars['Int']['output']>;
  /** What they brought without fees, USD. */
  readonly proceedsUsd: Scalars['Float']['output'];
  /** Shares sold. */
  readonly shares: Scalars['Wei']['output'];
  /** When they were sold. */
  readonly soldAt: Scalars['UnixSeconds']['output'];
};

/** Value object: what a rebalance changed against the one before it. */
export type RebalanceTurnover = {
  readonly __typename?: 'RebalanceTurnover';
  /** Number of coins whose weight rose. */
  readonly buys: Scalars['Int']['output'];
  /** Day of the rebalance. */
  readonly date: Scalars['Date']['output'];
  /** Number of coins whose weight fell. */
  readonly sells: Scalars['Int']['output'];
  /** One-way turnover: 100·½·sum of the changes of all weights, |w − w before|, percent of the portfolio, not annualised. The weights before are those after the last rebalance, so that a change of weight by prices since then counts, whether it is traded or not; `totalFeesPct` follows from what is traded. Source: Grinold, Kahn 1999. */
  readonly turnoverPct: Scalars['Float']['output'];
};

/**
 * Value object: what a strategy would have earned on ticks that happened, by the rules of settlement, with
 * its stake added to the real pools. Amounts are USDC wei (18 decimals).
 */
export type Replay = {
  readonly __typename?: 'Replay';
  /** 5 basis points of a positive `total`, rounded down, as one claim at the end would cost. */
  readonly fee: Scalars['Wei']['output'];
  /** Whether the pools of all ticks are proved, see `MarketPools.isComplete`. */
  readonly isComplete: Scalars['Boolean']['output'];
  /** The ticks, ascending. */
  readonly ticks: ReadonlyArray<ReplayTick>;
  /** Revealed ticks that were played. */
  readonly ticksPlayed: Scalars['Int']['output'];
  /** Profit over all ticks, before the fee; negative for a loss. */
  readonly total: Scalars['Wei']['output'];
  /** Right predictions among the markets that moved, 0 to 1; null when none moved. */
  readonly winRate?: Maybe<Scalars['Float']['output']>;
};

/** A rule that predicts each market from what was known before a tick began. */
export type ReplayRule = {
  /** What the rule predicts. */
  readonly kind: ReplayRuleKind;
  /** Ticks before the predicted one over which the change of a market is looked at, 1 to 50. */
  readonly lookback?: Scalars['Int']['input'];
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

/** Value object: what a strategy would have earned in one tick. Amounts are USDC wei (18 decimals). */
export type ReplayTick = {
  readonly __typename?: 'ReplayTick';
  /** Profit up to and with this tick. */
  readonly cumulative: Scalars['Wei']['output'];
  /** Markets that moved. */
  readonly decided: Scalars['Int']['output'];
  /** Right predictions of markets that moved. */
  readonly hits: Scalars['Int']['output'];
  /** Markets of the tick. */
  readonly markets: Scalars['Int']['output'];
  /** Profit of the tick; negative for a loss. */
  readonly pnl: Scalars['Wei']['output'];
  /** The tick, with its outcomes and its reveal. */
  readonly tick: Tick;
  /** Number of the tick within the batch. */
  readonly tickId: Scalars['Int']['output'];
};

/** A request for test money. */
export type RequestFaucetInput = {
  /** Recipient: `0x` and 40 hex digits, where mixed case needs the right checksum, or global id of a portfolio. */
  readonly address: Scalars['String']['input'];
  /** USDC, human-readable with at most 18 decimals; more than 10000 is 10000. */
  readonly amount?: InputMaybe<Scalars['String']['input']>;
  /** Also send 0.5 units of the settlement chain's native token. */
  readonly gas?: InputMaybe<Scalars['Boolean']['input']>;
};

/** What the faucet paid, or why it did not. */
export type RequestFaucetPayload = {
  readonly __typename?: 'RequestFaucetPayload';
  /** The gas payment on the settlement chain; null when it was not requested or nothing was paid. */
  readonly gas?: Maybe<FaucetGas>;
  /** Whether USDC was paid. Gas may still have failed: see `gas.error`. */
  readonly success: Scalars['Boolean']['output'];
  /** The recipient; null when nothing was paid. */
  readonly to?: Maybe<Scalars['Address']['output']>;
  /** The mint on the L3 chain; null when nothing was paid. */
  readonly usdc?: Maybe<FaucetPayment>;
  /** Why nothing was paid; empty on success. */
  readonly userErrors: ReadonlyArray<FaucetUserError>;
};

/** Value object: how many daily returns are in an interval. The upper end belongs to the last interval alone. */
export type ReturnBin = {
  readonly __typename?: 'ReturnBin';
  /** Daily returns in it. */
  readonly count: Scalars['Int']['output'];
  /** Lower end, percent. */
  readonly fromPct: Scalars['Float']['output'];
  /** Upper end, percent. */
  readonly toPct: Scalars['Float']['output'];
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

/** Value object: one player's bitmap of a tick. */
export type RevealedBitmap = {
  readonly __typename?: 'RevealedBitmap';
  /** The bitmap as it was submitted. */
  readonly bitmap: Scalars['Hex']['output'];
  /** The hash that the oracle gives for it; null when it gives none. */
  readonly hash?: Maybe<Scalars['Bytes32']['output']>;
  /** Whether this service finds the same hash: keccak256 of the bitmap. */
  readonly hashMatches: Scalars['Boolean']['output'];
  /**
   * Whether the player committed to this bitmap in the batch, by the chain: the hash of the position, or
   * an earlier one in its events. Null when the chain cannot be read or has nothing about the player.
   */
  readonly matchesCommitment?: Maybe<Scalars['Boolean']['output']>;
  /** The player's wallet; null when the oracle names none. */
  readonly portfolio?: Maybe<Portfolio>;
  /** The predictions, by default in the order of the bits. */
  readonly predictions?: Maybe<PredictionConnection>;
};


/** Value object: one player's bitmap of a tick. */
export type RevealedBitmapPredictionsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<PredictionFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<PredictionOrder>;
};

/** Value object: figures of the returns that end with a day. */
export type RollingFigures = {
  readonly __typename?: 'RollingFigures';
  /** The last day of the window. */
  readonly date: Scalars['Date']['output'];
  /** As `Performance.maxDrawdownPct`, of the window: percent, at most 0. */
  readonly maxDrawdownPct: Scalars['Float']['output'];
  /** 100·(v_end/v_begin − 1), percent, not annualised. */
  readonly returnPct: Scalars['Float']['output'];
  /** As `Performance.sharpe`, of the window: a ratio, annualised. */
  readonly sharpe?: Maybe<Scalars['Float']['output']>;
  /** As `Performance.volatilityPct`, of the window: percent, annualised. */
  readonly volatilityPct?: Maybe<Scalars['Float']['output']>;
};

/**
 * Value object: what the choice of the best variant by Sharpe ratio is worth. All figures are over the daily returns
 * that all variants have; the first `split` of them are in sample. The figures after `variants` are null below 3 variants or 60 such returns.
 */
export type Selection = {
  readonly __typename?: 'Selection';
  /** Number of daily returns that all variants have. */
  readonly commonDays: Scalars['Int']['output'];
  /** Φ as `Performance.probabilisticSharpe`, of all common returns of the variant that was best in sample, against SR* = √V·((1 − γ)·Φ⁻¹(1 − 1/N) + γ·Φ⁻¹(1 − 1/(N·e))), the daily Sharpe ratio that the best of N variants without skill reaches: V the variance (ddof 1) of the daily Sharpe ratios of the N variants that have one, γ = 0.5772156649015329. A probability from 0 to 1. Source: Bailey, López de Prado 2014. */
  readonly deflatedSharpe?: Maybe<Scalars['Float']['output']>;
  /** Annualised Sharpe ratio SR*·√365 that the best of as many variants without skill is expected to have, a ratio; see `deflatedSharpe`. Source: Bailey, López de Prado 2014. */
  readonly expectedBestSharpe?: Maybe<Scalars['Float']['output']>;
  /** Share of the 252 halvings of ten blocks of returns in which the best variant of one half is not above the median of the other, a fraction from 0 to 1; the newest returns beyond ten equal blocks are left out. Source: Bailey, Borwein, López de Prado, Zhu 2017 (CSCV). */
  readonly probabilityOfOverfitting?: Maybe<Scalars['Float']['output']>;
  /** Spearman's correlation of the Sharpe ratios in and out of sample, a number from −1 to 1: below 0, what was good became bad. Null for equal ratios. Source: Spearman 1904. */
  readonly rankCorrelation?: Maybe<Scalars['Float']['output']>;
  /** Share of the common daily returns that are in sample, a fraction. */
  readonly split: Scalars['Float']['output'];
  /** The variants, in the order of the sweep or of the argument. */
  readonly variants: ReadonlyArray<SelectionVariant>;
  /** Rank out of sample of the variant that was best in sample; 1 is the best. Source: Bailey, Borwein, López de Prado, Zhu 2017. */
  readonly winnerRank?: Maybe<Scalars['Int']['output']>;
};

/** Value object: a variant before and after the split. */
export type SelectionVariant = {
  readonly __typename?: 'SelectionVariant';
  /** Rank by Sharpe ratio in sample, 1 is the best; equal ratios have the same. Null without a ratio. */
  readonly inSampleRank?: Maybe<Scalars['Int']['output']>;
  /** Total return in sample, percent. */
  readonly inSampleReturnPct?: Maybe<Scalars['Float']['output']>;
  /** Sharpe ratio in sample, annualised; null for constant returns. */
  readonly inSampleSharpe?: Maybe<Scalars['Float']['output']>;
  /** Label of the variant in its sweep: `top_n=5`, `drift 3%` …; null for runs that are named by id. */
  readonly label?: Maybe<Scalars['String']['output']>;
  /** Rank by Sharpe ratio out of sample, 1 is the best; equal ratios have the same. Null without a ratio. */
  readonly outOfSampleRank?: Maybe<Scalars['Int']['output']>;
  /** Total return out of sample, percent. */
  readonly outOfSampleReturnPct?: Maybe<Scalars['Float']['output']>;
  /** Sharpe ratio out of sample, annualised; null for constant returns. */
  readonly outOfSampleSharpe?: Maybe<Scalars['Float']['output']>;
  /** The run. */
  readonly run: SimulationRun;
};

/** A group of coins that can be backtested. */
export type SimulationCategory = Node & {
  readonly __typename?: 'SimulationCategory';
  /** Coins that can be bought today. */
  readonly coinCount: Scalars['Int']['output'];
  /** Global id. */
  readonly id: Scalars['ID']['output'];
  /** Market cap of those coins together, USD; null when unknown. */
  readonly marketCap?: Maybe<Scalars['Float']['output']>;
  /** Name for people. */
  readonly name: Scalars['String']['output'];
  /** Slug, as `SimulationInput.categoryId` takes it: `all`, `layer-1`, `dl-dexes` … */
  readonly slug: Scalars['String']['output'];
  /** Where the grouping comes from. */
  readonly source: CategorySource;
};

/** Value object: parameters of a run; null where the data node does not keep them. */
export type SimulationConfig = {
  readonly __typename?: 'SimulationConfig';
  /** Fee on traded notional, percent. */
  readonly baseFeePct?: Maybe<Scalars['Float']['output']>;
  /** Category slug. */
  readonly categoryId: Scalars['String']['output'];
  /** Fraction of the last price that is lost when a delisted position is closed. */
  readonly delistHaircut?: Maybe<Scalars['Float']['output']>;
  /** Look-back of the dominance trend, days. */
  readonly domLookback?: Maybe<Scalars['Int']['output']>;
  /** Dominance regime. */
  readonly domMode?: Maybe<SimulationDomMode>;
  /** Share moved to stables, a fraction from 0 to 1. */
  readonly fngCashPct?: Maybe<Scalars['Float']['output']>;
  /** An index below this is fear. */
  readonly fngFearThreshold?: Maybe<Scalars['Int']['output']>;
  /** An index above this is greed. */
  readonly fngGreedThreshold?: Maybe<Scalars['Int']['output']>;
  /** Fear and greed regime. */
  readonly fngMode?: Maybe<SimulationFngMode>;
  /** Days between rebalances. */
  readonly rebalanceDays: Scalars['Int']['output'];
  /** Slippage: each adds 0.1 % of traded notional. */
  readonly spreadMultiplier?: Maybe<Scalars['Float']['output']>;
  /** Requested first day. */
  readonly startDate?: Maybe<Scalars['Date']['output']>;
  /** Drift band, percentage points. */
  readonly thresholdPct?: Maybe<Scalars['Float']['output']>;
  /** Number of top assets by market cap. */
  readonly topN: Scalars['Int']['output'];
  /** Investors of whom one took part in a round, in lower case. */
  readonly vcInvestors?: Maybe<ReadonlyArray<Scalars['String']['output']>>;
  /** Minimum funding, millions USD. */
  readonly vcMinAmountM?: Maybe<Scalars['Float']['output']>;
  /** VC filter. */
  readonly vcMode?: Maybe<Scalars['String']['output']>;
  /** Types of rounds that count. */
  readonly vcRoundTypes?: Maybe<ReadonlyArray<Scalars['String']['output']>>;
  /** Weighting scheme. */
  readonly weighting: Scalars['String']['output'];
};

/** What a portfolio tilts towards by market dominance. */
export type SimulationDomMode =
  /** Half into BTC while its dominance rises. */
  | 'BTC'
  /** Half into ETH while its dominance rises. */
  | 'ETH'
  /** Half into BTC while its dominance falls. */
  | 'INVERSE';

/** What happens to a backtest: progress, then one result or failure. */
export type SimulationEvent = SimulationFailure | SimulationProgress | SimulationResult;

/** The end of a backtest or sweep that cannot be computed. */
export type SimulationFailure = {
  readonly __typename?: 'SimulationFailure';
  /** The same as `extensions.code` of an error: `INVALID_INPUT`, `UPSTREAM_UNAVAILABLE` … */
  readonly code: Scalars['String']['output'];
  /** What went wrong. */
  readonly message: Scalars['String']['output'];
};

/** When a portfolio moves to cash by the fear and greed index. */
export type SimulationFngMode =
  /** Cash from greed until fear appears. */
  | 'BOTH'
  /** Cash outside of fear, invested in fear. */
  | 'FEAR'
  /** Cash while greed lasts. */
  | 'GREED';

/** Value object: A position after a rebalance. */
export type SimulationHolding = {
  readonly __typename?: 'SimulationHolding';
  /** The coin. */
  readonly asset: Asset;
  /** The data node's id of the coin. */
  readonly coinId: Scalars['String']['output'];
  /** Price on that day, USD. */
  readonly price: Scalars['Float']['output'];
  /** Units held per unit of initial capital. */
  readonly quantity: Scalars['Float']['output'];
  /** Day of the rebalance. */
  readonly rebalanceDate: Scalars['Date']['output'];
  /** Share of the portfolio, 0 to 1. */
  readonly weight: Scalars['Float']['output'];
};

/** A backtest. Inputs that differ only in order, case or in defaults are the same request and share one computation. */
export type SimulationInput = {
  /** Fee on traded notional, percent, 0 to 25. */
  readonly baseFeePct?: InputMaybe<Scalars['Float']['input']>;
  /** Category from `simulationCategories`: slug, or global id. */
  readonly categoryId: Scalars['String']['input'];
  /** Fraction of the last price that is lost when a delisted position is closed, 0 to 0.99. */
  readonly delistHaircut?: InputMaybe<Scalars['Float']['input']>;
  /** Look-back of the dominance trend, days, 1 to 3650. */
  readonly domLookback?: InputMaybe<Scalars['Int']['input']>;
  /** Dominance regime; none when left out. */
  readonly domMode?: InputMaybe<SimulationDomMode>;
  /** Share moved to stables, a fraction from 0 to 1. */
  readonly fngCashPct?: InputMaybe<Scalars['Float']['input']>;
  /** An index below this is fear, 0 to 100. */
  readonly fngFearThreshold?: InputMaybe<Scalars['Int']['input']>;
  /** An index above this is greed, 0 to 100. */
  readonly fngGreedThreshold?: InputMaybe<Scalars['Int']['input']>;
  /** Fear and greed regime; none when left out. */
  readonly fngMode?: InputMaybe<SimulationFngMode>;
  /** Skips every cache and recomputes. */
  readonly force?: InputMaybe<Scalars['Boolean']['input']>;
  /** Days between rebalances, 1 to 3650. */
  readonly rebalanceDays: Scalars['Int']['input'];
  /** Slippage: each adds 0.1 % of traded notional, 0 to 200. */
  readonly spreadMultiplier?: InputMaybe<Scalars['Float']['input']>;
  /** First day; the earliest of the data when left out. */
  readonly startDate?: InputMaybe<Scalars['Date']['input']>;
  /** Rebalances on drift beyond this instead of by the calendar, percentage points, 0.001 to 100. */
  readonly thresholdPct?: InputMaybe<Scalars['Float']['input']>;
  /** Number of top assets by market cap, 1 to 1000. */
  readonly topN: Scalars['Int']['input'];
  /** Investors of whom one took part in a round, any case; at most 100. */
  readonly vcInvestors?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Minimum funding, millions USD, 0 to 1000000. */
  readonly vcMinAmountM?: InputMaybe<Scalars['Float']['input']>;
  /** VC filter: `include`, `exclude`, `funding`, `valuation` or `fresh_{months}` with 1 to 120 months; `include` when another VC field is given. */
  readonly vcMode?: InputMaybe<Scalars['String']['input']>;
  /** Types of rounds that count: `seed`, `series_a` …; at most 100. */
  readonly vcRoundTypes?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /**
   * Weighting scheme, any case: `equal`, `mcap`, `mcap_cap{P}`, `sqrt_mcap`, `momentum_{L}`, `invvol_{L}`, `dual_mom_{L}`,
   * `risk_parity_{L}`, `min_var_{L}`, `multi_factor_{L}`, `low_vol_{L}`; for categories that start with `dl-` also `tvl`,
   * `tvl_cap{P}`, `tvl_sqrt`, `fees_w`, `revenue_w`, `volume_w`, `tvl_mom_{L}`, `fee_eff`, `yield_w`. `P` is a cap in
   * percent, 1 to 100; `L` a look-back in days, 2 to 730, for `risk_parity` and `min_var` from 3.
   */
  readonly weighting: Scalars['String']['input'];
};

/** Value object: A portfolio on one day. */
export type SimulationNavPoint = {
  readonly __typename?: 'SimulationNavPoint';
  /** The day. */
  readonly date: Scalars['Date']['output'];
  /** Below the highest value so far, percent, at most 0. */
  readonly drawdownPct: Scalars['Float']['output'];
  /** Value of the portfolio; 1 on the first day. */
  readonly nav: Scalars['Float']['output'];
};

/** How far a backtest has come; only the newest is sent to those who read slowly. */
export type SimulationProgress = {
  readonly __typename?: 'SimulationProgress';
  /** The day being simulated; null when the data node states none. */
  readonly currentDate?: Maybe<Scalars['Date']['output']>;
  /** 0 to 100. */
  readonly pct: Scalars['Float']['output'];
  /** The progress in words; null when the data node states none. */
  readonly text?: Maybe<Scalars['String']['output']>;
  /** Days to be simulated. */
  readonly totalDates?: Maybe<Scalars['Int']['output']>;
};

/** Value object: proof of what a run was. `hash` can be recomputed from the other fields. */
export type SimulationReceipt = {
  readonly __typename?: 'SimulationReceipt';
  /** Last day of the series. */
  readonly dataset: Scalars['Date']['output'];
  /** What computed it, with the version of the rules of this receipt. */
  readonly engine: Scalars['String']['output'];
  /** SHA-256, 64 hex digits, of the canonical JSON (RFC 8785) of the object with the members `dataset`, `engine`, `input` and `nav`. */
  readonly hash: Scalars['String']['output'];
  /** Canonical JSON of what was computed: `category_id`, `top_n`, `weighting`, `rebalance_days`, `base_fee_pct`, `spread_multiplier`, which data nodes keep of every run, and `start_date`, the first day of the series. */
  readonly input: Scalars['String']['output'];
  /** SHA-256, 64 hex digits, of the lines `YYYY-MM-DD,nav` of the series, each ending with a line feed, numbers as in JSON. */
  readonly nav: Scalars['String']['output'];
};

/** The end of a backtest that was computed. */
export type SimulationResult = {
  readonly __typename?: 'SimulationResult';
  /** The finished run. */
  readonly run: SimulationRun;
};

/** A finished backtest. */
export type SimulationRun = Node & {
  readonly __typename?: 'SimulationRun';
  /** A coin over the days of the run; null where it has no prices for them. */
  readonly benchmark?: Maybe<Benchmark>;
  /** True when it was served from a cache. */
  readonly cached: Scalars['Boolean']['output'];
  /** The category it was run on; null when it is not listed. */
  readonly category?: Maybe<SimulationCategory>;
  /** This run and finished ones it is compared with: first this one, then the others in their order; those that do not exist are left out. */
  readonly comparison?: Maybe<ReadonlyArray<SimulationRun>>;
  /** When it was computed; null for runs that are not in the results yet. */
  readonly computedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Computation time, milliseconds; 0 when cached; null for variants of a sweep that are not in the results yet. */
  readonly computedInMs?: Maybe<Scalars['Float']['output']>;
  /** What it was computed with; null when the data node no longer lists the run. */
  readonly config?: Maybe<SimulationConfig>;
  /**
   * What each coin added to the return. One upstream call for the holdings of all rebalances, which `turnover` shares;
   * null when the run has none.
   */
  readonly contributions?: Maybe<Contributions>;
  /** What it held after a rebalance, heaviest first; empty on a day without one. */
  readonly holdings?: Maybe<ReadonlyArray<SimulationHolding>>;
  /** Global id. */
  readonly id: Scalars['ID']['output'];
  /** Value of the portfolio day by day, 1 on the first day; null when the data node no longer has it. */
  readonly navSeries?: Maybe<ReadonlyArray<SimulationNavPoint>>;
  /**
   * What the run earned and how risky it was. Costs the run's series, which `navSeries` shares; the figures are cached
   * with it. Null when the data node no longer has the series.
   */
  readonly performance?: Maybe<Performance>;
  /**
   * Proof of what the run was, the same on every replica. Costs the run's series. Null when the data node no longer lists
   * the run.
   */
  readonly receipt?: Maybe<SimulationReceipt>;
  /** Number of the run, for `simulations`, `compareSimulations` and `comparison`. */
  readonly runId: Scalars['Int']['output'];
  /** What it came to; null when the data node no longer lists the run. */
  readonly stats?: Maybe<SimulationStats>;
  /**
   * How much of the portfolio the rebalances changed. One upstream call for the holdings of all rebalances; null when the
   * run has none.
   */
  readonly turnover?: Maybe<Turnover>;
};


/** A finished backtest. */
export type SimulationRunBenchmarkArgs = {
  symbol?: InputMaybe<BenchmarkSymbol>;
};


/** A finished backtest. */
export type SimulationRunComparisonArgs = {
  with: ReadonlyArray<Scalars['ID']['input']>;
};


/** A finished backtest. */
export type SimulationRunContributionsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
};


/** A finished backtest. */
export type SimulationRunHoldingsArgs = {
  date?: InputMaybe<Scalars['Date']['input']>;
};


/** A finished backtest. */
export type SimulationRunNavSeriesArgs = {
  maxPoints?: InputMaybe<Scalars['Int']['input']>;
};


/** A finished backtest. */
export type SimulationRunPerformanceArgs = {
  from?: InputMaybe<Scalars['Date']['input']>;
  riskFreePct?: Scalars['Float']['input'];
  to?: InputMaybe<Scalars['Date']['input']>;
};

/** A page of finished runs. */
export type SimulationRunConnection = {
  readonly __typename?: 'SimulationRunConnection';
  /** The runs of the page with their cursors. */
  readonly edges: ReadonlyArray<SimulationRunEdge>;
  /** Where the page begins and ends. */
  readonly pageInfo: PageInfo;
  /** Number of runs on all pages. */
  readonly totalCount: Scalars['Int']['output'];
};

/** A run in a page. */
export type SimulationRunEdge = {
  readonly __typename?: 'SimulationRunEdge';
  /** Position of the run; send it as `after` or `before`. */
  readonly cursor: Scalars['String']['output'];
  /** The run. */
  readonly node: SimulationRun;
};

/** Which finished runs a list contains. A run matches when it matches every given field. */
export type SimulationRunFilter = {
  /** Only runs on this category: slug, or global id. */
  readonly category?: InputMaybe<Scalars['ID']['input']>;
  /** Only runs whose figures are within all of these. Reads the series of every run that matches the other fields, 50 in one upstream call; at most 100 may. */
  readonly figures?: InputMaybe<ReadonlyArray<FigureRange>>;
  /** Only runs computed at or after this time. */
  readonly from?: InputMaybe<Scalars['UnixSeconds']['input']>;
  /** Only runs computed at or before this time. */
  readonly to?: InputMaybe<Scalars['UnixSeconds']['input']>;
  /** Only runs with this number of assets. */
  readonly topN?: InputMaybe<Scalars['Int']['input']>;
  /** Only runs with one of these weighting schemes, under any name that `SimulationInput.weighting` takes. */
  readonly weightings?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
};

/** Order of a list of finished runs. */
export type SimulationRunOrder = {
  /** The default is DESC. */
  readonly direction?: InputMaybe<OrderDirection>;
  /** What to order by. */
  readonly field: SimulationRunOrderField;
};

/** What finished runs can be ordered by. */
export type SimulationRunOrderField =
  /** `Performance.calmar`. */
  | 'CALMAR'
  /** When the run was computed. */
  | 'COMPUTED_AT'
  /** Maximum decline, at most 0: the smallest decline is the largest value. */
  | 'MAX_DRAWDOWN'
  /** Return of the last 365 days of the run, or of a run of at least 364. */
  | 'RETURN_1Y'
  /** Return of the last 30 days of the run. */
  | 'RETURN_30D'
  /** Risk-adjusted return. */
  | 'SHARPE'
  /** `Performance.sortino`. */
  | 'SORTINO'
  /** Cumulative return. */
  | 'TOTAL_RETURN'
  /** `Performance.volatilityPct`. Reads the series of every run that matches the filter, 50 in one upstream call, as all that follow; at most 100 may match. */
  | 'VOLATILITY';

/** Value object: statistics of a run. */
export type SimulationStats = {
  readonly __typename?: 'SimulationStats';
  /** Annualized return, percent. */
  readonly annualizedReturn: Scalars['Float']['output'];
  /** Last day. */
  readonly endDate: Scalars['Date']['output'];
  /** Maximum peak-to-trough decline, percent, at most 0. */
  readonly maxDrawdownPct: Scalars['Float']['output'];
  /** Risk-adjusted return, a ratio: mean over deviation of daily returns, annualised. */
  readonly sharpeRatio: Scalars['Float']['output'];
  /** First day. */
  readonly startDate: Scalars['Date']['output'];
  /** Number of positions that were closed because their asset could no longer be traded. Never null. */
  readonly totalDelistings: Scalars['Int']['output'];
  /** Sum over all rebalances of 100·φ·Σ|w − w before|, percent of the value at each rebalance, not annualised: w are the weights, φ = `baseFeePct`/100 + 0.001·`spreadMultiplier` is the cost of what is traded. Never null. */
  readonly totalFeesPct: Scalars['Float']['output'];
  /** Number of rebalances, with the first, which buys the portfolio. Never null. */
  readonly totalRebalances: Scalars['Int']['output'];
  /** Cumulative return, percent. */
  readonly totalReturnPct: Scalars['Float']['output'];
  /** Number of trades: in each rebalance, the assets whose weight changed. Trades of cash are not counted. Never null. */
  readonly totalTrades: Scalars['Int']['output'];
};

/** Value object: how often a wallet was right about markets of a source. */
export type SourceAccuracy = {
  readonly __typename?: 'SourceAccuracy';
  /** `hits` of `decided`, percent. */
  readonly accuracyPct: Scalars['Float']['output'];
  /** Predictions of markets that moved. */
  readonly decided: Scalars['Int']['output'];
  /** Right predictions of markets that moved. */
  readonly hits: Scalars['Int']['output'];
  /** The data source; null when the data node does not list it. */
  readonly source?: Maybe<DataSource>;
  /** Id of the data source. */
  readonly sourceId: Scalars['String']['output'];
};

/** An asset of a data source with its latest value. */
export type SourceAsset = Node & {
  readonly __typename?: 'SourceAsset';
  /** The same asset with its price in USD; null where it has none. */
  readonly asset?: Maybe<Asset>;
  /** Unique within the source. */
  readonly assetId: Scalars['String']['output'];
  /** Category within the source. */
  readonly category?: Maybe<Scalars['String']['output']>;
  /** Change, percent; the period depends on the source. */
  readonly changePct?: Maybe<Scalars['Float']['output']>;
  /** When it was fetched. */
  readonly fetchedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Values over time, ascending. */
  readonly history?: Maybe<ReadonlyArray<MarketPoint>>;
  /** Global id. */
  readonly id: Scalars['ID']['output'];
  /** Market capitalisation, USD; only crypto. */
  readonly marketCap?: Maybe<Scalars['Float']['output']>;
  /** Full name. */
  readonly name: Scalars['String']['output'];
  /** Identifier of the source. */
  readonly sourceId: Scalars['String']['output'];
  /** Short label. */
  readonly symbol: Scalars['String']['output'];
  /** Current value or price, in the unit of the source. */
  readonly value?: Maybe<Scalars['Float']['output']>;
  /** Volume of 24 hours, USD; only crypto and finance sources. */
  readonly volume24h?: Maybe<Scalars['Float']['output']>;
};


/** An asset of a data source with its latest value. */
export type SourceAssetHistoryArgs = {
  from?: InputMaybe<Scalars['UnixSeconds']['input']>;
  maxPoints?: InputMaybe<Scalars['Int']['input']>;
  to?: InputMaybe<Scalars['UnixSeconds']['input']>;
};

/** A page of assets of data sources. */
export type SourceAssetConnection = {
  readonly __typename?: 'SourceAssetConnection';
  /** The page's assets of data sources with their cursors. */
  readonly edges: ReadonlyArray<SourceAssetEdge>;
  /** Where the page begins and ends. */
  readonly pageInfo: PageInfo;
  /** Number of elements on all pages. */
  readonly totalCount: Scalars['Int']['output'];
};

/** One of a page of assets of data sources. */
export type SourceAssetEdge = {
  readonly __typename?: 'SourceAssetEdge';
  /** Position of the element; send it as `after` or `before`. */
  readonly cursor: Scalars['String']['output'];
  /** The asset. */
  readonly node: SourceAsset;
};

/** Which assets of data sources a list contains. An asset matches when it matches every given field. */
export type SourceAssetFilter = {
  /** Only these assets: identifiers within their source, or global ids. */
  readonly assetIds?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
  /** Only assets of this category within the source. */
  readonly category?: InputMaybe<Scalars['String']['input']>;
  /** Part of the name or symbol, any case. */
  readonly search?: InputMaybe<Scalars['String']['input']>;
};

/** Order of a list of assets of data sources. */
export type SourceAssetOrder = {
  /** The default is ASC for `DEFAULT` and `SYMBOL`, and DESC for the others. */
  readonly direction?: InputMaybe<OrderDirection>;
  /** What to order by. */
  readonly field: SourceAssetOrderField;
};

/** What assets of data sources can be ordered by. */
export type SourceAssetOrderField =
  /** Change of the value. */
  | 'CHANGE'
  /** The data node's own order. */
  | 'DEFAULT'
  /** Market capitalisation. */
  | 'MARKET_CAP'
  /** Symbol, ignoring case. */
  | 'SYMBOL'
  /** Latest value. */
  | 'VALUE'
  /** Volume of 24 hours. */
  | 'VOLUME';

/** Value object: a category of data sources. */
export type SourceCategory = {
  readonly __typename?: 'SourceCategory';
  /** Key, as in `DataSource.category`. */
  readonly key: Scalars['String']['output'];
  /** Name to show. */
  readonly label: Scalars['String']['output'];
};

/** How a data source is. */
export type SourceStatus =
  /** Its newest record is younger than 7 days. */
  | 'HEALTHY'
  /** It has no active asset. */
  | 'NOT_STARTED'
  /** It has assets, but no record of the last 7 days. */
  | 'STALE';

/** Value object: a wallet after changes of prices. */
export type StressResult = {
  readonly __typename?: 'StressResult';
  /** 100·(valueUsd/value before − 1), percent. Null when the value before is 0. */
  readonly changePct?: Maybe<Scalars['Float']['output']>;
  /** Each fund's value after the change, the largest before it first. */
  readonly funds: ReadonlyArray<FundValue>;
  /** The loans after the change. */
  readonly loans: ReadonlyArray<StressedLoan>;
  /** Sum over the funds of value·Σ(w·(1 + pct/100)), USD: w are the weights of the basket, pct are the changes. With pledged shares and without debt. Never null. */
  readonly valueUsd: Scalars['Float']['output'];
};

/** Value object: a loan after changes of prices; interest and repayments are not counted. */
export type StressedLoan = {
  readonly __typename?: 'StressedLoan';
  /** Value of the collateral after the changes · liquidation threshold/debt, a ratio; below 1 the loan can be liquidated. Null without debt. */
  readonly healthFactor?: Maybe<Scalars['Float']['output']>;
  /** Whether the loan can be liquidated: a health factor below 1. */
  readonly isLiquidatable: Scalars['Boolean']['output'];
  /** The market. */
  readonly market: LendingMarket;
  /** What the health factor means, as `LendingPosition.state`. */
  readonly state: LoanHealth;
};

/** Value object: why a bitmap was not accepted. */
export type SubmitBitmapError = {
  readonly __typename?: 'SubmitBitmapError';
  /** The reason, to branch on. */
  readonly code: SubmitBitmapErrorCode;
  /** Path of the argument that is wrong; null when none is. */
  readonly field?: Maybe<ReadonlyArray<Scalars['String']['output']>>;
  /** The reason in words. */
  readonly message: Scalars['String']['output'];
  /** Seconds after which trying again makes sense; null when it makes none. */
  readonly retryAfter?: Maybe<Scalars['Int']['output']>;
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
  readonly batchId: Scalars['ID']['input'];
  /** `0x` and whole bytes of hex, at most 32,000 bytes. Padding with zeros is welcome, where it is part of the hash. */
  readonly bitmap: Scalars['String']['input'];
  /** keccak256 of the bitmap's bytes, as given when joining: `0x` and 64 hex digits. */
  readonly expectedHash: Scalars['String']['input'];
  /** The wallet that joined the batch: address in any case, or global id of its portfolio. */
  readonly player: Scalars['String']['input'];
  /** Whether to wait for the answers of all oracles, at most 5 seconds longer, after a quorum has accepted. */
  readonly waitForAll?: InputMaybe<Scalars['Boolean']['input']>;
};

/** What became of a submission. */
export type SubmitBitmapPayload = {
  readonly __typename?: 'SubmitBitmapPayload';
  /** True when two thirds of the oracles accepted; the others get the bitmap in the background. */
  readonly accepted: Scalars['Boolean']['output'];
  /** Oracles that have accepted. */
  readonly acceptedCount: Scalars['Int']['output'];
  /** The batch; null when it does not exist, and when the bitmap was sent to no oracle. */
  readonly batch?: Maybe<Batch>;
  /** The response of each oracle, in a fixed order; empty when the bitmap was sent to none. */
  readonly oracles: ReadonlyArray<OracleAnswer>;
  /** Oracles that must accept; 0 when the bitmap was sent to none. */
  readonly quorum: Scalars['Int']['output'];
  /** Why the bitmap was not accepted; empty when it was. */
  readonly userErrors: ReadonlyArray<SubmitBitmapError>;
};

/** What can be followed as it happens, over server-sent events. */
export type Subscription = {
  readonly __typename?: 'Subscription';
  /** A batch now, and whenever something of its live state changes. */
  readonly batch?: Maybe<Batch>;
  /** A DTF now, and whenever its NAV, assets under management or supply change. */
  readonly dtf: Dtf;
  /** Order book of a DTF now, and whenever it changes. Subscribers of one book share its polls. */
  readonly dtfOrderBook: DtfOrderBook;
  /** NAV per share of a DTF now, and whenever it changes. */
  readonly nav?: Maybe<DtfNav>;
  /** Every player who joins a batch from now on. */
  readonly playerJoined?: Maybe<PlayerJoined>;
  /** What a wallet holds now, and whenever its value changes. */
  readonly portfolio: Portfolio;
  /** Computes a backtest, with progress events. Invalid input is an error before the first event. Events carry ids; `Last-Event-ID` resumes after one. */
  readonly simulation: SimulationEvent;
  /** Computes a sweep, with progress events and each variant as it finishes. `Last-Event-ID` resumes without those already seen. */
  readonly sweep: SweepEvent;
  /** Every tick of a batch that is resolved from now on. `Last-Event-ID` resumes after the last tick received. */
  readonly tickResolved?: Maybe<Tick>;
};


/** What can be followed as it happens, over server-sent events. */
export type SubscriptionBatchArgs = {
  id: Scalars['ID']['input'];
};


/** What can be followed as it happens, over server-sent events. */
export type SubscriptionDtfArgs = {
  id: Scalars['ID']['input'];
};


/** What can be followed as it happens, over server-sent events. */
export type SubscriptionDtfOrderBookArgs = {
  aggregationBps?: Scalars['Int']['input'];
  id: Scalars['ID']['input'];
  levels?: Scalars['Int']['input'];
};


/** What can be followed as it happens, over server-sent events. */
export type SubscriptionNavArgs = {
  itpId: Scalars['ID']['input'];
};


/** What can be followed as it happens, over server-sent events. */
export type SubscriptionPlayerJoinedArgs = {
  batchId: Scalars['ID']['input'];
};


/** What can be followed as it happens, over server-sent events. */
export type SubscriptionPortfolioArgs = {
  address: Scalars['Address']['input'];
};


/** What can be followed as it happens, over server-sent events. */
export type SubscriptionSimulationArgs = {
  input: SimulationInput;
};


/** What can be followed as it happens, over server-sent events. */
export type SubscriptionSweepArgs = {
  input: SweepInput;
};


/** What can be followed as it happens, over server-sent events. */
export type SubscriptionTickResolvedArgs = {
  batchId: Scalars['ID']['input'];
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

/** The end of a sweep. */
export type SweepDone = {
  readonly __typename?: 'SweepDone';
  /** What the choice of the best variant is worth. Reads the series of variants that the sweep did not send. Null below 2 variants. */
  readonly selection?: Maybe<Selection>;
  /** How many variants there were, with those that failed. */
  readonly totalVariants: Scalars['Int']['output'];
  /** All variants that were computed, once more. */
  readonly variants: ReadonlyArray<SweepVariant>;
};


/** The end of a sweep. */
export type SweepDoneSelectionArgs = {
  split?: Scalars['Float']['input'];
};

/**
 * What happens to a sweep: its variants as they finish, then one `SweepDone` or `SimulationFailure`. A
 * variant's place is known but for some progress; it is nullable in all of them, so that one selection serves all.
 */
export type SweepEvent = SimulationFailure | SweepDone | SweepProgress | SweepVariant | SweepVariantFailure;

/** Backtests that differ in one parameter; everything else is as in `SimulationInput`. */
export type SweepInput = {
  /** Fee on traded notional, percent, 0 to 25. */
  readonly baseFeePct?: InputMaybe<Scalars['Float']['input']>;
  /** Categories for `CATEGORY`, 1 to 50: slugs, or global ids. */
  readonly categories?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Category of the base: slug, or global id. */
  readonly categoryId: Scalars['String']['input'];
  /** Fraction of the last price that is lost when a delisted position is closed, 0 to 0.99. */
  readonly delistHaircut?: InputMaybe<Scalars['Float']['input']>;
  /** Look-back of the dominance trend, days, 1 to 3650. */
  readonly domLookback?: InputMaybe<Scalars['Int']['input']>;
  /** Dominance regime; none when left out. */
  readonly domMode?: InputMaybe<SimulationDomMode>;
  /** Share moved to stables, a fraction from 0 to 1. */
  readonly fngCashPct?: InputMaybe<Scalars['Float']['input']>;
  /** An index below this is fear, 0 to 100. */
  readonly fngFearThreshold?: InputMaybe<Scalars['Int']['input']>;
  /** An index above this is greed, 0 to 100. */
  readonly fngGreedThreshold?: InputMaybe<Scalars['Int']['input']>;
  /** Fear and greed regime; none when left out. */
  readonly fngMode?: InputMaybe<SimulationFngMode>;
  /** Skips every cache and recomputes. */
  readonly force?: InputMaybe<Scalars['Boolean']['input']>;
  /** Days between rebalances of the base, 1 to 3650. */
  readonly rebalanceDays?: InputMaybe<Scalars['Int']['input']>;
  /** Slippage: each adds 0.1 % of traded notional, 0 to 200. */
  readonly spreadMultiplier?: InputMaybe<Scalars['Float']['input']>;
  /** First day; the earliest of the data when left out. */
  readonly startDate?: InputMaybe<Scalars['Date']['input']>;
  /** What to vary. */
  readonly sweep: SweepDimension;
  /** Drift band of the base, percentage points, 0.001 to 100. */
  readonly thresholdPct?: InputMaybe<Scalars['Float']['input']>;
  /** Number of assets of the base, 1 to 1000. */
  readonly topN?: InputMaybe<Scalars['Int']['input']>;
  /** Investors of whom one took part in a round, any case; at most 100. */
  readonly vcInvestors?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Minimum funding, millions USD, 0 to 1000000. */
  readonly vcMinAmountM?: InputMaybe<Scalars['Float']['input']>;
  /** VC filter, as in `SimulationInput`. */
  readonly vcMode?: InputMaybe<Scalars['String']['input']>;
  /** Types of rounds that count: `seed`, `series_a` …; at most 100. */
  readonly vcRoundTypes?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Weighting of the base, as in `SimulationInput`. */
  readonly weighting?: InputMaybe<Scalars['String']['input']>;
};

/** How far a sweep has come. */
export type SweepProgress = {
  readonly __typename?: 'SweepProgress';
  /** The day being simulated; null when the data node states none. */
  readonly currentDate?: Maybe<Scalars['Date']['output']>;
  /** Its place, from 0. */
  readonly index?: Maybe<Scalars['Int']['output']>;
  /** 0 to 100. */
  readonly pct: Scalars['Float']['output'];
  /** The progress in words: `top_n=5: 2024-06-30` … */
  readonly text?: Maybe<Scalars['String']['output']>;
  /** How many variants there are. */
  readonly total?: Maybe<Scalars['Int']['output']>;
  /** Days to be simulated. */
  readonly totalDates?: Maybe<Scalars['Int']['output']>;
  /** Label of the variant being computed: `top_n=5`, `drift 3%` … */
  readonly variant?: Maybe<Scalars['String']['output']>;
};

/** A variant that was computed. */
export type SweepVariant = {
  readonly __typename?: 'SweepVariant';
  /** Its place, from 0. */
  readonly index?: Maybe<Scalars['Int']['output']>;
  /** The finished run. */
  readonly run: SimulationRun;
  /** How many variants there are. */
  readonly total?: Maybe<Scalars['Int']['output']>;
  /** Label: `top_n=5`, `drift 3%` … */
  readonly variant?: Maybe<Scalars['String']['output']>;
};

/** A variant that cannot be computed; the sweep goes on. */
export type SweepVariantFailure = {
  readonly __typename?: 'SweepVariantFailure';
  /** Its place, from 0. */
  readonly index?: Maybe<Scalars['Int']['output']>;
  /** What went wrong. */
  readonly message: Scalars['String']['output'];
  /** How many variants there are. */
  readonly total?: Maybe<Scalars['Int']['output']>;
  /** Label: `top_n=5`, `drift 3%` … */
  readonly variant?: Maybe<Scalars['String']['output']>;
};

/** A resolved tick of a batch. */
export type Tick = Node & {
  readonly __typename?: 'Tick';
  /** The batch; null when no oracle knows it. */
  readonly batch?: Maybe<Batch>;
  /** Number of the batch on the chain. */
  readonly batchId: Scalars['Int']['output'];
  /** Global id. */
  readonly id: Scalars['ID']['output'];
  /** What became of each market, by default in the order of the bits. */
  readonly outcomes?: Maybe<MarketOutcomeConnection>;
  /** Players who took part. */
  readonly playerCount?: Maybe<Scalars['Int']['output']>;
  /** When it was resolved. */
  readonly resolvedAt?: Maybe<Scalars['DateTime']['output']>;
  /** The bitmaps that were played, once the reveal window has expired. */
  readonly reveal?: Maybe<TickReveal>;
  /** Number of the tick within the batch. */
  readonly tickId: Scalars['Int']['output'];
  /** Volume matched between winners and losers, USDC wei (18 decimals). */
  readonly totalMatched?: Maybe<Scalars['Wei']['output']>;
};


/** A resolved tick of a batch. */
export type TickOutcomesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<OutcomeFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<OutcomeOrder>;
};

/** A page of ticks. */
export type TickConnection = {
  readonly __typename?: 'TickConnection';
  /** The page's ticks with their cursors. */
  readonly edges: ReadonlyArray<TickEdge>;
  /** Where the page begins and ends. */
  readonly pageInfo: PageInfo;
  /** Number of elements on all pages. */
  readonly totalCount: Scalars['Int']['output'];
};

/** One of a page of ticks. */
export type TickEdge = {
  readonly __typename?: 'TickEdge';
  /** Position of the element; send it as `after` or `before`. */
  readonly cursor: Scalars['String']['output'];
  /** The tick. */
  readonly node: Tick;
};

/** Which ticks a list contains. A tick matches when it matches every given field. */
export type TickFilter = {
  /** Only ticks that were resolved at this time or later. */
  readonly from?: InputMaybe<Scalars['UnixSeconds']['input']>;
  /** Only these ticks: numbers within the batch, or global ids. */
  readonly tickIds?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
  /** Only ticks that were resolved at this time or earlier. */
  readonly to?: InputMaybe<Scalars['UnixSeconds']['input']>;
};

/** Order of a list of ticks. */
export type TickOrder = {
  /** The default is DESC. */
  readonly direction?: InputMaybe<OrderDirection>;
  /** What to order by. */
  readonly field: TickOrderField;
};

/** What ticks can be ordered by. */
export type TickOrderField =
  /** Number within the batch. */
  | 'TICK';

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

/** Value object: the bitmaps of a tick, or until when they stay sealed. */
export type TickReveal = {
  readonly __typename?: 'TickReveal';
  /** The bitmaps; empty while they are sealed. */
  readonly bitmaps: ReadonlyArray<RevealedBitmap>;
  /** When they are revealed; null once they are, or where the oracle does not tell. */
  readonly deadline?: Maybe<Scalars['UnixSeconds']['output']>;
  /** True before the reveal window has expired: there are no bitmaps to see. */
  readonly isSealed: Scalars['Boolean']['output'];
};

/** One purchase or sale of DTF shares. */
export type Trade = Node & {
  readonly __typename?: 'Trade';
  /** The fund. */
  readonly dtf: Dtf;
  /** Fee on top, USD. */
  readonly feeUsd: Scalars['Float']['output'];
  /** Global id. */
  readonly id: Scalars['ID']['output'];
  /** Execution price per share, USD. */
  readonly pricePerShareUsd: Scalars['Float']['output'];
  /** Shares traded. */
  readonly shares: Scalars['Wei']['output'];
  /** When its block was mined. */
  readonly timestamp: Scalars['UnixSeconds']['output'];
  /** Shares times price, USD. */
  readonly totalUsd: Scalars['Float']['output'];
  /** Hash of the transaction on the chain; null when the data node states none. */
  readonly txHash?: Maybe<Scalars['Bytes32']['output']>;
  /** Bought or sold. */
  readonly type: TradeType;
};

/** A page of trades. */
export type TradeConnection = {
  readonly __typename?: 'TradeConnection';
  /** The trades of the page with their cursors. */
  readonly edges: ReadonlyArray<TradeEdge>;
  /** Where the page begins and ends. */
  readonly pageInfo: PageInfo;
  /** Number of trades on all pages. */
  readonly totalCount: Scalars['Int']['output'];
};

/** A trade in a page. */
export type TradeEdge = {
  readonly __typename?: 'TradeEdge';
  /** Position of the trade; send it as `after` or `before`. */
  readonly cursor: Scalars['String']['output'];
  /** The trade. */
  readonly node: Trade;
};

/** Which trades a list contains. A trade matches when it matches every given field. */
export type TradeFilter = {
  /** Only trades of this DTF: global id, or identifier on the chain. */
  readonly dtf?: InputMaybe<Scalars['ID']['input']>;
  /** Only trades at or after this time. */
  readonly from?: InputMaybe<Scalars['UnixSeconds']['input']>;
  /** Only trades at or before this time. */
  readonly to?: InputMaybe<Scalars['UnixSeconds']['input']>;
  /** Only purchases, or only sales. */
  readonly type?: InputMaybe<TradeType>;
};

/** Order of a list of trades. */
export type TradeOrder = {
  /** The default is DESC. */
  readonly direction?: InputMaybe<OrderDirection>;
  /** What to order by. */
  readonly field: TradeOrderField;
};

/** What trades can be ordered by. */
export type TradeOrderField =
  /** Time of the block. */
  | 'TIME'
  /** Shares times price. */
  | 'TOTAL_USD';

/** Whether shares were bought or sold. */
export type TradeType =
  /** Shares were minted for USDC. */
  | 'BUY'
  /** Shares were redeemed for USDC. */
  | 'SELL';

/**
 * Value object: how much of a portfolio its rebalances changed. Where the data node returns the latest rebalance only,
 * there is nothing to compare: `rebalances` is empty.
 */
export type Turnover = {
  readonly __typename?: 'Turnover';
  /** Sum of `turnoverPct` · 365 / days from the first to the last rebalance, percent of the portfolio a year. Null below 2 rebalances. Source: Grinold, Kahn 1999. */
  readonly annualMeanPct?: Maybe<Scalars['Float']['output']>;
  /** All rebalances after the first, ascending. */
  readonly rebalances: ReadonlyArray<RebalanceTurnover>;
};

/** Value object: a service that the gateway calls. */
export type Upstream = {
  readonly __typename?: 'Upstream';
  /** Name, as in `/readyz`: `data node`, `oracle 1`, `L3 chain` … */
  readonly name: Scalars['String']['output'];
  /** State at the latest call; an upstream without a successful call in the last 5 seconds is called again. */
  readonly status: UpstreamStatus;
};

/** State of an upstream. */
export type UpstreamStatus =
  /** The latest call failed or timed out. */
  | 'DOWN'
  /** Not called yet. */
  | 'UNKNOWN'
  /** The latest call succeeded. */
  | 'UP';

/** Value object: the assets that stand behind the shares of all DTFs. */
export type Vault = {
  readonly __typename?: 'Vault';
  /** By value descending. */
  readonly assets: ReadonlyArray<VaultAsset>;
  /** Value of all assets, USD. */
  readonly totalUsd: Scalars['Float']['output'];
};

/** Value object: one asset that stands behind DTF shares. */
export type VaultAsset = {
  readonly __typename?: 'VaultAsset';
  /** Its address on the chain; null when the data node does not state it. */
  readonly address?: Maybe<Scalars['Address']['output']>;
  /** The asset. */
  readonly asset: Asset;
  /** Units held. */
  readonly balance: Scalars['Wei']['output'];
  /** USD per unit; 0 when unknown. */
  readonly priceUsd: Scalars['Float']['output'];
  /** Units times price, USD. */
  readonly valueUsd: Scalars['Float']['output'];
};

/** Value object: a wallet's loans. */
export type WalletLending = {
  readonly __typename?: 'WalletLending';
  /** Balances and allowances for lending against one DTF; null when that does not exist. */
  readonly balances?: Maybe<LendingBalances>;
  /**
   * Deposits, withdrawals, loans and repayments, by default newest first. A liquidation is a repayment and a
   * withdrawal in one transaction.
   */
  readonly history?: Maybe<LendingEventConnection>;
  /** The markets where the wallet has collateral or debt. */
  readonly positions?: Maybe<ReadonlyArray<LendingPosition>>;
};


/** Value object: a wallet's loans. */
export type WalletLendingBalancesArgs = {
  itpId: Scalars['ID']['input'];
};


/** Value object: a wallet's loans. */
export type WalletLendingHistoryArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<LendingEventFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<LendingEventOrder>;
};

/** Value object: the number in the name of a weighting scheme, a whole number. */
export type WeightingParameter = {
  readonly __typename?: 'WeightingParameter';
  /** Value that sweeps use. */
  readonly default: Scalars['Int']['output'];
  /** Greatest value. */
  readonly max: Scalars['Int']['output'];
  /** Least value. */
  readonly min: Scalars['Int']['output'];
  /** Name in the braces of `WeightingScheme.pattern`: `P` for a cap, `L` for a look-back. */
  readonly name: Scalars['String']['output'];
  /** Unit: `percent` or `days`. */
  readonly unit: Scalars['String']['output'];
};

/** Value object: a weighting scheme, and what a form needs to offer it. */
export type WeightingScheme = {
  readonly __typename?: 'WeightingScheme';
  /** Sources of the categories that it can be used with, see `SimulationCategory.source`. */
  readonly categories: ReadonlyArray<CategorySource>;
  /** What the weights are made of. */
  readonly description: Scalars['String']['output'];
  /** Name for people. */
  readonly label: Scalars['String']['output'];
  /** The number that replaces the braces of `pattern`; null for a scheme without one. */
  readonly parameter?: Maybe<WeightingParameter>;
  /** Value of `SimulationInput.weighting`: `equal`, or with the parameter's name in braces, such as `mcap_cap{P}`. */
  readonly pattern: Scalars['String']['output'];
};

/** Value object: the return of a calendar year. */
export type YearlyReturn = {
  readonly __typename?: 'YearlyReturn';
  /** True when the series has no point on the last day before the year and does not begin on its first day, or ends before its last day. */
  readonly isPartial: Scalars['Boolean']['output'];
  /** The last point of the year against the last one before it (the first point in the first year), percent, not annualised. */
  readonly returnPct: Scalars['Float']['output'];
  /** Year, such as 2026. */
  readonly year: Scalars['Int']['output'];
};



export type ResolverTypeWrapper<T> = Promise<T> | T;

export type ReferenceResolver<TResult, TReference, TContext> = (
      reference: TReference,
      context: TContext,
      info: GraphQLResolveInfo
    ) => Promise<TResult> | TResult;

      type ScalarCheck<T, S> = S extends true ? T : NullableCheck<T, S>;
      type NullableCheck<T, S> = Maybe<T> extends T ? Maybe<ListCheck<NonNullable<T>, S>> : ListCheck<T, S>;
      type ListCheck<T, S> = T extends (infer U)[] ? NullableCheck<U, S>[] : GraphQLRecursivePick<T, S>;
      export type GraphQLRecursivePick<T, S> = { [K in keyof T & keyof S]: ScalarCheck<T[K], S[K]> };
    

export type ResolverWithResolve<TResult, TParent, TContext, TArgs> = {
  resolve: ResolverFn<TResult, TParent, TContext, TArgs>;
};
export type Resolver<TResult, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = ResolverFn<TResult, TParent, TContext, TArgs> | ResolverWithResolve<TResult, TParent, TContext, TArgs>;

export type ResolverFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => Promise<TResult> | TResult;

export type SubscriptionSubscribeFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => AsyncIterable<TResult> | Promise<AsyncIterable<TResult>>;

export type SubscriptionResolveFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;

export interface SubscriptionSubscriberObject<TResult, TKey extends string, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<{ [key in TKey]: TResult }, TParent, TContext, TArgs>;
  resolve?: SubscriptionResolveFn<TResult, { [key in TKey]: TResult }, TContext, TArgs>;
}

export interface SubscriptionResolverObject<TResult, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<any, TParent, TContext, TArgs>;
  resolve: SubscriptionResolveFn<TResult, any, TContext, TArgs>;
}

export type SubscriptionObject<TResult, TKey extends string, TParent, TContext, TArgs> =
  | SubscriptionSubscriberObject<TResult, TKey, TParent, TContext, TArgs>
  | SubscriptionResolverObject<TResult, TParent, TContext, TArgs>;

export type SubscriptionResolver<TResult, TKey extends string, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> =
  | ((...args: any[]) => SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>)
  | SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>;

export type TypeResolveFn<TTypes, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (
  parent: TParent,
  context: TContext,
  info: GraphQLResolveInfo
) => Maybe<TTypes> | Promise<Maybe<TTypes>>;

export type IsTypeOfResolverFn<T = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (obj: T, context: TContext, info: GraphQLResolveInfo) => boolean | Promise<boolean>;

export type NextResolverFn<T> = () => Promise<T>;

export type DirectiveResolverFn<TResult = Record<PropertyKey, never>, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = (
  next: NextResolverFn<TResult>,
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;

/** Mapping of federation types */
export type FederationTypes = {
  Asset: Asset;
  Batch: Batch;
  BatchPlayer: BatchPlayer;
  DataSource: DataSource;
  Deployment: Deployment;
  Dtf: Dtf;
  LendingMarket: LendingMarket;
  LendingPosition: LendingPosition;
  Portfolio: Portfolio;
  Position: Position;
  PredictionMarket: PredictionMarket;
  SimulationCategory: SimulationCategory;
  SimulationRun: SimulationRun;
  SourceAsset: SourceAsset;
  Tick: Tick;
  Trade: Trade;
};

/** Mapping of federation reference types */
export type FederationReferenceTypes = {
  Asset:
    ( { __typename: 'Asset' }
    & ( GraphQLRecursivePick<FederationTypes['Asset'], {"id":true}>
        | GraphQLRecursivePick<FederationTypes['Asset'], {"symbol":true}> ) );
  Batch:
    ( { __typename: 'Batch' }
    & ( GraphQLRecursivePick<FederationTypes['Batch'], {"id":true}>
        | GraphQLRecursivePick<FederationTypes['Batch'], {"batchId":true}> ) );
  BatchPlayer:
    ( { __typename: 'BatchPlayer' }
    & ( GraphQLRecursivePick<FederationTypes['BatchPlayer'], {"id":true}>
        | GraphQLRecursivePick<FederationTypes['BatchPlayer'], {"batchId":true,"address":true}> ) );
  DataSource:
    ( { __typename: 'DataSource' }
    & ( GraphQLRecursivePick<FederationTypes['DataSource'], {"id":true}>
        | GraphQLRecursivePick<FederationTypes['DataSource'], {"sourceId":true}> ) );
  Deployment:
    ( { __typename: 'Deployment' }
    & ( GraphQLRecursivePick<FederationTypes['Deployment'], {"id":true}>
        | GraphQLRecursivePick<FederationTypes['Deployment'], {"file":true}> ) );
  Dtf:
    ( { __typename: 'Dtf' }
    & ( GraphQLRecursivePick<FederationTypes['Dtf'], {"id":true}>
        | GraphQLRecursivePick<FederationTypes['Dtf'], {"itpId":true}> ) );
  LendingMarket:
    ( { __typename: 'LendingMarket' }
    & ( GraphQLRecursivePick<FederationTypes['LendingMarket'], {"id":true}>
        | GraphQLRecursivePick<FederationTypes['LendingMarket'], {"itpId":true}> ) );
  LendingPosition:
    ( { __typename: 'LendingPosition' }
    & ( GraphQLRecursivePick<FederationTypes['LendingPosition'], {"id":true}>
        | GraphQLRecursivePick<FederationTypes['LendingPosition'], {"address":true,"itpId":true}> ) );
  Portfolio:
    ( { __typename: 'Portfolio' }
    & ( GraphQLRecursivePick<FederationTypes['Portfolio'], {"id":true}>
        | GraphQLRecursivePick<FederationTypes['Portfolio'], {"address":true}> ) );
  Position:
    ( { __typename: 'Position' }
    & ( GraphQLRecursivePick<FederationTypes['Position'], {"id":true}>
        | GraphQLRecursivePick<FederationTypes['Position'], {"address":true,"itpId":true}> ) );
  PredictionMarket:
    ( { __typename: 'PredictionMarket' }
    & ( GraphQLRecursivePick<FederationTypes['PredictionMarket'], {"id":true}>
        | GraphQLRecursivePick<FederationTypes['PredictionMarket'], {"marketId":true}> ) );
  SimulationCategory:
    ( { __typename: 'SimulationCategory' }
    & ( GraphQLRecursivePick<FederationTypes['SimulationCategory'], {"id":true}>
        | GraphQLRecursivePick<FederationTypes['SimulationCategory'], {"slug":true}> ) );
  SimulationRun:
    ( { __typename: 'SimulationRun' }
    & ( GraphQLRecursivePick<FederationTypes['SimulationRun'], {"id":true}>
        | GraphQLRecursivePick<FederationTypes['SimulationRun'], {"runId":true}> ) );
  SourceAsset:
    ( { __typename: 'SourceAsset' }
    & ( GraphQLRecursivePick<FederationTypes['SourceAsset'], {"id":true}>
        | GraphQLRecursivePick<FederationTypes['SourceAsset'], {"sourceId":true,"assetId":true}> ) );
  Tick:
    ( { __typename: 'Tick' }
    & ( GraphQLRecursivePick<FederationTypes['Tick'], {"id":true}>
        | GraphQLRecursivePick<FederationTypes['Tick'], {"batchId":true,"tickId":true}> ) );
  Trade:
    ( { __typename: 'Trade' }
    & GraphQLRecursivePick<FederationTypes['Trade'], {"id":true}> );
};

/** Mapping of union types */
export type ResolversUnionTypes<_RefType extends Record<string, unknown>> = {
  SimulationEvent:
    | ( SimulationFailure )
    | ( SimulationProgress )
    | ( Omit<SimulationResult, 'run'> & { run: _RefType['SimulationRun'] } )
  ;
  SweepEvent:
    | ( SimulationFailure )
    | ( Omit<SweepDone, 'selection' | 'variants'> & { selection?: Maybe<_RefType['Selection']>, variants: ReadonlyArray<_RefType['SweepVariant']> } )
    | ( SweepProgress )
    | ( Omit<SweepVariant, 'run'> & { run: _RefType['SimulationRun'] } )
    | ( SweepVariantFailure )
  ;
};

/** Mapping of interface types */
export type ResolversInterfaceTypes<_RefType extends Record<string, unknown>> = {
  Node:
    | ( AssetParent )
    | ( BatchParent )
    | ( BatchPlayerParent )
    | ( DataSourceParent )
    | ( DeploymentParent )
    | ( DtfParent )
    | ( LendingMarketParent )
    | ( LendingPositionParent )
    | ( PortfolioParent )
    | ( PortfolioPositionParent )
    | ( VisionMarketParent )
    | ( SimCategory )
    | ( RunParent )
    | ( SourceAssetParent )
    | ( TickParent )
    | ( WalletTradeParent )
  ;
};

/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  Address: ResolverTypeWrapper<Scalars['Address']['output']>;
  AgeBucket: ResolverTypeWrapper<AgeBucket>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  Asset: ResolverTypeWrapper<AssetParent>;
  Float: ResolverTypeWrapper<Scalars['Float']['output']>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  AssetConnection: ResolverTypeWrapper<Omit<AssetConnection, 'edges'> & { edges: ReadonlyArray<ResolversTypes['AssetEdge']> }>;
  AssetEdge: ResolverTypeWrapper<Omit<AssetEdge, 'node'> & { node: ResolversTypes['Asset'] }>;
  AssetFilter: AssetFilter;
  AssetOrder: AssetOrder;
  AssetOrderField: AssetOrderField;
  AssetQuote: ResolverTypeWrapper<AssetQuoteParent>;
  Batch: ResolverTypeWrapper<BatchParent>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  BatchConfig: ResolverTypeWrapper<BatchConfigParent>;
  BatchConfigMarket: ResolverTypeWrapper<Omit<BatchConfigMarket, 'market'> & { market: ResolversTypes['PredictionMarket'] }>;
  BatchConnection: ResolverTypeWrapper<Omit<BatchConnection, 'edges'> & { edges: ReadonlyArray<ResolversTypes['BatchEdge']> }>;
  BatchEdge: ResolverTypeWrapper<Omit<BatchEdge, 'node'> & { node: ResolversTypes['Batch'] }>;
  BatchFilter: BatchFilter;
  BatchMarketConnection: ResolverTypeWrapper<Omit<BatchMarketConnection, 'edges'> & { edges: ReadonlyArray<ResolversTypes['BatchMarketEdge']> }>;
  BatchMarketEdge: ResolverTypeWrapper<BatchMarketEdgeParent>;
  BatchMarketOrder: BatchMarketOrder;
  BatchMarketOrderField: BatchMarketOrderField;
  BatchMarketPoint: ResolverTypeWrapper<BatchMarketPoint>;
  BatchMarketStatistics: ResolverTypeWrapper<BatchMarketStatisticsParent>;
  BatchMetadata: ResolverTypeWrapper<BatchMetadata>;
  BatchOrder: BatchOrder;
  BatchOrderField: BatchOrderField;
  BatchPlayer: ResolverTypeWrapper<BatchPlayerParent>;
  BatchPlayerConnection: ResolverTypeWrapper<Omit<BatchPlayerConnection, 'edges'> & { edges: ReadonlyArray<ResolversTypes['BatchPlayerEdge']> }>;
  BatchPlayerEdge: ResolverTypeWrapper<Omit<BatchPlayerEdge, 'node'> & { node: ResolversTypes['BatchPlayer'] }>;
  BatchPlayerFilter: BatchPlayerFilter;
  BatchPlayerOrder: BatchPlayerOrder;
  BatchPlayerOrderField: BatchPlayerOrderField;
  BatchStatistics: ResolverTypeWrapper<BatchStatisticsParent>;
  Benchmark: ResolverTypeWrapper<BenchmarkShape>;
  BenchmarkComparison: ResolverTypeWrapper<BenchmarkComparisonShape>;
  BenchmarkInput: BenchmarkInput;
  BenchmarkPoint: ResolverTypeWrapper<BenchmarkPointShape>;
  BenchmarkSymbol: BenchmarkSymbol;
  BitmapBacktest: ResolverTypeWrapper<BitmapBacktest>;
  BitmapBacktestPoint: ResolverTypeWrapper<BitmapBacktestPoint>;
  Bytes32: ResolverTypeWrapper<Scalars['Bytes32']['output']>;
  Candle: ResolverTypeWrapper<Candle>;
  CandleInterval: CandleInterval;
  CategorySource: CategorySource;
  ClaimProof: ResolverTypeWrapper<PlayerPositionParent>;
  CoinContribution: ResolverTypeWrapper<CoinContributionShape>;
  ComparedPoint: ResolverTypeWrapper<ComparedPoint>;
  Concentration: ResolverTypeWrapper<Concentration>;
  Contributions: ResolverTypeWrapper<Omit<Contributions, 'coins'> & { coins: ReadonlyArray<ResolversTypes['CoinContribution']> }>;
  DataSource: ResolverTypeWrapper<DataSourceParent>;
  DataSourceConnection: ResolverTypeWrapper<Omit<DataSourceConnection, 'edges'> & { edges: ReadonlyArray<ResolversTypes['DataSourceEdge']> }>;
  DataSourceEdge: ResolverTypeWrapper<Omit<DataSourceEdge, 'node'> & { node: ResolversTypes['DataSource'] }>;
  DataSourceFilter: DataSourceFilter;
  DataSourceOrder: DataSourceOrder;
  DataSourceOrderField: DataSourceOrderField;
  Date: ResolverTypeWrapper<Scalars['Date']['output']>;
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
  DayReturn: ResolverTypeWrapper<DayReturnShape>;
  DefiStatistics: ResolverTypeWrapper<DefiStatisticsParent>;
  DeployedContract: ResolverTypeWrapper<DeployedContract>;
  DeployedContracts: ResolverTypeWrapper<DeploymentParent>;
  Deployment: ResolverTypeWrapper<DeploymentParent>;
  Direction: Direction;
  Drawdown: ResolverTypeWrapper<DrawdownEpisode>;
  DrawdownPoint: ResolverTypeWrapper<DrawdownOfDay>;
  Dtf: ResolverTypeWrapper<DtfParent>;
  DtfConnection: ResolverTypeWrapper<Omit<DtfConnection, 'edges'> & { edges: ReadonlyArray<ResolversTypes['DtfEdge']> }>;
  DtfEdge: ResolverTypeWrapper<Omit<DtfEdge, 'node'> & { node: ResolversTypes['Dtf'] }>;
  DtfEvent: ResolverTypeWrapper<Omit<DtfEvent, 'dtf' | 'portfolio' | 'receiver'> & { dtf: ResolversTypes['Dtf'], portfolio?: Maybe<ResolversTypes['Portfolio']>, receiver?: Maybe<ResolversTypes['Portfolio']> }>;
  DtfEventConnection: ResolverTypeWrapper<Omit<DtfEventConnection, 'edges'> & { edges: ReadonlyArray<ResolversTypes['DtfEventEdge']> }>;
  DtfEventEdge: ResolverTypeWrapper<Omit<DtfEventEdge, 'node'> & { node: ResolversTypes['DtfEvent'] }>;
  DtfEventFilter: DtfEventFilter;
  DtfEventType: DtfEventType;
  DtfFilter: DtfFilter;
  DtfFlow: ResolverTypeWrapper<DtfFlow>;
  DtfHolder: ResolverTypeWrapper<Omit<DtfHolder, 'portfolio'> & { portfolio: ResolversTypes['Portfolio'] }>;
  DtfHolderConnection: ResolverTypeWrapper<Omit<DtfHolderConnection, 'edges'> & { edges: ReadonlyArray<ResolversTypes['DtfHolderEdge']> }>;
  DtfHolderEdge: ResolverTypeWrapper<Omit<DtfHolderEdge, 'node'> & { node: ResolversTypes['DtfHolder'] }>;
  DtfHolderOrder: DtfHolderOrder;
  DtfHolderOrderField: DtfHolderOrderField;
  DtfMetadata: ResolverTypeWrapper<DtfMetadata>;
  DtfNav: ResolverTypeWrapper<NavParent>;
  DtfNavOnChain: ResolverTypeWrapper<DtfNavOnChain>;
  DtfOrder: DtfOrder;
  DtfOrderBook: ResolverTypeWrapper<DtfOrderBook>;
  DtfOrderField: DtfOrderField;
  DtfQuote: ResolverTypeWrapper<DtfQuote>;
  DtfSnapshot: ResolverTypeWrapper<DtfSnapshotParent>;
  EncodedBitmap: ResolverTypeWrapper<EncodedBitmap>;
  EnrichedHolding: ResolverTypeWrapper<EnrichedDtfHoldingParent>;
  Enrichment: ResolverTypeWrapper<DtfEnrichmentParent>;
  ExplorerHealth: ResolverTypeWrapper<ExplorerHealthClient>;
  Exposure: ResolverTypeWrapper<ExposureParent>;
  FaucetErrorCode: FaucetErrorCode;
  FaucetGas: ResolverTypeWrapper<FaucetGas>;
  FaucetPayment: ResolverTypeWrapper<FaucetPayment>;
  FaucetUserError: ResolverTypeWrapper<FaucetUserError>;
  FigureRange: FigureRange;
  FounderStatistics: ResolverTypeWrapper<FounderStatisticsParent>;
  FundValue: ResolverTypeWrapper<FundValueParent>;
  FundingStatistics: ResolverTypeWrapper<FundingStatisticsParent>;
  Gateway: ResolverTypeWrapper<Gateway>;
  HealthRange: HealthRange;
  HealthStatus: HealthStatus;
  Hex: ResolverTypeWrapper<Scalars['Hex']['output']>;
  Holding: ResolverTypeWrapper<HoldingParent>;
  LabelCount: ResolverTypeWrapper<LabelCount>;
  Leaderboard: ResolverTypeWrapper<LeaderboardParent>;
  LeaderboardConnection: ResolverTypeWrapper<Omit<LeaderboardConnection, 'edges'> & { edges: ReadonlyArray<ResolversTypes['LeaderboardEdge']> }>;
  LeaderboardEdge: ResolverTypeWrapper<Omit<LeaderboardEdge, 'node'> & { node: ResolversTypes['LeaderboardEntry'] }>;
  LeaderboardEntry: ResolverTypeWrapper<LeaderboardEntryParent>;
  LeaderboardFilter: LeaderboardFilter;
  LeaderboardOrder: LeaderboardOrder;
  LeaderboardOrderField: LeaderboardOrderField;
  Ledger: ResolverTypeWrapper<LedgerShape>;
  LedgerMethod: LedgerMethod;
  LedgerTotals: ResolverTypeWrapper<LedgerSums>;
  LendingBalances: ResolverTypeWrapper<LendingBalancesParent>;
  LendingEvent: ResolverTypeWrapper<LendingEventParent>;
  LendingEventConnection: ResolverTypeWrapper<Omit<LendingEventConnection, 'edges'> & { edges: ReadonlyArray<ResolversTypes['LendingEventEdge']> }>;
  LendingEventEdge: ResolverTypeWrapper<Omit<LendingEventEdge, 'node'> & { node: ResolversTypes['LendingEvent'] }>;
  LendingEventFilter: LendingEventFilter;
  LendingEventOrder: LendingEventOrder;
  LendingEventOrderField: LendingEventOrderField;
  LendingEventType: LendingEventType;
  LendingMarket: ResolverTypeWrapper<LendingMarketParent>;
  LendingPosition: ResolverTypeWrapper<LendingPositionParent>;
  LendingPrice: ResolverTypeWrapper<LendingPriceParent>;
  LendingRateModel: LendingRateModel;
  LendingRates: ResolverTypeWrapper<LendingRates>;
  LoanHealth: LoanHealth;
  MarketAccuracy: ResolverTypeWrapper<MarketAccuracyParent>;
  MarketFilter: MarketFilter;
  MarketOrder: MarketOrder;
  MarketOrderField: MarketOrderField;
  MarketOutcome: ResolverTypeWrapper<MarketOutcomeParent>;
  MarketOutcomeConnection: ResolverTypeWrapper<Omit<MarketOutcomeConnection, 'edges'> & { edges: ReadonlyArray<ResolversTypes['MarketOutcomeEdge']> }>;
  MarketOutcomeEdge: ResolverTypeWrapper<Omit<MarketOutcomeEdge, 'node'> & { node: ResolversTypes['MarketOutcome'] }>;
  MarketPoint: ResolverTypeWrapper<MarketPoint>;
  MarketPools: ResolverTypeWrapper<MarketPools>;
  MarketSnapshot: ResolverTypeWrapper<SnapshotParent>;
  MonthlyReturn: ResolverTypeWrapper<MonthlyReturn>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  NavPoint: ResolverTypeWrapper<NavPoint>;
  NavRange: NavRange;
  NavSource: NavSource;
  NetworkHealth: ResolverTypeWrapper<ExplorerHealthFields>;
  Node: ResolverTypeWrapper<ResolversInterfaceTypes<ResolversTypes>['Node']>;
  OpenLot: ResolverTypeWrapper<OpenLotShape>;
  OracleAnswer: ResolverTypeWrapper<OracleAnswer>;
  OracleAnswerState: OracleAnswerState;
  OrderBookLevel: ResolverTypeWrapper<OrderBookLevel>;
  OrderDirection: OrderDirection;
  OutcomeFilter: OutcomeFilter;
  OutcomeOrder: OutcomeOrder;
  OutcomeOrderField: OutcomeOrderField;
  PageInfo: ResolverTypeWrapper<PageInfo>;
  Performance: ResolverTypeWrapper<PerformanceShape>;
  PerformanceFigure: PerformanceFigure;
  PeriodReturn: ResolverTypeWrapper<PeriodReturnShape>;
  PlayedBatch: ResolverTypeWrapper<PlayedBatchParent>;
  PlayedTick: ResolverTypeWrapper<Omit<PlayedTick, 'tick'> & { tick: ResolversTypes['Tick'] }>;
  PlayerJoined: ResolverTypeWrapper<PlayerJoinedParent>;
  PlayerPosition: ResolverTypeWrapper<PlayerPositionParent>;
  Portfolio: ResolverTypeWrapper<PortfolioParent>;
  PortfolioPoint: ResolverTypeWrapper<PortfolioPointParent>;
  Position: ResolverTypeWrapper<PortfolioPositionParent>;
  Prediction: ResolverTypeWrapper<Omit<Prediction, 'market'> & { market: ResolversTypes['PredictionMarket'] }>;
  PredictionConnection: ResolverTypeWrapper<Omit<PredictionConnection, 'edges'> & { edges: ReadonlyArray<ResolversTypes['PredictionEdge']> }>;
  PredictionEdge: ResolverTypeWrapper<Omit<PredictionEdge, 'node'> & { node: ResolversTypes['Prediction'] }>;
  PredictionFilter: PredictionFilter;
  PredictionMarket: ResolverTypeWrapper<VisionMarketParent>;
  PredictionMarketConnection: ResolverTypeWrapper<Omit<PredictionMarketConnection, 'edges'> & { edges: ReadonlyArray<ResolversTypes['PredictionMarketEdge']> }>;
  PredictionMarketEdge: ResolverTypeWrapper<Omit<PredictionMarketEdge, 'node'> & { node: ResolversTypes['PredictionMarket'] }>;
  PredictionOrder: PredictionOrder;
  PredictionOrderField: PredictionOrderField;
  PredictionPlayer: ResolverTypeWrapper<PredictionPlayerParent>;
  PriceShock: PriceShock;
  ProtocolTvl: ResolverTypeWrapper<ProtocolTvlParent>;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Raise: ResolverTypeWrapper<RaiseParent>;
  RealizedLot: ResolverTypeWrapper<RealizedLotShape>;
  RebalanceTurnover: ResolverTypeWrapper<RebalanceTurnover>;
  Replay: ResolverTypeWrapper<Omit<Replay, 'ticks'> & { ticks: ReadonlyArray<ResolversTypes['ReplayTick']> }>;
  ReplayRule: ReplayRule;
  ReplayRuleKind: ReplayRuleKind;
  ReplayTick: ResolverTypeWrapper<Omit<ReplayTick, 'tick'> & { tick: ResolversTypes['Tick'] }>;
  RequestFaucetInput: RequestFaucetInput;
  RequestFaucetPayload: ResolverTypeWrapper<RequestFaucetPayload>;
  ReturnBin: ResolverTypeWrapper<ReturnBin>;
  ReturnPeriod: ReturnPeriod;
  RevealedBitmap: ResolverTypeWrapper<RevealedBitmapParent>;
  RollingFigures: ResolverTypeWrapper<RollingWindow>;
  Selection: ResolverTypeWrapper<RunSelection>;
  SelectionVariant: ResolverTypeWrapper<Omit<SelectionVariant, 'run'> & { run: ResolversTypes['SimulationRun'] }>;
  SimulationCategory: ResolverTypeWrapper<SimCategory>;
  SimulationConfig: ResolverTypeWrapper<RunConfig>;
  SimulationDomMode: SimulationDomMode;
  SimulationEvent: ResolverTypeWrapper<ResolversUnionTypes<ResolversTypes>['SimulationEvent']>;
  SimulationFailure: ResolverTypeWrapper<SimulationFailure>;
  SimulationFngMode: SimulationFngMode;
  SimulationHolding: ResolverTypeWrapper<RunHolding>;
  SimulationInput: SimulationInput;
  SimulationNavPoint: ResolverTypeWrapper<RunNavPoint>;
  SimulationProgress: ResolverTypeWrapper<SimulationProgress>;
  SimulationReceipt: ResolverTypeWrapper<SimulationReceipt>;
  SimulationResult: ResolverTypeWrapper<Omit<SimulationResult, 'run'> & { run: ResolversTypes['SimulationRun'] }>;
  SimulationRun: ResolverTypeWrapper<RunParent>;
  SimulationRunConnection: ResolverTypeWrapper<Omit<SimulationRunConnection, 'edges'> & { edges: ReadonlyArray<ResolversTypes['SimulationRunEdge']> }>;
  SimulationRunEdge: ResolverTypeWrapper<Omit<SimulationRunEdge, 'node'> & { node: ResolversTypes['SimulationRun'] }>;
  SimulationRunFilter: SimulationRunFilter;
  SimulationRunOrder: SimulationRunOrder;
  SimulationRunOrderField: SimulationRunOrderField;
  SimulationStats: ResolverTypeWrapper<RunStats>;
  SourceAccuracy: ResolverTypeWrapper<Omit<SourceAccuracy, 'source'> & { source?: Maybe<ResolversTypes['DataSource']> }>;
  SourceAsset: ResolverTypeWrapper<SourceAssetParent>;
  SourceAssetConnection: ResolverTypeWrapper<Omit<SourceAssetConnection, 'edges'> & { edges: ReadonlyArray<ResolversTypes['SourceAssetEdge']> }>;
  SourceAssetEdge: ResolverTypeWrapper<Omit<SourceAssetEdge, 'node'> & { node: ResolversTypes['SourceAsset'] }>;
  SourceAssetFilter: SourceAssetFilter;
  SourceAssetOrder: SourceAssetOrder;
  SourceAssetOrderField: SourceAssetOrderField;
  SourceCategory: ResolverTypeWrapper<SourceCategory>;
  SourceStatus: SourceStatus;
  StressResult: ResolverTypeWrapper<Omit<StressResult, 'funds' | 'loans'> & { funds: ReadonlyArray<ResolversTypes['FundValue']>, loans: ReadonlyArray<ResolversTypes['StressedLoan']> }>;
  StressedLoan: ResolverTypeWrapper<StressedLoanParent>;
  SubmitBitmapError: ResolverTypeWrapper<SubmitBitmapError>;
  SubmitBitmapErrorCode: SubmitBitmapErrorCode;
  SubmitBitmapInput: SubmitBitmapInput;
  SubmitBitmapPayload: ResolverTypeWrapper<SubmitBitmapPayloadParent>;
  Subscription: ResolverTypeWrapper<Record<PropertyKey, never>>;
  SweepDimension: SweepDimension;
  SweepDone: ResolverTypeWrapper<Omit<SweepDone, 'selection' | 'variants'> & { selection?: Maybe<ResolversTypes['Selection']>, variants: ReadonlyArray<ResolversTypes['SweepVariant']> }>;
  SweepEvent: ResolverTypeWrapper<ResolversUnionTypes<ResolversTypes>['SweepEvent']>;
  SweepInput: SweepInput;
  SweepProgress: ResolverTypeWrapper<SweepProgress>;
  SweepVariant: ResolverTypeWrapper<Omit<SweepVariant, 'run'> & { run: ResolversTypes['SimulationRun'] }>;
  SweepVariantFailure: ResolverTypeWrapper<SweepVariantFailure>;
  Tick: ResolverTypeWrapper<TickParent>;
  TickConnection: ResolverTypeWrapper<Omit<TickConnection, 'edges'> & { edges: ReadonlyArray<ResolversTypes['TickEdge']> }>;
  TickEdge: ResolverTypeWrapper<Omit<TickEdge, 'node'> & { node: ResolversTypes['Tick'] }>;
  TickFilter: TickFilter;
  TickOrder: TickOrder;
  TickOrderField: TickOrderField;
  TickOutcome: TickOutcome;
  TickReveal: ResolverTypeWrapper<TickRevealParent>;
  Trade: ResolverTypeWrapper<WalletTradeParent>;
  TradeConnection: ResolverTypeWrapper<Omit<TradeConnection, 'edges'> & { edges: ReadonlyArray<ResolversTypes['TradeEdge']> }>;
  TradeEdge: ResolverTypeWrapper<Omit<TradeEdge, 'node'> & { node: ResolversTypes['Trade'] }>;
  TradeFilter: TradeFilter;
  TradeOrder: TradeOrder;
  TradeOrderField: TradeOrderField;
  TradeType: TradeType;
  Turnover: ResolverTypeWrapper<Turnover>;
  UnixSeconds: ResolverTypeWrapper<Scalars['UnixSeconds']['output']>;
  Upstream: ResolverTypeWrapper<Upstream>;
  UpstreamStatus: UpstreamStatus;
  Vault: ResolverTypeWrapper<VaultBalancesParent>;
  VaultAsset: ResolverTypeWrapper<VaultAssetParent>;
  WalletLending: ResolverTypeWrapper<WalletLendingParent>;
  Wei: ResolverTypeWrapper<Scalars['Wei']['output']>;
  WeightingParameter: ResolverTypeWrapper<WeightingParameter>;
  WeightingScheme: ResolverTypeWrapper<WeightingScheme>;
  YearlyReturn: ResolverTypeWrapper<YearlyReturn>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  Address: Scalars['Address']['output'];
  AgeBucket: AgeBucket;
  String: Scalars['String']['output'];
  Int: Scalars['Int']['output'];
  Asset: AssetParent;
  Float: Scalars['Float']['output'];
  ID: Scalars['ID']['output'];
  AssetConnection: Omit<AssetConnection, 'edges'> & { edges: ReadonlyArray<ResolversParentTypes['AssetEdge']> };
  AssetEdge: Omit<AssetEdge, 'node'> & { node: ResolversParentTypes['Asset'] };
  AssetFilter: AssetFilter;
  AssetOrder: AssetOrder;
  AssetQuote: AssetQuoteParent;
  Batch: BatchParent;
  Boolean: Scalars['Boolean']['output'];
  BatchConfig: BatchConfigParent;
  BatchConfigMarket: Omit<BatchConfigMarket, 'market'> & { market: ResolversParentTypes['PredictionMarket'] };
  BatchConnection: Omit<BatchConnection, 'edges'> & { edges: ReadonlyArray<ResolversParentTypes['BatchEdge']> };
  BatchEdge: Omit<BatchEdge, 'node'> & { node: ResolversParentTypes['Batch'] };
  BatchFilter: BatchFilter;
  BatchMarketConnection: Omit<BatchMarketConnection, 'edges'> & { edges: ReadonlyArray<ResolversParentTypes['BatchMarketEdge']> };
  BatchMarketEdge: BatchMarketEdgeParent;
  BatchMarketOrder: BatchMarketOrder;
  BatchMarketPoint: BatchMarketPoint;
  BatchMarketStatistics: BatchMarketStatisticsParent;
  BatchMetadata: BatchMetadata;
  BatchOrder: BatchOrder;
  BatchPlayer: BatchPlayerParent;
  BatchPlayerConnection: Omit<BatchPlayerConnection, 'edges'> & { edges: ReadonlyArray<ResolversParentTypes['BatchPlayerEdge']> };
  BatchPlayerEdge: Omit<BatchPlayerEdge, 'node'> & { node: ResolversParentTypes['BatchPlayer'] };
  BatchPlayerFilter: BatchPlayerFilter;
  BatchPlayerOrder: BatchPlayerOrder;
  BatchStatistics: BatchStatisticsParent;
  Benchmark: BenchmarkShape;
  BenchmarkComparison: BenchmarkComparisonShape;
  BenchmarkInput: BenchmarkInput;
  BenchmarkPoint: BenchmarkPointShape;
  BitmapBacktest: BitmapBacktest;
  BitmapBacktestPoint: BitmapBacktestPoint;
  Bytes32: Scalars['Bytes32']['output'];
  Candle: Candle;
  ClaimProof: PlayerPositionParent;
  CoinContribution: CoinContributionShape;
  ComparedPoint: ComparedPoint;
  Concentration: Concentration;
  Contributions: Omit<Contributions, 'coins'> & { coins: ReadonlyArray<ResolversParentTypes['CoinContribution']> };
  DataSource: DataSourceParent;
  DataSourceConnection: Omit<DataSourceConnection, 'edges'> & { edges: ReadonlyArray<ResolversParentTypes['DataSourceEdge']> };
  DataSourceEdge: Omit<DataSourceEdge, 'node'> & { node: ResolversParentTypes['DataSource'] };
  DataSourceFilter: DataSourceFilter;
  DataSourceOrder: DataSourceOrder;
  Date: Scalars['Date']['output'];
  DateTime: Scalars['DateTime']['output'];
  DayReturn: DayReturnShape;
  DefiStatistics: DefiStatisticsParent;
  DeployedContract: DeployedContract;
  DeployedContracts: DeploymentParent;
  Deployment: DeploymentParent;
  Drawdown: DrawdownEpisode;
  DrawdownPoint: DrawdownOfDay;
  Dtf: DtfParent;
  DtfConnection: Omit<DtfConnection, 'edges'> & { edges: ReadonlyArray<ResolversParentTypes['DtfEdge']> };
  DtfEdge: Omit<DtfEdge, 'node'> & { node: ResolversParentTypes['Dtf'] };
  DtfEvent: Omit<DtfEvent, 'dtf' | 'portfolio' | 'receiver'> & { dtf: ResolversParentTypes['Dtf'], portfolio?: Maybe<ResolversParentTypes['Portfolio']>, receiver?: Maybe<ResolversParentTypes['Portfolio']> };
  DtfEventConnection: Omit<DtfEventConnection, 'edges'> & { edges: ReadonlyArray<ResolversParentTypes['DtfEventEdge']> };
  DtfEventEdge: Omit<DtfEventEdge, 'node'> & { node: ResolversParentTypes['DtfEvent'] };
  DtfEventFilter: DtfEventFilter;
  DtfFilter: DtfFilter;
  DtfFlow: DtfFlow;
  DtfHolder: Omit<DtfHolder, 'portfolio'> & { portfolio: ResolversParentTypes['Portfolio'] };
  DtfHolderConnection: Omit<DtfHolderConnection, 'edges'> & { edges: ReadonlyArray<ResolversParentTypes['DtfHolderEdge']> };
  DtfHolderEdge: Omit<DtfHolderEdge, 'node'> & { node: ResolversParentTypes['DtfHolder'] };
  DtfHolderOrder: DtfHolderOrder;
  DtfMetadata: DtfMetadata;
  DtfNav: NavParent;
  DtfNavOnChain: DtfNavOnChain;
  DtfOrder: DtfOrder;
  DtfOrderBook: DtfOrderBook;
  DtfQuote: DtfQuote;
  DtfSnapshot: DtfSnapshotParent;
  EncodedBitmap: EncodedBitmap;
  EnrichedHolding: EnrichedDtfHoldingParent;
  Enrichment: DtfEnrichmentParent;
  ExplorerHealth: ExplorerHealthClient;
  Exposure: ExposureParent;
  FaucetGas: FaucetGas;
  FaucetPayment: FaucetPayment;
  FaucetUserError: FaucetUserError;
  FigureRange: FigureRange;
  FounderStatistics: FounderStatisticsParent;
  FundValue: FundValueParent;
  FundingStatistics: FundingStatisticsParent;
  Gateway: Gateway;
  Hex: Scalars['Hex']['output'];
  Holding: HoldingParent;
  LabelCount: LabelCount;
  Leaderboard: LeaderboardParent;
  LeaderboardConnection: Omit<LeaderboardConnection, 'edges'> & { edges: ReadonlyArray<ResolversParentTypes['LeaderboardEdge']> };
  LeaderboardEdge: Omit<LeaderboardEdge, 'node'> & { node: ResolversParentTypes['LeaderboardEntry'] };
  LeaderboardEntry: LeaderboardEntryParent;
  LeaderboardFilter: LeaderboardFilter;
  LeaderboardOrder: LeaderboardOrder;
  Ledger: LedgerShape;
  LedgerTotals: LedgerSums;
  LendingBalances: LendingBalancesParent;
  LendingEvent: LendingEventParent;
  LendingEventConnection: Omit<LendingEventConnection, 'edges'> & { edges: ReadonlyArray<ResolversParentTypes['LendingEventEdge']> };
  LendingEventEdge: Omit<LendingEventEdge, 'node'> & { node: ResolversParentTypes['LendingEvent'] };
  LendingEventFilter: LendingEventFilter;
  LendingEventOrder: LendingEventOrder;
  LendingMarket: LendingMarketParent;
  LendingPosition: LendingPositionParent;
  LendingPrice: LendingPriceParent;
  LendingRates: LendingRates;
  MarketAccuracy: MarketAccuracyParent;
  MarketFilter: MarketFilter;
  MarketOrder: MarketOrder;
  MarketOutcome: MarketOutcomeParent;
  MarketOutcomeConnection: Omit<MarketOutcomeConnection, 'edges'> & { edges: ReadonlyArray<ResolversParentTypes['MarketOutcomeEdge']> };
  MarketOutcomeEdge: Omit<MarketOutcomeEdge, 'node'> & { node: ResolversParentTypes['MarketOutcome'] };
  MarketPoint: MarketPoint;
  MarketPools: MarketPools;
  MarketSnapshot: SnapshotParent;
  MonthlyReturn: MonthlyReturn;
  Mutation: Record<PropertyKey, never>;
  NavPoint: NavPoint;
  NetworkHealth: ExplorerHealthFields;
  Node: ResolversInterfaceTypes<ResolversParentTypes>['Node'];
  OpenLot: OpenLotShape;
  OracleAnswer: OracleAnswer;
  OrderBookLevel: OrderBookLevel;
  OutcomeFilter: OutcomeFilter;
  OutcomeOrder: OutcomeOrder;
  PageInfo: PageInfo;
  Performance: PerformanceShape;
  PeriodReturn: PeriodReturnShape;
  PlayedBatch: PlayedBatchParent;
  PlayedTick: Omit<PlayedTick, 'tick'> & { tick: ResolversParentTypes['Tick'] };
  PlayerJoined: PlayerJoinedParent;
  PlayerPosition: PlayerPositionParent;
  Portfolio: PortfolioParent;
  PortfolioPoint: PortfolioPointParent;
  Position: PortfolioPositionParent;
  Prediction: Omit<Prediction, 'market'> & { market: ResolversParentTypes['PredictionMarket'] };
  PredictionConnection: Omit<PredictionConnection, 'edges'> & { edges: ReadonlyArray<ResolversParentTypes['PredictionEdge']> };
  PredictionEdge: Omit<PredictionEdge, 'node'> & { node: ResolversParentTypes['Prediction'] };
  PredictionFilter: PredictionFilter;
  PredictionMarket: VisionMarketParent;
  PredictionMarketConnection: Omit<PredictionMarketConnection, 'edges'> & { edges: ReadonlyArray<ResolversParentTypes['PredictionMarketEdge']> };
  PredictionMarketEdge: Omit<PredictionMarketEdge, 'node'> & { node: ResolversParentTypes['PredictionMarket'] };
  PredictionOrder: PredictionOrder;
  PredictionPlayer: PredictionPlayerParent;
  PriceShock: PriceShock;
  ProtocolTvl: ProtocolTvlParent;
  Query: Record<PropertyKey, never>;
  Raise: RaiseParent;
  RealizedLot: RealizedLotShape;
  RebalanceTurnover: RebalanceTurnover;
  Replay: Omit<Replay, 'ticks'> & { ticks: ReadonlyArray<ResolversParentTypes['ReplayTick']> };
  ReplayRule: ReplayRule;
  ReplayTick: Omit<ReplayTick, 'tick'> & { tick: ResolversParentTypes['Tick'] };
  RequestFaucetInput: RequestFaucetInput;
  RequestFaucetPayload: RequestFaucetPayload;
  ReturnBin: ReturnBin;
  RevealedBitmap: RevealedBitmapParent;
  RollingFigures: RollingWindow;
  Selection: RunSelection;
  SelectionVariant: Omit<SelectionVariant, 'run'> & { run: ResolversParentTypes['SimulationRun'] };
  SimulationCategory: SimCategory;
  SimulationConfig: RunConfig;
  SimulationEvent: ResolversUnionTypes<ResolversParentTypes>['SimulationEvent'];
  SimulationFailure: SimulationFailure;
  SimulationHolding: RunHolding;
  SimulationInput: SimulationInput;
  SimulationNavPoint: RunNavPoint;
  SimulationProgress: SimulationProgress;
  SimulationReceipt: SimulationReceipt;
  SimulationResult: Omit<SimulationResult, 'run'> & { run: ResolversParentTypes['SimulationRun'] };
  SimulationRun: RunParent;
  SimulationRunConnection: Omit<SimulationRunConnection, 'edges'> & { edges: ReadonlyArray<ResolversParentTypes['SimulationRunEdge']> };
  SimulationRunEdge: Omit<SimulationRunEdge, 'node'> & { node: ResolversParentTypes['SimulationRun'] };
  SimulationRunFilter: SimulationRunFilter;
  SimulationRunOrder: SimulationRunOrder;
  SimulationStats: RunStats;
  SourceAccuracy: Omit<SourceAccuracy, 'source'> & { source?: Maybe<ResolversParentTypes['DataSource']> };
  SourceAsset: SourceAssetParent;
  SourceAssetConnection: Omit<SourceAssetConnection, 'edges'> & { edges: ReadonlyArray<ResolversParentTypes['SourceAssetEdge']> };
  SourceAssetEdge: Omit<SourceAssetEdge, 'node'> & { node: ResolversParentTypes['SourceAsset'] };
  SourceAssetFilter: SourceAssetFilter;
  SourceAssetOrder: SourceAssetOrder;
  SourceCategory: SourceCategory;
  StressResult: Omit<StressResult, 'funds' | 'loans'> & { funds: ReadonlyArray<ResolversParentTypes['FundValue']>, loans: ReadonlyArray<ResolversParentTypes['StressedLoan']> };
  StressedLoan: StressedLoanParent;
  SubmitBitmapError: SubmitBitmapError;
  SubmitBitmapInput: SubmitBitmapInput;
  SubmitBitmapPayload: SubmitBitmapPayloadParent;
  Subscription: Record<PropertyKey, never>;
  SweepDone: Omit<SweepDone, 'selection' | 'variants'> & { selection?: Maybe<ResolversParentTypes['Selection']>, variants: ReadonlyArray<ResolversParentTypes['SweepVariant']> };
  SweepEvent: ResolversUnionTypes<ResolversParentTypes>['SweepEvent'];
  SweepInput: SweepInput;
  SweepProgress: SweepProgress;
  SweepVariant: Omit<SweepVariant, 'run'> & { run: ResolversParentTypes['SimulationRun'] };
  SweepVariantFailure: SweepVariantFailure;
  Tick: TickParent;
  TickConnection: Omit<TickConnection, 'edges'> & { edges: ReadonlyArray<ResolversParentTypes['TickEdge']> };
  TickEdge: Omit<TickEdge, 'node'> & { node: ResolversParentTypes['Tick'] };
  TickFilter: TickFilter;
  TickOrder: TickOrder;
  TickReveal: TickRevealParent;
  Trade: WalletTradeParent;
  TradeConnection: Omit<TradeConnection, 'edges'> & { edges: ReadonlyArray<ResolversParentTypes['TradeEdge']> };
  TradeEdge: Omit<TradeEdge, 'node'> & { node: ResolversParentTypes['Trade'] };
  TradeFilter: TradeFilter;
  TradeOrder: TradeOrder;
  Turnover: Turnover;
  UnixSeconds: Scalars['UnixSeconds']['output'];
  Upstream: Upstream;
  Vault: VaultBalancesParent;
  VaultAsset: VaultAssetParent;
  WalletLending: WalletLendingParent;
  Wei: Scalars['Wei']['output'];
  WeightingParameter: WeightingParameter;
  WeightingScheme: WeightingScheme;
  YearlyReturn: YearlyReturn;
};

export interface AddressScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Address'], any> {
  name: 'Address';
}

export type AgeBucketResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AgeBucket'] = ResolversParentTypes['AgeBucket']> = {
  bucket?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type AssetResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Asset'] = ResolversParentTypes['Asset'], FederationReferenceType extends FederationReferenceTypes['Asset'] = FederationReferenceTypes['Asset']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Asset']> | FederationReferenceType, FederationReferenceType, ContextType>;
  change24hPct?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  heldBy?: Resolver<Maybe<ReadonlyArray<ResolversTypes['Holding']>>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  marketCapUsd?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  performance?: Resolver<Maybe<ResolversTypes['Performance']>, ParentType, ContextType, RequireFields<AssetPerformanceArgs, 'riskFreePct'>>;
  price?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  priceHistory?: Resolver<Maybe<ReadonlyArray<ResolversTypes['MarketPoint']>>, ParentType, ContextType, Partial<AssetPriceHistoryArgs>>;
  quote?: Resolver<Maybe<ResolversTypes['AssetQuote']>, ParentType, ContextType>;
  symbol?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  unchangedSince?: Resolver<Maybe<ResolversTypes['Date']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type AssetConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AssetConnection'] = ResolversParentTypes['AssetConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['AssetEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type AssetEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AssetEdge'] = ResolversParentTypes['AssetEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Asset'], ParentType, ContextType>;
};

export type AssetQuoteResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AssetQuote'] = ResolversParentTypes['AssetQuote']> = {
  source?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  timestamp?: Resolver<ResolversTypes['UnixSeconds'], ParentType, ContextType>;
  usd?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type BatchResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Batch'] = ResolversParentTypes['Batch'], FederationReferenceType extends FederationReferenceTypes['Batch'] = FederationReferenceTypes['Batch']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Batch']> | FederationReferenceType, FederationReferenceType, ContextType>;
  batchId?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  configHash?: Resolver<Maybe<ResolversTypes['Bytes32']>, ParentType, ContextType>;
  createdAtTick?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  creator?: Resolver<Maybe<ResolversTypes['Portfolio']>, ParentType, ContextType>;
  creatorName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  currentTick?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  leaderboard?: Resolver<Maybe<ResolversTypes['Leaderboard']>, ParentType, ContextType>;
  marketCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  markets?: Resolver<Maybe<ResolversTypes['BatchMarketConnection']>, ParentType, ContextType, Partial<BatchMarketsArgs>>;
  metadata?: Resolver<Maybe<ResolversTypes['BatchMetadata']>, ParentType, ContextType>;
  nextTickAt?: Resolver<Maybe<ResolversTypes['UnixSeconds']>, ParentType, ContextType>;
  paused?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  player?: Resolver<Maybe<ResolversTypes['BatchPlayer']>, ParentType, ContextType, RequireFields<BatchPlayerArgs, 'address'>>;
  playerCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  players?: Resolver<Maybe<ResolversTypes['BatchPlayerConnection']>, ParentType, ContextType, Partial<BatchPlayersArgs>>;
  position?: Resolver<Maybe<ResolversTypes['PlayerPosition']>, ParentType, ContextType, RequireFields<BatchPositionArgs, 'address'>>;
  sourceId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  statistics?: Resolver<Maybe<ResolversTypes['BatchStatistics']>, ParentType, ContextType, RequireFields<BatchStatisticsArgs, 'ticks'>>;
  tick?: Resolver<Maybe<ResolversTypes['Tick']>, ParentType, ContextType, RequireFields<BatchTickArgs, 'tickId'>>;
  tickDuration?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  ticks?: Resolver<Maybe<ResolversTypes['TickConnection']>, ParentType, ContextType, Partial<BatchTicksArgs>>;
  tvl?: Resolver<ResolversTypes['Wei'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type BatchConfigResolvers<ContextType = Context, ParentType extends ResolversParentTypes['BatchConfig'] = ResolversParentTypes['BatchConfig']> = {
  hash?: Resolver<ResolversTypes['Bytes32'], ParentType, ContextType>;
  lockOffset?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  markets?: Resolver<ReadonlyArray<ResolversTypes['BatchConfigMarket']>, ParentType, ContextType>;
  sourceId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  tickDuration?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
};

export type BatchConfigMarketResolvers<ContextType = Context, ParentType extends ResolversParentTypes['BatchConfigMarket'] = ResolversParentTypes['BatchConfigMarket']> = {
  market?: Resolver<ResolversTypes['PredictionMarket'], ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  resolutionType?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  symbol?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  thresholdBps?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
};

export type BatchConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['BatchConnection'] = ResolversParentTypes['BatchConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['BatchEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type BatchEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['BatchEdge'] = ResolversParentTypes['BatchEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Batch'], ParentType, ContextType>;
};

export type BatchMarketConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['BatchMarketConnection'] = ResolversParentTypes['BatchMarketConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['BatchMarketEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type BatchMarketEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['BatchMarketEdge'] = ResolversParentTypes['BatchMarketEdge']> = {
  bit?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['PredictionMarket'], ParentType, ContextType>;
  prices?: Resolver<Maybe<ReadonlyArray<ResolversTypes['BatchMarketPoint']>>, ParentType, ContextType, RequireFields<BatchMarketEdgePricesArgs, 'days'>>;
};

export type BatchMarketPointResolvers<ContextType = Context, ParentType extends ResolversParentTypes['BatchMarketPoint'] = ResolversParentTypes['BatchMarketPoint']> = {
  changePct?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  timestamp?: Resolver<ResolversTypes['UnixSeconds'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  volume24h?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
};

export type BatchMarketStatisticsResolvers<ContextType = Context, ParentType extends ResolversParentTypes['BatchMarketStatistics'] = ResolversParentTypes['BatchMarketStatistics']> = {
  market?: Resolver<ResolversTypes['PredictionMarket'], ParentType, ContextType>;
  meanAbsChangePct?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  refunds?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  ticks?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  upPct?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
};

export type BatchMetadataResolvers<ContextType = Context, ParentType extends ResolversParentTypes['BatchMetadata'] = ResolversParentTypes['BatchMetadata']> = {
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  image?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  video?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  website?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type BatchPlayerResolvers<ContextType = Context, ParentType extends ResolversParentTypes['BatchPlayer'] = ResolversParentTypes['BatchPlayer'], FederationReferenceType extends FederationReferenceTypes['BatchPlayer'] = FederationReferenceTypes['BatchPlayer']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['BatchPlayer']> | FederationReferenceType, FederationReferenceType, ContextType>;
  address?: Resolver<ResolversTypes['Address'], ParentType, ContextType>;
  balance?: Resolver<ResolversTypes['Wei'], ParentType, ContextType>;
  batch?: Resolver<ResolversTypes['Batch'], ParentType, ContextType>;
  batchId?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  hasBitmap?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  portfolio?: Resolver<Maybe<ResolversTypes['Portfolio']>, ParentType, ContextType>;
  position?: Resolver<Maybe<ResolversTypes['PlayerPosition']>, ParentType, ContextType>;
  stakePerTick?: Resolver<ResolversTypes['Wei'], ParentType, ContextType>;
  startTick?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type BatchPlayerConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['BatchPlayerConnection'] = ResolversParentTypes['BatchPlayerConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['BatchPlayerEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type BatchPlayerEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['BatchPlayerEdge'] = ResolversParentTypes['BatchPlayerEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['BatchPlayer'], ParentType, ContextType>;
};

export type BatchStatisticsResolvers<ContextType = Context, ParentType extends ResolversParentTypes['BatchStatistics'] = ResolversParentTypes['BatchStatistics']> = {
  fee?: Resolver<ResolversTypes['Wei'], ParentType, ContextType>;
  forfeits?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  markets?: Resolver<ReadonlyArray<ResolversTypes['BatchMarketStatistics']>, ParentType, ContextType>;
  matched?: Resolver<ResolversTypes['Wei'], ParentType, ContextType>;
  oneSidedPct?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  resolvedTicks?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  revealedTicks?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type BenchmarkResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Benchmark'] = ResolversParentTypes['Benchmark']> = {
  asset?: Resolver<ResolversTypes['Asset'], ParentType, ContextType>;
  coinId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  navSeries?: Resolver<Maybe<ReadonlyArray<ResolversTypes['BenchmarkPoint']>>, ParentType, ContextType, Partial<BenchmarkNavSeriesArgs>>;
  performance?: Resolver<Maybe<ResolversTypes['Performance']>, ParentType, ContextType, RequireFields<BenchmarkPerformanceArgs, 'riskFreePct'>>;
  symbol?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type BenchmarkComparisonResolvers<ContextType = Context, ParentType extends ResolversParentTypes['BenchmarkComparison'] = ResolversParentTypes['BenchmarkComparison']> = {
  alphaPct?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  betaToBenchmark?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  correlation?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  days?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  downCapturePct?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  excessReturnPct?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  informationRatio?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  series?: Resolver<Maybe<ReadonlyArray<ResolversTypes['ComparedPoint']>>, ParentType, ContextType, Partial<BenchmarkComparisonSeriesArgs>>;
  trackingErrorPct?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  upCapturePct?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
};

export type BenchmarkPointResolvers<ContextType = Context, ParentType extends ResolversParentTypes['BenchmarkPoint'] = ResolversParentTypes['BenchmarkPoint']> = {
  date?: Resolver<ResolversTypes['Date'], ParentType, ContextType>;
  nav?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type BitmapBacktestResolvers<ContextType = Context, ParentType extends ResolversParentTypes['BitmapBacktest'] = ResolversParentTypes['BitmapBacktest']> = {
  curve?: Resolver<ReadonlyArray<ResolversTypes['BitmapBacktestPoint']>, ParentType, ContextType>;
  totalPnl?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  winRate?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type BitmapBacktestPointResolvers<ContextType = Context, ParentType extends ResolversParentTypes['BitmapBacktestPoint'] = ResolversParentTypes['BitmapBacktestPoint']> = {
  pnl?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  tick?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export interface Bytes32ScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Bytes32'], any> {
  name: 'Bytes32';
}

export type CandleResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Candle'] = ResolversParentTypes['Candle']> = {
  close?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  high?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  low?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  open?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  timestamp?: Resolver<ResolversTypes['UnixSeconds'], ParentType, ContextType>;
};

export type ClaimProofResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ClaimProof'] = ResolversParentTypes['ClaimProof']> = {
  finalBalance?: Resolver<Maybe<ResolversTypes['Wei']>, ParentType, ContextType>;
  fromTick?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  newBalance?: Resolver<Maybe<ResolversTypes['Wei']>, ParentType, ContextType>;
  referenceNonce?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  signature?: Resolver<ResolversTypes['Hex'], ParentType, ContextType>;
  signersBitmask?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  toTick?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type CoinContributionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CoinContribution'] = ResolversParentTypes['CoinContribution']> = {
  asset?: Resolver<ResolversTypes['Asset'], ParentType, ContextType>;
  coinId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  contributionPct?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  periods?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type ComparedPointResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ComparedPoint'] = ResolversParentTypes['ComparedPoint']> = {
  benchmark?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  date?: Resolver<ResolversTypes['Date'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type ConcentrationResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Concentration'] = ResolversParentTypes['Concentration']> = {
  effectiveAssets?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  herfindahl?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  top5Pct?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  top10Pct?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
};

export type ContributionsResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Contributions'] = ResolversParentTypes['Contributions']> = {
  coins?: Resolver<ReadonlyArray<ResolversTypes['CoinContribution']>, ParentType, ContextType>;
  residualPct?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
};

export type DataSourceResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DataSource'] = ResolversParentTypes['DataSource'], FederationReferenceType extends FederationReferenceTypes['DataSource'] = FederationReferenceTypes['DataSource']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['DataSource']> | FederationReferenceType, FederationReferenceType, ContextType>;
  assetCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  assets?: Resolver<Maybe<ResolversTypes['SourceAssetConnection']>, ParentType, ContextType, Partial<DataSourceAssetsArgs>>;
  brandBackground?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  category?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  enabled?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  isPrice?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  lastSync?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  logo?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  prefixes?: Resolver<Maybe<ReadonlyArray<ResolversTypes['String']>>, ParentType, ContextType>;
  sourceId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['SourceStatus'], ParentType, ContextType>;
  syncIntervalSecs?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  valueLabel?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  valueUnit?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type DataSourceConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DataSourceConnection'] = ResolversParentTypes['DataSourceConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['DataSourceEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type DataSourceEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DataSourceEdge'] = ResolversParentTypes['DataSourceEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['DataSource'], ParentType, ContextType>;
};

export interface DateScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Date'], any> {
  name: 'Date';
}

export interface DateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateTime'], any> {
  name: 'DateTime';
}

export type DayReturnResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DayReturn'] = ResolversParentTypes['DayReturn']> = {
  date?: Resolver<ResolversTypes['Date'], ParentType, ContextType>;
  returnPct?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type DefiStatisticsResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DefiStatistics'] = ResolversParentTypes['DefiStatistics']> = {
  avgTvlChange7dPct?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  protocolsWithData?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  topByTvl?: Resolver<ReadonlyArray<ResolversTypes['ProtocolTvl']>, ParentType, ContextType>;
  totalHoldings?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalTvlUsd?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type DeployedContractResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DeployedContract'] = ResolversParentTypes['DeployedContract']> = {
  address?: Resolver<Maybe<ResolversTypes['Address']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type DeployedContractsResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DeployedContracts'] = ResolversParentTypes['DeployedContracts']> = {
  all?: Resolver<ReadonlyArray<ResolversTypes['DeployedContract']>, ParentType, ContextType>;
  index?: Resolver<Maybe<ResolversTypes['Address']>, ParentType, ContextType>;
  l3Usdc?: Resolver<Maybe<ResolversTypes['Address']>, ParentType, ContextType>;
  lending?: Resolver<Maybe<ResolversTypes['Address']>, ParentType, ContextType>;
  multicall3?: Resolver<Maybe<ResolversTypes['Address']>, ParentType, ContextType>;
  settlementUsdc?: Resolver<Maybe<ResolversTypes['Address']>, ParentType, ContextType>;
  vision?: Resolver<Maybe<ResolversTypes['Address']>, ParentType, ContextType>;
};

export type DeploymentResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Deployment'] = ResolversParentTypes['Deployment'], FederationReferenceType extends FederationReferenceTypes['Deployment'] = FederationReferenceTypes['Deployment']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Deployment']> | FederationReferenceType, FederationReferenceType, ContextType>;
  chainId?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  contracts?: Resolver<ResolversTypes['DeployedContracts'], ParentType, ContextType>;
  file?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  settlementChainId?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type DrawdownResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Drawdown'] = ResolversParentTypes['Drawdown']> = {
  days?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  daysToRecovery?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  daysToTrough?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  depthPct?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  peakDate?: Resolver<ResolversTypes['Date'], ParentType, ContextType>;
  recoveryDate?: Resolver<Maybe<ResolversTypes['Date']>, ParentType, ContextType>;
  troughDate?: Resolver<ResolversTypes['Date'], ParentType, ContextType>;
};

export type DrawdownPointResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DrawdownPoint'] = ResolversParentTypes['DrawdownPoint']> = {
  date?: Resolver<ResolversTypes['Date'], ParentType, ContextType>;
  drawdownPct?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type DtfResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Dtf'] = ResolversParentTypes['Dtf'], FederationReferenceType extends FederationReferenceTypes['Dtf'] = FederationReferenceTypes['Dtf']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Dtf']> | FederationReferenceType, FederationReferenceType, ContextType>;
  assetCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  aumUsd?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  bridgedItpAddress?: Resolver<Maybe<ResolversTypes['Address']>, ParentType, ContextType>;
  candles?: Resolver<Maybe<ReadonlyArray<ResolversTypes['Candle']>>, ParentType, ContextType, RequireFields<DtfCandlesArgs, 'interval'>>;
  change24hPct?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  concentration?: Resolver<Maybe<ResolversTypes['Concentration']>, ParentType, ContextType>;
  createdAt?: Resolver<Maybe<ResolversTypes['UnixSeconds']>, ParentType, ContextType>;
  createdAtBlock?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  creator?: Resolver<Maybe<ResolversTypes['Portfolio']>, ParentType, ContextType>;
  enrichment?: Resolver<ResolversTypes['Enrichment'], ParentType, ContextType>;
  events?: Resolver<Maybe<ResolversTypes['DtfEventConnection']>, ParentType, ContextType, Partial<DtfEventsArgs>>;
  flows?: Resolver<Maybe<ReadonlyArray<ResolversTypes['DtfFlow']>>, ParentType, ContextType, RequireFields<DtfFlowsArgs, 'range'>>;
  holderCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  holders?: Resolver<Maybe<ResolversTypes['DtfHolderConnection']>, ParentType, ContextType, Partial<DtfHoldersArgs>>;
  holdings?: Resolver<Maybe<ReadonlyArray<ResolversTypes['Holding']>>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  itpId?: Resolver<ResolversTypes['Bytes32'], ParentType, ContextType>;
  lendingMarket?: Resolver<Maybe<ResolversTypes['LendingMarket']>, ParentType, ContextType>;
  metadata?: Resolver<Maybe<ResolversTypes['DtfMetadata']>, ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  nav?: Resolver<Maybe<ResolversTypes['DtfNav']>, ParentType, ContextType>;
  navPerShareUsd?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  navSeries?: Resolver<Maybe<ReadonlyArray<ResolversTypes['NavPoint']>>, ParentType, ContextType, RequireFields<DtfNavSeriesArgs, 'range'>>;
  orderBook?: Resolver<Maybe<ResolversTypes['DtfOrderBook']>, ParentType, ContextType, RequireFields<DtfOrderBookArgs, 'aggregationBps' | 'levels'>>;
  performance?: Resolver<Maybe<ResolversTypes['Performance']>, ParentType, ContextType, RequireFields<DtfPerformanceArgs, 'range' | 'riskFreePct'>>;
  position?: Resolver<Maybe<ResolversTypes['Position']>, ParentType, ContextType, RequireFields<DtfPositionArgs, 'address'>>;
  quote?: Resolver<Maybe<ResolversTypes['DtfQuote']>, ParentType, ContextType>;
  snapshot?: Resolver<Maybe<ResolversTypes['DtfSnapshot']>, ParentType, ContextType>;
  symbol?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  totalSupply?: Resolver<Maybe<ResolversTypes['Wei']>, ParentType, ContextType>;
  unchangedPricesPct?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type DtfConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DtfConnection'] = ResolversParentTypes['DtfConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['DtfEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type DtfEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DtfEdge'] = ResolversParentTypes['DtfEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Dtf'], ParentType, ContextType>;
};

export type DtfEventResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DtfEvent'] = ResolversParentTypes['DtfEvent']> = {
  blockNumber?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  dtf?: Resolver<ResolversTypes['Dtf'], ParentType, ContextType>;
  logIndex?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  navPerShareUsd?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  portfolio?: Resolver<Maybe<ResolversTypes['Portfolio']>, ParentType, ContextType>;
  receiver?: Resolver<Maybe<ResolversTypes['Portfolio']>, ParentType, ContextType>;
  shares?: Resolver<Maybe<ResolversTypes['Wei']>, ParentType, ContextType>;
  timestamp?: Resolver<ResolversTypes['UnixSeconds'], ParentType, ContextType>;
  txHash?: Resolver<ResolversTypes['Bytes32'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['DtfEventType'], ParentType, ContextType>;
  valueUsd?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
};

export type DtfEventConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DtfEventConnection'] = ResolversParentTypes['DtfEventConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['DtfEventEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type DtfEventEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DtfEventEdge'] = ResolversParentTypes['DtfEventEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['DtfEvent'], ParentType, ContextType>;
};

export type DtfFlowResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DtfFlow'] = ResolversParentTypes['DtfFlow']> = {
  date?: Resolver<ResolversTypes['Date'], ParentType, ContextType>;
  mintedShares?: Resolver<ResolversTypes['Wei'], ParentType, ContextType>;
  mintedUsd?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  netUsd?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  redeemedShares?: Resolver<ResolversTypes['Wei'], ParentType, ContextType>;
  redeemedUsd?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type DtfHolderResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DtfHolder'] = ResolversParentTypes['DtfHolder']> = {
  portfolio?: Resolver<ResolversTypes['Portfolio'], ParentType, ContextType>;
  sharePct?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  shares?: Resolver<ResolversTypes['Wei'], ParentType, ContextType>;
  since?: Resolver<ResolversTypes['UnixSeconds'], ParentType, ContextType>;
  valueUsd?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
};

export type DtfHolderConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DtfHolderConnection'] = ResolversParentTypes['DtfHolderConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['DtfHolderEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  unattributedShares?: Resolver<ResolversTypes['Wei'], ParentType, ContextType>;
};

export type DtfHolderEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DtfHolderEdge'] = ResolversParentTypes['DtfHolderEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['DtfHolder'], ParentType, ContextType>;
};

export type DtfMetadataResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DtfMetadata'] = ResolversParentTypes['DtfMetadata']> = {
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  image?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  video?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  website?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type DtfNavResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DtfNav'] = ResolversParentTypes['DtfNav']> = {
  assetsPriced?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  assetsTotal?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  aumUsd?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  dtf?: Resolver<ResolversTypes['Dtf'], ParentType, ContextType>;
  onChain?: Resolver<Maybe<ResolversTypes['DtfNavOnChain']>, ParentType, ContextType>;
  source?: Resolver<ResolversTypes['NavSource'], ParentType, ContextType>;
  totalSupply?: Resolver<ResolversTypes['Wei'], ParentType, ContextType>;
  usd?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  wei?: Resolver<ResolversTypes['Wei'], ParentType, ContextType>;
};

export type DtfNavOnChainResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DtfNavOnChain'] = ResolversParentTypes['DtfNavOnChain']> = {
  block?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  blockTime?: Resolver<ResolversTypes['UnixSeconds'], ParentType, ContextType>;
  differenceBps?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  wei?: Resolver<ResolversTypes['Wei'], ParentType, ContextType>;
};

export type DtfOrderBookResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DtfOrderBook'] = ResolversParentTypes['DtfOrderBook']> = {
  askDepthUsd?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  asks?: Resolver<ReadonlyArray<ResolversTypes['OrderBookLevel']>, ParentType, ContextType>;
  assetsFailed?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  assetsIncluded?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  bidDepthUsd?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  bids?: Resolver<ReadonlyArray<ResolversTypes['OrderBookLevel']>, ParentType, ContextType>;
  midUsd?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  spreadBps?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type DtfQuoteResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DtfQuote'] = ResolversParentTypes['DtfQuote']> = {
  ageMs?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  askUsd?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  assetsPriced?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  assetsTotal?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  bidUsd?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  midUsd?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  spreadBps?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type DtfSnapshotResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DtfSnapshot'] = ResolversParentTypes['DtfSnapshot']> = {
  aumUsd?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  navPerShareUsd?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  totalSupply?: Resolver<ResolversTypes['Wei'], ParentType, ContextType>;
};

export type EncodedBitmapResolvers<ContextType = Context, ParentType extends ResolversParentTypes['EncodedBitmap'] = ResolversParentTypes['EncodedBitmap']> = {
  bitmap?: Resolver<ResolversTypes['Hex'], ParentType, ContextType>;
  hash?: Resolver<ResolversTypes['Bytes32'], ParentType, ContextType>;
};

export type EnrichedHoldingResolvers<ContextType = Context, ParentType extends ResolversParentTypes['EnrichedHolding'] = ResolversParentTypes['EnrichedHolding']> = {
  asset?: Resolver<ResolversTypes['Asset'], ParentType, ContextType>;
  change24hPct?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  coingeckoId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  image?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  marketCapUsd?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  priceUsd?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  symbol?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  weight?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type EnrichmentResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Enrichment'] = ResolversParentTypes['Enrichment']> = {
  defi?: Resolver<Maybe<ResolversTypes['DefiStatistics']>, ParentType, ContextType>;
  founders?: Resolver<Maybe<ResolversTypes['FounderStatistics']>, ParentType, ContextType>;
  funding?: Resolver<Maybe<ResolversTypes['FundingStatistics']>, ParentType, ContextType>;
  holdings?: Resolver<Maybe<ReadonlyArray<ResolversTypes['EnrichedHolding']>>, ParentType, ContextType>;
};

export type ExplorerHealthResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ExplorerHealth'] = ResolversParentTypes['ExplorerHealth']> = {
  history?: Resolver<Maybe<ReadonlyArray<ResolversTypes['NetworkHealth']>>, ParentType, ContextType, RequireFields<ExplorerHealthHistoryArgs, 'range'>>;
  latest?: Resolver<Maybe<ResolversTypes['NetworkHealth']>, ParentType, ContextType>;
};

export type ExposureResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Exposure'] = ResolversParentTypes['Exposure']> = {
  asset?: Resolver<ResolversTypes['Asset'], ParentType, ContextType>;
  pct?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  symbol?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  through?: Resolver<ReadonlyArray<ResolversTypes['FundValue']>, ParentType, ContextType>;
  valueUsd?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type FaucetGasResolvers<ContextType = Context, ParentType extends ResolversParentTypes['FaucetGas'] = ResolversParentTypes['FaucetGas']> = {
  amount?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  error?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hash?: Resolver<Maybe<ResolversTypes['Bytes32']>, ParentType, ContextType>;
};

export type FaucetPaymentResolvers<ContextType = Context, ParentType extends ResolversParentTypes['FaucetPayment'] = ResolversParentTypes['FaucetPayment']> = {
  amount?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  hash?: Resolver<ResolversTypes['Bytes32'], ParentType, ContextType>;
};

export type FaucetUserErrorResolvers<ContextType = Context, ParentType extends ResolversParentTypes['FaucetUserError'] = ResolversParentTypes['FaucetUserError']> = {
  code?: Resolver<ResolversTypes['FaucetErrorCode'], ParentType, ContextType>;
  field?: Resolver<Maybe<ReadonlyArray<ResolversTypes['String']>>, ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  retryAfter?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type FounderStatisticsResolvers<ContextType = Context, ParentType extends ResolversParentTypes['FounderStatistics'] = ResolversParentTypes['FounderStatistics']> = {
  ageDistribution?: Resolver<ReadonlyArray<ResolversTypes['AgeBucket']>, ParentType, ContextType>;
  genderSplit?: Resolver<ReadonlyArray<ResolversTypes['LabelCount']>, ParentType, ContextType>;
  topNationalities?: Resolver<ReadonlyArray<ResolversTypes['LabelCount']>, ParentType, ContextType>;
  topUniversities?: Resolver<ReadonlyArray<ResolversTypes['LabelCount']>, ParentType, ContextType>;
  totalCompaniesMatched?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalFounders?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type FundValueResolvers<ContextType = Context, ParentType extends ResolversParentTypes['FundValue'] = ResolversParentTypes['FundValue']> = {
  dtf?: Resolver<ResolversTypes['Dtf'], ParentType, ContextType>;
  valueUsd?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type FundingStatisticsResolvers<ContextType = Context, ParentType extends ResolversParentTypes['FundingStatistics'] = ResolversParentTypes['FundingStatistics']> = {
  avgValuationMillionUsd?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  recentRaises?: Resolver<ReadonlyArray<ResolversTypes['Raise']>, ParentType, ContextType>;
  topInvestors?: Resolver<ReadonlyArray<ResolversTypes['LabelCount']>, ParentType, ContextType>;
  totalRaisedMillionUsd?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  totalRounds?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type GatewayResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Gateway'] = ResolversParentTypes['Gateway']> = {
  isSandbox?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  ready?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  startedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  upstreams?: Resolver<ReadonlyArray<ResolversTypes['Upstream']>, ParentType, ContextType>;
  version?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export interface HexScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Hex'], any> {
  name: 'Hex';
}

export type HoldingResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Holding'] = ResolversParentTypes['Holding']> = {
  asset?: Resolver<ResolversTypes['Asset'], ParentType, ContextType>;
  dtf?: Resolver<ResolversTypes['Dtf'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  priceUsd?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  quantity?: Resolver<ResolversTypes['Wei'], ParentType, ContextType>;
  weight?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type LabelCountResolvers<ContextType = Context, ParentType extends ResolversParentTypes['LabelCount'] = ResolversParentTypes['LabelCount']> = {
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  label?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type LeaderboardResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Leaderboard'] = ResolversParentTypes['Leaderboard']> = {
  entries?: Resolver<Maybe<ResolversTypes['LeaderboardConnection']>, ParentType, ContextType, Partial<LeaderboardEntriesArgs>>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type LeaderboardConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['LeaderboardConnection'] = ResolversParentTypes['LeaderboardConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['LeaderboardEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type LeaderboardEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['LeaderboardEdge'] = ResolversParentTypes['LeaderboardEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['LeaderboardEntry'], ParentType, ContextType>;
};

export type LeaderboardEntryResolvers<ContextType = Context, ParentType extends ResolversParentTypes['LeaderboardEntry'] = ResolversParentTypes['LeaderboardEntry']> = {
  avgMarkets?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  bitmapsPlayed?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  mostMarkets?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  pnlUsd?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  portfolio?: Resolver<Maybe<ResolversTypes['Portfolio']>, ParentType, ContextType>;
  rank?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  roiPct?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  totalVolumeUsd?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  winRate?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type LedgerResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Ledger'] = ResolversParentTypes['Ledger']> = {
  lots?: Resolver<ReadonlyArray<ResolversTypes['OpenLot']>, ParentType, ContextType>;
  method?: Resolver<ResolversTypes['LedgerMethod'], ParentType, ContextType>;
  realized?: Resolver<ReadonlyArray<ResolversTypes['RealizedLot']>, ParentType, ContextType>;
  totals?: Resolver<ResolversTypes['LedgerTotals'], ParentType, ContextType>;
};

export type LedgerTotalsResolvers<ContextType = Context, ParentType extends ResolversParentTypes['LedgerTotals'] = ResolversParentTypes['LedgerTotals']> = {
  boughtUsd?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  realizedUsd?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  soldUsd?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  unmatchedSales?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  unrealizedUsd?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type LendingBalancesResolvers<ContextType = Context, ParentType extends ResolversParentTypes['LendingBalances'] = ResolversParentTypes['LendingBalances']> = {
  bridgedItpAddress?: Resolver<Maybe<ResolversTypes['Address']>, ParentType, ContextType>;
  shares?: Resolver<ResolversTypes['Wei'], ParentType, ContextType>;
  sharesAllowedToIndex?: Resolver<ResolversTypes['Wei'], ParentType, ContextType>;
  sharesAllowedToLending?: Resolver<ResolversTypes['Wei'], ParentType, ContextType>;
  usdc?: Resolver<ResolversTypes['Wei'], ParentType, ContextType>;
  usdcAllowedToIndex?: Resolver<ResolversTypes['Wei'], ParentType, ContextType>;
  usdcAllowedToLending?: Resolver<ResolversTypes['Wei'], ParentType, ContextType>;
};

export type LendingEventResolvers<ContextType = Context, ParentType extends ResolversParentTypes['LendingEvent'] = ResolversParentTypes['LendingEvent']> = {
  amount?: Resolver<ResolversTypes['Wei'], ParentType, ContextType>;
  blockNumber?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  dtf?: Resolver<Maybe<ResolversTypes['Dtf']>, ParentType, ContextType>;
  timestamp?: Resolver<Maybe<ResolversTypes['UnixSeconds']>, ParentType, ContextType>;
  token?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  txHash?: Resolver<Maybe<ResolversTypes['Bytes32']>, ParentType, ContextType>;
  type?: Resolver<ResolversTypes['LendingEventType'], ParentType, ContextType>;
};

export type LendingEventConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['LendingEventConnection'] = ResolversParentTypes['LendingEventConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['LendingEventEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type LendingEventEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['LendingEventEdge'] = ResolversParentTypes['LendingEventEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['LendingEvent'], ParentType, ContextType>;
};

export type LendingMarketResolvers<ContextType = Context, ParentType extends ResolversParentTypes['LendingMarket'] = ResolversParentTypes['LendingMarket'], FederationReferenceType extends FederationReferenceTypes['LendingMarket'] = FederationReferenceTypes['LendingMarket']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['LendingMarket']> | FederationReferenceType, FederationReferenceType, ContextType>;
  dtf?: Resolver<Maybe<ResolversTypes['Dtf']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  itpId?: Resolver<Maybe<ResolversTypes['Bytes32']>, ParentType, ContextType>;
  liquidity?: Resolver<ResolversTypes['Wei'], ParentType, ContextType>;
  lltv?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  marketId?: Resolver<Maybe<ResolversTypes['Bytes32']>, ParentType, ContextType>;
  oraclePrice?: Resolver<Maybe<ResolversTypes['LendingPrice']>, ParentType, ContextType>;
  position?: Resolver<Maybe<ResolversTypes['LendingPosition']>, ParentType, ContextType, RequireFields<LendingMarketPositionArgs, 'address'>>;
  rates?: Resolver<Maybe<ResolversTypes['LendingRates']>, ParentType, ContextType>;
  totalBorrow?: Resolver<ResolversTypes['Wei'], ParentType, ContextType>;
  totalBorrowShares?: Resolver<ResolversTypes['Wei'], ParentType, ContextType>;
  totalSupply?: Resolver<ResolversTypes['Wei'], ParentType, ContextType>;
  totalSupplyShares?: Resolver<ResolversTypes['Wei'], ParentType, ContextType>;
  utilisation?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type LendingPositionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['LendingPosition'] = ResolversParentTypes['LendingPosition'], FederationReferenceType extends FederationReferenceTypes['LendingPosition'] = FederationReferenceTypes['LendingPosition']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['LendingPosition']> | FederationReferenceType, FederationReferenceType, ContextType>;
  address?: Resolver<ResolversTypes['Address'], ParentType, ContextType>;
  borrowShares?: Resolver<ResolversTypes['Wei'], ParentType, ContextType>;
  collateral?: Resolver<ResolversTypes['Wei'], ParentType, ContextType>;
  debt?: Resolver<ResolversTypes['Wei'], ParentType, ContextType>;
  healthFactor?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  itpId?: Resolver<Maybe<ResolversTypes['Bytes32']>, ParentType, ContextType>;
  liquidationPrice?: Resolver<Maybe<ResolversTypes['LendingPrice']>, ParentType, ContextType>;
  market?: Resolver<ResolversTypes['LendingMarket'], ParentType, ContextType>;
  maxBorrow?: Resolver<ResolversTypes['Wei'], ParentType, ContextType>;
  maxWithdraw?: Resolver<ResolversTypes['Wei'], ParentType, ContextType>;
  oraclePrice?: Resolver<ResolversTypes['LendingPrice'], ParentType, ContextType>;
  portfolio?: Resolver<ResolversTypes['Portfolio'], ParentType, ContextType>;
  state?: Resolver<ResolversTypes['LoanHealth'], ParentType, ContextType>;
  stress?: Resolver<Maybe<ResolversTypes['StressedLoan']>, ParentType, ContextType, RequireFields<LendingPositionStressArgs, 'pricePct'>>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type LendingPriceResolvers<ContextType = Context, ParentType extends ResolversParentTypes['LendingPrice'] = ResolversParentTypes['LendingPrice']> = {
  raw?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  usd?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type LendingRatesResolvers<ContextType = Context, ParentType extends ResolversParentTypes['LendingRates'] = ResolversParentTypes['LendingRates']> = {
  accruedAt?: Resolver<ResolversTypes['UnixSeconds'], ParentType, ContextType>;
  borrowApyPct?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  borrowRatePct?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  feePct?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  model?: Resolver<ResolversTypes['LendingRateModel'], ParentType, ContextType>;
  supplyApyPct?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type MarketAccuracyResolvers<ContextType = Context, ParentType extends ResolversParentTypes['MarketAccuracy'] = ResolversParentTypes['MarketAccuracy']> = {
  accuracyPct?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  decided?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  hits?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  market?: Resolver<ResolversTypes['PredictionMarket'], ParentType, ContextType>;
};

export type MarketOutcomeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['MarketOutcome'] = ResolversParentTypes['MarketOutcome']> = {
  changePct?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  endPrice?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  market?: Resolver<ResolversTypes['PredictionMarket'], ParentType, ContextType>;
  outcome?: Resolver<Maybe<ResolversTypes['TickOutcome']>, ParentType, ContextType>;
  pools?: Resolver<Maybe<ResolversTypes['MarketPools']>, ParentType, ContextType>;
  startPrice?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
};

export type MarketOutcomeConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['MarketOutcomeConnection'] = ResolversParentTypes['MarketOutcomeConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['MarketOutcomeEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type MarketOutcomeEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['MarketOutcomeEdge'] = ResolversParentTypes['MarketOutcomeEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['MarketOutcome'], ParentType, ContextType>;
};

export type MarketPointResolvers<ContextType = Context, ParentType extends ResolversParentTypes['MarketPoint'] = ResolversParentTypes['MarketPoint']> = {
  timestamp?: Resolver<ResolversTypes['UnixSeconds'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type MarketPoolsResolvers<ContextType = Context, ParentType extends ResolversParentTypes['MarketPools'] = ResolversParentTypes['MarketPools']> = {
  downPlayers?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  downStake?: Resolver<ResolversTypes['Wei'], ParentType, ContextType>;
  impliedUpProbability?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  isComplete?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  unexplainedMatched?: Resolver<Maybe<ResolversTypes['Wei']>, ParentType, ContextType>;
  unknownStakes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  upPlayers?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  upStake?: Resolver<ResolversTypes['Wei'], ParentType, ContextType>;
};

export type MarketSnapshotResolvers<ContextType = Context, ParentType extends ResolversParentTypes['MarketSnapshot'] = ResolversParentTypes['MarketSnapshot']> = {
  categories?: Resolver<Maybe<ReadonlyArray<ResolversTypes['SourceCategory']>>, ParentType, ContextType>;
  generatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  prices?: Resolver<Maybe<ResolversTypes['SourceAssetConnection']>, ParentType, ContextType, Partial<MarketSnapshotPricesArgs>>;
  totalAssets?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalCategories?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  totalSources?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type MonthlyReturnResolvers<ContextType = Context, ParentType extends ResolversParentTypes['MonthlyReturn'] = ResolversParentTypes['MonthlyReturn']> = {
  isPartial?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  month?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  returnPct?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  year?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type MutationResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  requestFaucet?: Resolver<ResolversTypes['RequestFaucetPayload'], ParentType, ContextType, RequireFields<MutationRequestFaucetArgs, 'input'>>;
  submitBitmap?: Resolver<ResolversTypes['SubmitBitmapPayload'], ParentType, ContextType, RequireFields<MutationSubmitBitmapArgs, 'input'>>;
};

export type NavPointResolvers<ContextType = Context, ParentType extends ResolversParentTypes['NavPoint'] = ResolversParentTypes['NavPoint']> = {
  nav?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  timestamp?: Resolver<ResolversTypes['UnixSeconds'], ParentType, ContextType>;
};

export type NetworkHealthResolvers<ContextType = Context, ParentType extends ResolversParentTypes['NetworkHealth'] = ResolversParentTypes['NetworkHealth']> = {
  avgConsensusTimeMs?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  avgCycleDurationMs?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  consensusFailedTotal?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  consensusRoundsTotal?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  consensusSuccessTotal?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  ordersProcessedLast60s?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  p2pMessagesReceived?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  p2pMessagesSent?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  pendingOrderCount?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  polledAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  quorumMet?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  signaturesCollected?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  totalPeers?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  totalPeersHealthy?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  totalPeersUnhealthy?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  worstStatus?: Resolver<Maybe<ResolversTypes['HealthStatus']>, ParentType, ContextType>;
};

export type NodeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Node'] = ResolversParentTypes['Node']> = {
  __resolveType: TypeResolveFn<'Asset' | 'Batch' | 'BatchPlayer' | 'DataSource' | 'Deployment' | 'Dtf' | 'LendingMarket' | 'LendingPosition' | 'Portfolio' | 'Position' | 'PredictionMarket' | 'SimulationCategory' | 'SimulationRun' | 'SourceAsset' | 'Tick' | 'Trade', ParentType, ContextType>;
};

export type OpenLotResolvers<ContextType = Context, ParentType extends ResolversParentTypes['OpenLot'] = ResolversParentTypes['OpenLot']> = {
  acquiredAt?: Resolver<ResolversTypes['UnixSeconds'], ParentType, ContextType>;
  costUsd?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  dtf?: Resolver<ResolversTypes['Dtf'], ParentType, ContextType>;
  shares?: Resolver<ResolversTypes['Wei'], ParentType, ContextType>;
  unrealizedUsd?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  valueUsd?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
};

export type OracleAnswerResolvers<ContextType = Context, ParentType extends ResolversParentTypes['OracleAnswer'] = ResolversParentTypes['OracleAnswer']> = {
  accepted?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  error?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  oracle?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  state?: Resolver<ResolversTypes['OracleAnswerState'], ParentType, ContextType>;
};

export type OrderBookLevelResolvers<ContextType = Context, ParentType extends ResolversParentTypes['OrderBookLevel'] = ResolversParentTypes['OrderBookLevel']> = {
  priceUsd?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  quantity?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  usdValue?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type PageInfoResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PageInfo'] = ResolversParentTypes['PageInfo']> = {
  endCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hasNextPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  hasPreviousPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  startCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type PerformanceResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Performance'] = ResolversParentTypes['Performance']> = {
  annualizedReturnPct?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  bestDay?: Resolver<Maybe<ResolversTypes['DayReturn']>, ParentType, ContextType>;
  calmar?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  distribution?: Resolver<Maybe<ReadonlyArray<ResolversTypes['ReturnBin']>>, ParentType, ContextType, RequireFields<PerformanceDistributionArgs, 'bins'>>;
  downsideDeviationPct?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  drawdownSeries?: Resolver<Maybe<ReadonlyArray<ResolversTypes['DrawdownPoint']>>, ParentType, ContextType, Partial<PerformanceDrawdownSeriesArgs>>;
  drawdowns?: Resolver<Maybe<ReadonlyArray<ResolversTypes['Drawdown']>>, ParentType, ContextType, RequireFields<PerformanceDrawdownsArgs, 'first'>>;
  excessKurtosis?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  expectedShortfallPct?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType, RequireFields<PerformanceExpectedShortfallPctArgs, 'confidence'>>;
  from?: Resolver<Maybe<ResolversTypes['Date']>, ParentType, ContextType>;
  leftOutIntervals?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  maxDrawdownPct?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  missingDays?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  moneyWeightedReturnPct?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  monthlyReturns?: Resolver<ReadonlyArray<ResolversTypes['MonthlyReturn']>, ParentType, ContextType>;
  omega?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  periodReturns?: Resolver<ReadonlyArray<ResolversTypes['PeriodReturn']>, ParentType, ContextType>;
  positiveDaysPct?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  positiveMonthsPct?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  probabilisticSharpe?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType, RequireFields<PerformanceProbabilisticSharpeArgs, 'benchmark'>>;
  returns?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  rolling?: Resolver<Maybe<ReadonlyArray<ResolversTypes['RollingFigures']>>, ParentType, ContextType, RequireFields<PerformanceRollingArgs, 'days'>>;
  sharpe?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  skewness?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  sortino?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  timeWeightedReturnPct?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  to?: Resolver<Maybe<ResolversTypes['Date']>, ParentType, ContextType>;
  totalReturnPct?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  ulcerIndexPct?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  valueAtRiskPct?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType, RequireFields<PerformanceValueAtRiskPctArgs, 'confidence'>>;
  versus?: Resolver<Maybe<ResolversTypes['BenchmarkComparison']>, ParentType, ContextType, RequireFields<PerformanceVersusArgs, 'benchmark'>>;
  volatilityPct?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  worstDay?: Resolver<Maybe<ResolversTypes['DayReturn']>, ParentType, ContextType>;
  yearlyReturns?: Resolver<ReadonlyArray<ResolversTypes['YearlyReturn']>, ParentType, ContextType>;
};

export type PeriodReturnResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PeriodReturn'] = ResolversParentTypes['PeriodReturn']> = {
  annualizedPct?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  from?: Resolver<Maybe<ResolversTypes['Date']>, ParentType, ContextType>;
  period?: Resolver<ResolversTypes['ReturnPeriod'], ParentType, ContextType>;
  returnPct?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  to?: Resolver<ResolversTypes['Date'], ParentType, ContextType>;
};

export type PlayedBatchResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PlayedBatch'] = ResolversParentTypes['PlayedBatch']> = {
  batch?: Resolver<ResolversTypes['Batch'], ParentType, ContextType>;
  forfeits?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  player?: Resolver<ResolversTypes['BatchPlayer'], ParentType, ContextType>;
  profit?: Resolver<ResolversTypes['Wei'], ParentType, ContextType>;
  stake?: Resolver<ResolversTypes['Wei'], ParentType, ContextType>;
  ticksPlayed?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  winRate?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
};

export type PlayedTickResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PlayedTick'] = ResolversParentTypes['PlayedTick']> = {
  batchId?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  cumulative?: Resolver<ResolversTypes['Wei'], ParentType, ContextType>;
  decided?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  endedAt?: Resolver<ResolversTypes['UnixSeconds'], ParentType, ContextType>;
  hits?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  isForfeit?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  profit?: Resolver<ResolversTypes['Wei'], ParentType, ContextType>;
  stake?: Resolver<ResolversTypes['Wei'], ParentType, ContextType>;
  tick?: Resolver<ResolversTypes['Tick'], ParentType, ContextType>;
  tickId?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type PlayerJoinedResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PlayerJoined'] = ResolversParentTypes['PlayerJoined']> = {
  batch?: Resolver<Maybe<ResolversTypes['Batch']>, ParentType, ContextType>;
  bitmapHash?: Resolver<ResolversTypes['Bytes32'], ParentType, ContextType>;
  blockNumber?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  portfolio?: Resolver<ResolversTypes['Portfolio'], ParentType, ContextType>;
  stakePerTick?: Resolver<ResolversTypes['Wei'], ParentType, ContextType>;
  transactionHash?: Resolver<ResolversTypes['Bytes32'], ParentType, ContextType>;
};

export type PlayerPositionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PlayerPosition'] = ResolversParentTypes['PlayerPosition']> = {
  balance?: Resolver<ResolversTypes['Wei'], ParentType, ContextType>;
  deposit?: Resolver<Maybe<ResolversTypes['Wei']>, ParentType, ContextType>;
  proof?: Resolver<Maybe<ResolversTypes['ClaimProof']>, ParentType, ContextType>;
  stakePerTick?: Resolver<ResolversTypes['Wei'], ParentType, ContextType>;
};

export type PortfolioResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Portfolio'] = ResolversParentTypes['Portfolio'], FederationReferenceType extends FederationReferenceTypes['Portfolio'] = FederationReferenceTypes['Portfolio']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Portfolio']> | FederationReferenceType, FederationReferenceType, ContextType>;
  address?: Resolver<ResolversTypes['Address'], ParentType, ContextType>;
  exposure?: Resolver<Maybe<ReadonlyArray<ResolversTypes['Exposure']>>, ParentType, ContextType>;
  history?: Resolver<Maybe<ReadonlyArray<ResolversTypes['PortfolioPoint']>>, ParentType, ContextType, Partial<PortfolioHistoryArgs>>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  ledger?: Resolver<Maybe<ResolversTypes['Ledger']>, ParentType, ContextType, RequireFields<PortfolioLedgerArgs, 'method'>>;
  lending?: Resolver<ResolversTypes['WalletLending'], ParentType, ContextType>;
  performance?: Resolver<Maybe<ResolversTypes['Performance']>, ParentType, ContextType, RequireFields<PortfolioPerformanceArgs, 'riskFreePct'>>;
  positions?: Resolver<Maybe<ReadonlyArray<ResolversTypes['Position']>>, ParentType, ContextType>;
  predictions?: Resolver<Maybe<ResolversTypes['PredictionPlayer']>, ParentType, ContextType, RequireFields<PortfolioPredictionsArgs, 'ticks'>>;
  stress?: Resolver<Maybe<ResolversTypes['StressResult']>, ParentType, ContextType, RequireFields<PortfolioStressArgs, 'shocks'>>;
  totalPnlPct?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  totalPnlUsd?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  totalValueUsd?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  trades?: Resolver<Maybe<ResolversTypes['TradeConnection']>, ParentType, ContextType, Partial<PortfolioTradesArgs>>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type PortfolioPointResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PortfolioPoint'] = ResolversParentTypes['PortfolioPoint']> = {
  timestamp?: Resolver<ResolversTypes['UnixSeconds'], ParentType, ContextType>;
  valueUsd?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type PositionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Position'] = ResolversParentTypes['Position'], FederationReferenceType extends FederationReferenceTypes['Position'] = FederationReferenceTypes['Position']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Position']> | FederationReferenceType, FederationReferenceType, ContextType>;
  address?: Resolver<ResolversTypes['Address'], ParentType, ContextType>;
  costBasisUsd?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  dtf?: Resolver<ResolversTypes['Dtf'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  itpId?: Resolver<ResolversTypes['Bytes32'], ParentType, ContextType>;
  navPerShareUsd?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  pnlPct?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  pnlUsd?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  portfolio?: Resolver<ResolversTypes['Portfolio'], ParentType, ContextType>;
  shares?: Resolver<ResolversTypes['Wei'], ParentType, ContextType>;
  valueUsd?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type PredictionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Prediction'] = ResolversParentTypes['Prediction']> = {
  direction?: Resolver<ResolversTypes['Direction'], ParentType, ContextType>;
  market?: Resolver<ResolversTypes['PredictionMarket'], ParentType, ContextType>;
};

export type PredictionConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PredictionConnection'] = ResolversParentTypes['PredictionConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['PredictionEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type PredictionEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PredictionEdge'] = ResolversParentTypes['PredictionEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Prediction'], ParentType, ContextType>;
};

export type PredictionMarketResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PredictionMarket'] = ResolversParentTypes['PredictionMarket'], FederationReferenceType extends FederationReferenceTypes['PredictionMarket'] = FederationReferenceTypes['PredictionMarket']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['PredictionMarket']> | FederationReferenceType, FederationReferenceType, ContextType>;
  asset?: Resolver<Maybe<ResolversTypes['Asset']>, ParentType, ContextType>;
  changePct?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  displayName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  history?: Resolver<Maybe<ReadonlyArray<ResolversTypes['MarketPoint']>>, ParentType, ContextType, Partial<PredictionMarketHistoryArgs>>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  marketId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sourceId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  symbol?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  value?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type PredictionMarketConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PredictionMarketConnection'] = ResolversParentTypes['PredictionMarketConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['PredictionMarketEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type PredictionMarketEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PredictionMarketEdge'] = ResolversParentTypes['PredictionMarketEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['PredictionMarket'], ParentType, ContextType>;
};

export type PredictionPlayerResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PredictionPlayer'] = ResolversParentTypes['PredictionPlayer']> = {
  batches?: Resolver<ReadonlyArray<ResolversTypes['PlayedBatch']>, ParentType, ContextType>;
  bestBatch?: Resolver<Maybe<ResolversTypes['PlayedBatch']>, ParentType, ContextType>;
  byMarket?: Resolver<ReadonlyArray<ResolversTypes['MarketAccuracy']>, ParentType, ContextType>;
  bySource?: Resolver<ReadonlyArray<ResolversTypes['SourceAccuracy']>, ParentType, ContextType>;
  endpoint?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  forfeits?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  isBot?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  isComplete?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  longestStreak?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  portfolio?: Resolver<ResolversTypes['Portfolio'], ParentType, ContextType>;
  profit?: Resolver<ResolversTypes['Wei'], ParentType, ContextType>;
  stake?: Resolver<ResolversTypes['Wei'], ParentType, ContextType>;
  ticks?: Resolver<ReadonlyArray<ResolversTypes['PlayedTick']>, ParentType, ContextType>;
  ticksPlayed?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  winRate?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  worstBatch?: Resolver<Maybe<ResolversTypes['PlayedBatch']>, ParentType, ContextType>;
};

export type ProtocolTvlResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ProtocolTvl'] = ResolversParentTypes['ProtocolTvl']> = {
  change1dPct?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  change7dPct?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  symbol?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  tvlUsd?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type QueryResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  asset?: Resolver<Maybe<ResolversTypes['Asset']>, ParentType, ContextType, RequireFields<QueryAssetArgs, 'symbol'>>;
  assets?: Resolver<Maybe<ResolversTypes['AssetConnection']>, ParentType, ContextType, Partial<QueryAssetsArgs>>;
  backtestBitmap?: Resolver<Maybe<ResolversTypes['BitmapBacktest']>, ParentType, ContextType, RequireFields<QueryBacktestBitmapArgs, 'batchId' | 'bitmap' | 'ticks'>>;
  batch?: Resolver<Maybe<ResolversTypes['Batch']>, ParentType, ContextType, RequireFields<QueryBatchArgs, 'id'>>;
  batchConfig?: Resolver<Maybe<ResolversTypes['BatchConfig']>, ParentType, ContextType, RequireFields<QueryBatchConfigArgs, 'hash'>>;
  batches?: Resolver<Maybe<ResolversTypes['BatchConnection']>, ParentType, ContextType, Partial<QueryBatchesArgs>>;
  benchmarks?: Resolver<Maybe<ReadonlyArray<ResolversTypes['Benchmark']>>, ParentType, ContextType, RequireFields<QueryBenchmarksArgs, 'startDate'>>;
  bitmapHash?: Resolver<Maybe<ResolversTypes['Bytes32']>, ParentType, ContextType, RequireFields<QueryBitmapHashArgs, 'bitmap'>>;
  compareSimulations?: Resolver<Maybe<ReadonlyArray<ResolversTypes['SimulationRun']>>, ParentType, ContextType, RequireFields<QueryCompareSimulationsArgs, 'ids'>>;
  deployment?: Resolver<Maybe<ResolversTypes['Deployment']>, ParentType, ContextType, RequireFields<QueryDeploymentArgs, 'file'>>;
  deployments?: Resolver<ReadonlyArray<ResolversTypes['Deployment']>, ParentType, ContextType>;
  dtf?: Resolver<Maybe<ResolversTypes['Dtf']>, ParentType, ContextType, RequireFields<QueryDtfArgs, 'id'>>;
  dtfs?: Resolver<Maybe<ResolversTypes['DtfConnection']>, ParentType, ContextType, Partial<QueryDtfsArgs>>;
  encodeBitmap?: Resolver<Maybe<ResolversTypes['EncodedBitmap']>, ParentType, ContextType, RequireFields<QueryEncodeBitmapArgs, 'predictions'>>;
  explorerHealth?: Resolver<Maybe<ResolversTypes['ExplorerHealth']>, ParentType, ContextType>;
  gateway?: Resolver<ResolversTypes['Gateway'], ParentType, ContextType>;
  leaderboard?: Resolver<Maybe<ResolversTypes['Leaderboard']>, ParentType, ContextType, Partial<QueryLeaderboardArgs>>;
  lendingMarkets?: Resolver<Maybe<ReadonlyArray<ResolversTypes['LendingMarket']>>, ParentType, ContextType>;
  marketHistory?: Resolver<Maybe<ReadonlyArray<ResolversTypes['MarketPoint']>>, ParentType, ContextType, RequireFields<QueryMarketHistoryArgs, 'asset' | 'source'>>;
  markets?: Resolver<Maybe<ResolversTypes['PredictionMarketConnection']>, ParentType, ContextType, Partial<QueryMarketsArgs>>;
  node?: Resolver<Maybe<ResolversTypes['Node']>, ParentType, ContextType, RequireFields<QueryNodeArgs, 'id'>>;
  nodes?: Resolver<ReadonlyArray<Maybe<ResolversTypes['Node']>>, ParentType, ContextType, RequireFields<QueryNodesArgs, 'ids'>>;
  portfolio?: Resolver<ResolversTypes['Portfolio'], ParentType, ContextType, RequireFields<QueryPortfolioArgs, 'address'>>;
  predictionPlayer?: Resolver<Maybe<ResolversTypes['PredictionPlayer']>, ParentType, ContextType, RequireFields<QueryPredictionPlayerArgs, 'address' | 'ticks'>>;
  replayBitmap?: Resolver<Maybe<ResolversTypes['Replay']>, ParentType, ContextType, RequireFields<QueryReplayBitmapArgs, 'batchId' | 'stakePerTick'>>;
  simulation?: Resolver<Maybe<ResolversTypes['SimulationRun']>, ParentType, ContextType, RequireFields<QuerySimulationArgs, 'input'>>;
  simulationCategories?: Resolver<Maybe<ReadonlyArray<ResolversTypes['SimulationCategory']>>, ParentType, ContextType>;
  simulationResults?: Resolver<Maybe<ResolversTypes['SimulationRunConnection']>, ParentType, ContextType, Partial<QuerySimulationResultsArgs>>;
  simulationSelection?: Resolver<Maybe<ResolversTypes['Selection']>, ParentType, ContextType, RequireFields<QuerySimulationSelectionArgs, 'runs' | 'split'>>;
  simulationWeightings?: Resolver<ReadonlyArray<ResolversTypes['WeightingScheme']>, ParentType, ContextType, Partial<QuerySimulationWeightingsArgs>>;
  simulations?: Resolver<Maybe<ReadonlyArray<Maybe<ResolversTypes['SimulationRun']>>>, ParentType, ContextType, RequireFields<QuerySimulationsArgs, 'ids'>>;
  snapshot?: Resolver<Maybe<ResolversTypes['MarketSnapshot']>, ParentType, ContextType, Partial<QuerySnapshotArgs>>;
  source?: Resolver<Maybe<ResolversTypes['DataSource']>, ParentType, ContextType, RequireFields<QuerySourceArgs, 'id'>>;
  sourceList?: Resolver<Maybe<ReadonlyArray<ResolversTypes['DataSource']>>, ParentType, ContextType>;
  sources?: Resolver<Maybe<ResolversTypes['DataSourceConnection']>, ParentType, ContextType, Partial<QuerySourcesArgs>>;
  vault?: Resolver<Maybe<ResolversTypes['Vault']>, ParentType, ContextType>;
  verifySimulationReceipt?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType, RequireFields<QueryVerifySimulationReceiptArgs, 'hash' | 'runId'>>;
};

export type RaiseResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Raise'] = ResolversParentTypes['Raise']> = {
  amountMillionUsd?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  date?: Resolver<Maybe<ResolversTypes['Date']>, ParentType, ContextType>;
  lead?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  project?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  round?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type RealizedLotResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RealizedLot'] = ResolversParentTypes['RealizedLot']> = {
  acquiredAt?: Resolver<Maybe<ResolversTypes['UnixSeconds']>, ParentType, ContextType>;
  costUsd?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  dtf?: Resolver<ResolversTypes['Dtf'], ParentType, ContextType>;
  gainUsd?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  holdingDays?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  proceedsUsd?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  shares?: Resolver<ResolversTypes['Wei'], ParentType, ContextType>;
  soldAt?: Resolver<ResolversTypes['UnixSeconds'], ParentType, ContextType>;
};

export type RebalanceTurnoverResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RebalanceTurnover'] = ResolversParentTypes['RebalanceTurnover']> = {
  buys?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  date?: Resolver<ResolversTypes['Date'], ParentType, ContextType>;
  sells?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  turnoverPct?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type ReplayResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Replay'] = ResolversParentTypes['Replay']> = {
  fee?: Resolver<ResolversTypes['Wei'], ParentType, ContextType>;
  isComplete?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  ticks?: Resolver<ReadonlyArray<ResolversTypes['ReplayTick']>, ParentType, ContextType>;
  ticksPlayed?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Wei'], ParentType, ContextType>;
  winRate?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
};

export type ReplayTickResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ReplayTick'] = ResolversParentTypes['ReplayTick']> = {
  cumulative?: Resolver<ResolversTypes['Wei'], ParentType, ContextType>;
  decided?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  hits?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  markets?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  pnl?: Resolver<ResolversTypes['Wei'], ParentType, ContextType>;
  tick?: Resolver<ResolversTypes['Tick'], ParentType, ContextType>;
  tickId?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type RequestFaucetPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RequestFaucetPayload'] = ResolversParentTypes['RequestFaucetPayload']> = {
  gas?: Resolver<Maybe<ResolversTypes['FaucetGas']>, ParentType, ContextType>;
  success?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  to?: Resolver<Maybe<ResolversTypes['Address']>, ParentType, ContextType>;
  usdc?: Resolver<Maybe<ResolversTypes['FaucetPayment']>, ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['FaucetUserError']>, ParentType, ContextType>;
};

export type ReturnBinResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ReturnBin'] = ResolversParentTypes['ReturnBin']> = {
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  fromPct?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  toPct?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type RevealedBitmapResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RevealedBitmap'] = ResolversParentTypes['RevealedBitmap']> = {
  bitmap?: Resolver<ResolversTypes['Hex'], ParentType, ContextType>;
  hash?: Resolver<Maybe<ResolversTypes['Bytes32']>, ParentType, ContextType>;
  hashMatches?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  matchesCommitment?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  portfolio?: Resolver<Maybe<ResolversTypes['Portfolio']>, ParentType, ContextType>;
  predictions?: Resolver<Maybe<ResolversTypes['PredictionConnection']>, ParentType, ContextType, Partial<RevealedBitmapPredictionsArgs>>;
};

export type RollingFiguresResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RollingFigures'] = ResolversParentTypes['RollingFigures']> = {
  date?: Resolver<ResolversTypes['Date'], ParentType, ContextType>;
  maxDrawdownPct?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  returnPct?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  sharpe?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  volatilityPct?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
};

export type SelectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Selection'] = ResolversParentTypes['Selection']> = {
  commonDays?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  deflatedSharpe?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  expectedBestSharpe?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  probabilityOfOverfitting?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  rankCorrelation?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  split?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  variants?: Resolver<ReadonlyArray<ResolversTypes['SelectionVariant']>, ParentType, ContextType>;
  winnerRank?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type SelectionVariantResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SelectionVariant'] = ResolversParentTypes['SelectionVariant']> = {
  inSampleRank?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  inSampleReturnPct?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  inSampleSharpe?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  label?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  outOfSampleRank?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  outOfSampleReturnPct?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  outOfSampleSharpe?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  run?: Resolver<ResolversTypes['SimulationRun'], ParentType, ContextType>;
};

export type SimulationCategoryResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SimulationCategory'] = ResolversParentTypes['SimulationCategory'], FederationReferenceType extends FederationReferenceTypes['SimulationCategory'] = FederationReferenceTypes['SimulationCategory']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['SimulationCategory']> | FederationReferenceType, FederationReferenceType, ContextType>;
  coinCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  marketCap?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  slug?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  source?: Resolver<ResolversTypes['CategorySource'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type SimulationConfigResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SimulationConfig'] = ResolversParentTypes['SimulationConfig']> = {
  baseFeePct?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  categoryId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  delistHaircut?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  domLookback?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  domMode?: Resolver<Maybe<ResolversTypes['SimulationDomMode']>, ParentType, ContextType>;
  fngCashPct?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  fngFearThreshold?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  fngGreedThreshold?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  fngMode?: Resolver<Maybe<ResolversTypes['SimulationFngMode']>, ParentType, ContextType>;
  rebalanceDays?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  spreadMultiplier?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  startDate?: Resolver<Maybe<ResolversTypes['Date']>, ParentType, ContextType>;
  thresholdPct?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  topN?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  vcInvestors?: Resolver<Maybe<ReadonlyArray<ResolversTypes['String']>>, ParentType, ContextType>;
  vcMinAmountM?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  vcMode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  vcRoundTypes?: Resolver<Maybe<ReadonlyArray<ResolversTypes['String']>>, ParentType, ContextType>;
  weighting?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type SimulationEventResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SimulationEvent'] = ResolversParentTypes['SimulationEvent']> = {
  __resolveType: TypeResolveFn<'SimulationFailure' | 'SimulationProgress' | 'SimulationResult', ParentType, ContextType>;
};

export type SimulationFailureResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SimulationFailure'] = ResolversParentTypes['SimulationFailure']> = {
  code?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type SimulationHoldingResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SimulationHolding'] = ResolversParentTypes['SimulationHolding']> = {
  asset?: Resolver<ResolversTypes['Asset'], ParentType, ContextType>;
  coinId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  price?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  quantity?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  rebalanceDate?: Resolver<ResolversTypes['Date'], ParentType, ContextType>;
  weight?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type SimulationNavPointResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SimulationNavPoint'] = ResolversParentTypes['SimulationNavPoint']> = {
  date?: Resolver<ResolversTypes['Date'], ParentType, ContextType>;
  drawdownPct?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  nav?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type SimulationProgressResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SimulationProgress'] = ResolversParentTypes['SimulationProgress']> = {
  currentDate?: Resolver<Maybe<ResolversTypes['Date']>, ParentType, ContextType>;
  pct?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  text?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  totalDates?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type SimulationReceiptResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SimulationReceipt'] = ResolversParentTypes['SimulationReceipt']> = {
  dataset?: Resolver<ResolversTypes['Date'], ParentType, ContextType>;
  engine?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  hash?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  input?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  nav?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type SimulationResultResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SimulationResult'] = ResolversParentTypes['SimulationResult']> = {
  run?: Resolver<ResolversTypes['SimulationRun'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type SimulationRunResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SimulationRun'] = ResolversParentTypes['SimulationRun'], FederationReferenceType extends FederationReferenceTypes['SimulationRun'] = FederationReferenceTypes['SimulationRun']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['SimulationRun']> | FederationReferenceType, FederationReferenceType, ContextType>;
  benchmark?: Resolver<Maybe<ResolversTypes['Benchmark']>, ParentType, ContextType, RequireFields<SimulationRunBenchmarkArgs, 'symbol'>>;
  cached?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  category?: Resolver<Maybe<ResolversTypes['SimulationCategory']>, ParentType, ContextType>;
  comparison?: Resolver<Maybe<ReadonlyArray<ResolversTypes['SimulationRun']>>, ParentType, ContextType, RequireFields<SimulationRunComparisonArgs, 'with'>>;
  computedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  computedInMs?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  config?: Resolver<Maybe<ResolversTypes['SimulationConfig']>, ParentType, ContextType>;
  contributions?: Resolver<Maybe<ResolversTypes['Contributions']>, ParentType, ContextType, RequireFields<SimulationRunContributionsArgs, 'first'>>;
  holdings?: Resolver<Maybe<ReadonlyArray<ResolversTypes['SimulationHolding']>>, ParentType, ContextType, Partial<SimulationRunHoldingsArgs>>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  navSeries?: Resolver<Maybe<ReadonlyArray<ResolversTypes['SimulationNavPoint']>>, ParentType, ContextType, Partial<SimulationRunNavSeriesArgs>>;
  performance?: Resolver<Maybe<ResolversTypes['Performance']>, ParentType, ContextType, RequireFields<SimulationRunPerformanceArgs, 'riskFreePct'>>;
  receipt?: Resolver<Maybe<ResolversTypes['SimulationReceipt']>, ParentType, ContextType>;
  runId?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  stats?: Resolver<Maybe<ResolversTypes['SimulationStats']>, ParentType, ContextType>;
  turnover?: Resolver<Maybe<ResolversTypes['Turnover']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type SimulationRunConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SimulationRunConnection'] = ResolversParentTypes['SimulationRunConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['SimulationRunEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type SimulationRunEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SimulationRunEdge'] = ResolversParentTypes['SimulationRunEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['SimulationRun'], ParentType, ContextType>;
};

export type SimulationStatsResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SimulationStats'] = ResolversParentTypes['SimulationStats']> = {
  annualizedReturn?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  endDate?: Resolver<ResolversTypes['Date'], ParentType, ContextType>;
  maxDrawdownPct?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  sharpeRatio?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  startDate?: Resolver<ResolversTypes['Date'], ParentType, ContextType>;
  totalDelistings?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalFeesPct?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  totalRebalances?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalReturnPct?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  totalTrades?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type SourceAccuracyResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SourceAccuracy'] = ResolversParentTypes['SourceAccuracy']> = {
  accuracyPct?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  decided?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  hits?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  source?: Resolver<Maybe<ResolversTypes['DataSource']>, ParentType, ContextType>;
  sourceId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type SourceAssetResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SourceAsset'] = ResolversParentTypes['SourceAsset'], FederationReferenceType extends FederationReferenceTypes['SourceAsset'] = FederationReferenceTypes['SourceAsset']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['SourceAsset']> | FederationReferenceType, FederationReferenceType, ContextType>;
  asset?: Resolver<Maybe<ResolversTypes['Asset']>, ParentType, ContextType>;
  assetId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  category?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  changePct?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  fetchedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  history?: Resolver<Maybe<ReadonlyArray<ResolversTypes['MarketPoint']>>, ParentType, ContextType, Partial<SourceAssetHistoryArgs>>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  marketCap?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sourceId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  symbol?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  value?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  volume24h?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type SourceAssetConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SourceAssetConnection'] = ResolversParentTypes['SourceAssetConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['SourceAssetEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type SourceAssetEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SourceAssetEdge'] = ResolversParentTypes['SourceAssetEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['SourceAsset'], ParentType, ContextType>;
};

export type SourceCategoryResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SourceCategory'] = ResolversParentTypes['SourceCategory']> = {
  key?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  label?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type StressResultResolvers<ContextType = Context, ParentType extends ResolversParentTypes['StressResult'] = ResolversParentTypes['StressResult']> = {
  changePct?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  funds?: Resolver<ReadonlyArray<ResolversTypes['FundValue']>, ParentType, ContextType>;
  loans?: Resolver<ReadonlyArray<ResolversTypes['StressedLoan']>, ParentType, ContextType>;
  valueUsd?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type StressedLoanResolvers<ContextType = Context, ParentType extends ResolversParentTypes['StressedLoan'] = ResolversParentTypes['StressedLoan']> = {
  healthFactor?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  isLiquidatable?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  market?: Resolver<ResolversTypes['LendingMarket'], ParentType, ContextType>;
  state?: Resolver<ResolversTypes['LoanHealth'], ParentType, ContextType>;
};

export type SubmitBitmapErrorResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SubmitBitmapError'] = ResolversParentTypes['SubmitBitmapError']> = {
  code?: Resolver<ResolversTypes['SubmitBitmapErrorCode'], ParentType, ContextType>;
  field?: Resolver<Maybe<ReadonlyArray<ResolversTypes['String']>>, ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  retryAfter?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type SubmitBitmapPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SubmitBitmapPayload'] = ResolversParentTypes['SubmitBitmapPayload']> = {
  accepted?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  acceptedCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  batch?: Resolver<Maybe<ResolversTypes['Batch']>, ParentType, ContextType>;
  oracles?: Resolver<ReadonlyArray<ResolversTypes['OracleAnswer']>, ParentType, ContextType>;
  quorum?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['SubmitBitmapError']>, ParentType, ContextType>;
};

export type SubscriptionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Subscription'] = ResolversParentTypes['Subscription']> = {
  batch?: SubscriptionResolver<Maybe<ResolversTypes['Batch']>, "batch", ParentType, ContextType, RequireFields<SubscriptionBatchArgs, 'id'>>;
  dtf?: SubscriptionResolver<ResolversTypes['Dtf'], "dtf", ParentType, ContextType, RequireFields<SubscriptionDtfArgs, 'id'>>;
  dtfOrderBook?: SubscriptionResolver<ResolversTypes['DtfOrderBook'], "dtfOrderBook", ParentType, ContextType, RequireFields<SubscriptionDtfOrderBookArgs, 'aggregationBps' | 'id' | 'levels'>>;
  nav?: SubscriptionResolver<Maybe<ResolversTypes['DtfNav']>, "nav", ParentType, ContextType, RequireFields<SubscriptionNavArgs, 'itpId'>>;
  playerJoined?: SubscriptionResolver<Maybe<ResolversTypes['PlayerJoined']>, "playerJoined", ParentType, ContextType, RequireFields<SubscriptionPlayerJoinedArgs, 'batchId'>>;
  portfolio?: SubscriptionResolver<ResolversTypes['Portfolio'], "portfolio", ParentType, ContextType, RequireFields<SubscriptionPortfolioArgs, 'address'>>;
  simulation?: SubscriptionResolver<ResolversTypes['SimulationEvent'], "simulation", ParentType, ContextType, RequireFields<SubscriptionSimulationArgs, 'input'>>;
  sweep?: SubscriptionResolver<ResolversTypes['SweepEvent'], "sweep", ParentType, ContextType, RequireFields<SubscriptionSweepArgs, 'input'>>;
  tickResolved?: SubscriptionResolver<Maybe<ResolversTypes['Tick']>, "tickResolved", ParentType, ContextType, RequireFields<SubscriptionTickResolvedArgs, 'batchId'>>;
};

export type SweepDoneResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SweepDone'] = ResolversParentTypes['SweepDone']> = {
  selection?: Resolver<Maybe<ResolversTypes['Selection']>, ParentType, ContextType, RequireFields<SweepDoneSelectionArgs, 'split'>>;
  totalVariants?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  variants?: Resolver<ReadonlyArray<ResolversTypes['SweepVariant']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type SweepEventResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SweepEvent'] = ResolversParentTypes['SweepEvent']> = {
  __resolveType: TypeResolveFn<'SimulationFailure' | 'SweepDone' | 'SweepProgress' | 'SweepVariant' | 'SweepVariantFailure', ParentType, ContextType>;
};

export type SweepProgressResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SweepProgress'] = ResolversParentTypes['SweepProgress']> = {
  currentDate?: Resolver<Maybe<ResolversTypes['Date']>, ParentType, ContextType>;
  index?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  pct?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  text?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  total?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  totalDates?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  variant?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type SweepVariantResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SweepVariant'] = ResolversParentTypes['SweepVariant']> = {
  index?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  run?: Resolver<ResolversTypes['SimulationRun'], ParentType, ContextType>;
  total?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  variant?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type SweepVariantFailureResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SweepVariantFailure'] = ResolversParentTypes['SweepVariantFailure']> = {
  index?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  total?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  variant?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type TickResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Tick'] = ResolversParentTypes['Tick'], FederationReferenceType extends FederationReferenceTypes['Tick'] = FederationReferenceTypes['Tick']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Tick']> | FederationReferenceType, FederationReferenceType, ContextType>;
  batch?: Resolver<Maybe<ResolversTypes['Batch']>, ParentType, ContextType>;
  batchId?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  outcomes?: Resolver<Maybe<ResolversTypes['MarketOutcomeConnection']>, ParentType, ContextType, Partial<TickOutcomesArgs>>;
  playerCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  resolvedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  reveal?: Resolver<Maybe<ResolversTypes['TickReveal']>, ParentType, ContextType>;
  tickId?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalMatched?: Resolver<Maybe<ResolversTypes['Wei']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type TickConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['TickConnection'] = ResolversParentTypes['TickConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['TickEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type TickEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['TickEdge'] = ResolversParentTypes['TickEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Tick'], ParentType, ContextType>;
};

export type TickRevealResolvers<ContextType = Context, ParentType extends ResolversParentTypes['TickReveal'] = ResolversParentTypes['TickReveal']> = {
  bitmaps?: Resolver<ReadonlyArray<ResolversTypes['RevealedBitmap']>, ParentType, ContextType>;
  deadline?: Resolver<Maybe<ResolversTypes['UnixSeconds']>, ParentType, ContextType>;
  isSealed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type TradeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Trade'] = ResolversParentTypes['Trade'], FederationReferenceType extends FederationReferenceTypes['Trade'] = FederationReferenceTypes['Trade']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Trade']> | FederationReferenceType, FederationReferenceType, ContextType>;
  dtf?: Resolver<ResolversTypes['Dtf'], ParentType, ContextType>;
  feeUsd?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  pricePerShareUsd?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  shares?: Resolver<ResolversTypes['Wei'], ParentType, ContextType>;
  timestamp?: Resolver<ResolversTypes['UnixSeconds'], ParentType, ContextType>;
  totalUsd?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  txHash?: Resolver<Maybe<ResolversTypes['Bytes32']>, ParentType, ContextType>;
  type?: Resolver<ResolversTypes['TradeType'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type TradeConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['TradeConnection'] = ResolversParentTypes['TradeConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['TradeEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type TradeEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['TradeEdge'] = ResolversParentTypes['TradeEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Trade'], ParentType, ContextType>;
};

export type TurnoverResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Turnover'] = ResolversParentTypes['Turnover']> = {
  annualMeanPct?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  rebalances?: Resolver<ReadonlyArray<ResolversTypes['RebalanceTurnover']>, ParentType, ContextType>;
};

export interface UnixSecondsScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['UnixSeconds'], any> {
  name: 'UnixSeconds';
}

export type UpstreamResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Upstream'] = ResolversParentTypes['Upstream']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['UpstreamStatus'], ParentType, ContextType>;
};

export type VaultResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Vault'] = ResolversParentTypes['Vault']> = {
  assets?: Resolver<ReadonlyArray<ResolversTypes['VaultAsset']>, ParentType, ContextType>;
  totalUsd?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type VaultAssetResolvers<ContextType = Context, ParentType extends ResolversParentTypes['VaultAsset'] = ResolversParentTypes['VaultAsset']> = {
  address?: Resolver<Maybe<ResolversTypes['Address']>, ParentType, ContextType>;
  asset?: Resolver<ResolversTypes['Asset'], ParentType, ContextType>;
  balance?: Resolver<ResolversTypes['Wei'], ParentType, ContextType>;
  priceUsd?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  valueUsd?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type WalletLendingResolvers<ContextType = Context, ParentType extends ResolversParentTypes['WalletLending'] = ResolversParentTypes['WalletLending']> = {
  balances?: Resolver<Maybe<ResolversTypes['LendingBalances']>, ParentType, ContextType, RequireFields<WalletLendingBalancesArgs, 'itpId'>>;
  history?: Resolver<Maybe<ResolversTypes['LendingEventConnection']>, ParentType, ContextType, Partial<WalletLendingHistoryArgs>>;
  positions?: Resolver<Maybe<ReadonlyArray<ResolversTypes['LendingPosition']>>, ParentType, ContextType>;
};

export interface WeiScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Wei'], any> {
  name: 'Wei';
}

export type WeightingParameterResolvers<ContextType = Context, ParentType extends ResolversParentTypes['WeightingParameter'] = ResolversParentTypes['WeightingParameter']> = {
  default?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  max?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  min?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  unit?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type WeightingSchemeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['WeightingScheme'] = ResolversParentTypes['WeightingScheme']> = {
  categories?: Resolver<ReadonlyArray<ResolversTypes['CategorySource']>, ParentType, ContextType>;
  description?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  label?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  parameter?: Resolver<Maybe<ResolversTypes['WeightingParameter']>, ParentType, ContextType>;
  pattern?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type YearlyReturnResolvers<ContextType = Context, ParentType extends ResolversParentTypes['YearlyReturn'] = ResolversParentTypes['YearlyReturn']> = {
  isPartial?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  returnPct?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  year?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type Resolvers<ContextType = Context> = {
  Address?: GraphQLScalarType;
  AgeBucket?: AgeBucketResolvers<ContextType>;
  Asset?: AssetResolvers<ContextType>;
  AssetConnection?: AssetConnectionResolvers<ContextType>;
  AssetEdge?: AssetEdgeResolvers<ContextType>;
  AssetQuote?: AssetQuoteResolvers<ContextType>;
  Batch?: BatchResolvers<ContextType>;
  BatchConfig?: BatchConfigResolvers<ContextType>;
  BatchConfigMarket?: BatchConfigMarketResolvers<ContextType>;
  BatchConnection?: BatchConnectionResolvers<ContextType>;
  BatchEdge?: BatchEdgeResolvers<ContextType>;
  BatchMarketConnection?: BatchMarketConnectionResolvers<ContextType>;
  BatchMarketEdge?: BatchMarketEdgeResolvers<ContextType>;
  BatchMarketPoint?: BatchMarketPointResolvers<ContextType>;
  BatchMarketStatistics?: BatchMarketStatisticsResolvers<ContextType>;
  BatchMetadata?: BatchMetadataResolvers<ContextType>;
  BatchPlayer?: BatchPlayerResolvers<ContextType>;
  BatchPlayerConnection?: BatchPlayerConnectionResolvers<ContextType>;
  BatchPlayerEdge?: BatchPlayerEdgeResolvers<ContextType>;
  BatchStatistics?: BatchStatisticsResolvers<ContextType>;
  Benchmark?: BenchmarkResolvers<ContextType>;
  BenchmarkComparison?: BenchmarkComparisonResolvers<ContextType>;
  BenchmarkPoint?: BenchmarkPointResolvers<ContextType>;
  BitmapBacktest?: BitmapBacktestResolvers<ContextType>;
  BitmapBacktestPoint?: BitmapBacktestPointResolvers<ContextType>;
  Bytes32?: GraphQLScalarType;
  Candle?: CandleResolvers<ContextType>;
  ClaimProof?: ClaimProofResolvers<ContextType>;
  CoinContribution?: CoinContributionResolvers<ContextType>;
  ComparedPoint?: ComparedPointResolvers<ContextType>;
  Concentration?: ConcentrationResolvers<ContextType>;
  Contributions?: ContributionsResolvers<ContextType>;
  DataSource?: DataSourceResolvers<ContextType>;
  DataSourceConnection?: DataSourceConnectionResolvers<ContextType>;
  DataSourceEdge?: DataSourceEdgeResolvers<ContextType>;
  Date?: GraphQLScalarType;
  DateTime?: GraphQLScalarType;
  DayReturn?: DayReturnResolvers<ContextType>;
  DefiStatistics?: DefiStatisticsResolvers<ContextType>;
  DeployedContract?: DeployedContractResolvers<ContextType>;
  DeployedContracts?: DeployedContractsResolvers<ContextType>;
  Deployment?: DeploymentResolvers<ContextType>;
  Drawdown?: DrawdownResolvers<ContextType>;
  DrawdownPoint?: DrawdownPointResolvers<ContextType>;
  Dtf?: DtfResolvers<ContextType>;
  DtfConnection?: DtfConnectionResolvers<ContextType>;
  DtfEdge?: DtfEdgeResolvers<ContextType>;
  DtfEvent?: DtfEventResolvers<ContextType>;
  DtfEventConnection?: DtfEventConnectionResolvers<ContextType>;
  DtfEventEdge?: DtfEventEdgeResolvers<ContextType>;
  DtfFlow?: DtfFlowResolvers<ContextType>;
  DtfHolder?: DtfHolderResolvers<ContextType>;
  DtfHolderConnection?: DtfHolderConnectionResolvers<ContextType>;
  DtfHolderEdge?: DtfHolderEdgeResolvers<ContextType>;
  DtfMetadata?: DtfMetadataResolvers<ContextType>;
  DtfNav?: DtfNavResolvers<ContextType>;
  DtfNavOnChain?: DtfNavOnChainResolvers<ContextType>;
  DtfOrderBook?: DtfOrderBookResolvers<ContextType>;
  DtfQuote?: DtfQuoteResolvers<ContextType>;
  DtfSnapshot?: DtfSnapshotResolvers<ContextType>;
  EncodedBitmap?: EncodedBitmapResolvers<ContextType>;
  EnrichedHolding?: EnrichedHoldingResolvers<ContextType>;
  Enrichment?: EnrichmentResolvers<ContextType>;
  ExplorerHealth?: ExplorerHealthResolvers<ContextType>;
  Exposure?: ExposureResolvers<ContextType>;
  FaucetGas?: FaucetGasResolvers<ContextType>;
  FaucetPayment?: FaucetPaymentResolvers<ContextType>;
  FaucetUserError?: FaucetUserErrorResolvers<ContextType>;
  FounderStatistics?: FounderStatisticsResolvers<ContextType>;
  FundValue?: FundValueResolvers<ContextType>;
  FundingStatistics?: FundingStatisticsResolvers<ContextType>;
  Gateway?: GatewayResolvers<ContextType>;
  Hex?: GraphQLScalarType;
  Holding?: HoldingResolvers<ContextType>;
  LabelCount?: LabelCountResolvers<ContextType>;
  Leaderboard?: LeaderboardResolvers<ContextType>;
  LeaderboardConnection?: LeaderboardConnectionResolvers<ContextType>;
  LeaderboardEdge?: LeaderboardEdgeResolvers<ContextType>;
  LeaderboardEntry?: LeaderboardEntryResolvers<ContextType>;
  Ledger?: LedgerResolvers<ContextType>;
  LedgerTotals?: LedgerTotalsResolvers<ContextType>;
  LendingBalances?: LendingBalancesResolvers<ContextType>;
  LendingEvent?: LendingEventResolvers<ContextType>;
  LendingEventConnection?: LendingEventConnectionResolvers<ContextType>;
  LendingEventEdge?: LendingEventEdgeResolvers<ContextType>;
  LendingMarket?: LendingMarketResolvers<ContextType>;
  LendingPosition?: LendingPositionResolvers<ContextType>;
  LendingPrice?: LendingPriceResolvers<ContextType>;
  LendingRates?: LendingRatesResolvers<ContextType>;
  MarketAccuracy?: MarketAccuracyResolvers<ContextType>;
  MarketOutcome?: MarketOutcomeResolvers<ContextType>;
  MarketOutcomeConnection?: MarketOutcomeConnectionResolvers<ContextType>;
  MarketOutcomeEdge?: MarketOutcomeEdgeResolvers<ContextType>;
  MarketPoint?: MarketPointResolvers<ContextType>;
  MarketPools?: MarketPoolsResolvers<ContextType>;
  MarketSnapshot?: MarketSnapshotResolvers<ContextType>;
  MonthlyReturn?: MonthlyReturnResolvers<ContextType>;
  Mutation?: MutationResolvers<ContextType>;
  NavPoint?: NavPointResolvers<ContextType>;
  NetworkHealth?: NetworkHealthResolvers<ContextType>;
  Node?: NodeResolvers<ContextType>;
  OpenLot?: OpenLotResolvers<ContextType>;
  OracleAnswer?: OracleAnswerResolvers<ContextType>;
  OrderBookLevel?: OrderBookLevelResolvers<ContextType>;
  PageInfo?: PageInfoResolvers<ContextType>;
  Performance?: PerformanceResolvers<ContextType>;
  PeriodReturn?: PeriodReturnResolvers<ContextType>;
  PlayedBatch?: PlayedBatchResolvers<ContextType>;
  PlayedTick?: PlayedTickResolvers<ContextType>;
  PlayerJoined?: PlayerJoinedResolvers<ContextType>;
  PlayerPosition?: PlayerPositionResolvers<ContextType>;
  Portfolio?: PortfolioResolvers<ContextType>;
  PortfolioPoint?: PortfolioPointResolvers<ContextType>;
  Position?: PositionResolvers<ContextType>;
  Prediction?: PredictionResolvers<ContextType>;
  PredictionConnection?: PredictionConnectionResolvers<ContextType>;
  PredictionEdge?: PredictionEdgeResolvers<ContextType>;
  PredictionMarket?: PredictionMarketResolvers<ContextType>;
  PredictionMarketConnection?: PredictionMarketConnectionResolvers<ContextType>;
  PredictionMarketEdge?: PredictionMarketEdgeResolvers<ContextType>;
  PredictionPlayer?: PredictionPlayerResolvers<ContextType>;
  ProtocolTvl?: ProtocolTvlResolvers<ContextType>;
  Query?: QueryResolvers<ContextType>;
  Raise?: RaiseResolvers<ContextType>;
  RealizedLot?: RealizedLotResolvers<ContextType>;
  RebalanceTurnover?: RebalanceTurnoverResolvers<ContextType>;
  Replay?: ReplayResolvers<ContextType>;
  ReplayTick?: ReplayTickResolvers<ContextType>;
  RequestFaucetPayload?: RequestFaucetPayloadResolvers<ContextType>;
  ReturnBin?: ReturnBinResolvers<ContextType>;
  RevealedBitmap?: RevealedBitmapResolvers<ContextType>;
  RollingFigures?: RollingFiguresResolvers<ContextType>;
  Selection?: SelectionResolvers<ContextType>;
  SelectionVariant?: SelectionVariantResolvers<ContextType>;
  SimulationCategory?: SimulationCategoryResolvers<ContextType>;
  SimulationConfig?: SimulationConfigResolvers<ContextType>;
  SimulationEvent?: SimulationEventResolvers<ContextType>;
  SimulationFailure?: SimulationFailureResolvers<ContextType>;
  SimulationHolding?: SimulationHoldingResolvers<ContextType>;
  SimulationNavPoint?: SimulationNavPointResolvers<ContextType>;
  SimulationProgress?: SimulationProgressResolvers<ContextType>;
  SimulationReceipt?: SimulationReceiptResolvers<ContextType>;
  SimulationResult?: SimulationResultResolvers<ContextType>;
  SimulationRun?: SimulationRunResolvers<ContextType>;
  SimulationRunConnection?: SimulationRunConnectionResolvers<ContextType>;
  SimulationRunEdge?: SimulationRunEdgeResolvers<ContextType>;
  SimulationStats?: SimulationStatsResolvers<ContextType>;
  SourceAccuracy?: SourceAccuracyResolvers<ContextType>;
  SourceAsset?: SourceAssetResolvers<ContextType>;
  SourceAssetConnection?: SourceAssetConnectionResolvers<ContextType>;
  SourceAssetEdge?: SourceAssetEdgeResolvers<ContextType>;
  SourceCategory?: SourceCategoryResolvers<ContextType>;
  StressResult?: StressResultResolvers<ContextType>;
  StressedLoan?: StressedLoanResolvers<ContextType>;
  SubmitBitmapError?: SubmitBitmapErrorResolvers<ContextType>;
  SubmitBitmapPayload?: SubmitBitmapPayloadResolvers<ContextType>;
  Subscription?: SubscriptionResolvers<ContextType>;
  SweepDone?: SweepDoneResolvers<ContextType>;
  SweepEvent?: SweepEventResolvers<ContextType>;
  SweepProgress?: SweepProgressResolvers<ContextType>;
  SweepVariant?: SweepVariantResolvers<ContextType>;
  SweepVariantFailure?: SweepVariantFailureResolvers<ContextType>;
  Tick?: TickResolvers<ContextType>;
  TickConnection?: TickConnectionResolvers<ContextType>;
  TickEdge?: TickEdgeResolvers<ContextType>;
  TickReveal?: TickRevealResolvers<ContextType>;
  Trade?: TradeResolvers<ContextType>;
  TradeConnection?: TradeConnectionResolvers<ContextType>;
  TradeEdge?: TradeEdgeResolvers<ContextType>;
  Turnover?: TurnoverResolvers<ContextType>;
  UnixSeconds?: GraphQLScalarType;
  Upstream?: UpstreamResolvers<ContextType>;
  Vault?: VaultResolvers<ContextType>;
  VaultAsset?: VaultAssetResolvers<ContextType>;
  WalletLending?: WalletLendingResolvers<ContextType>;
  Wei?: GraphQLScalarType;
  WeightingParameter?: WeightingParameterResolvers<ContextType>;
  WeightingScheme?: WeightingSchemeResolvers<ContextType>;
  YearlyReturn?: YearlyReturnResolvers<ContextType>;
};


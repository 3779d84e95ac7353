// Generated from the schema by `npm run generate`.
import type { TypePolicies } from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';

export const typePolicies: TypePolicies = {
  AgeBucket: {
    merge: true,
  },
  Asset: {
    keyFields: ['id'],
  },
  AssetQuote: {
    merge: true,
  },
  Batch: {
    keyFields: ['id'],
    fields: {
      markets: relayStylePagination(["filter","orderBy"]),
      players: relayStylePagination(["filter","orderBy"]),
      ticks: relayStylePagination(["filter","orderBy"]),
    },
  },
  BatchConfig: {
    merge: true,
  },
  BatchConfigMarket: {
    merge: true,
  },
  BatchMarketPoint: {
    merge: true,
  },
  BatchMarketStatistics: {
    merge: true,
  },
  BatchMetadata: {
    merge: true,
  },
  BatchPlayer: {
    keyFields: ['id'],
  },
  BatchStatistics: {
    merge: true,
  },
  Benchmark: {
    merge: true,
  },
  BenchmarkComparison: {
    merge: true,
  },
  BenchmarkPoint: {
    merge: true,
  },
  BitmapBacktest: {
    merge: true,
  },
  BitmapBacktestPoint: {
    merge: true,
  },
  Candle: {
    merge: true,
  },
  ClaimProof: {
    merge: true,
  },
  CoinContribution: {
    merge: true,
  },
  ComparedPoint: {
    merge: true,
  },
  Concentration: {
    merge: true,
  },
  Contributions: {
    merge: true,
  },
  DataSource: {
    keyFields: ['id'],
    fields: {
      assets: relayStylePagination(["filter","orderBy"]),
    },
  },
  DayReturn: {
    merge: true,
  },
  DefiStatistics: {
    merge: true,
  },
  DeployedContract: {
    merge: true,
  },
  DeployedContracts: {
    merge: true,
  },
  Deployment: {
    keyFields: ['id'],
  },
  Drawdown: {
    merge: true,
  },
  DrawdownPoint: {
    merge: true,
  },
  Dtf: {
    keyFields: ['id'],
    fields: {
      events: relayStylePagination(["filter"]),
      holders: relayStylePagination(["orderBy"]),
    },
  },
  DtfEvent: {
    merge: true,
  },
  DtfFlow: {
    merge: true,
  },
  DtfHolder: {
    merge: true,
  },
  DtfMetadata: {
    merge: true,
  },
  DtfNav: {
    merge: true,
  },
  DtfNavOnChain: {
    merge: true,
  },
  DtfOrderBook: {
    merge: true,
  },
  DtfQuote: {
    merge: true,
  },
  DtfSnapshot: {
    merge: true,
  },
  EncodedBitmap: {
    merge: true,
  },
  EnrichedHolding: {
    merge: true,
  },
  Enrichment: {
    merge: true,
  },
  ExplorerHealth: {
    merge: true,
  },
  Exposure: {
    merge: true,
  },
  FaucetGas: {
    merge: true,
  },
  FaucetPayment: {
    merge: true,
  },
  FaucetUserError: {
    merge: true,
  },
  FounderStatistics: {
    merge: true,
  },
  FundValue: {
    merge: true,
  },
  FundingStatistics: {
    merge: true,
  },
  Gateway: {
    merge: true,
  },
  Holding: {
    merge: true,
  },
  LabelCount: {
    merge: true,
  },
  Leaderboard: {
    merge: true,
    fields: {
      entries: relayStylePagination(["filter","orderBy"]),
    },
  },
  LeaderboardEntry: {
    merge: true,
  },
  Ledger: {
    merge: true,
  },
  LedgerTotals: {
    merge: true,
  },
  LendingBalances: {
    merge: true,
  },
  LendingEvent: {
    merge: true,
  },
  LendingMarket: {
    keyFields: ['id'],
  },
  LendingPosition: {
    keyFields: ['id'],
  },
  LendingPrice: {
    merge: true,
  },
  LendingRates: {
    merge: true,
  },
  MarketAccuracy: {
    merge: true,
  },
  MarketOutcome: {
    merge: true,
  },
  MarketPoint: {
    merge: true,
  },
  MarketPools: {
    merge: true,
  },
  MarketSnapshot: {
    merge: true,
    fields: {
      prices: relayStylePagination(["filter","orderBy"]),
    },
  },
  MonthlyReturn: {
    merge: true,
  },
  NavPoint: {
    merge: true,
  },
  NetworkHealth: {
    merge: true,
  },
  OpenLot: {
    merge: true,
  },
  OracleAnswer: {
    merge: true,
  },
  OrderBookLevel: {
    merge: true,
  },
  PageInfo: {
    merge: true,
  },
  Performance: {
    merge: true,
  },
  PeriodReturn: {
    merge: true,
  },
  PlayedBatch: {
    merge: true,
  },
  PlayedTick: {
    merge: true,
  },
  PlayerPosition: {
    merge: true,
  },
  Portfolio: {
    keyFields: ['id'],
    fields: {
      trades: relayStylePagination(["filter","orderBy"]),
    },
  },
  PortfolioPoint: {
    merge: true,
  },
  Position: {
    keyFields: ['id'],
  },
  Prediction: {
    merge: true,
  },
  PredictionMarket: {
    keyFields: ['id'],
  },
  PredictionPlayer: {
    merge: true,
  },
  ProtocolTvl: {
    merge: true,
  },
  Query: {
    fields: {
      assets: relayStylePagination(["filter","orderBy"]),
      batches: relayStylePagination(["filter","orderBy"]),
      dtfs: relayStylePagination(["filter","orderBy"]),
      markets: relayStylePagination(["filter","orderBy"]),
      simulationResults: relayStylePagination(["categoryId","filter","orderBy"]),
      sources: relayStylePagination(["filter","orderBy"]),
    },
  },
  Raise: {
    merge: true,
  },
  RealizedLot: {
    merge: true,
  },
  RebalanceTurnover: {
    merge: true,
  },
  Replay: {
    merge: true,
  },
  ReplayTick: {
    merge: true,
  },
  ReturnBin: {
    merge: true,
  },
  RevealedBitmap: {
    merge: true,
    fields: {
      predictions: relayStylePagination(["filter","orderBy"]),
    },
  },
  RollingFigures: {
    merge: true,
  },
  Selection: {
    merge: true,
  },
  SelectionVariant: {
    merge: true,
  },
  SimulationCategory: {
    keyFields: ['id'],
  },
  SimulationConfig: {
    merge: true,
  },
  SimulationHolding: {
    merge: true,
  },
  SimulationNavPoint: {
    merge: true,
  },
  SimulationReceipt: {
    merge: true,
  },
  SimulationRun: {
    keyFields: ['id'],
  },
  SimulationStats: {
    merge: true,
  },
  SourceAccuracy: {
    merge: true,
  },
  SourceAsset: {
    keyFields: ['id'],
  },
  SourceCategory: {
    merge: true,
  },
  StressResult: {
    merge: true,
  },
  StressedLoan: {
    merge: true,
  },
  SubmitBitmapError: {
    merge: true,
  },
  Tick: {
    keyFields: ['id'],
    fields: {
      outcomes: relayStylePagination(["filter","orderBy"]),
    },
  },
  TickReveal: {
    merge: true,
  },
  Trade: {
    keyFields: ['id'],
  },
  Turnover: {
    merge: true,
  },
  Upstream: {
    merge: true,
  },
  Vault: {
    merge: true,
  },
  VaultAsset: {
    merge: true,
  },
  WalletLending: {
    merge: true,
    fields: {
      history: relayStylePagination(["filter","orderBy"]),
    },
  },
  WeightingParameter: {
    merge: true,
  },
  WeightingScheme: {
    merge: true,
  },
  YearlyReturn: {
    merge: true,
  },
};

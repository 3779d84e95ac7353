/** The arguments of a list field, evaluated for one set of variables. */
export type ListArguments = {
  /** Whether the document gives the argument. */
  readonly isWritten: (name: string) => boolean;
  /** The argument's value, or its default. */
  readonly read: (name: string) => unknown;
};

/** List lengths that upstream data state, by type and field name (`Batch.markets`). */
export type KnownLengths = Readonly<Record<string, number>>;

/** Assumed length of a list without a known bound. */
const assumedLength = 100;

const secondsPerDay = 86_400;
/** Start of the data node's histories: 2020-01-01. */
const startOfHistory = 1_577_836_800;
/** Days from 2020 into March 2028; a series has one point per day. */
const daysOfHistory = 3000;
const endOfHistory = startOfHistory + daysOfHistory * secondsPerDay;
/** Maximum points of a short window: one per 5 minutes for 2 days, one per hour for 31 days. */
const shortWindow = 750;
/** Points of the data node's default window when `from` is omitted: a week, one per 5 minutes. */
const standardWindow = 2016;

type Lengths = Readonly<Record<string, number>>;
type Length = number | ((list: ListArguments) => number);

const navPoints: Lengths = { D1: 300, D7: 180, D30: 32, D90: 92, Y1: 370 };
const polls: Lengths = { H1: 60, H6: 360, H24: 1440, D7: 2000, D30: 2000 };

/** The value of a variable is not validated yet, so it may have any type. */
const of = (lengths: Lengths, name: unknown): number | undefined =>
  typeof name === 'string' && Object.hasOwn(lengths, name) ? lengths[name] : undefined;

const secondsOr = (value: unknown, standard: number): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : standard;

/** Maximum number of points of a price or market history between two times. */
const observations: Length = ({ isWritten, read }) => {
  if (!isWritten('from')) return standardWindow;
  const from = Math.max(startOfHistory, secondsOr(read('from'), startOfHistory));
  const to = Math.min(endOfHistory, secondsOr(read('to'), endOfHistory));
  return Math.max(shortWindow, Math.ceil((to - from) / secondsPerDay) + 2);
};

/** Maximum lengths of lists whose length no argument states, by type and field name. */
const lengths: Readonly<Record<string, Length>> = {
  'Asset.heldBy': 50,
  'Asset.priceHistory': observations,
  'BatchConfig.markets': 8192,
  'Benchmark.navSeries': daysOfHistory,
  'BitmapBacktest.curve': 200,
  'DefiStatistics.topByTvl': 10,
  'DeployedContracts.all': 100,
  'Dtf.holdings': 100,
  'Dtf.navSeries': ({ read }) => of(navPoints, read('range')) ?? 370,
  'Enrichment.holdings': 100,
  'ExplorerHealth.history': ({ read }) => of(polls, read('range')) ?? 2000,
  'FaucetUserError.field': 4,
  'FounderStatistics.ageDistribution': 5,
  'FounderStatistics.genderSplit': 3,
  'FounderStatistics.topNationalities': 12,
  'FounderStatistics.topUniversities': 10,
  'FundingStatistics.recentRaises': 10,
  'FundingStatistics.topInvestors': 10,
  'MarketSnapshot.categories': 50,
  'Portfolio.history': daysOfHistory,
  'Portfolio.positions': 50,
  'PredictionMarket.history': observations,
  'Query.benchmarks': 2,
  'Query.lendingMarkets': 50,
  'Query.marketHistory': observations,
  'Query.simulationCategories': 500,
  'Query.simulationWeightings': 20,
  'Query.sourceList': 100,
  'RequestFaucetPayload.userErrors': 2,
  'SimulationRun.holdings': 1000,
  'SimulationRun.navSeries': daysOfHistory,
  'SourceAsset.history': observations,
  'SubmitBitmapError.field': 4,
  'SubmitBitmapPayload.oracles': 20,
  'SubmitBitmapPayload.userErrors': 2,
  'SweepDone.variants': 50,
  'TickReveal.bitmaps': 100,
  'Vault.assets': 200,
  'WalletLending.positions': 50,
  'WeightingScheme.categories': 2,
};

/**
 * Estimates the maximum length of a list whose arguments do not state it; 100 if nothing is known.
 *
 * @param field - Type and field name: `Dtf.holdings`.
 */
export function estimateListLength(field: string, list: ListArguments): number {
  const length = lengths[field] ?? assumedLength;
  return typeof length === 'number' ? length : length(list);
}

/** Weights of objects that cost less than one upstream read; other types weigh 1. */
const weights: Readonly<Record<string, number>> = {
  AgeBucket: 0.01,
  Asset: 0.05,
  BatchConfigMarket: 0.01,
  BenchmarkPoint: 0.01,
  BitmapBacktestPoint: 0.01,
  Dtf: 0.1,
  EnrichedHolding: 0.05,
  Holding: 0.05,
  LabelCount: 0.01,
  MarketOutcome: 0.01,
  MarketOutcomeEdge: 0.01,
  MarketPoint: 0.01,
  NavPoint: 0.01,
  NetworkHealth: 0.05,
  PortfolioPoint: 0.01,
  Prediction: 0.01,
  PredictionEdge: 0.01,
  PredictionMarket: 0.1,
  SimulationHolding: 0.05,
  SimulationNavPoint: 0.01,
  SourceCategory: 0.01,
  VaultAsset: 0.05,
  WeightingParameter: 0.01,
  WeightingScheme: 0.01,
};

/** Introspection needs no upstream data. */
const introspectionWeight = 0.01;

/** Returns the weight of one object of a type in `Cost.objects`, without its leaves. */
export const typeWeight = (type: string): number =>
  type.startsWith('__') ? introspectionWeight : (weights[type] ?? 1);

/** The weight of one leaf in `Cost.objects`. */
export const leafWeight = 0.01;

/** The fields and types that this file lists; a test checks that they exist in the schema. */
export const hintedNames = { fields: Object.keys(lengths), types: Object.keys(weights) };

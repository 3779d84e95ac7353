/** A list that nothing is known of is taken to have this many elements. */
const assumedLength = 10;

/** A data node's history begins in 2020 and has a value for each day, if no more. */
const daysOfHistory = 2000;

/** How an argument of a list is given. */
export type ListArguments = {
  /** Whether the document names it. */
  readonly isWritten: (name: string) => boolean;
  /** Its value, or its default. */
  readonly read: (name: string) => unknown;
};

type Lengths = Readonly<Record<string, number>>;
type Length = number | ((list: ListArguments) => number);

const navPoints: Lengths = { D1: 288, D7: 168, D30: 30, D90: 90, Y1: 365 };
const polls: Lengths = { H1: 60, H6: 360, H24: 1440, D7: 2000, D30: 2000 };

/** A variable may be anything yet. */
const of = (lengths: Lengths, name: unknown): number | undefined =>
  typeof name === 'string' && Object.hasOwn(lengths, name) ? lengths[name] : undefined;

/** Without a start the data node has a window of its own: a week or less. */
const observations: Length = ({ isWritten }) => (isWritten('from') ? daysOfHistory : 500);

/** Lists that are long, or known to be short, by field; what they say of themselves goes before. */
const lengths: Readonly<Record<string, Length>> = {
  'Asset.heldBy': 20,
  'Asset.priceHistory': observations,
  'Benchmark.navSeries': daysOfHistory,
  'BitmapBacktest.curve': 200,
  'DeployedContracts.all': 50,
  'Dtf.navSeries': ({ read }) => of(navPoints, read('range')) ?? 365,
  'ExplorerHealth.history': ({ read }) => of(polls, read('range')) ?? 2000,
  'Portfolio.history': 1000,
  'PredictionMarket.history': observations,
  'Query.benchmarks': 2,
  'Query.marketHistory': observations,
  'Query.simulationCategories': 300,
  'Query.sources': 50,
  /** Fifty runs may be compared at once: whole they fit. */
  'SimulationRun.navSeries': 900,
  'SourceAsset.history': observations,
  'Vault.assets': 100,
};

/** How many elements a list is taken to have that does not say it. */
export function lengthOf(field: string, list: ListArguments): number {
  const length = lengths[field] ?? assumedLength;
  return typeof length === 'number' ? length : length(list);
}

/** What one object of a type counts: a point of a series is two or three numbers, and takes 40 bytes. */
const weights: Readonly<Record<string, number>> = {
  BenchmarkPoint: 0.1,
  BitmapBacktestPoint: 0.1,
  MarketPoint: 0.1,
  NavPoint: 0.1,
  NetworkHealth: 0.5,
  PortfolioPoint: 0.1,
  SimulationNavPoint: 0.1,
};

/** The part of an object that one of a type counts as. */
export const weightOf = (type: string): number => weights[type] ?? 1;

/** The fields and types that this file knows, for the test that looks for them in the schema. */
export const known = { fields: Object.keys(lengths), types: Object.keys(weights) };

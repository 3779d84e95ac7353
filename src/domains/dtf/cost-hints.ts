import { needsListFigures } from '../../finance/list-figures.ts';
import { maxPageSize } from '../../graphql/connection/index.ts';
import type {
  LengthReadersByRootField,
  ListArgumentReader,
  ReadListLengths,
} from '../../graphql/cost/cost-hints.ts';
import {
  type CostHints,
  estimatedLongNameBytes,
  estimatedTextBytes,
  listLengthByArgumentValue,
  type MaxListLength,
  maxUrlBytes,
} from '../../graphql/cost/cost-hints.ts';
import type { DtfContext } from './loaders.ts';
import { candleIntervals, maxCandles } from './trading/client.ts';

/** Days since the first contracts of 2015, until 2029. */
const allDays = 5000;
const flowDays = { D1: 2, D7: 8, D30: 31, D90: 91, Y1: 366, Y3: 1096, Y5: 1826, MAX: allDays };
const navPoints = { D1: 300, D7: 180, D30: 32, D90: 92, Y1: 370, Y3: 1097, Y5: 1827, MAX: allDays };

/** The candles of a window; arguments may have any type, because they are not validated yet. */
const candleCount: MaxListLength = ({ isWritten, read }) => {
  const [interval, from, to] = [read('interval'), read('from'), read('to')];
  const known = Object.entries(candleIntervals).find(([name]) => name === interval)?.[1];
  if (known && !isWritten('from')) return known.window / known.seconds + 1;
  if (!known || typeof from !== 'number' || typeof to !== 'number') return maxCandles;
  return Math.min(maxCandles, Math.ceil(Math.max(0, to - from) / known.seconds) + 1);
};

/** The change of 24 hours is read of each fund, and so are the series for figures. */
const countSeriesToSort = ({ read }: ListArgumentReader): number => {
  const { field } = (read('orderBy') ?? {}) as { readonly field?: unknown };
  const isSorted = field === 'CHANGE_24H' || needsListFigures(read('orderBy'), read('filter'));
  return isSorted ? maxPageSize : 0;
};

/** Sizes for the cost estimate of GraphQL operations. */
export const dtfCostHints: CostHints = {
  listLengths: {
    'Asset.heldBy': 50,
    'DefiStatistics.topByTvl': 10,
    'Dtf.candles': candleCount,
    'Dtf.flows': listLengthByArgumentValue('range', flowDays, 366),
    'Dtf.holdings': 100,
    'Dtf.navSeries': listLengthByArgumentValue('range', navPoints, 370),
    'DtfOrderBook.asks': 50,
    'DtfOrderBook.assetsFailed': 100,
    'DtfOrderBook.bids': 50,
    'Enrichment.holdings': 100,
    'FounderStatistics.ageDistribution': 5,
    'FounderStatistics.genderSplit': 3,
    'FounderStatistics.topNationalities': 12,
    'FounderStatistics.topUniversities': 10,
    'FundingStatistics.recentRaises': 10,
    'FundingStatistics.topInvestors': 10,
  },
  readsToSort: { 'Query.dtfs': countSeriesToSort },
  objectWeights: {
    AgeBucket: 0.01,
    Candle: 0.01,
    Concentration: 0.05,
    Dtf: 0.1,
    DtfEvent: 0.05,
    DtfFlow: 0.01,
    DtfHolder: 0.05,
    DtfMetadata: 0.1,
    EnrichedHolding: 0.05,
    Holding: 0.05,
    LabelCount: 0.01,
    NavPoint: 0.01,
    OrderBookLevel: 0.01,
  },
  leafBytes: {
    'DtfMetadata.description': estimatedTextBytes,
    'DtfMetadata.image': maxUrlBytes,
    'DtfMetadata.video': maxUrlBytes,
    'DtfMetadata.website': maxUrlBytes,
    'EnrichedHolding.image': 600,
    'Raise.lead': 1000,
    'Raise.project': estimatedLongNameBytes,
  },
};

/** Reads upper bounds of list lengths: the number of DTFs, and the size of the largest basket. */
export const fetchDtfListLengths: ReadListLengths<DtfContext> = async (_read, context) => {
  const ranking = await context.loaders.dtf.ranking();
  const largestBasket = Math.max(0, ...ranking.map(({ asset_count }) => asset_count));
  return {
    'Asset.heldBy': ranking.length,
    'Query.dtfs': ranking.length,
    'Dtf.holdings': largestBasket,
    'Enrichment.holdings': largestBasket,
    'Portfolio.positions': ranking.length,
  };
};

/** Read actual list lengths below these fields when the estimated cost exceeds the limit. */
export const dtfListLengthReaders: LengthReadersByRootField<DtfContext> = {
  'Query.asset': fetchDtfListLengths,
  'Query.assets': fetchDtfListLengths,
  'Query.dtf': fetchDtfListLengths,
  'Query.dtfs': fetchDtfListLengths,
};

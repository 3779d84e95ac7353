import {
  type CostHints,
  estimatedLongNameBytes,
  listLengthByArgumentValue,
} from '../../graphql/cost/cost-hints.ts';
import type { LengthReadersByRootField, ReadListLengths } from '../../graphql/cost/cost-limits.ts';
import type { DtfContext } from './loaders.ts';

const navPoints = { D1: 300, D7: 180, D30: 32, D90: 92, Y1: 370 };

/** Sizes for the cost estimate of GraphQL operations. */
export const dtfCostHints: CostHints = {
  listLengths: {
    'Asset.heldBy': 50,
    'DefiStatistics.topByTvl': 10,
    'Dtf.holdings': 100,
    'Dtf.navSeries': listLengthByArgumentValue('range', navPoints, 370),
    'Enrichment.holdings': 100,
    'FounderStatistics.ageDistribution': 5,
    'FounderStatistics.genderSplit': 3,
    'FounderStatistics.topNationalities': 12,
    'FounderStatistics.topUniversities': 10,
    'FundingStatistics.recentRaises': 10,
    'FundingStatistics.topInvestors': 10,
  },
  objectWeights: {
    AgeBucket: 0.01,
    Concentration: 0.05,
    Dtf: 0.1,
    EnrichedHolding: 0.05,
    Holding: 0.05,
    LabelCount: 0.01,
    NavPoint: 0.01,
  },
  leafBytes: {
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

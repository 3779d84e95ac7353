import type { LengthReadersByRootField } from '../../graphql/cost/cost-hints.ts';
import { type CostHints, maxDailySeriesPoints } from '../../graphql/cost/cost-hints.ts';
import { parseAddress } from '../../lib/units.ts';
import { fetchDtfListLengths } from '../dtf/index.ts';
import type { PortfolioContext } from './loaders.ts';

/** Sizes for the cost estimate of GraphQL operations. */
export const portfolioCostHints: CostHints = {
  listLengths: {
    'Exposure.through': 50,
    'Ledger.lots': 500,
    'Ledger.realized': 1000,
    'Portfolio.exposure': 500,
    'Portfolio.history': maxDailySeriesPoints,
    'Portfolio.positions': 50,
    'StressResult.funds': 50,
    'StressResult.loans': 50,
  },
  objectWeights: {
    Exposure: 0.05,
    FundValue: 0.05,
    LedgerTotals: 0.01,
    OpenLot: 0.05,
    PortfolioPoint: 0.01,
    RealizedLot: 0.05,
    StressedLoan: 0.1,
  },
};

/** Read actual list lengths below these fields when the estimated cost exceeds the limit. */
export const portfolioListLengthReaders: LengthReadersByRootField<PortfolioContext> = {
  'Query.portfolio': async (read, context) => {
    const address = parseAddress(String(read('address')));
    if (address === null) return null;
    const { positions } = await context.loaders.portfolio.portfolio(address);
    return {
      ...(await fetchDtfListLengths(read, context)),
      // Funds of which the wallet has pledged shares only are few.
      'Exposure.through': positions.length + 1,
      'Portfolio.positions': positions.length,
    };
  },
};

import type { LengthReaders, ReadLengths } from '../../graphql/cost/cost-limits.ts';
import type { DtfContext } from './loaders.ts';

/** The lists between funds and assets: no longer than there are funds, and assets in the largest basket. */
export const readFundLengths: ReadLengths<DtfContext> = async (_read, context) => {
  const ranking = await context.loaders.dtf.ranking();
  const largestBasket = Math.max(0, ...ranking.map(({ asset_count }) => asset_count));
  return {
    'Asset.heldBy': ranking.length,
    'Dtf.holdings': largestBasket,
    'Enrichment.holdings': largestBasket,
    'Portfolio.positions': ranking.length,
  };
};

/** How long lists below funds and assets are: as the ranking counts funds and assets. */
export const fundLengths: LengthReaders<DtfContext> = {
  'Query.asset': readFundLengths,
  'Query.assets': readFundLengths,
  'Query.dtf': readFundLengths,
  'Query.dtfs': readFundLengths,
};

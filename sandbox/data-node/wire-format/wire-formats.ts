import { legacyDtfRoutes } from './legacy/dtf.ts';
import { legacyLendingRoutes } from './legacy/lending.ts';
import { legacyMarketRoutes } from './legacy/market.ts';
import { legacyPortfolioRoutes } from './legacy/portfolio.ts';
import { legacyPricesRoutes } from './legacy/prices.ts';
import { specDtfRoutes } from './spec/dtf.ts';
import { specLendingRoutes } from './spec/lending.ts';
import { specMarketRoutes } from './spec/market.ts';
import { specPortfolioRoutes } from './spec/portfolio.ts';
import { specPricesRoutes } from './spec/prices.ts';
import type { WireFormat } from './wire-format.ts';

/** The wire formats by the name that `SANDBOX_DIALECT` gives them. */
export const wireFormats: Readonly<Record<'spec' | 'wild', readonly WireFormat[]>> = {
  spec: [specPricesRoutes, specDtfRoutes, specPortfolioRoutes, specMarketRoutes, specLendingRoutes],
  wild: [
    legacyPricesRoutes,
    legacyDtfRoutes,
    legacyPortfolioRoutes,
    legacyMarketRoutes,
    legacyLendingRoutes,
  ],
};

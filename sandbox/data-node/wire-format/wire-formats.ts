import type { CreateWireFormatRoutes } from './create-wire-format-routes.ts';
import { legacyDtfRoutes } from './legacy/legacy-dtf-routes.ts';
import { legacyLendingRoutes } from './legacy/legacy-lending-routes.ts';
import { legacyMarketRoutes } from './legacy/legacy-market-routes.ts';
import { legacyPortfolioRoutes } from './legacy/legacy-portfolio-routes.ts';
import { legacyPricesRoutes } from './legacy/legacy-prices-routes.ts';
import { specDtfRoutes } from './spec/spec-dtf-routes.ts';
import { specLendingRoutes } from './spec/spec-lending-routes.ts';
import { specMarketRoutes } from './spec/spec-market-routes.ts';
import { specPortfolioRoutes } from './spec/spec-portfolio-routes.ts';
import { specPricesRoutes } from './spec/spec-prices-routes.ts';

/** The route creators of each wire format, by its name in `SANDBOX_DIALECT`. */
export const wireFormats: Readonly<Record<'spec' | 'wild', readonly CreateWireFormatRoutes[]>> = {
  spec: [specPricesRoutes, specDtfRoutes, specPortfolioRoutes, specMarketRoutes, specLendingRoutes],
  wild: [
    legacyPricesRoutes,
    legacyDtfRoutes,
    legacyPortfolioRoutes,
    legacyMarketRoutes,
    legacyLendingRoutes,
  ],
};

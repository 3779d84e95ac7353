import type { CreateWireFormatRoutes } from './create-wire-format-routes.ts';
import { createLegacyDtfRoutes } from './legacy/legacy-dtf-routes.ts';
import { createLegacyLendingRoutes } from './legacy/legacy-lending-routes.ts';
import { createLegacyMarketRoutes } from './legacy/legacy-market-routes.ts';
import { createLegacyPortfolioRoutes } from './legacy/legacy-portfolio-routes.ts';
import { createLegacyPricesRoutes } from './legacy/legacy-prices-routes.ts';
import { createSpecDtfRoutes } from './spec/spec-dtf-routes.ts';
import { createSpecLendingRoutes } from './spec/spec-lending-routes.ts';
import { createSpecMarketRoutes } from './spec/spec-market-routes.ts';
import { createSpecPortfolioRoutes } from './spec/spec-portfolio-routes.ts';
import { createSpecPricesRoutes } from './spec/spec-prices-routes.ts';

/** The route creators of each wire format, by its name in `SANDBOX_DIALECT`. */
export const wireFormats: Readonly<Record<'spec' | 'wild', readonly CreateWireFormatRoutes[]>> = {
  spec: [
    createSpecPricesRoutes,
    createSpecDtfRoutes,
    createSpecPortfolioRoutes,
    createSpecMarketRoutes,
    createSpecLendingRoutes,
  ],
  wild: [
    createLegacyPricesRoutes,
    createLegacyDtfRoutes,
    createLegacyPortfolioRoutes,
    createLegacyMarketRoutes,
    createLegacyLendingRoutes,
  ],
};

import { legacyDtf } from './legacy/dtf.ts';
import { legacyLending } from './legacy/lending.ts';
import { legacyMarket } from './legacy/market.ts';
import { legacyPortfolio } from './legacy/portfolio.ts';
import { legacyPrices } from './legacy/prices.ts';
import { specDtf } from './spec/dtf.ts';
import { specLending } from './spec/lending.ts';
import { specMarket } from './spec/market.ts';
import { specPortfolio } from './spec/portfolio.ts';
import { specPrices } from './spec/prices.ts';
import type { WireFormat } from './wire-format.ts';

/** The wire formats by the name that `SANDBOX_DIALECT` gives them. */
export const wireFormats: Readonly<Record<'spec' | 'wild', readonly WireFormat[]>> = {
  spec: [specPrices, specDtf, specPortfolio, specMarket, specLending],
  wild: [legacyPrices, legacyDtf, legacyPortfolio, legacyMarket, legacyLending],
};

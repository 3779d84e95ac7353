import type { Dialect } from './dialect.ts';
import { specDtf } from './spec/dtf.ts';
import { specLending } from './spec/lending.ts';
import { specMarket } from './spec/market.ts';
import { specPortfolio } from './spec/portfolio.ts';
import { specPrices } from './spec/prices.ts';
import { wildDtf } from './wild/dtf.ts';
import { wildLending } from './wild/lending.ts';
import { wildMarket } from './wild/market.ts';
import { wildPortfolio } from './wild/portfolio.ts';
import { wildPrices } from './wild/prices.ts';

/** The dialects by the name that `SANDBOX_DIALECT` gives them. */
export const dialects: Readonly<Record<'spec' | 'wild', readonly Dialect[]>> = {
  spec: [specPrices, specDtf, specPortfolio, specMarket, specLending],
  wild: [wildPrices, wildDtf, wildPortfolio, wildMarket, wildLending],
};

import type { Weighting } from '../parameters/weighting.ts';
import { type Scoring, weighByScores } from './by-lookback.ts';
import { weighByCap, weighByLimitedCap, weighByRootOfCap } from './capitalisation.ts';
import { type Scheme, weighEqually } from './decision.ts';
import {
  bestYield,
  feeEfficiency,
  rootOfTvl,
  tvl,
  tvlGrowth,
  weekMean,
  weighByLimitedTvl,
  weighByMeasure,
} from './defi.ts';
import { createMinVariance } from './min-variance.ts';
import {
  scoreDualMomentum,
  scoreFactors,
  scoreInverseVolatility,
  scoreLowVolatility,
  scoreMomentum,
} from './momentum.ts';
import { createRiskParity } from './risk-parity.ts';

/**
 * Makes the scheme of a weighting (docs/backtest-engine.md §4 and §5).
 *
 * @param capacity - The most assets that one decision will select.
 */
export function createScheme({ kind, value }: Weighting, capacity: number): Scheme {
  const scored = (scoring: Scoring) => weighByScores(scoring, { length: value, capacity });
  switch (kind) {
    case 'equal':
      return weighEqually;
    case 'mcap':
      return weighByCap;
    case 'mcap_cap':
      return weighByLimitedCap(value);
    case 'sqrt_mcap':
      return weighByRootOfCap;
    case 'momentum':
      return scored(scoreMomentum);
    case 'invvol':
      return scored(scoreInverseVolatility);
    case 'dual_mom':
      return scored(scoreDualMomentum);
    case 'risk_parity':
      return scored(createRiskParity());
    case 'min_var':
      return scored(createMinVariance());
    case 'multi_factor':
      return scored(scoreFactors);
    case 'low_vol':
      return scored(scoreLowVolatility);
    case 'tvl':
      return weighByMeasure(tvl);
    case 'tvl_cap':
      return weighByLimitedTvl(value);
    case 'tvl_sqrt':
      return weighByMeasure(rootOfTvl);
    case 'fees_w':
      return weighByMeasure((market, point) => weekMean(market, 'fees', point));
    case 'revenue_w':
      return weighByMeasure((market, point) => weekMean(market, 'revenue', point));
    case 'volume_w':
      return weighByMeasure((market, point) => weekMean(market, 'volume', point));
    case 'tvl_mom':
      return weighByMeasure(tvlGrowth(value));
    case 'fee_eff':
      return weighByMeasure(feeEfficiency);
    case 'yield_w':
      return weighByMeasure(bestYield);
  }
}

import type { Weighting } from '../parameters/weighting.ts';
import {
  scoreDualMomentum,
  scoreInverseVolatility,
  scoreLowVolatility,
  scoreMomentum,
  scoreMultiFactor,
} from './lookback-scores.ts';
import {
  createLimitedMarketCapScheme,
  weighByMarketCap,
  weighByRootMarketCap,
} from './market-cap-schemes.ts';
import { createMinVarianceScoring } from './min-variance.ts';
import {
  computeWeekMean,
  createLimitedTvlScheme,
  createMeasureScheme,
  createTvlGrowthMeasure,
  measureBestYield,
  measureFeeEfficiency,
  measureRootTvl,
  measureTvl,
} from './protocol-schemes.ts';
import { createRiskParityScoring } from './risk-parity.ts';
import { createScoringScheme, type ScoreAssets } from './scoring-scheme.ts';
import { type WeightingScheme, weighEqually } from './weighting-decision.ts';

/**
 * Creates the scheme of a weighting (docs/backtest-engine.md §4 and §5).
 *
 * @param capacity - Maximum number of assets in a decision.
 */
export function createWeightingScheme(
  { kind, value }: Weighting,
  capacity: number,
): WeightingScheme {
  const scored = (scoring: ScoreAssets) =>
    createScoringScheme(scoring, { length: value, capacity });
  switch (kind) {
    case 'equal':
      return weighEqually;
    case 'mcap':
      return weighByMarketCap;
    case 'mcap_cap':
      return createLimitedMarketCapScheme(value);
    case 'sqrt_mcap':
      return weighByRootMarketCap;
    case 'momentum':
      return scored(scoreMomentum);
    case 'invvol':
      return scored(scoreInverseVolatility);
    case 'dual_mom':
      return scored(scoreDualMomentum);
    case 'risk_parity':
      return scored(createRiskParityScoring());
    case 'min_var':
      return scored(createMinVarianceScoring());
    case 'multi_factor':
      return scored(scoreMultiFactor);
    case 'low_vol':
      return scored(scoreLowVolatility);
    case 'tvl':
      return createMeasureScheme(measureTvl);
    case 'tvl_cap':
      return createLimitedTvlScheme(value);
    case 'tvl_sqrt':
      return createMeasureScheme(measureRootTvl);
    case 'fees_w':
      return createMeasureScheme((market, point) => computeWeekMean(market, 'fees', point));
    case 'revenue_w':
      return createMeasureScheme((market, point) => computeWeekMean(market, 'revenue', point));
    case 'volume_w':
      return createMeasureScheme((market, point) => computeWeekMean(market, 'volume', point));
    case 'tvl_mom':
      return createMeasureScheme(createTvlGrowthMeasure(value));
    case 'fee_eff':
      return createMeasureScheme(measureFeeEfficiency);
    case 'yield_w':
      return createMeasureScheme(measureBestYield);
  }
}

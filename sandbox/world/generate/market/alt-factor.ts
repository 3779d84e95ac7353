import { createLabelledRandom } from '../../labelled-random.ts';
import { yearsPerDay } from '../history-dates.ts';
import { createRegimeWalk, type MarketRegime } from './market-regimes.ts';

const regimes: readonly MarketRegime[] = [
  { meanDays: 70, drift: 1.3, vol: 0.62 },
  { meanDays: 160, drift: -0.45, vol: 0.46 },
  { meanDays: 150, drift: -0.15, vol: 0.42 },
];

/**
 * Altcoins drift up if Bitcoin's share of the market is above the anchor, and down if it is below.
 */
const pull = { strength: 2, anchor: logit(0.57) };

/**
 * Creates the factor that moves every asset except Bitcoin: alt season, Bitcoin season and neutral,
 * with Student t(5) shocks, and a drift that keeps Bitcoin's dominance in range
 * (docs/backtest-engine.md §9).
 *
 * @returns a function that returns the log return of the next day for the dominance (0..1) of the
 * day before.
 */
export function createAltFactor(seed: number): (dominance: number) => number {
  const random = createLabelledRandom(seed, 'alt factor');
  const nextRegime = createRegimeWalk(createLabelledRandom(seed, 'alt regimes'), regimes);
  return (dominance) => {
    const regime = nextRegime();
    const drift = regime.drift + pull.strength * (logit(dominance) - pull.anchor);
    return drift * yearsPerDay + regime.vol * Math.sqrt(yearsPerDay) * random.student(5);
  };
}

function logit(share: number): number {
  return Math.log(share / (1 - share));
}

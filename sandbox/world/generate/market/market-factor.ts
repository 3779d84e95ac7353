import { createLabelledRandom } from '../../labelled-random.ts';
import { burnInDays, crashDay, yearsPerDay } from '../history-dates.ts';
import { createRegimeWalk, type MarketRegime } from './market-regimes.ts';

/** The market factor: daily log returns of Bitcoin. */
export type MarketFactor = {
  /** Log return of day t at `t + burnIn`. */
  readonly returns: Float64Array;
  /** Daily volatility with which the return of the day was drawn, at the same index. */
  readonly vol: Float64Array;
};

const regimes: readonly MarketRegime[] = [
  { meanDays: 190, drift: 1.3, vol: 0.65 },
  { meanDays: 140, drift: -0.95, vol: 0.8 },
  { meanDays: 130, drift: 0.15, vol: 0.48 },
];

/** Log volatility is an OU process with this half-life and standard deviation. */
const nerves = { halfLifeDays: 12, sd: 0.25 };
/** Maximum daily shock in standard deviations. Larger shocks are planned separately. */
const largestShock = 5;
/**
 * Large shocks: one on a random day of each period of `strataDays` days; the first is the crash of
 * 2020-03-12.
 */
const shocks = { strataDays: 296, smallest: 0.08, spread: 0.1, crash: Math.log(0.6) };

/**
 * Draws the market factor for `days` days and the burn-in before them: bull, bear and sideways
 * regimes with Student t(4) shocks, and rare crash and melt-up days (docs/backtest-engine.md §9).
 */
export function generateMarketFactor(seed: number, days: number): MarketFactor {
  const random = createLabelledRandom(seed, 'market returns');
  const nextRegime = createRegimeWalk(createLabelledRandom(seed, 'market regimes'), regimes);
  const nextNerves = createOrnsteinUhlenbeck(random.normal, nerves);
  const shockOf = drawShocks(seed, days);
  const returns = new Float64Array(burnInDays + days);
  const vol = new Float64Array(burnInDays + days);
  for (let k = 0; k < returns.length; k += 1) {
    const regime = nextRegime();
    const sigma = regime.vol * Math.sqrt(yearsPerDay) * Math.exp(nextNerves() - nerves.sd ** 2);
    const shock = Math.max(-largestShock, Math.min(largestShock, random.student(4)));
    const drawn = regime.drift * yearsPerDay + sigma * shock;
    const day = k - burnInDays;
    vol[k] = sigma;
    returns[k] = day === crashDay ? shocks.crash : drawn + (shockOf.get(day) ?? 0);
  }
  return { returns, vol };
}

/**
 * Creates a stationary Ornstein-Uhlenbeck process that returns one value a day. The first value is
 * drawn from the stationary distribution.
 */
export function createOrnsteinUhlenbeck(
  normal: () => number,
  { halfLifeDays, sd }: { readonly halfLifeDays: number; readonly sd: number },
): () => number {
  const keep = 0.5 ** (1 / halfLifeDays);
  const fresh = sd * Math.sqrt(1 - keep * keep);
  let value = Number.NaN;
  return () => {
    value = Number.isNaN(value) ? sd * normal() : value * keep + fresh * normal();
    return value;
  };
}

function drawShocks(seed: number, days: number): ReadonlyMap<number, number> {
  const random = createLabelledRandom(seed, 'market shocks');
  const byDay = new Map<number, number>();
  for (let start = shocks.strataDays; start < days; start += shocks.strataDays) {
    const day = start + Math.floor(random.uniform() * shocks.strataDays);
    const size = shocks.smallest + shocks.spread * random.uniform();
    byDay.set(day, random.uniform() < 0.5 ? -size : size);
  }
  return byDay;
}

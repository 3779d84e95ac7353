import { createLabelledRandom } from '../../labelled-random.ts';
import { burnInDays } from '../history-dates.ts';
import type { MarketFactor } from './market-factor.ts';

/** Coefficients of a regression on real data (docs/backtest-engine.md §9). */
const model = { base: 52, r7: 23.4, r30: 38.3, r90: 34.5, vol30: -14.4 };
const mood = { keep: 0.81, sd: 11.6 };

/**
 * Draws the fear-and-greed index of `days` days: whole numbers from 3 to 97 that depend on
 * Bitcoin's past returns and volatility and on a random mood.
 */
export function generateFearAndGreed(
  {
    seed,
    days,
    market,
  }: {
    readonly seed: number;
    readonly days: number;
    readonly market: MarketFactor;
  },
  target: Float64Array,
): void {
  const random = createLabelledRandom(seed, 'fear and greed');
  const { returns } = market;
  let u = mood.sd * random.normal();
  for (let day = 0; day < days; day += 1) {
    const end = day + burnInDays + 1;
    const value =
      model.base +
      model.r7 * simpleReturn(returns, end - 7, end) +
      model.r30 * simpleReturn(returns, end - 30, end) +
      model.r90 * simpleReturn(returns, end - 90, end) +
      model.vol30 * yearlyVol(returns, end - 30, end) +
      u;
    target[day] = Math.round(Math.max(3, Math.min(97, value)));
    u = mood.keep * u + mood.sd * Math.sqrt(1 - mood.keep ** 2) * random.normal();
  }
}

function simpleReturn(returns: Float64Array, from: number, to: number): number {
  let sum = 0;
  for (let k = from; k < to; k += 1) sum += returns[k] ?? 0;
  return Math.expm1(sum);
}

function yearlyVol(returns: Float64Array, from: number, to: number): number {
  let sum = 0;
  let squares = 0;
  for (let k = from; k < to; k += 1) {
    const value = returns[k] ?? 0;
    sum += value;
    squares += value * value;
  }
  const n = to - from;
  return Math.sqrt(((squares - (sum * sum) / n) / (n - 1)) * 365);
}

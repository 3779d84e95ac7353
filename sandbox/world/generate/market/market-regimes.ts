import type { Random } from '../../labelled-random.ts';

/**
 * One state of a semi-Markov chain: its mean duration, and the drift and volatility that it gives
 * to a factor.
 */
export type MarketRegime = {
  /** Mean duration, days. */
  readonly meanDays: number;
  /** Drift of the logarithm per year. */
  readonly drift: number;
  /** Volatility per year. */
  readonly vol: number;
};

/**
 * Creates a semi-Markov chain that advances day by day. Durations are gamma distributed with shape
 * 3, and the next state is any other one with equal probability (docs/backtest-engine.md §9).
 *
 * @returns a function that returns the regime of the next day.
 */
export function createRegimeWalk(
  random: Random,
  regimes: readonly MarketRegime[],
): () => MarketRegime {
  let state = Math.floor(random.uniform() * regimes.length);
  let left = drawLength(random, regimeAt(regimes, state));
  return () => {
    while (left <= 0) {
      const step = 1 + Math.floor(random.uniform() * (regimes.length - 1));
      state = (state + step) % regimes.length;
      left += drawLength(random, regimeAt(regimes, state));
    }
    left -= 1;
    return regimeAt(regimes, state);
  };
}

function drawLength(random: Random, regime: MarketRegime): number {
  const product = random.uniform() * random.uniform() * random.uniform();
  return Math.max(10, (-Math.log(product) * regime.meanDays) / 3);
}

function regimeAt(regimes: readonly MarketRegime[], state: number): MarketRegime {
  const regime = regimes[state];
  if (regime === undefined) throw new RangeError('a regime walk needs at least one regime');
  return regime;
}

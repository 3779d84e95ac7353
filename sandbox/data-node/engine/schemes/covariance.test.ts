import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  computeNaiveMinVariance,
  computeNaiveRiskParity,
  computeNaiveShrunkCovariance,
  multiplyNaively,
} from '../testing/naive-covariance.ts';
import { createSeededRandom } from '../testing/random-history-plan.ts';
import { computeFirstWeights } from '../testing/run-history-plan.ts';

/** Returns random returns of assets with a common factor; some assets are highly correlated. */
function randomReturns(seed: number): readonly (readonly number[])[] {
  const random = createSeededRandom(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const k = 20 + Math.floor(random() * 60);
  const m = 2 + Math.floor(random() * 50);
  const common = Array.from({ length: k }, () => 0.04 * normal());
  return Array.from({ length: m }, () => {
    const beta = 2 * random();
    const own = 0.001 + 0.05 * random();
    return common.map((move) => beta * move + own * normal());
  });
}

function weightsOf(scheme: string, returns: readonly (readonly number[])[]): readonly number[] {
  const k = returns[0]?.length ?? 0;
  const id = (i: number) => `x${String(i).padStart(3, '0')}`;
  const assets = returns.map((row, i) => {
    const price = [1];
    for (const move of row) price.push((price.at(-1) as number) * Math.exp(move));
    return { id: id(i), price: [...price, price.at(-1) as number] };
  });
  const start = new Date(Date.UTC(2020, 0, k + 2)).toISOString().slice(0, 10);
  const weights = computeFirstWeights(
    { days: k + 2, assets },
    { weighting: `${scheme}_${k}`, top_n: 500, start_date: start },
  );
  return returns.map((_, i) => weights[id(i)] ?? 0);
}

const seeds = fc.integer({ min: 0, max: 2 ** 31 - 1 });

test('behavior: risk_parity gives every asset the same share of the risk', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const returns = randomReturns(seed);
      const w = weightsOf('risk_parity', returns);
      const slope = multiplyNaively(computeNaiveShrunkCovariance(returns), w);
      const risk = w.map((weight, i) => weight * (slope[i] as number));
      const total = risk.reduce((a, b) => a + b, 0);
      for (const share of risk) expect(Math.abs(share / total - 1 / w.length)).toBeLessThan(1e-12);
      expect(Math.min(...w)).toBeGreaterThan(0);
    }),
    { numRuns: 150 },
  );
});

test('behavior: min_var meets the conditions of the optimum', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const returns = randomReturns(seed);
      const w = weightsOf('min_var', returns);
      const slope = multiplyNaively(computeNaiveShrunkCovariance(returns), w);
      const variance = w.reduce((sum, weight, i) => sum + weight * (slope[i] as number), 0);
      expect(w.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 13);
      for (const [i, weight] of w.entries()) {
        const distance = (slope[i] as number) / variance - 1;
        if (weight > 0) expect(Math.abs(distance)).toBeLessThan(1e-12);
        else expect(distance).toBeGreaterThan(-1e-12);
      }
    }),
    { numRuns: 150 },
  );
});

test('behavior: both agree with a solver of another kind', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const returns = randomReturns(seed);
      const S = computeNaiveShrunkCovariance(returns);
      for (const [scheme, solve] of [
        ['risk_parity', computeNaiveRiskParity],
        ['min_var', computeNaiveMinVariance],
      ] as const) {
        const expected = solve(S);
        for (const [i, weight] of weightsOf(scheme, returns).entries()) {
          expect(Math.abs(weight - (expected[i] as number))).toBeLessThan(1e-11);
        }
      }
    }),
    { numRuns: 60 },
  );
});

test('behavior: a hand-made case of the shrinkage', () => {
  // Two uncorrelated assets with returns (±2, 0) and (0, ±1): S = diag(2, 1/2), μ = 5/4, d² = 9/16.
  // Σ_t‖x_t x_tᵀ − S‖² = 2·(4 + 1/4) + 2·(4 + 1/4) = 17, b² = 17 / (16·2), which is below d².
  const S = computeNaiveShrunkCovariance([
    [2, -2, 0, 0],
    [0, 0, 1, -1],
  ]);
  const share = 17 / 32 / (9 / 16);
  expect(S[0]?.[0]).toBeCloseTo((1 - share) * 2 + share * 1.25, 14);
  expect(S[1]?.[1]).toBeCloseTo((1 - share) * 0.5 + share * 1.25, 14);
  expect(S[0]?.[1]).toBeCloseTo(0, 14);
});

test('behavior: the engine shrinks like the hand-made case', () => {
  const unit = 0.01;
  const rows = [
    [2, -2, 0, 0],
    [0, 0, 1, -1],
  ].map((row) => row.map((value) => unit * value));
  const share = 17 / 18;
  const high = (1 - share) * 2 + share * 1.25;
  const low = (1 - share) * 0.5 + share * 1.25;
  // Without correlation, minimum-variance weights are proportional to 1/variance and equal-risk
  // weights to 1/σ.
  expect(weightsOf('min_var', rows)[0]).toBeCloseTo(low / (low + high), 12);
  expect(weightsOf('risk_parity', rows)[0]).toBeCloseTo(
    Math.sqrt(low) / (Math.sqrt(low) + Math.sqrt(high)),
    12,
  );
});

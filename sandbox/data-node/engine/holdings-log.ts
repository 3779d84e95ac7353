import type { BacktestPortfolio } from './backtest-portfolio.ts';

/** The portfolio after each rebalance, with one row for each position. */
export type HoldingsLog = {
  /** Day numbers of the rebalances, ascending. */
  readonly days: Int32Array;
  /** Index of the first row of each day, and finally the index after the last row. */
  readonly offsets: Int32Array;
  /** Column numbers. */
  readonly assets: Int32Array;
  /** Fractions of the portfolio. */
  readonly weights: Float64Array;
  readonly units: Float64Array;
};

/** Records portfolios during a run. */
export type HoldingsRecorder = {
  readonly record: (portfolio: BacktestPortfolio, day: number) => void;
  readonly finish: () => HoldingsLog;
};

/** Creates a recorder without portfolios. */
export function createHoldingsRecorder(): HoldingsRecorder {
  const days: number[] = [];
  const offsets: number[] = [0];
  let rows = 0;
  let assets = new Int32Array(4096);
  let weights = new Float64Array(4096);
  let units = new Float64Array(4096);

  function grow(least: number): void {
    const length = Math.max(least, 2 * assets.length);
    const [oldAssets, oldWeights, oldUnits] = [assets, weights, units];
    assets = new Int32Array(length);
    weights = new Float64Array(length);
    units = new Float64Array(length);
    assets.set(oldAssets);
    weights.set(oldWeights);
    units.set(oldUnits);
  }

  return {
    record(portfolio, day) {
      const { count } = portfolio;
      if (rows + count > assets.length) grow(rows + count);
      assets.set(portfolio.assets.subarray(0, count), rows);
      weights.set(portfolio.weights.subarray(0, count), rows);
      units.set(portfolio.units.subarray(0, count), rows);
      rows += count;
      days.push(day);
      offsets.push(rows);
    },
    finish: () => ({
      days: Int32Array.from(days),
      offsets: Int32Array.from(offsets),
      assets: assets.slice(0, rows),
      weights: weights.slice(0, rows),
      units: units.slice(0, rows),
    }),
  };
}

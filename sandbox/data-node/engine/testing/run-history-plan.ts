import { parseRunParameters } from '../parameters/parse-run-parameters.ts';
import { prepareMarket } from '../prepare-market.ts';
import { type BacktestResult, runBacktest } from '../run-backtest.ts';
import { buildHistory, type HistoryPlan } from './build-history.ts';

/** A finished run with its weights by asset id. */
export type PlanRunResult = BacktestResult & {
  /** Weights by asset id after each rebalance, by day. */
  readonly weights: ReadonlyMap<number, Readonly<Record<string, number>>>;
};

const base = {
  category_id: 'all',
  top_n: '10',
  weighting: 'equal',
  rebalance_days: '1000',
  base_fee_pct: '0',
  spread_multiplier: '0',
};

/**
 * Runs a backtest of a plan. By default it buys all assets once, with equal weights and without
 * costs.
 */
export function runHistoryPlan(
  plan: HistoryPlan,
  query: Readonly<Record<string, string | number>> = {},
): PlanRunResult {
  const market = prepareMarket(buildHistory(plan));
  const texts = Object.entries({ ...base, ...query }).map(([name, value]) => [name, String(value)]);
  const { parameters } = parseRunParameters(new URLSearchParams(texts), market);
  const result = runBacktest({ market, parameters });
  const { days, offsets, assets, weights } = result.holdings;
  const byDay = Array.from(days, (day, place) => {
    const rows = Array.from(assets.subarray(offsets[place], offsets[place + 1]), (asset, row) => {
      const weight = weights[(offsets[place] as number) + row] as number;
      return [market.assets[asset]?.id, weight];
    });
    return [day, Object.fromEntries(rows)] as const;
  });
  return { ...result, weights: new Map(byDay) };
}

/** Returns the weights after the first purchase. */
export function computeFirstWeights(
  plan: HistoryPlan,
  query: Readonly<Record<string, string | number>> = {},
): Readonly<Record<string, number>> {
  const result = runHistoryPlan(plan, query);
  return result.weights.get(result.start) ?? {};
}

/** Returns the same price for every day. */
export function createConstantPrices(days: number, price: number): number[] {
  return new Array(days).fill(price);
}

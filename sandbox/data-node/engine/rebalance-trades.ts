import { MISSING_DAY } from '../../world/market-history.ts';
import {
  type BacktestPortfolio,
  createPositionValuer,
  type DayValue,
  findUntradablePositions,
} from './backtest-portfolio.ts';
import type { TargetPortfolio } from './target-portfolio.ts';

/** A trade counts if it changes a weight by more than this. */
const LEAST_TRADE = 1e-9;

/**
 * Trades to a target portfolio at P̃[t] and pays the cost (docs/backtest-engine.md §2, step 4; the
 * cost convention of DeMiguel, Garlappi, Uppal 2009):
 *
 * x = Σ|w_i − w⁻_i| over risky assets, V⁺ = V⁻·(1 − φ·x), q_i = w_i·V⁺/P̃[t,i].
 *
 * If costs have reduced the value to 0, nothing is traded and the portfolio ends.
 *
 * @param dayValue - The day and V⁻.
 * @returns V⁺.
 */
export function tradeToTarget(
  portfolio: BacktestPortfolio,
  target: TargetPortfolio,
  dayValue: DayValue,
): number {
  if (!(dayValue.value > 0)) return endPortfolio(portfolio);
  const turnover = measureTurnover(portfolio, target, dayValue);
  const cost = portfolio.feeRate * turnover.notional;
  portfolio.fees += cost;
  portfolio.trades += turnover.trades;
  const value = dayValue.value * (1 - cost);
  takePositions(portfolio, target, { t: dayValue.t, value });
  return value;
}

type Turnover = { readonly notional: number; readonly trades: number };

function measureTurnover(
  portfolio: BacktestPortfolio,
  target: TargetPortfolio,
  { t, value }: DayValue,
): Turnover {
  const { before } = portfolio.scratch;
  const worth = createPositionValuer(portfolio, t);
  for (let place = 0; place < portfolio.count; place += 1) {
    before[portfolio.assets[place] as number] = worth(place) / value;
  }
  let notional = 0;
  let trades = 0;
  const change = (difference: number) => {
    notional += difference;
    if (difference > LEAST_TRADE) trades += 1;
  };
  for (let k = 0; k < target.count; k += 1) {
    const asset = target.assets[k] as number;
    change(Math.abs((target.weights[k] as number) - (before[asset] as number)));
    before[asset] = 0;
  }
  for (let place = 0; place < portfolio.count; place += 1) {
    const asset = portfolio.assets[place] as number;
    change(before[asset] as number);
    before[asset] = 0;
  }
  return { notional, trades };
}

function takePositions(
  portfolio: BacktestPortfolio,
  target: TargetPortfolio,
  { t, value }: DayValue,
): void {
  const { market, assets, units, weights } = portfolio;
  let count = 0;
  let risky = 0;
  portfolio.firstDelisting = MISSING_DAY;
  for (let k = 0; k < target.count; k += 1) {
    const weight = target.weights[k] as number;
    if (!(weight > 0)) continue;
    const asset = target.assets[k] as number;
    assets[count] = asset;
    weights[count] = weight;
    units[count] = (weight * value) / (market.filled[t * market.assets.length + asset] as number);
    portfolio.firstDelisting = Math.min(
      portfolio.firstDelisting,
      market.delisting[asset] as number,
    );
    risky += weight;
    count += 1;
  }
  portfolio.count = count;
  portfolio.cash = value * (1 - risky);
}

function endPortfolio(portfolio: BacktestPortfolio): number {
  portfolio.count = 0;
  portfolio.firstDelisting = MISSING_DAY;
  portfolio.cash = 0;
  return 0;
}

/**
 * Returns the portfolio of day t without the positions that can no longer be traded. The others are
 * scaled up, so that the risky fraction stays the same; all cash if none is left
 * (docs/backtest-engine.md §2, step 3).
 *
 * @returns an object that the next call reuses.
 */
export function dropUntradablePositions(
  portfolio: BacktestPortfolio,
  { t, value }: DayValue,
): TargetPortfolio {
  const target = portfolio.scratch.survivors;
  const gone = new Set(findUntradablePositions(portfolio, t));
  const worth = createPositionValuer(portfolio, t);
  let all = 0;
  let left = 0;
  target.count = 0;
  for (let place = 0; place < portfolio.count; place += 1) {
    const weight = worth(place) / value;
    all += weight;
    if (gone.has(place)) continue;
    left += weight;
    target.assets[target.count] = portfolio.assets[place] as number;
    target.weights[target.count] = weight;
    target.count += 1;
  }
  if (!(left > 0)) target.count = 0;
  for (let k = 0; k < target.count; k += 1) {
    target.weights[k] = ((target.weights[k] as number) * all) / left;
  }
  return target;
}

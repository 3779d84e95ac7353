import {
  type BacktestPortfolio,
  computeMaxDrift,
  computePortfolioValue,
  createBacktestPortfolio,
  findUntradablePositions,
} from './backtest-portfolio.ts';
import { createHoldingsRecorder, type HoldingsLog } from './holdings-log.ts';
import { InvalidRunError } from './parameters/invalid-run-error.ts';
import type { RunParameters } from './parameters/run-parameters.ts';
import type { PreparedMarket } from './prepare-market.ts';
import { dropUntradablePositions, tradeToTarget } from './rebalance-trades.ts';
import { computeCashTargets } from './regimes.ts';
import { computeStatistics, type RunStatistics } from './statistics.ts';
import { createTargetDecider } from './target-portfolio.ts';
import { createUniverse, findStartDay, type Universe } from './universe.ts';

/** Result of a backtest. */
export type BacktestResult = {
  /** s: day number of the first purchase. */
  readonly start: number;
  /** NAV of days s to T−1, 1 on day s. */
  readonly nav: Float64Array;
  readonly statistics: RunStatistics;
  /** The portfolio after each rebalance. */
  readonly holdings: HoldingsLog;
};

export type BacktestOptions = {
  readonly market: PreparedMarket;
  readonly parameters: RunParameters;
  /** Called with the day number after every day. An error that it throws ends the run. */
  readonly checkpoint?: (day: number) => void;
};

/** Maximum number of days between rebalances with a drift threshold. */
const DRIFT_NET = 365;

/**
 * Runs a backtest: the daily loop of docs/backtest-engine.md §2.
 *
 * @throws {InvalidRunError} no member of the category can be bought in the requested time, or no
 * asset passes the funding filter on any rebalance.
 */
export function runBacktest({ market, parameters, checkpoint }: BacktestOptions): BacktestResult {
  const universe = createUniverse(market, parameters.category_id);
  const start = findStartDay({ market, universe, parameters });
  const decide = createTargetDecider({ market, universe, parameters });
  const cash = computeCashTargets(market, parameters, start);
  const portfolio = openPortfolio(market, parameters, universe);
  const recorder = createHoldingsRecorder();
  const nav = new Float64Array(market.days - start);
  let value = 1;
  let since = 0;
  let rebalances = 0;
  let delistings = 0;
  let selected = 0;
  let cashAtRebalance = 0;

  for (let t = start; t < market.days; t += 1) {
    // The drift is that of the holdings at the start of the day, with the prices of the day before.
    const due =
      t === start ||
      cash[t] !== cashAtRebalance ||
      isDue(portfolio, parameters, { since: since + 1, eve: { t: t - 1, value } });
    since += 1;
    value = computePortfolioValue(portfolio, t);
    const gone = findUntradablePositions(portfolio, t).length;
    delistings += gone;
    if (due) {
      since = 0;
      rebalances += 1;
      cashAtRebalance = cash[t] as number;
      const target = decide(t, cashAtRebalance);
      selected += target.count;
      value = tradeToTarget(portfolio, target, { t, value });
      recorder.record(portfolio, t);
    } else if (gone > 0) {
      value = tradeToTarget(portfolio, dropUntradablePositions(portfolio, { t, value }), {
        t,
        value,
      });
    }
    // The first value is the capital before the first purchase, whose cost is part of the next
    // day's value.
    nav[t - start] = t === start ? 1 : value;
    checkpoint?.(t);
  }
  if (selected === 0) {
    const needed = `not enough coins: 0 available, ${parameters.top_n} required`;
    throw new InvalidRunError(400, `${needed}: none ever passes the funding filter (vc_*)`);
  }
  const { fees, trades } = portfolio;
  const statistics = computeStatistics(nav, { fees, trades, rebalances, delistings });
  return { start, nav, statistics, holdings: recorder.finish() };
}

function openPortfolio(
  market: PreparedMarket,
  parameters: RunParameters,
  universe: Universe,
): BacktestPortfolio {
  return createBacktestPortfolio({
    market,
    // One more place, for the asset of the dominance tilt.
    capacity: Math.min(parameters.top_n, universe.order.length) + 1,
    feeRate: parameters.base_fee_pct / 100 + 0.001 * parameters.spread_multiplier,
    haircut: parameters.delist_haircut,
  });
}

type Waiting = {
  /** Days since the last rebalance. */
  readonly since: number;
  readonly eve: { readonly t: number; readonly value: number };
};

function isDue(
  portfolio: BacktestPortfolio,
  parameters: RunParameters,
  { since, eve }: Waiting,
): boolean {
  const { threshold_pct: band, rebalance_days: period } = parameters;
  if (band === null) return since >= period;
  return since >= DRIFT_NET || computeMaxDrift(portfolio, eve) * 100 > band;
}

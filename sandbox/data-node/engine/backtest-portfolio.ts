import { MISSING_DAY } from '../../world/market-history.ts';
import type { PreparedMarket } from './prepare-market.ts';
import { createTargetPortfolio, type TargetPortfolio } from './target-portfolio.ts';

/** Units and cash of a run, worth 1 at its start (docs/backtest-engine.md §2). */
export type BacktestPortfolio = {
  readonly market: PreparedMarket;
  /** φ: cost of traded notional, one way, a fraction. */
  readonly feeRate: number;
  /** What delisted positions lose of their last price, a fraction. */
  readonly haircut: number;
  /** Number of positions; they stand first in the arrays, all with units above 0. */
  count: number;
  /** Column numbers. */
  readonly assets: Int32Array;
  readonly units: Float64Array;
  /** w*: the weights given at the last event. */
  readonly weights: Float64Array;
  cash: number;
  /** The earliest day on which a position can no longer be traded. */
  firstDelisting: number;
  /** Σ φ·x of all events. */
  fees: number;
  /** Number of weights changed by all events. */
  trades: number;
  readonly scratch: ScratchBuffers;
};

/** Buffers of the event at hand. */
type ScratchBuffers = {
  /** w⁻ by column number; zeros between events. */
  readonly before: Float64Array;
  readonly survivors: TargetPortfolio;
};

export type BacktestPortfolioOptions = Pick<BacktestPortfolio, 'market' | 'feeRate' | 'haircut'> & {
  /** The most positions at once. */
  readonly capacity: number;
};

/** Creates a portfolio of nothing but cash. */
export function createBacktestPortfolio({
  capacity,
  ...terms
}: BacktestPortfolioOptions): BacktestPortfolio {
  return {
    ...terms,
    count: 0,
    assets: new Int32Array(capacity),
    units: new Float64Array(capacity),
    weights: new Float64Array(capacity),
    cash: 1,
    firstDelisting: MISSING_DAY,
    fees: 0,
    trades: 0,
    scratch: {
      before: new Float64Array(terms.market.assets.length),
      survivors: createTargetPortfolio(capacity),
    },
  };
}

/** One day and what the portfolio is worth on it. */
export type DayValue = { readonly t: number; readonly value: number };

/** V⁻(t) = cash + Σ q_i·P̃[t,i]; positions delisted by day t count what their sale brings. */
export function computePortfolioValue(portfolio: BacktestPortfolio, t: number): number {
  const { market, count, assets, units } = portfolio;
  const { filled } = market;
  const today = t * market.assets.length;
  let value = portfolio.cash;
  for (let place = 0; place < count; place += 1) {
    value += (units[place] as number) * (filled[today + (assets[place] as number)] as number);
  }
  if (portfolio.haircut === 0 || t < portfolio.firstDelisting) return value;
  const worth = createPositionValuer(portfolio, t);
  return findUntradablePositions(portfolio, t).reduce(
    (rest, place) => rest - (worth(place) * portfolio.haircut) / (1 - portfolio.haircut),
    value,
  );
}

/** What a sale of the position at a place brings on day t, before costs. */
export function createPositionValuer(
  portfolio: BacktestPortfolio,
  t: number,
): (place: number) => number {
  const { market, assets, units, haircut } = portfolio;
  const today = t * market.assets.length;
  return (place) => {
    const asset = assets[place] as number;
    const worth = (units[place] as number) * (market.filled[today + asset] as number);
    return (market.delisting[asset] as number) <= t ? worth * (1 - haircut) : worth;
  };
}

/** The greatest |q_i·P̃[t,i]/value − w*_i| of all positions, a fraction. */
export function computeMaxDrift(portfolio: BacktestPortfolio, { t, value }: DayValue): number {
  const { market, count, assets, units, weights } = portfolio;
  const { filled } = market;
  const today = t * market.assets.length;
  let greatest = 0;
  for (let place = 0; place < count; place += 1) {
    const worth = (units[place] as number) * (filled[today + (assets[place] as number)] as number);
    const drift = Math.abs(worth / value - (weights[place] as number));
    if (drift > greatest) greatest = drift;
  }
  return greatest;
}

/** The places of positions that can no longer be traded on day t. */
export function findUntradablePositions(
  portfolio: BacktestPortfolio,
  t: number,
): readonly number[] {
  if (t < portfolio.firstDelisting) return [];
  const { count, assets, market } = portfolio;
  const gone: number[] = [];
  for (let place = 0; place < count; place += 1) {
    if ((market.delisting[assets[place] as number] as number) <= t) gone.push(place);
  }
  return gone;
}

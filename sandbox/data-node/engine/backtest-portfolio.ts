import { MISSING_DAY } from '../../world/market-history.ts';
import type { PreparedMarket } from './prepare-market.ts';
import { createTargetPortfolio, type TargetPortfolio } from './target-portfolio.ts';

/**
 * Units and cash of a backtest. The portfolio is worth 1 at the start (docs/backtest-engine.md §2).
 */
export type BacktestPortfolio = {
  readonly market: PreparedMarket;
  /** φ: cost of a trade as a fraction of its notional, one way. */
  readonly feeRate: number;
  /** Fraction of the last price that a delisted position loses. */
  readonly haircut: number;
  /** Number of positions. They are at the beginning of the arrays; all have units above 0. */
  count: number;
  /** Column numbers. */
  readonly assets: Int32Array;
  readonly units: Float64Array;
  /** w*: the weights after the last trade. */
  readonly weights: Float64Array;
  cash: number;
  /** The first day on which a position can no longer be traded. */
  firstDelisting: number;
  /** Σ φ·x over all trades. */
  fees: number;
  /** Number of weights that trades have changed. */
  trades: number;
  readonly scratch: ScratchBuffers;
};

/** Buffers that are reused by each trade. */
type ScratchBuffers = {
  /** w⁻ by column number; all zeros between trades. */
  readonly before: Float64Array;
  readonly survivors: TargetPortfolio;
};

export type BacktestPortfolioOptions = Pick<BacktestPortfolio, 'market' | 'feeRate' | 'haircut'> & {
  /** Maximum number of positions. */
  readonly capacity: number;
};

/** Creates a portfolio that holds only cash. */
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

/** A day and the value of the portfolio on that day. */
export type DayValue = { readonly t: number; readonly value: number };

/**
 * Returns V⁻(t) = cash + Σ q_i·P̃[t,i]. A position delisted by day t counts with the proceeds of
 * its sale.
 */
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

/**
 * Returns a function from a position's index to the proceeds of its sale on day t, before costs.
 */
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

/** Returns the maximum of |q_i·P̃[t,i]/value − w*_i| over all positions, a fraction. */
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

/** Returns the indexes of positions that can no longer be traded on day t. */
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

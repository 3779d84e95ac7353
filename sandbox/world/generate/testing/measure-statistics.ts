import type { MarketHistory } from '../../market-history.ts';
import {
  computeAltIndex,
  computeDominance,
  createMarketView,
  listCommonReturns,
  listReturns,
  type MarketView,
  rankAssetsOn,
} from './market-view.ts';
import {
  autocorrelation,
  correlation,
  covariance,
  kurtosis,
  mean,
  quantile,
  standardDeviation,
  yearlyVolatility,
} from './statistical-moments.ts';

/** Minimum length of a series for the statistics of one asset, days. */
const fewestReturns = 250;

/** Computes the statistics of docs/backtest-engine.md §9 from a table of daily data. */
export function measureStatistics(history: MarketHistory) {
  const view = createMarketView(history);
  return {
    ...measureMajors(view),
    ...measureAlts(view),
    ...measureCaps(view),
    ...measureFng(history.fng),
  };
}

function measureMajors(view: MarketView) {
  const bitcoin = listReturns(view, view.bitcoin);
  const monthly = Array.from({ length: bitcoin.length - 30 }, (_, k) =>
    yearlyVolatility(bitcoin.subarray(k, k + 30)),
  );
  const sizes = Array.from(bitcoin, Math.abs);
  return {
    btcVol: yearlyVolatility(bitcoin),
    btcKurtosis: kurtosis(bitcoin),
    btcLowest: quantile(bitcoin.map(Math.expm1), 0),
    ethVol: yearlyVolatility(listReturns(view, view.ether)),
    ethCorrelation: correlation(...listCommonReturns(view, [view.bitcoin, view.ether])),
    btcVol30Low: quantile(monthly, 0.05),
    btcVol30High: quantile(monthly, 0.95),
    sizeAcf1: autocorrelation(sizes, 1),
    sizeAcf5: autocorrelation(sizes, 5),
    sizeAcf20: autocorrelation(sizes, 20),
  };
}

function measureAlts(view: MarketView) {
  const index = computeAltIndex(view).subarray(1);
  const bitcoin = listReturns(view, view.bitcoin);
  const lasting = view.alts.filter((column) => listReturns(view, column).length >= fewestReturns);
  const residuals = lasting.map((column) => residualsOf(view, { column, bitcoin, index }));
  const vols = residuals.map(yearlyVolatility);
  const tails = residuals.map((values) => {
    const sd = standardDeviation(values);
    return values.filter((value) => Math.abs(value) > 4 * sd).length;
  });
  const count = residuals.reduce((sum, values) => sum + values.length, 0);
  const pairs = pairCorrelations(view, lasting);
  return {
    altVolMedian: quantile(
      lasting.map((column) => yearlyVolatility(listReturns(view, column))),
      0.5,
    ),
    pairMean: mean(pairs),
    pairLow: quantile(pairs, 0.1),
    pairHigh: quantile(pairs, 0.9),
    altIndexVol: yearlyVolatility(index),
    altIndexCorrelation: correlation(index, bitcoin),
    altIndexBeta: covariance(index, bitcoin) / standardDeviation(bitcoin) ** 2,
    idiosyncraticVol: quantile(vols, 0.5),
    idiosyncraticVolLow: quantile(vols, 0.25),
    idiosyncraticVolHigh: quantile(vols, 0.75),
    tailShare: (100 * tails.reduce((sum, tail) => sum + tail, 0)) / count,
  };
}

/**
 * Returns the residuals of a least-squares regression of an asset's returns on those of Bitcoin and
 * the altcoin index.
 */
function residualsOf(
  view: MarketView,
  {
    column,
    bitcoin,
    index,
  }: {
    readonly column: number;
    readonly bitcoin: Float64Array;
    readonly index: Float64Array;
  },
): Float64Array {
  const own = view.returns.subarray(column * view.days + 1, (column + 1) * view.days);
  const days = [...own.keys()].filter((t) => !Number.isNaN(own[t] ?? Number.NaN));
  const y = days.map((t) => own[t] ?? 0);
  const x = days.map((t) => bitcoin[t] ?? 0);
  const z = days.map((t) => index[t] ?? 0);
  const [xx, zz, xz] = [covariance(x, x), covariance(z, z), covariance(x, z)];
  const [xy, zy] = [covariance(x, y), covariance(z, y)];
  const determinant = xx * zz - xz * xz;
  const onBitcoin = (xy * zz - zy * xz) / determinant;
  const onIndex = (zy * xx - xy * xz) / determinant;
  return Float64Array.from(
    y,
    (value, k) => value - onBitcoin * (x[k] ?? 0) - onIndex * (z[k] ?? 0),
  );
}

/**
 * Returns the correlations of every seventh pair, which are enough for a mean and two quantiles.
 */
function pairCorrelations(view: MarketView, columns: readonly number[]): readonly number[] {
  const pairs = columns.flatMap((a, k) => columns.slice(k + 1).map((b) => [a, b] as const));
  return pairs
    .filter((_, k) => k % 7 === 0)
    .map((pair) => listCommonReturns(view, pair))
    .filter(([left]) => left.length >= fewestReturns)
    .map((pair) => correlation(...pair));
}

function measureCaps(view: MarketView) {
  const bitcoin = computeDominance(view, view.bitcoin);
  const ether = computeDominance(view, view.ether);
  const changes = Array.from(
    { length: Math.floor((view.days - 1) / 30) },
    (_, k) => (bitcoin[30 * k + 30] ?? 0) - (bitcoin[30 * k] ?? 0),
  );
  const slopes = Array.from({ length: Math.floor(view.days / 30) }, (_, k) =>
    slopeOn(view, 30 * k),
  );
  return {
    dominanceMean: mean(bitcoin),
    dominanceLow: quantile(bitcoin, 0),
    dominanceHigh: quantile(bitcoin, 1),
    dominanceMonthly: standardDeviation(changes),
    etherMean: mean(ether),
    etherLow: quantile(ether, 0),
    etherHigh: quantile(ether, 1),
    rankSlope: mean(slopes),
    aliveAtEnd: rankAssetsOn(view, view.days - 1).length,
  };
}

/** Returns the slope of log cap on log rank over the assets of one day. */
function slopeOn(view: MarketView, t: number): number {
  const ranked = rankAssetsOn(view, t);
  const ranks = ranked.map((_, k) => Math.log(k + 1));
  const caps = ranked.map((column) => Math.log(view.caps[column * view.days + t] ?? Number.NaN));
  return covariance(ranks, caps) / standardDeviation(ranks) ** 2;
}

function measureFng(fng: Float64Array) {
  const values = [...fng];
  const share = (test: (value: number) => boolean) =>
    (100 * values.filter(test).length) / values.length;
  return {
    fngMean: mean(values),
    fngSd: standardDeviation(values),
    fngAcf1: autocorrelation(values, 1),
    fngAcf7: autocorrelation(values, 7),
    fngAcf30: autocorrelation(values, 30),
    fngFear: share((value) => value < 25),
    fngGreed: share((value) => value > 75),
    fngDaily: standardDeviation(values.slice(1).map((value, k) => value - (values[k] ?? 0))),
  };
}

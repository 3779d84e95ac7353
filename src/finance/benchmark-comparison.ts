import { lazyProperties } from '../lib/lazy-properties.ts';
import { alignDays, type DailySeries, dailyReturns } from './daily-series.ts';
import {
  correlation,
  daysPerYear,
  deviation,
  finiteOrNull,
  mean,
  sharpePerDay,
  slope,
} from './statistics.ts';

/** A series beside a benchmark, over the days that both have. Figures are computed on first use. */
export type BenchmarkComparison = {
  /** The two series on their common days: of the element, then of the benchmark. */
  readonly common: readonly [DailySeries, DailySeries];
  readonly betaToBenchmark: number | null;
  /** Annualised, percent. */
  readonly alphaPct: number | null;
  readonly correlation: number | null;
  /** Annualised, percent. */
  readonly trackingErrorPct: number | null;
  readonly informationRatio: number | null;
  readonly upCapturePct: number | null;
  readonly downCapturePct: number | null;
  readonly excessReturnPct: number | null;
  /** Days that both have. */
  readonly days: number;
};

type Pair = {
  readonly series: DailySeries;
  readonly benchmark: DailySeries;
  /** Risk-free return of a day, a fraction. */
  readonly riskFree: number;
};

const perYear = Math.sqrt(daysPerYear);

const returnsOf = ({ common: [series, benchmark] }: BenchmarkComparison) => ({
  own: dailyReturns(series),
  theirs: dailyReturns(benchmark),
});

function differences(pair: BenchmarkComparison): readonly number[] {
  const { own, theirs } = returnsOf(pair);
  return own.map((one, at) => one - (theirs[at] ?? Number.NaN));
}

/** Geometric mean of returns, percent. */
const geometricMeanPct = (returns: readonly number[]): number =>
  100 * Math.expm1(mean(returns.map((one) => Math.log1p(one))) ?? Number.NaN);

function capturePct(pair: BenchmarkComparison, isCounted: (theirs: number) => boolean) {
  const { own, theirs } = returnsOf(pair);
  if (own.length < 2) return null;
  const counted = theirs.flatMap((one, at) => (isCounted(one) ? [at] : []));
  if (counted.length === 0) return null;
  const meanOf = (returns: readonly number[]) =>
    geometricMeanPct(counted.map((at) => returns[at] ?? Number.NaN));
  return finiteOrNull((100 * meanOf(own)) / meanOf(theirs));
}

const totalReturn = ({ values }: DailySeries): number =>
  (values.at(-1) ?? Number.NaN) / (values[0] ?? Number.NaN) - 1;

/** Compares a series with a benchmark over the days that both have. */
export const compareWithBenchmark = lazyProperties<Pair, BenchmarkComparison>({
  common: ({ series, benchmark }) => {
    const [own = series, theirs = benchmark] = alignDays([series, benchmark]);
    return [own, theirs];
  },
  betaToBenchmark: (_pair, self) => {
    const { own, theirs } = returnsOf(self);
    return slope(own, theirs);
  },
  alphaPct: ({ riskFree }, self) => {
    const { betaToBenchmark: beta } = self;
    if (beta === null) return null;
    const { own, theirs } = returnsOf(self);
    const daily = mean(
      own.map((one, at) => one - riskFree - beta * ((theirs[at] ?? Number.NaN) - riskFree)),
    );
    return daily === null ? null : finiteOrNull(100 * ((1 + daily) ** daysPerYear - 1));
  },
  correlation: (_pair, self) => {
    const { own, theirs } = returnsOf(self);
    return correlation(own, theirs);
  },
  trackingErrorPct: (_pair, self) => {
    const daily = deviation(differences(self));
    return daily === null ? null : 100 * daily * perYear;
  },
  informationRatio: (_pair, self) => {
    const daily = sharpePerDay(differences(self));
    return daily === null ? null : daily * perYear;
  },
  upCapturePct: (_pair, self) => capturePct(self, (theirs) => theirs > 0),
  downCapturePct: (_pair, self) => capturePct(self, (theirs) => theirs < 0),
  excessReturnPct: (_pair, { common: [own, theirs] }) =>
    own.days.length < 2 ? null : finiteOrNull(100 * (totalReturn(own) - totalReturn(theirs))),
  days: (_pair, { common: [own] }) => own.days.length,
});

/** Returns the values of a series divided by the first one. */
export const rebase = ({ values }: DailySeries): readonly number[] =>
  values.map((value) => value / (values[0] ?? Number.NaN));

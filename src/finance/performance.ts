import { lazyProperties } from '../lib/lazy-properties.ts';
import { memoizeOnObject } from '../lib/memoize-on-object.ts';
import {
  annualize,
  type CalendarReturn,
  monthlyReturns,
  type PeriodReturn,
  periodReturns,
  positiveMonthsPct,
  yearlyReturns,
} from './calendar-returns.ts';
import { type DailySeries, type DayNumber, dailyReturns, formatDay } from './daily-series.ts';
import {
  type DrawdownEpisode,
  deepest,
  drawdownsPct,
  findDrawdownEpisodes,
  ulcerIndexPct,
} from './drawdowns.ts';
import {
  downsideDeviationPct,
  omegaRatio,
  riskFreePerDay,
  sharpeRatio,
  sortinoRatio,
  volatilityPct,
} from './risk-figures.ts';
import { excessKurtosis, finiteOrNull, ratio, skewness } from './statistics.ts';

/** The return of one day. */
export type DayReturn = { readonly day: DayNumber; readonly returnPct: number };

/** All figures of a series that take no argument; each is computed on first use. */
export type Performance = {
  readonly series: DailySeries;
  /** Risk-free return of a day, a fraction. */
  readonly riskFree: number;
  readonly dailyReturns: readonly number[];
  /** Daily returns minus the risk-free return. */
  readonly excess: readonly number[];
  readonly sortedReturns: readonly number[];
  readonly drawdownsPct: readonly number[];
  readonly episodes: readonly DrawdownEpisode[];
  readonly from: string | null;
  readonly to: string | null;
  /** Number of daily returns. */
  readonly returns: number;
  readonly missingDays: number;
  readonly totalReturnPct: number | null;
  readonly annualizedReturnPct: number | null;
  readonly volatilityPct: number | null;
  readonly downsideDeviationPct: number | null;
  readonly sharpe: number | null;
  readonly sortino: number | null;
  readonly calmar: number | null;
  readonly omega: number | null;
  readonly ulcerIndexPct: number | null;
  readonly maxDrawdownPct: number | null;
  readonly skewness: number | null;
  readonly excessKurtosis: number | null;
  readonly bestDay: DayReturn | null;
  readonly worstDay: DayReturn | null;
  readonly positiveDaysPct: number | null;
  readonly positiveMonthsPct: number | null;
  readonly periodReturns: readonly PeriodReturn[];
  readonly monthlyReturns: readonly CalendarReturn[];
  readonly yearlyReturns: readonly CalendarReturn[];
  /** Of wallets alone, as the two that follow. */
  readonly timeWeightedReturnPct?: number | null;
  readonly moneyWeightedReturnPct?: number | null;
  readonly leftOutIntervals?: number;
};

type Source = { readonly series: DailySeries; readonly riskFree: number };

/** Days from the first to the last point. */
const span = ({ days }: DailySeries): number => (days.at(-1) ?? 0) - (days[0] ?? 0);
const growth = ({ values }: DailySeries): number => (values.at(-1) ?? 0) / (values[0] ?? 0);

/** Returns the first day whose return no other one is ahead of. */
function extremeDay(
  { dailyReturns: returns, series }: Performance,
  isAhead: (left: number, right: number) => boolean,
): DayReturn | null {
  let [best, at] = [returns[0], 0];
  if (best === undefined) return null;
  let index = 0;
  for (const one of returns) {
    if (isAhead(one, best)) [best, at] = [one, index];
    index += 1;
  }
  return { day: series.days[at + 1] ?? 0, returnPct: 100 * best };
}

const createPerformance = lazyProperties<Source, Performance>({
  series: ({ series }) => series,
  riskFree: ({ riskFree }) => riskFree,
  dailyReturns: ({ series }) => dailyReturns(series),
  excess: ({ riskFree }, self) =>
    riskFree === 0 ? self.dailyReturns : self.dailyReturns.map((one) => one - riskFree),
  sortedReturns: (_source, self) => self.dailyReturns.toSorted((left, right) => left - right),
  drawdownsPct: ({ series }) => drawdownsPct(series.values),
  episodes: ({ series }) => findDrawdownEpisodes(series),
  from: ({ series: { days } }) => (days[0] === undefined ? null : formatDay(days[0])),
  to: ({ series: { days } }) => (days.at(-1) === undefined ? null : formatDay(days.at(-1) ?? 0)),
  returns: (_source, self) => self.dailyReturns.length,
  missingDays: ({ series }, self) => span(series) - self.returns,
  totalReturnPct: ({ series }, self) =>
    self.returns < 1 ? null : finiteOrNull(100 * (growth(series) - 1)),
  annualizedReturnPct: ({ series }, self) =>
    self.returns < 1 ? null : finiteOrNull(annualize(growth(series), span(series))),
  volatilityPct: (_source, self) => volatilityPct(self.dailyReturns),
  downsideDeviationPct: (_source, self) => downsideDeviationPct(self.excess),
  sharpe: (_source, self) => sharpeRatio(self.excess),
  sortino: (_source, self) => sortinoRatio(self.excess),
  calmar: (_source, self) =>
    self.returns < 2 ? null : ratio(self.annualizedReturnPct, -(self.maxDrawdownPct ?? 0)),
  omega: (_source, self) => omegaRatio(self.excess),
  ulcerIndexPct: (_source, self) => (self.returns < 2 ? null : ulcerIndexPct(self.drawdownsPct)),
  maxDrawdownPct: (_source, self) => (self.returns < 1 ? null : deepest(self.drawdownsPct)),
  skewness: (_source, self) => skewness(self.dailyReturns),
  excessKurtosis: (_source, self) => excessKurtosis(self.dailyReturns),
  bestDay: (_source, self) => extremeDay(self, (left, right) => left > right),
  worstDay: (_source, self) => extremeDay(self, (left, right) => left < right),
  positiveDaysPct: (_source, self) =>
    self.returns < 1
      ? null
      : (100 * self.dailyReturns.filter((one) => one > 0).length) / self.returns,
  positiveMonthsPct: (_source, self) => positiveMonthsPct(self.monthlyReturns),
  periodReturns: ({ series }) => periodReturns(series),
  monthlyReturns: ({ series }) => monthlyReturns(series),
  yearlyReturns: ({ series }) => yearlyReturns(series),
});

/** Risk-free rates whose figures are cached with a series. */
const maxCached = 8;

const cachedOn = memoizeOnObject((_series: DailySeries) => new Map<number, Performance>());

/**
 * Returns the figures of a series, which are cached on it.
 *
 * @throws {InvalidInputError} the risk-free rate (annual, percent) is not above -100 and at most
 * 1,000.
 */
export function performanceOf(series: DailySeries, riskFreePct = 0): Performance {
  const cached = cachedOn(series);
  const known = cached.get(riskFreePct);
  if (known) return known;
  const performance = createPerformance({ series, riskFree: riskFreePerDay(riskFreePct) });
  if (cached.size >= maxCached) cached.clear();
  cached.set(riskFreePct, performance);
  return performance;
}

import { type DailySeries, type DayNumber, formatDay, parseDay } from './daily-series.ts';
import { daysPerYear } from './statistics.ts';

/** Return of a calendar month, or of a year (`month` is 0). */
export type CalendarReturn = {
  readonly year: number;
  readonly month: number;
  readonly returnPct: number;
  /** Whether the series does not cover the whole month or year. */
  readonly isPartial: boolean;
};

type Calendar = { readonly year: number; readonly month: number };

const calendarOf = (day: DayNumber): Calendar => {
  const [year = 0, month = 0] = formatDay(day).split('-').map(Number);
  return { year, month };
};

const pad = (value: number, digits: number) => String(value).padStart(digits, '0');
const startOfMonth = (year: number, month: number): DayNumber =>
  parseDay(`${pad(year, 4)}-${pad(month, 2)}-01`);

/** First day of a period and of the next one. */
function boundsOf({ year, month }: Calendar): readonly [DayNumber, DayNumber] {
  if (month === 0) return [startOfMonth(year, 1), startOfMonth(year + 1, 1)];
  const next = month === 12 ? startOfMonth(year + 1, 1) : startOfMonth(year, month + 1);
  return [startOfMonth(year, month), next];
}

/**
 * Returns of the calendar periods that the series has points in: the last point of the period
 * against the last one before it, or the series' first point for the first period.
 */
function calendarReturns(
  { days, values }: DailySeries,
  periodOf: (day: DayNumber) => Calendar,
): readonly CalendarReturn[] {
  const found: CalendarReturn[] = [];
  const [begin = 0] = days;
  const end = days.at(-1) ?? 0;
  for (let first = 0; first < days.length; ) {
    const period = periodOf(days[first] ?? 0);
    const [start, next] = boundsOf(period);
    let stop = first;
    while (stop < days.length && (days[stop] ?? next) < next) stop += 1;
    const base = Math.max(0, first - 1);
    const isBegun = days[base] === start - 1 || begin === start;
    found.push({
      ...period,
      returnPct: 100 * ((values[stop - 1] ?? 0) / (values[base] ?? 0) - 1),
      isPartial: !isBegun || end < next - 1,
    });
    first = stop;
  }
  return found;
}

/** Returns of all calendar months with points. */
export const monthlyReturns = (series: DailySeries): readonly CalendarReturn[] =>
  calendarReturns(series, calendarOf);

/** Returns of all calendar years with points. */
export const yearlyReturns = (series: DailySeries): readonly CalendarReturn[] =>
  calendarReturns(series, (day) => ({ ...calendarOf(day), month: 0 }));

/** Share of the whole months with a return above 0, percent; null without a whole month. */
export function positiveMonthsPct(months: readonly CalendarReturn[]): number | null {
  const whole = months.filter(({ isPartial }) => !isPartial);
  if (whole.length === 0) return null;
  return (100 * whole.filter(({ returnPct }) => returnPct > 0).length) / whole.length;
}

/** Periods that end with the last point, by name. */
export type PeriodName =
  | 'WEEK'
  | 'MONTH'
  | 'QUARTER'
  | 'HALF_YEAR'
  | 'YEAR'
  | 'MONTH_TO_DATE'
  | 'YEAR_TO_DATE'
  | 'INCEPTION';

/** Return of a period; null where the series begins within it. */
export type PeriodReturn = {
  readonly period: PeriodName;
  readonly from: DayNumber | null;
  readonly to: DayNumber;
  readonly returnPct: number | null;
  /** Only over 365 days and more. */
  readonly annualizedPct: number | null;
};

const fixedPeriods: readonly (readonly [PeriodName, number])[] = [
  ['WEEK', 7],
  ['MONTH', 30],
  ['QUARTER', 90],
  ['HALF_YEAR', 180],
  ['YEAR', 365],
];

/** Annual return of a growth factor over days, percent. */
export const annualize = (growth: number, days: number): number =>
  100 * (growth ** (daysPerYear / days) - 1);

/** Returns the figures of all periods; none for a series without points. */
export function periodReturns({ days, values }: DailySeries): readonly PeriodReturn[] {
  const to = days.at(-1);
  if (to === undefined) return [];
  const { year, month } = calendarOf(to);
  const at = (begin: DayNumber) => days.findLastIndex((day) => day <= begin);
  const returnSince = (period: PeriodName, base: number): PeriodReturn => {
    const from = days[base];
    if (from === undefined || from === to) {
      return { period, from: null, to, returnPct: null, annualizedPct: null };
    }
    const growth = (values.at(-1) ?? 0) / (values[base] ?? 0);
    const isLong = to - from >= daysPerYear;
    return {
      period,
      from,
      to,
      returnPct: 100 * (growth - 1),
      annualizedPct: isLong ? annualize(growth, to - from) : null,
    };
  };
  return [
    ...fixedPeriods.map(([period, length]) => returnSince(period, at(to - length))),
    returnSince('MONTH_TO_DATE', Math.max(0, at(startOfMonth(year, month) - 1))),
    returnSince('YEAR_TO_DATE', Math.max(0, at(startOfMonth(year, 1) - 1))),
    returnSince('INCEPTION', 0),
  ];
}

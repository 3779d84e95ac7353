import { formatCount, formatIsoDay } from '../lib/format.ts';

/** A month of a series, as far as it says whether the API counts it as whole. */
type Month = { readonly year: number; readonly month: number; readonly isPartial: boolean };

/** The short names of the months. */
export const monthNames = [
  ...['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun'],
  ...['Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
] as const;

/** Whether the last day of a series is today, which is not over. */
export const isRunningDay = (to: string | null, now = Date.now()): boolean =>
  to === formatIsoDay(now / 1000);

/**
 * Returns the month that the API counts as whole though its last day is not over: `Nov 2026`; null
 * if there is none.
 */
export function findEndingMonth(
  months: readonly Month[],
  to: string | null,
  now?: number,
): string | null {
  const last = months.at(-1);
  return last === undefined || last.isPartial || !isRunningDay(to, now) ? null : nameOf(last);
}

/** Which months the share of months with a gain counts; null if none. */
export function describeWholeMonths(
  months: readonly Month[],
  to: string | null,
  now?: number,
): { readonly count: number; readonly text: string } | null {
  const whole = months.filter(({ isPartial }) => !isPartial);
  const last = whole.at(-1);
  if (last === undefined) return null;
  const isEnding = findEndingMonth(months, to, now) !== null;
  return {
    count: whole.length,
    text: `${formatCount(whole.length, 'whole month')} to ${nameOf(last)}${isEnding ? ', which ends today' : ''}`,
  };
}

const nameOf = ({ year, month }: Month) => `${monthNames[month - 1]} ${year}`;

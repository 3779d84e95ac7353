import type { PreparedMarket } from '../../engine/prepare-market.ts';
import type { RunProgress } from './messages.ts';

/** Maximum number of progress reports of a run. */
const STEPS = 40;

/** Returns the progress on a day of a run if it is to be reported, otherwise null. */
export type ProgressMeter = (day: number) => RunProgress | null;

/**
 * Creates the meter of a run. The first call must be for the first day. Percentages rise strictly
 * and reach 100 only on the last day.
 */
export function createProgressMeter({
  days,
  firstDay,
}: Pick<PreparedMarket, 'days' | 'firstDay'>): ProgressMeter {
  let start = -1;
  let reported = -1;
  return (day) => {
    if (start < 0) start = day;
    const totalDays = days - start;
    const done = day - start + 1;
    const step = Math.floor((STEPS * done) / totalDays);
    if (step === reported) return null;
    reported = step;
    return { pct: Math.floor((1e4 * done) / totalDays) / 100, day: firstDay + day, totalDays };
  };
}

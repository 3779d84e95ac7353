import type { PreparedMarket } from '../../engine/prepare-market.ts';
import type { RunProgress } from './messages.ts';

/** Reports of a whole run, at most. */
const STEPS = 40;

/** Returns for each day of a run whether it is reported. */
export type ProgressMeter = (day: number) => RunProgress | null;

/**
 * Creates the meter of a run, whose first call is for its first day; percentages rise strictly and
 * reach 100 on the last day alone.
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

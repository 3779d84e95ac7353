import type { DailySeries, DayNumber } from './daily-series.ts';

/** Percent below the highest value so far, at most 0, for each value. */
export function drawdownsPct(values: readonly number[]): readonly number[] {
  let peak = 0;
  return values.map((value) => {
    peak = Math.max(peak, value);
    return 100 * (value / peak - 1);
  });
}

/** How far a value is below the highest one so far. */
export type DrawdownOfDay = { readonly day: DayNumber; readonly drawdownPct: number };

/** Returns the deepest drawdown, percent, at most 0. */
export const deepest = (drawdowns: readonly number[]): number =>
  drawdowns.reduce((least, one) => Math.min(least, one), 0);

/** Root of the mean square of all drawdowns, percent. */
export function ulcerIndexPct(drawdowns: readonly number[]): number {
  const squares = drawdowns.reduce((sum, one) => sum + one * one, 0);
  return Math.sqrt(squares / drawdowns.length);
}

/** A decline from a peak until the value is back at it. */
export type DrawdownEpisode = {
  readonly peak: DayNumber;
  readonly trough: DayNumber;
  /** Null while the value is below the peak. */
  readonly recovery: DayNumber | null;
  /** The last day of the episode: of the recovery, or of the series. */
  readonly end: DayNumber;
  readonly depthPct: number;
};

/** Returns all declines, the deepest first, then the earlier ones. */
export function findDrawdownEpisodes({ days, values }: DailySeries): readonly DrawdownEpisode[] {
  const last = days.at(-1) ?? 0;
  const found: DrawdownEpisode[] = [];
  let [peak, peakDay] = [0, 0];
  let open: { readonly trough: DayNumber; readonly value: number } | null = null;
  const close = (recovery: DayNumber | null) => {
    if (!open) return;
    const depthPct = 100 * (open.value / peak - 1);
    found.push({ peak: peakDay, trough: open.trough, recovery, end: recovery ?? last, depthPct });
    open = null;
  };
  for (const [at, value] of values.entries()) {
    const day = days[at] ?? last;
    if (value >= peak) {
      close(day);
      [peak, peakDay] = [value, day];
    } else if (!open || value < (open as { readonly value: number }).value) {
      open = { trough: day, value };
    }
  }
  close(null);
  return found.sort((left, right) => left.depthPct - right.depthPct || left.peak - right.peak);
}

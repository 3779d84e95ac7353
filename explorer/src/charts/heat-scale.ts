/** Most of a colour that lies under a text, in percent, so that the text can be read in both modes. */
const strongest = 45;

/**
 * Returns the background of a cell: from −1, amber, over 0, the surface, to 1, blue, which readers
 * who cannot tell red from green see as well.
 *
 * @param most - Percent of the colour at −1 and 1.
 */
export function heatColor(share: number, most = strongest): string {
  const percent = Math.round(Math.abs(share) * most);
  return `color-mix(in oklab, var(${share < 0 ? '--second' : '--accent'}) ${percent}%, var(--surface))`;
}

/** How the values of a heatmap become colours. */
export type HeatScale = {
  readonly min: number;
  readonly max: number;
  /** The best value, which has a frame. */
  readonly best: number;
  /**
   * Where a value lies, from −1 to 1: where 0 divides the values, each side has a colour; otherwise one
   * colour grows to the best value.
   */
  readonly shareOf: (value: number) => number;
};

/** Which values of a figure are the better ones. */
export type Better = 'higher' | 'lower';

/** Share of the worst value of one colour, so that it differs from a cell without a value. */
const faintest = 0.06;

/** Creates the scale of some values; null without any. */
export function createHeatScale(values: readonly number[], better: Better): HeatScale | null {
  if (values.length === 0) return null;
  const min = Math.min(...values);
  const max = Math.max(...values);
  const isDiverging = min < 0 && max > 0;
  const reach = Math.max(-min, max);
  const [worst, best] = better === 'higher' ? [min, max] : [max, min];
  return {
    min,
    max,
    best,
    shareOf: (value) =>
      isDiverging
        ? ((better === 'higher' ? 1 : -1) * value) / reach
        : max === min
          ? 0.5
          : faintest + ((1 - faintest) * (value - worst)) / (best - worst),
  };
}

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
  /**
   * Where a value lies, from −1 to 1: where 0 divides the values, each side has a colour; otherwise one
   * colour grows from the lowest to the highest value.
   */
  readonly shareOf: (value: number) => number;
};

/** Share of the lowest value of one colour, so that it differs from a cell without a value. */
const lowest = 0.06;

/** Creates the scale of some values; null without any. */
export function createHeatScale(values: readonly number[]): HeatScale | null {
  if (values.length === 0) return null;
  const min = Math.min(...values);
  const max = Math.max(...values);
  const isDiverging = min < 0 && max > 0;
  const reach = Math.max(-min, max);
  return {
    min,
    max,
    shareOf: (value) =>
      isDiverging
        ? value / reach
        : max === min
          ? 0.5
          : lowest + ((1 - lowest) * (value - min)) / (max - min),
  };
}

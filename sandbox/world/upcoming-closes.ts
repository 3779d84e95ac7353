/**
 * Closes after the last day of a history, which are generated in advance. Only live prices use
 * them.
 */
export type UpcomingCloses = {
  /** Number of days after the last day of the history. */
  readonly days: number;
  /** Column-major: day `T + k` of asset `i` is at `i * days + k`; NaN if there is none. */
  readonly price: Float64Array;
};

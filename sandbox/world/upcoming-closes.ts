/** Closes that are already settled beyond the last day of a history; only live prices see them. */
export type UpcomingCloses = {
  /** Number of days after the last one. */
  readonly days: number;
  /** Column-major: day `T + k` of asset `i` stands at `i * days + k`; NaN where there is none. */
  readonly price: Float64Array;
};

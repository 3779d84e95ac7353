/** One point of a series in time. */
export type TimedValue = { readonly timestamp: number; readonly value: number };

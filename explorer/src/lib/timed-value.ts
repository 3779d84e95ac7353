/** A value of a time series. `timestamp` is in Unix seconds. */
export type TimedValue = { readonly timestamp: number; readonly value: number };

/** Values of several series at one time, which is in Unix seconds. */
export type TimedValues = { readonly timestamp: number; readonly values: readonly number[] };

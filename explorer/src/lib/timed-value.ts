/** A value of a time series. `timestamp` is in Unix seconds. */
export type TimedValue = { readonly timestamp: number; readonly value: number };

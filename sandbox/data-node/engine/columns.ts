import { MISSING_DAY } from '../../world/market-history.ts';

/** Size of a column-major block: `days` values for each of `count` assets. */
export type ColumnShape = { readonly days: number; readonly count: number };

/** Creates a `Float64Array` of zeros in shared memory. */
export function createSharedFloats(length: number): Float64Array {
  return new Float64Array(new SharedArrayBuffer(8 * length));
}

/**
 * Returns the columns with missing values replaced by the last known one; NaN before the first
 * value.
 */
export function fillForward(values: Float64Array, { days, count }: ColumnShape): Float64Array {
  const filled = createSharedFloats(values.length);
  for (let i = 0; i < count; i += 1) {
    let last = Number.NaN;
    for (let k = i * days; k < (i + 1) * days; k += 1) {
      const value = values[k] as number;
      if (!Number.isNaN(value)) last = value;
      filled[k] = last;
    }
  }
  return filled;
}

/**
 * Returns the first and the last day with a value for each column; `MISSING_DAY` and −1 for an
 * empty column.
 */
export function findValueRanges(
  values: Float64Array,
  { days, count }: ColumnShape,
): { readonly first: Int32Array; readonly last: Int32Array } {
  const first = new Int32Array(new SharedArrayBuffer(4 * count)).fill(MISSING_DAY);
  const last = new Int32Array(new SharedArrayBuffer(4 * count)).fill(-1);
  for (let i = 0; i < count; i += 1) {
    for (let t = 0; t < days; t += 1) {
      if (Number.isNaN(values[i * days + t] as number)) continue;
      if (first[i] === MISSING_DAY) first[i] = t;
      last[i] = t;
    }
  }
  return { first, last };
}

/** Returns the block ordered by day: the value of column i on day t is at t·count + i. */
export function transposeByDay(values: Float64Array, { days, count }: ColumnShape): Float64Array {
  const rows = createSharedFloats(values.length);
  for (let i = 0; i < count; i += 1) {
    for (let t = 0; t < days; t += 1) rows[t * count + i] = values[i * days + t] as number;
  }
  return rows;
}

/** Returns ln(value[t] / value[t−1]) of every column; NaN on its first day. */
export function computeLogReturns(
  filled: Float64Array,
  { days, count }: ColumnShape,
): Float64Array {
  const returns = createSharedFloats(filled.length);
  for (let i = 0; i < count; i += 1) {
    const base = i * days;
    if (days > 0) returns[base] = Number.NaN;
    for (let k = base + 1; k < base + days; k += 1) {
      returns[k] = Math.log((filled[k] as number) / (filled[k - 1] as number));
    }
  }
  return returns;
}

/** Returns for each day the sum of the finite positive values of all columns. */
export function sumCapsPerDay(caps: Float64Array, { days, count }: ColumnShape): Float64Array {
  const total = createSharedFloats(days);
  for (let i = 0; i < count; i += 1) {
    for (let t = 0; t < days; t += 1) {
      const value = caps[i * days + t] as number;
      if (value > 0 && value < Number.POSITIVE_INFINITY) total[t] = (total[t] as number) + value;
    }
  }
  return total;
}

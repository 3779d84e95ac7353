/** Creates a Float64Array in shared memory, filled with NaN. */
export function createSharedColumns(length: number): Float64Array {
  return new Float64Array(new SharedArrayBuffer(length * 8)).fill(Number.NaN);
}

/** Creates an Int32Array in shared memory with the given values. */
export function createSharedIntegers(values: readonly number[]): Int32Array {
  const shared = new Int32Array(new SharedArrayBuffer(values.length * 4));
  shared.set(values);
  return shared;
}

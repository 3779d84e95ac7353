/** Start indexes of two rows of equal length. */
export type RowPair = { readonly a: number; readonly b: number; readonly length: number };

/**
 * Returns the scalar product of two rows of one array. Four separate sums let the processor overlap
 * the operations.
 */
export function dotProduct(values: Float64Array, { a, b, length }: RowPair): number {
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  let t = 0;
  for (; t + 3 < length; t += 4) {
    s0 += (values[a + t] as number) * (values[b + t] as number);
    s1 += (values[a + t + 1] as number) * (values[b + t + 1] as number);
    s2 += (values[a + t + 2] as number) * (values[b + t + 2] as number);
    s3 += (values[a + t + 3] as number) * (values[b + t + 3] as number);
  }
  for (; t < length; t += 1) s0 += (values[a + t] as number) * (values[b + t] as number);
  return s0 + s1 + (s2 + s3);
}

/** Returns ‖A·Aᵀ‖² (Frobenius) of a matrix A of `rows` rows with `length` values each. */
export function squaredGramNorm(
  values: Float64Array,
  { rows, length }: { readonly rows: number; readonly length: number },
): number {
  let norm = 0;
  for (let a = 0; a < rows; a += 1) {
    const own = dotProduct(values, { a: a * length, b: a * length, length });
    norm += own * own;
    for (let b = 0; b < a; b += 1) {
      const product = dotProduct(values, { a: a * length, b: b * length, length });
      norm += 2 * product * product;
    }
  }
  return norm;
}

/**
 * Solves A·x = b for a symmetric positive definite A by Cholesky decomposition, in place.
 *
 * @param matrix - n×n, row by row; only its lower triangle is read, and overwritten with L of A =
 * L·Lᵀ.
 * @param vector - b; overwritten.
 * @returns x, in the same array as `vector`.
 */
export function solvePositiveDefinite(matrix: Float64Array, vector: Float64Array): Float64Array {
  const n = vector.length;
  decompose(matrix, n);
  for (let i = 0; i < n; i += 1) {
    let sum = vector[i] as number;
    for (let j = 0; j < i; j += 1) sum -= (matrix[i * n + j] as number) * (vector[j] as number);
    vector[i] = sum / (matrix[i * n + i] as number);
  }
  for (let i = n - 1; i >= 0; i -= 1) {
    let sum = vector[i] as number;
    for (let j = i + 1; j < n; j += 1) sum -= (matrix[j * n + i] as number) * (vector[j] as number);
    vector[i] = sum / (matrix[i * n + i] as number);
  }
  return vector;
}

function decompose(matrix: Float64Array, n: number): void {
  for (let i = 0; i < n; i += 1) {
    for (let j = 0; j <= i; j += 1) {
      const sum =
        (matrix[i * n + j] as number) - dotProduct(matrix, { a: i * n, b: j * n, length: j });
      matrix[i * n + j] = i === j ? Math.sqrt(sum) : sum / (matrix[j * n + j] as number);
    }
  }
}

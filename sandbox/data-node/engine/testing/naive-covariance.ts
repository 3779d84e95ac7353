type Matrix = readonly (readonly number[])[];

/**
 * Returns Ledoit and Wolf's covariance matrix, with every matrix computed explicitly.
 *
 * @param returns - One list of daily returns for each asset, all of the same length.
 */
export function computeNaiveShrunkCovariance(returns: Matrix): Matrix {
  const m = returns.length;
  const k = (returns[0] as readonly number[]).length;
  const centred = returns.map((row) => {
    const mean = row.reduce((a, b) => a + b, 0) / k;
    return row.map((value) => value - mean);
  });
  const matrix = (entry: (i: number, j: number) => number): Matrix =>
    Array.from({ length: m }, (_, i) => Array.from({ length: m }, (__, j) => entry(i, j)));
  const x = (i: number, t: number) => centred[i]?.[t] as number;
  const S = matrix((i, j) => {
    let total = 0;
    for (let t = 0; t < k; t += 1) total += x(i, t) * x(j, t);
    return total / k;
  });
  const at = (i: number, j: number) => S[i]?.[j] as number;
  let mu = 0;
  for (let i = 0; i < m; i += 1) mu += at(i, i) / m;
  const norm = (A: Matrix) => A.flat().reduce((a, b) => a + b * b, 0);
  const d2 = norm(matrix((i, j) => at(i, j) - (i === j ? mu : 0))) / m;
  let b2 = 0;
  for (let t = 0; t < k; t += 1) {
    b2 += norm(matrix((i, j) => x(i, t) * x(j, t) - at(i, j))) / (k * k * m);
  }
  const share = d2 > 0 ? Math.max(Math.min(b2, d2) / d2, 1e-12) : 1;
  return matrix((i, j) => (1 - share) * at(i, j) + (i === j ? share * mu : 0));
}

/** Solves A·x = b by Gaussian elimination with partial pivoting. */
export function solveNaively(A: Matrix, b: readonly number[]): readonly number[] {
  const n = b.length;
  const rows = A.map((row, i) => [...row, b[i] as number]);
  const at = (i: number, j: number) => rows[i]?.[j] as number;
  for (let p = 0; p < n; p += 1) {
    let best = p;
    for (let i = p + 1; i < n; i += 1) if (Math.abs(at(i, p)) > Math.abs(at(best, p))) best = i;
    const swapped = rows[p] as number[];
    rows[p] = rows[best] as number[];
    rows[best] = swapped;
    for (let i = p + 1; i < n; i += 1) {
      const factor = at(i, p) / at(p, p);
      for (let j = p; j <= n; j += 1) (rows[i] as number[])[j] = at(i, j) - factor * at(p, j);
    }
  }
  const solution: number[] = new Array(n).fill(0);
  for (let i = n - 1; i >= 0; i -= 1) {
    let rest = at(i, n);
    for (let j = i + 1; j < n; j += 1) rest -= at(i, j) * (solution[j] as number);
    solution[i] = rest / at(i, i);
  }
  return solution;
}

/** Returns A·w. */
export function multiplyNaively(A: Matrix, w: readonly number[]): readonly number[] {
  return A.map((row) => row.reduce((sum, value, j) => sum + value * (w[j] as number), 0));
}

/** Returns weights with equal risk contributions, by damped Newton steps on ½y'Σy − Σ ln(y_i)/n. */
export function computeNaiveRiskParity(S: Matrix): readonly number[] {
  const n = S.length;
  if (!S.some((row, i) => (row[i] as number) > 0)) return new Array(n).fill(1 / n);
  // Scaling by each asset's own risk makes the problem well conditioned.
  const risk = S.map((row, i) => Math.sqrt(row[i] as number));
  const C = S.map((row, i) => row.map((v, j) => v / (risk[i] as number) / (risk[j] as number)));
  let y: readonly number[] = new Array(n).fill(1 / n);
  for (let step = 0; step < 200; step += 1) {
    const slope = multiplyNaively(C, y).map((v, i) => v - 1 / (n * (y[i] as number)));
    const H = C.map((row, i) =>
      row.map((v, j) => v + (i === j ? 1 / (n * (y[i] as number) ** 2) : 0)),
    );
    const move = solveNaively(H, slope);
    const reach = Math.max(...move.map((v, i) => v / (y[i] as number)));
    const damp = Math.min(1, 0.9 / Math.max(reach, 1e-300));
    y = y.map((v, i) => v - damp * (move[i] as number));
    if (Math.max(...move.map((v, i) => Math.abs(v / (y[i] as number)))) < 1e-15) break;
  }
  const w = y.map((v, i) => v / (risk[i] as number));
  const total = w.reduce((a, b) => a + b, 0);
  return w.map((v) => v / total);
}

/**
 * Returns the long-only portfolio of minimum variance, by Lawson and Hanson's active set method,
 * one asset at a time.
 */
export function computeNaiveMinVariance(S: Matrix): readonly number[] {
  const n = S.length;
  if (!S.some((row, i) => (row[i] as number) > 0)) return new Array(n).fill(1 / n);
  const scale = Math.max(...S.map((row, i) => row[i] as number));
  const A = S.map((row) => row.map((value) => value / scale));
  let y: number[] = new Array(n).fill(0);
  const held = new Set<number>();
  for (;;) {
    const gain = multiplyNaively(A, y).map((v, i) =>
      held.has(i) ? Number.NEGATIVE_INFINITY : 1 - v,
    );
    const best = gain.indexOf(Math.max(...gain));
    if (held.size === n || (gain[best] as number) <= 1e-13) break;
    held.add(best);
    for (;;) {
      const names = [...held];
      const part = solveNaively(
        names.map((i) => names.map((j) => A[i]?.[j] as number)),
        names.map(() => 1),
      );
      const wanted: number[] = new Array(n).fill(0);
      for (const [place, i] of names.entries()) wanted[i] = part[place] as number;
      const blocking = names.filter((i) => (wanted[i] as number) <= 0);
      if (blocking.length === 0) {
        y = wanted;
        break;
      }
      const reach = (i: number) => (y[i] as number) / ((y[i] as number) - (wanted[i] as number));
      const step = Math.min(...blocking.map(reach));
      const out = blocking.filter((i) => reach(i) <= step);
      y = y.map((v, i) => v + step * ((wanted[i] as number) - v));
      for (const i of out) {
        y[i] = 0;
        held.delete(i);
      }
    }
  }
  const total = y.reduce((a, b) => a + b, 0);
  return y.map((v) => v / total);
}

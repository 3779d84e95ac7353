import type { Benchmark } from './schema.ts';

/** Joins benchmarks by day: a row a day, ascending, with a column a coin. */
export function toBenchmarkRows(
  benchmarks: readonly Pick<Benchmark, 'symbol' | 'nav_series'>[],
): readonly object[] {
  const rows = new Map<string, Record<string, string | number>>();
  for (const { symbol, nav_series } of benchmarks) {
    for (const { nav_date, nav } of nav_series) {
      const row = rows.get(nav_date) ?? { nav_date };
      rows.set(nav_date, row);
      row[symbol] = nav;
    }
  }
  return [...rows].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, row]) => row);
}

import type { CachePolicyName } from './cache-policies.ts';

type Rows = {
  /** Bytes for each row, or for each character if the rows are one string. */
  readonly row: number;
  /** The field of a row that holds further rows, and the bytes of one. */
  readonly inner?: { readonly name: string; readonly row: number };
  /** The field that holds the rows, unless the value itself is the list. */
  readonly name?: string;
};

/** Memory per row of large lists by policy; `size-estimate.test.ts` compares it with the heap. */
const table: { readonly [K in CachePolicyName]?: Rows } = {
  marketHistory: { row: 190 },
  marketSnapshot: { row: 325, name: 'entries' },
  navSeries: { row: 3, name: 'json' },
  ranking: { row: 300 },
  dtfSnapshot: { row: 300, inner: { name: 'assets', row: 180 } },
  simResults: { row: 460 },
  simComparison: { row: 200, inner: { name: 'nav_series', row: 136 } },
  benchmarks: { row: 200, inner: { name: 'nav_series', row: 100 } },
};

const rowsIn = (holder: unknown, name: string | undefined): readonly unknown[] | string => {
  const held = name === undefined ? holder : (holder as Record<string, unknown> | null)?.[name];
  const isText = name !== undefined && typeof held === 'string';
  return Array.isArray(held) || isText ? held : [];
};

/** Estimates the memory of a value; at least `bytes`, the size of the upstream response. */
export function estimateSize(policy: CachePolicyName, value: unknown, bytes: number): number {
  const rows = table[policy];
  if (rows === undefined) return bytes;
  const { row, inner, name } = rows;
  const list = rowsIn(value, name);
  const innerRows =
    inner && typeof list !== 'string'
      ? list.reduce<number>((n, one) => n + rowsIn(one, inner.name).length, 0)
      : 0;
  return Math.max(bytes, list.length * row + innerRows * (inner?.row ?? 0));
}

import type { CachePolicyName } from './cache-policies.ts';

type Rows = {
  /** Of a row as an object, bytes; where the rows are a text, of a character. */
  readonly row: number;
  /** Where a row has rows of its own: their name, and the bytes of one. */
  readonly inner?: { readonly name: string; readonly row: number };
  /** Where the rows are, unless they are the value itself. */
  readonly name?: string;
};

/**
 * What the rows of the large lists take in memory. Measured as the growth of `heapUsed` between two
 * full collections (`node --expose-gc`, Node 26) by 20 values of 10,000 rows with fractional numbers,
 * read from JSON by the shapes of their sources; the same rows have 40, 221, 217, 104 and 59 bytes
 * on the wire. `memory-size.test.ts` holds the table against the heap. What is made of a text where
 * somebody wants its rows takes about twice what the text does.
 */
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

/**
 * What a value takes in memory, roughly, bytes: objects take several times the bytes of their wire.
 *
 * @param bytes - What came over the wire, which counts where it is more.
 */
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

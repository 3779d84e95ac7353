import type { TableRow } from './csv-table.ts';

/** Creates a function that throws if a row has the same key as an earlier row. */
export function createDuplicateCheck(): (
  row: Pick<TableRow<never>, 'line' | 'fail'>,
  key: string,
) => void {
  const lines = new Map<string, number>();
  return (row, key) => {
    const twin = lines.get(key);
    if (twin !== undefined) throw row.fail(`the same row as line ${twin}`);
    lines.set(key, row.line);
  };
}

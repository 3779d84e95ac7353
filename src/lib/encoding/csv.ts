/** A row: values by column. */
export type CsvRow = Readonly<Record<string, unknown>>;

const newline = '\r\n';

/** A cell that spreadsheets would read as a formula, unless it is a number. */
const formula = /^[=+\-@\t\r]/;
const number = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** Formats a value as one cell (RFC 4180); nothing for null. */
function formatCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = String(value);
  const safe = formula.test(text) && !number.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const isNested = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** Returns the names of all values that are no lists or objects, in the order of their first row. */
function columnsOf(rows: readonly CsvRow[]): readonly string[] {
  const nested = new Set<string>();
  const found = new Set<string>();
  for (const row of rows) {
    for (const [name, value] of Object.entries(row)) {
      found.add(name);
      if (isNested(value)) nested.add(name);
    }
  }
  return [...found].filter((name) => !nested.has(name));
}

/**
 * Yields the lines of a table, header first. Members that are lists or objects are left out. A cell that
 * a spreadsheet would execute begins with an apostrophe.
 */
export function* csvLines(rows: readonly CsvRow[]): Generator<string> {
  const columns = columnsOf(rows);
  yield columns.map(formatCell).join(',') + newline;
  for (const row of rows) yield columns.map((name) => formatCell(row[name])).join(',') + newline;
}

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

/** Returns the names of members that are a list or object in some row. */
const nestedNames = (rows: readonly CsvRow[]): ReadonlySet<string> =>
  new Set(rows.flatMap((row) => Object.keys(row).filter((name) => isNested(row[name]))));

/** Returns the names of all members, in the order of their first row. */
const memberNames = (rows: readonly CsvRow[]): readonly string[] => [
  ...new Set(rows.flatMap((row) => Object.keys(row))),
];

/**
 * Yields the lines of a table, header first. Members that are lists or objects are left out, in `rows` or
 * in `examples`. A cell that a spreadsheet would execute begins with an apostrophe.
 *
 * @param examples - Rows of the same kind, which name the columns where there are no rows.
 */
export function* csvLines(
  rows: readonly CsvRow[],
  examples: readonly CsvRow[] = [],
): Generator<string> {
  const nested = nestedNames(rows).union(nestedNames(examples));
  const names = memberNames(rows.length > 0 ? rows : examples);
  const columns = names.filter((name) => !nested.has(name));
  yield columns.map(formatCell).join(',') + newline;
  for (const row of rows) yield columns.map((name) => formatCell(row[name])).join(',') + newline;
}

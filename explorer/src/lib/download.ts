/** Downloads a text as a file. */
export const downloadText = (name: string, type: string, text: string): void =>
  downloadBlob(name, new Blob([text], { type }));

/** Downloads bytes as a file. */
export function downloadBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** A value of a CSV file; one that is unknown is an empty cell. */
export type CsvValue = string | number | boolean | null | undefined;

/** Rows of a CSV file; the first one has the names of the columns. */
export type CsvRows = readonly (readonly CsvValue[])[];

/**
 * Formats rows as CSV (RFC 4180). Texts that a spreadsheet would take for a formula are prefixed
 * with an apostrophe; negative numbers are none.
 */
function toCsv(rows: CsvRows): string {
  const cell = (value: CsvValue) => {
    if (value == null) return '';
    if (typeof value !== 'string') return String(value);
    const isFormula = /^[=+\-@]/.test(value) && !decimalPattern.test(value);
    const text = isFormula ? `'${value}` : value;
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return rows.map((row) => row.map(cell).join(',')).join('\r\n');
}

/** Downloads rows as a CSV file, whose name is given without its ending. */
export const downloadCsv = (file: string, rows: CsvRows): void =>
  downloadText(`${file}.csv`, 'text/csv', toCsv(rows));

const decimalPattern = /^-?\d+(\.\d+)?$/;

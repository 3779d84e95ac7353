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

/**
 * Formats rows as CSV (RFC 4180). Texts that a spreadsheet would take for a formula are quoted with
 * an apostrophe.
 */
export function toCsv(rows: readonly (readonly (string | number | null)[])[]): string {
  const cell = (value: string | number | null) => {
    if (value === null) return '';
    if (typeof value === 'number') return String(value);
    const text = /^[=+\-@]/.test(value) ? `'${value}` : value;
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return rows.map((row) => row.map(cell).join(',')).join('\r\n');
}

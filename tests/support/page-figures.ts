import type { Page } from 'playwright-core';

/** Formats a number as the explorer shows it: `1,234.56`. */
export const showFixed = (value: number, digits = 2): string =>
  value
    .toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
    .replace(/^-(0(?:\.0*)?)$/, '$1');

/** Formats a number with its sign as the explorer shows it: `+5.00`. */
export const showSigned = (value: number, digits = 2): string =>
  value.toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    signDisplay: 'exceptZero',
  });

/** Reads the figures of a region: each value by its label, without the note beside it. */
export const readFigures = (page: Page, region: string): Promise<Record<string, string>> =>
  page
    .getByRole('region', { name: region, exact: true })
    .locator('dl > div')
    .evaluateAll((rows) =>
      Object.fromEntries(
        rows.map((row) => [
          row.querySelector('dt')?.firstChild?.textContent ?? '',
          row.querySelector('dd')?.lastChild?.textContent ?? '',
        ]),
      ),
    );

/** Reads the cells of a table, row by row. */
export const readRows = (page: Page, region: string): Promise<string[][]> =>
  page
    .getByRole('region', { name: region, exact: true })
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.children].map((cell) => cell.textContent ?? '')),
    );

/** Prints a page and returns the size of each sheet in points. */
export async function printSheets(page: Page): Promise<readonly (readonly number[])[]> {
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
  const boxes = pdf.toString('latin1').match(/\/MediaBox ?\[[^\]]*\]/g) ?? [];
  return boxes.map((box) => (box.match(/[\d.]+/g) ?? []).map(Number).map(Math.round));
}

/** The size of a sheet of A4 in points. */
export const a4 = [0, 0, 595, 842];

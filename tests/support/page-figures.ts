import type { Locator, Page } from 'playwright-core';

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

/** Reads the points of a table of contributions: each by its name, and those of the total. */
export async function readContributions(page: Page, region: string) {
  const rows = await page
    .getByRole('region', { name: region, exact: true })
    .locator('tbody tr, tfoot tr')
    .evaluateAll((all) =>
      all.map((row) => ({
        name: row.querySelector('th')?.firstChild?.textContent ?? '',
        points: Number(
          (row.lastElementChild?.textContent ?? '').replace('−', '-').replaceAll(',', ''),
        ),
      })),
    );
  return { parts: rows.slice(0, -1), total: rows.at(-1)?.points ?? Number.NaN };
}

/** Returns the least contrast of the texts of some elements with their own backgrounds. */
export const leastContrast = (cells: Locator): Promise<number> =>
  cells.evaluateAll((all) => {
    const context = document.createElement('canvas').getContext('2d');
    const luminance = (color: string) => {
      if (context === null) return Number.NaN;
      context.fillStyle = color;
      context.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = [...context.getImageData(0, 0, 1, 1).data].map(
        (value) => (value <= 10 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4),
      );
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    return Math.min(
      ...all.map((cell) => {
        const { color, backgroundColor } = getComputedStyle(cell);
        const [low = 0, high = 0] = [color, backgroundColor].map(luminance).sort((a, b) => a - b);
        return (high + 0.05) / (low + 0.05);
      }),
    );
  });

/** Returns the first of the last 365 days, with which the pages begin a year: `2025-12-01`. */
export const yearAgo = (): string =>
  new Date(Date.now() - 365 * 86_400_000).toISOString().slice(0, 10);

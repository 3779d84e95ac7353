import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';

/** Formats a number as the pages of the explorer do, with exactly `digits` decimals. */
export const asFixed = (value: number, digits: number): string =>
  value.toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    signDisplay: 'negative',
  });

/** Returns the UTC day that many days ago, as the API writes it. */
export const dayBefore = (days: number): string =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** Shortens an address or hash as the pages of the explorer do. */
export const shorten = (hex: string): string => `${hex.slice(0, 6)}…${hex.slice(-4)}`;

/** Returns the part of a page of the explorer that has a title. */
export const partOf = (page: Page, title: string): Locator =>
  page
    .locator('section.part')
    .filter({ has: page.getByRole('heading', { name: title, exact: true, level: 2 }) });

/** Scrolls to the part of a page that has a title, so that it is loaded. */
export async function goToPart(page: Page, title: string): Promise<Locator> {
  const part = partOf(page, title);
  await part.evaluate((element) => element.scrollIntoView());
  return part;
}

/** Switches the colour mode of the system, and waits until the page has it and is drawn anew. */
export async function showMode(page: Page, mode: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: mode });
  await page.locator(`html[data-mode=${mode}]`).waitFor();
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
}

/** Reads the texts of the cells of a table, by row. */
export const readCells = (table: Locator): Promise<string[][]> =>
  table
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) =>
        [...row.querySelectorAll('td')].map((cell) => cell.textContent?.trim() ?? ''),
      ),
    );

/** Reads the figures of a part, without the notes below them. */
export const readFigures = (part: Locator): Promise<string[]> =>
  part
    .locator('.stat dd:not(.stat-note)')
    .evaluateAll((figures) => figures.map(({ textContent }) => textContent?.trim() ?? ''));

/** Returns the lines of the file that a click on a button downloads. */
export async function readDownload(page: Page, button: Locator): Promise<readonly string[]> {
  const download = page.waitForEvent('download');
  await button.click();
  return (await readFile(await (await download).path(), 'utf8')).split('\r\n');
}

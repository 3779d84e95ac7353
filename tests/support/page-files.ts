import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { expect, vi } from 'vitest';

/** Milliseconds after which something that was to be clicked is taken to be replaced. */
const clickTimeout = 10_000;

/** A region of a page with one or more tables, as the reader sees it. */
type ShownTable = {
  readonly name: string;
  /** Rows of all its tables. */
  readonly rows: number;
  readonly columns: number;
  /** Columns that have data and not controls or drawings alone. */
  readonly dataColumns: number;
};

/** Scrolls through a page until all that loads when it is near has come. */
export async function loadWholePage(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  const noSkeleton = () =>
    page.waitForFunction(() => document.querySelector('.skeleton') === null, null, {
      timeout: 60_000,
    });
  await noSkeleton();
  for (let step = 0; step < 30; step += 1) {
    const isEnd = await page.evaluate(async () => {
      scrollBy(0, innerHeight * 0.8);
      // What is near is rendered two frames later.
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
      return scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
    });
    await noSkeleton();
    if (isEnd) break;
  }
}

/** Tables with rows; the tables of charts are in the charts' files. */
const readTables = (page: Page): Promise<readonly ShownTable[]> =>
  page.evaluate(() => {
    const isControl = (cell: Element | undefined) =>
      cell?.ariaHidden === 'true' ||
      cell?.querySelector(':scope > svg, :scope > button[aria-label]') != null;
    const byName = new Map<string, { rows: number; columns: number; dataColumns: number }>();
    for (const table of document.querySelectorAll('main table')) {
      if (table.closest('figure') !== null || !table.checkVisibility()) continue;
      // What an opened row shows may be tables of their own.
      const shown = [...table.querySelectorAll(':scope > tbody > tr, :scope > tfoot > tr')].filter(
        (row) =>
          row.querySelector(':scope > td.empty') === null &&
          !row.classList.contains('spacer') &&
          !row.classList.contains('detail-row'),
      );
      const name = table.closest('section[aria-label]')?.getAttribute('aria-label');
      if (shown.length === 0) continue;
      const count = Number(table.getAttribute('aria-rowcount') ?? shown.length);
      const cells = [...(shown[0]?.children ?? [])];
      byName.set(name ?? 'a table without a name', {
        rows: (byName.get(name ?? '')?.rows ?? 0) + count,
        columns: cells.length,
        dataColumns: cells.filter((cell) => !isControl(cell)).length,
      });
    }
    return [...byName].map(([name, size]) => ({ name, ...size }));
  });

/** Downloads the CSV of each table of a page and compares it with what the table shows. */
export async function checkTables(page: Page): Promise<readonly string[]> {
  const names = (await readTables(page)).map(({ name }) => name);
  for (const name of names) {
    const button = page.getByRole('button', { name: csvName(name) });
    expect(await button.count(), `${page.url()}: CSV of ${name}`).toBe(1);
    // Live tables may get a row between the look and the click.
    await expect
      .poll(async () => {
        const before = (await readTables(page)).find((table) => table.name === name);
        const [head = [], ...rows] = parseCsv(await readFileOf(page, button, 'utf8'));
        if (before === undefined) return `${name} is gone`;
        if (rows.some((row) => row.length !== head.length)) return `${name} is ragged`;
        if (new Set(head).size !== head.length) return `${name} has a column twice`;
        // A table with markets side by side has a row for each in the file.
        const counts = [before.rows, before.columns - 1];
        if (!counts.includes(rows.length))
          return `${name}: ${rows.length} rows, not ${before.rows}`;
        if (rows.length === before.rows && head.length < before.dataColumns)
          return `${name}: ${head.length} columns, not ${before.dataColumns}`;
        return 'whole';
      })
      .toBe('whole');
  }
  return names;
}

const csvName = (name: string) =>
  new RegExp(`^CSV of ${name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}(, the .* rows shown)?$`);

/** Downloads data and pictures of each chart of a page, and returns the names of the charts. */
export async function checkCharts(page: Page): Promise<readonly string[]> {
  const unframed = await page.evaluate(() => {
    const drawn = 'main canvas, main svg[role=img]:not(td svg), main :is(.bars, .treemap)';
    return [...document.querySelectorAll(drawn)]
      .filter((one) => one.checkVisibility() && one.closest('figure') === null)
      .map((one) => one.getAttribute('aria-label') ?? one.className.toString());
  });
  expect(unframed, `${page.url()}: drawn without files`).toEqual([]);
  // Without the page's policy, which a parsed file would be subject to.
  const blank = await page.context().newPage();
  const names: string[] = [];
  for (const figure of await page.locator('main figure:visible').all()) {
    // A live chart may be replaced while its menu is open.
    names.push(
      await vi.waitFor(() => checkChart({ page, figure, blank }), {
        timeout: 60_000,
        interval: 200,
      }),
    );
  }
  await blank.close();
  return names;
}

async function checkChart(where: {
  readonly page: Page;
  readonly figure: Locator;
  readonly blank: Page;
}): Promise<string> {
  const { page, figure, blank } = where;
  await page.keyboard.press('Escape');
  const menu = figure.getByRole('button', { name: /^Options of / });
  const name = ((await menu.getAttribute('aria-label')) ?? '').replace('Options of ', '');
  await menu.click({ timeout: clickTimeout });
  const save = (type: string, encoding: 'utf8' | 'latin1') =>
    readFileOf(
      page,
      page.getByRole('dialog').getByRole('button', { name: type, exact: true }),
      encoding,
    );
  const [head = [], ...rows] = parseCsv(await save('CSV', 'utf8'));
  expect(rows.length, `CSV of ${name}`).toBeGreaterThan(0);
  expect(rows.every((row) => row.length === head.length)).toBe(true);
  const svg = await save('SVG', 'utf8');
  const size = await readSvgSize(blank, svg);
  expect(svg).not.toMatch(/var\(|color-mix|oklab|NaN|undefined/);
  expect(svg, `title of ${name}`).toContain('font-weight="600"');
  const bytes = Buffer.from(await save('PNG', 'latin1'), 'latin1');
  expect(bytes.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  // Twice as dense as the SVG.
  expect(bytes.readUInt32BE(16)).toBe((size[0] ?? 0) * 2);
  expect(bytes.readUInt32BE(20)).toBe((size[1] ?? 0) * 2);
  expect(bytes.length).toBeGreaterThan(3000);
  await page.keyboard.press('Escape');
  return name;
}

/** Returns width and height of an SVG file; fails if it is not well-formed. */
const readSvgSize = (page: Page, text: string): Promise<readonly number[]> =>
  page.evaluate((svg) => {
    const file = new DOMParser().parseFromString(svg, 'image/svg+xml');
    const failure = file.querySelector('parsererror');
    if (failure !== null) throw new Error(failure.textContent ?? '');
    return ['width', 'height'].map((name) => Number(file.documentElement.getAttribute(name)));
  }, text);

async function readFileOf(
  page: Page,
  button: Locator,
  encoding: 'utf8' | 'latin1',
): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download', { timeout: clickTimeout }),
    button.click({ timeout: clickTimeout }),
  ]);
  return readFile(await download.path(), encoding);
}

/** Parses a CSV file by RFC 4180. */
export function parseCsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]];
  const cells = /("(?:[^"]|"")*"|[^,\r\n"]*)(,|\r\n|$)/gy;
  for (;;) {
    const [all, cell = '', end = ''] = cells.exec(text) ?? [];
    if (all === undefined)
      throw new Error(`not CSV from ${cells.lastIndex}: ${text.slice(0, 200)}`);
    rows.at(-1)?.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end === '') return rows;
    if (end === '\r\n') rows.push([]);
  }
}

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exampleWallet } from '../../src/domains/example-wallet.ts';
import { chromiumPath } from '../support/chromium.ts';
import { startExplorer, type TestExplorer } from '../support/explorer.ts';
import { joinSharedSandbox } from '../support/join-shared-sandbox.ts';
import { loadWholePage } from '../support/page-files.ts';

/** Pixels of empty space that a reader does not see as a gap. */
const mostEmpty = 60;

describe.skipIf(chromiumPath === null)('columns that stand side by side', () => {
  let explorer: TestExplorer;
  beforeAll(async () => {
    explorer = await startExplorer(joinSharedSandbox);
  });
  afterAll(() => explorer?.[Symbol.asyncDispose]());

  // A basket as a table, a short one, one with a long treemap, and a fund with few holders.
  test.each([
    '/dtf/top10',
    '/dtf/big5',
    '/dtf/even75',
    '/dtf/span',
    '/dtf/jest',
    '/dtf/top10/factsheet',
  ])('default: the columns of %s end together and are filled', async (path) => {
    const { page, problems } = await explorer.open(path);
    await loadWholePage(page);
    for (const width of [1100, 1280, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      await expect
        .poll(() => readGaps(page), { message: `${path} at ${width} pixels` })
        .toEqual([]);
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test.each([1024, 1280, 1440])(
    'behavior: the figures of a wallet have room at %i pixels',
    async (width) => {
      const { page } = await explorer.open(`/portfolio/${exampleWallet}`, {
        viewport: { width, height: 900 },
      });
      const figures = page.getByRole('region', { name: 'Key figures' });
      await figures.getByRole('row').last().waitFor();
      const room = await figures.evaluate((part) => ({
        overflow: part.scrollWidth - part.clientWidth,
        lines: [...part.querySelectorAll('.stat-note')].map(
          (note) =>
            note.getBoundingClientRect().height /
            Number.parseFloat(getComputedStyle(note).lineHeight),
        ),
      }));
      expect(room.overflow).toBe(0);
      expect(Math.max(...room.lines)).toBeLessThan(2.5);
      await page.context().close();
    },
  );
});

/** Returns the parts that end more than a gap above their neighbours, or above their own end. */
const readGaps = (page: Page): Promise<readonly string[]> =>
  page.evaluate((most) => {
    const endOf = (element: Element) => element.getBoundingClientRect().bottom;
    const nameOf = (element: Element) => element.querySelector('h2')?.textContent ?? 'a column';
    const gaps: string[] = [];
    for (const columns of document.querySelectorAll('.columns, .sheet')) {
      const rows = Map.groupBy(columns.children, (child) =>
        Math.round(child.getBoundingClientRect().top),
      );
      for (const row of rows.values()) {
        const end = Math.max(...row.map(endOf));
        for (const column of row) {
          if (row.length > 1 && end - endOf(column) > most) gaps.push(`beside ${nameOf(column)}`);
        }
      }
    }
    for (const part of document.querySelectorAll('.columns .part, .sheet .part')) {
      const shown = [...part.querySelectorAll('*')].filter(
        (element) =>
          (element.childElementCount === 0 || element.matches('select, .treemap')) &&
          element.checkVisibility(),
      );
      const end = Math.max(...shown.map(endOf));
      if (endOf(part) - end > most) gaps.push(`inside ${nameOf(part)}`);
    }
    return gaps;
  }, mostEmpty);

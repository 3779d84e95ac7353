import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath } from '../support/chromium.ts';
import { startExplorer, type TestExplorer } from '../support/explorer.ts';
import { joinSharedSandbox } from '../support/join-shared-sandbox.ts';

/** Width of A4, its margin and the width between its margins, CSS pixels. */
const paper = { width: 794, margin: 45, content: 704 } as const;

const sheets = [
  { path: '/dtf/top10/factsheet', file: 'fund-top10-factsheet.png', last: 'Largest assets' },
  { path: '/backtest/1/report', file: 'backtest-1-report.png', last: 'Receipt' },
] as const;

describe.skipIf(chromiumPath === null)('the image of a sheet', () => {
  let explorer: TestExplorer;
  beforeAll(async () => {
    explorer = await startExplorer(joinSharedSandbox);
  });
  afterAll(() => explorer?.[Symbol.asyncDispose]());

  for (const { path, file, last } of sheets) {
    test(`default: ${path} is one PNG as on paper, also of a narrow and dark page`, async () => {
      const images: PixelStatistics[] = [];
      for (const look of [
        {},
        { colorScheme: 'dark' as const, viewport: { width: 390, height: 844 } },
      ]) {
        const { page, problems } = await explorer.open(path, look);
        await page.getByText(last).first().waitFor();
        const { name, bytes } = await downloadImage(page);
        expect(name).toBe(file);
        const image = await measurePixels(page, bytes);
        images.push(image);
        expect(image.width).toBe(2 * paper.width);
        // Paper is white, ink is dark, and charts have colours of their own.
        expect(image.paperShare).toBeGreaterThan(0.7);
        expect(image.darkShare).toBeGreaterThan(0.005);
        expect(image.colors).toBeGreaterThan(200);
        expect(image.emptyBands).toBe(0);
        await page.emulateMedia({ media: 'print' });
        await page.setViewportSize({ width: paper.content, height: 900 });
        const printed = await page.evaluate(
          () => document.querySelector('main')?.getBoundingClientRect().height ?? 0,
        );
        expect(await findCutMonths(page)).toEqual([]);
        // The line with the origin stands below what is printed.
        expect(image.height / 2 - printed - 2 * paper.margin).toBeGreaterThan(10);
        expect(image.height / 2 - printed - 2 * paper.margin).toBeLessThan(60);
        expect(problems).toEqual([]);
        await page.context().close();
      }
      expect(images[1]?.height).toBe(images[0]?.height);
    });
  }

  test('error: a failure is said at the button, which then works again', async () => {
    const { page } = await explorer.open('/dtf/top10/factsheet');
    await page.getByText('Largest assets').first().waitFor();
    await page.route('**/*.woff2', (route) => route.abort());
    await page.getByRole('button', { name: 'PNG', exact: true }).click();
    await page.getByRole('alert').getByText('The image could not be created. Try again.').waitFor();
    await page.unroute('**/*.woff2');
    const { name } = await downloadImage(page);
    expect(name).toBe('fund-top10-factsheet.png');
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await page.locator('iframe').count()).toBe(0);
    await page.context().close();
  });
});

/** Returns which cells of the months have no room for the longest return and its mark. */
const findCutMonths = (page: Page): Promise<readonly string[]> =>
  page.locator('.months tbody tr:first-child td').evaluateAll((all) =>
    all.flatMap((cell, at) => {
      cell.textContent = '+109.23';
      cell.classList.add('partial');
      const text = document.createRange();
      text.selectNodeContents(cell);
      const { left, right } = text.getBoundingClientRect();
      const mark = Number.parseFloat(getComputedStyle(cell, '::after').width);
      const box = cell.getBoundingClientRect();
      return mark > 0 && left >= box.left && right + mark <= box.right ? [] : [`column ${at + 1}`];
    }),
  );

async function downloadImage(page: Page) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'PNG', exact: true }).click(),
  ]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

type PixelStatistics = {
  readonly width: number;
  readonly height: number;
  readonly colors: number;
  /** Shares of the pixels that are white, and that are dark. */
  readonly paperShare: number;
  readonly darkShare: number;
  /** Eighths of the height in which nothing is drawn. */
  readonly emptyBands: number;
};

/** Decodes a PNG in the browser and counts its pixels. */
const measurePixels = (page: Page, png: Buffer): Promise<PixelStatistics> =>
  page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const { width, height } = bitmap;
    const context = new OffscreenCanvas(width, height).getContext('2d');
    context?.drawImage(bitmap, 0, 0);
    const { data } = context?.getImageData(0, 0, width, height) ?? { data: [] };
    const pixels = new Uint32Array((data as Uint8ClampedArray).buffer);
    const colors = new Set<number>();
    const inked = new Array<number>(8).fill(0);
    let [white, dark] = [0, 0];
    for (const [index, pixel] of pixels.entries()) {
      colors.add(pixel);
      if (pixel === 0xffffffff) white += 1;
      else inked[Math.floor((index / pixels.length) * 8)] = 1;
      const [red, green, blue] = [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255];
      if (red + green + blue < 200) dark += 1;
    }
    return {
      width,
      height,
      colors: colors.size,
      paperShare: white / pixels.length,
      darkShare: dark / pixels.length,
      emptyBands: inked.filter((band) => band === 0).length,
    };
  }, png.toString('base64'));

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exampleWallet } from '../../src/domains/example-wallet.ts';
import { chromiumPath } from '../support/chromium.ts';
import { startExplorer, type TestExplorer } from '../support/explorer.ts';
import { joinSharedSandbox } from '../support/join-shared-sandbox.ts';

/** Labels of figures that need no definition. */
const plainLabels: readonly string[] = ['Transaction', 'Tick ends in', 'Prediction', 'Details'];

/** Scrolls down, so that all parts of a page are loaded. */
async function scrollThrough(page: Page): Promise<void> {
  const heightOf = () => page.evaluate(() => document.body.scrollHeight);
  for (let seen = 0; seen < (await heightOf()); seen += 400) {
    await page.evaluate((top) => scrollTo(0, top), seen);
    await page.waitForTimeout(150);
  }
  await page.waitForFunction(() => document.querySelector('.skeleton') === null);
}

/** Returns the labels of figures and of columns of figures of a page, and those that are defined. */
const readLabels = (page: Page) =>
  page.locator('main :is(.stat dt, th.right)').evaluateAll((all) => {
    const labels = all.map((one) => {
      const isDefined = one.matches('[title]') || one.querySelector('.hint, .defined') !== null;
      const name = one.cloneNode(true) as Element;
      for (const mark of name.querySelectorAll('.hint, .sort-mark')) mark.remove();
      return { name: name.textContent?.trim() ?? '', isDefined };
    });
    return {
      defined: labels.filter((one) => one.isDefined).map(({ name }) => name),
      undefined: labels.filter((one) => !one.isDefined).map(({ name }) => name),
    };
  });

describe.skipIf(chromiumPath === null)('the definitions of figures', () => {
  let explorer: TestExplorer;
  beforeAll(async () => {
    explorer = await startExplorer(joinSharedSandbox);
  });
  afterAll(() => explorer?.[Symbol.asyncDispose]());

  test.for(['/dtf/exch', `/portfolio/${exampleWallet}`, '/lending', '/markets/10'])(
    'default: each figure and each column of figures of %s has its definition in reach',
    async (path) => {
      const { page } = await explorer.open(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await scrollThrough(page);
      if (path === '/dtf/exch') {
        await page.getByRole('radio', { name: 'Table', exact: true }).click();
        await page.getByRole('region', { name: 'Basket', exact: true }).waitFor();
      }
      const labels = await readLabels(page);
      expect(labels.defined.length).toBeGreaterThan(10);
      expect(labels.undefined.filter((name) => !plainLabels.includes(name))).toEqual([]);
      await page.context().close();
    },
  );
});

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exampleWallet } from '../../src/domains/example-wallet.ts';
import { chromiumPath } from '../support/chromium.ts';
import { startExplorer, type TestExplorer } from '../support/explorer.ts';
import { joinSharedSandbox } from '../support/join-shared-sandbox.ts';
import { goToPart } from '../support/page-parts.ts';

/** Labels of figures that need no definition. */
const plainLabels: readonly string[] = ['Transaction', 'Tick ends in', 'Prediction', 'Details'];

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;

/** Shows what a page shows only when it is asked to. */
const prepare: Readonly<Record<string, (page: Page, explorer: TestExplorer) => Promise<unknown>>> =
  {
    '/dtf/exch': async (page) => {
      await page.getByRole('radio', { name: 'Table', exact: true }).click();
      await page.getByRole('region', { name: 'Basket', exact: true }).waitFor();
      await page.getByLabel('Wallet address').fill(exampleWallet);
      await page.getByText('Gain or loss').waitFor();
    },
    '/markets/10': async (page, { gateway }) => {
      // The first tick of a new world has to end and be revealed.
      await expect
        .poll(
          async () => {
            const { data } = await gateway.query<{ replayBitmap: { ticksPlayed: number } | null }>(
              '{ replayBitmap(batchId: "10", bitmap: "0x00") { ticksPlayed } }',
            );
            return data.replayBitmap?.ticksPlayed;
          },
          { timeout: 60_000, interval: 1000 },
        )
        .toBeGreaterThan(0);
      await page.getByRole('button', { name: 'All down' }).click();
      await page.getByRole('button', { name: 'Backtest predictions' }).click();
      await page.getByText('of all predictions').waitFor();
      await page.getByRole('button', { name: 'Replay', exact: true }).click();
      await page.getByText('of one claim at the end').waitFor();
    },
  };

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
      const isDefined = one.querySelector('.hint, button .defined') !== null;
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

  test.for([
    '/',
    '/dtf/exch',
    '/compare?funds=TOP10,DEFI10&range=Y1',
    '/markets',
    '/markets/10',
    `/portfolio/${exampleWallet}`,
    `/portfolio/${exampleWallet}/analysis?shocks=BTC:-30`,
    `/player/${exampleWallet}`,
    '/lending',
    '/sources',
    '/status',
  ])(
    'default: each figure and each column of figures of %s has its definition in reach',
    async (path) => {
      const { page, problems } = await explorer.open(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await scrollThrough(page);
      await prepare[path]?.(page, explorer);
      const labels = await readLabels(page);
      expect(labels.defined.length).toBeGreaterThan(3);
      expect(labels.undefined.filter((name) => !plainLabels.includes(name))).toEqual([]);
      expect(problems).toEqual([]);
      await page.context().close();
    },
  );

  test.for([
    [
      'a column that cannot be sorted',
      `/player/${exampleWallet}`,
      'Lifetime by the oracles',
      /^Of every tick of all batches/,
    ],
    ['a column that can be sorted', '/', 'NAV live', /^Net asset value of one share/],
    ['a column of the order book', '/dtf/top10', 'Sum', /^Value of all offers up to this price/],
  ] as const)(
    'behavior: a touch and the keyboard open the definition of %s',
    async ([, path, name, text]) => {
      const { page, problems } = await explorer.open(path, phone);
      if (path === '/dtf/top10') await goToPart(page, 'Quote and order book');
      const head = page.locator('th:visible').getByRole('button', { name, exact: true }).first();
      const definition = page.getByRole('tooltip').getByText(text);
      await head.tap();
      await definition.waitFor();
      await page.keyboard.press('Escape');
      await definition.waitFor({ state: 'detached' });
      await head.evaluate((one) => one.blur());
      await head.focus();
      await definition.waitFor();
      expect(problems).toEqual([]);
      await page.context().close();
    },
  );
});

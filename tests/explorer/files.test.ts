import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath } from '../support/chromium.ts';
import { explorerPaths, startExplorer, type TestExplorer } from '../support/explorer.ts';
import { joinSharedSandbox } from '../support/join-shared-sandbox.ts';
import { checkCharts, checkTables, loadWholePage } from '../support/page-files.ts';
import { goToPart } from '../support/page-parts.ts';

/** What a reader opens on a page before all its tables and charts are there. */
const openers: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  '/dtf/top10': async (page) => {
    await page.getByRole('radio', { name: 'Candles' }).click();
    await page.getByRole('img', { name: /as candles/ }).waitFor();
  },
  '/backtest': async (page) => {
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByText('Sharpe ratio').waitFor();
  },
  '/markets/10': async (page) => {
    await page
      .getByRole('button', { name: /^Open details/ })
      .last()
      .click();
    // The oldest tick is revealed soon, if it is not yet.
    await page.getByRole('region', { name: 'Players of the tick' }).waitFor({ timeout: 90_000 });
    await page.getByLabel('Strategy').selectOption('MOMENTUM');
    await page.getByRole('button', { name: 'Replay', exact: true }).click();
    await page.getByRole('region', { name: 'Replayed ticks' }).waitFor();
  },
};

describe.skipIf(chromiumPath === null)('the files of tables and charts', () => {
  let explorer: TestExplorer;
  beforeAll(async () => {
    explorer = await startExplorer(joinSharedSandbox);
  });
  afterAll(() => explorer?.[Symbol.asyncDispose]());

  test('default: each table of each page has its rows as CSV, each chart its picture', async () => {
    const tables = new Set<string>();
    const charts = new Set<string>();
    for (const path of explorerPaths) {
      const { page, problems } = await explorer.open(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await openers[path]?.(page);
      await loadWholePage(page);
      for (const name of await checkTables(page)) tables.add(name);
      for (const name of await checkCharts(page)) charts.add(name);
      expect(problems).toEqual([]);
      await page.context().close();
    }
    expect([...tables]).toEqual(
      expect.arrayContaining([
        'Funds',
        'Order book',
        'Holders',
        'Events',
        'Worst drawdowns',
        'Returns by period',
        'Beside benchmarks',
        'Compared funds',
        'Batches',
        'Leaderboard',
        'Markets',
        'Players',
        'Settled ticks',
        'Outcomes of the tick',
        'Players of the tick',
        'Replayed ticks',
        'Markets in settled ticks',
        'Positions',
        'Trades',
        'Loans',
        'Exposure',
        'Funds after the change',
        'Open lots',
        'Sales',
        'Accuracy by source',
        'Accuracy by market',
        'Counted ticks',
        'Lending markets',
        'Health if the share price falls',
        'Loan history',
        'Sources',
        'Assets of the source',
        'Incidents',
      ]),
    );
    expect([...charts]).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^NAV per share as candles/),
        'Founders by age',
        'Returns by month',
        'Returns by year',
        'Distribution of daily returns',
        'Loss since the last peak',
        'Holdings by weight',
        'Correlations',
        'Sealed predictions',
        'Healthy oracles over time',
      ]),
    );
  }, 300_000);

  test('behavior: variants, compared runs, the basket and the values of a chart have a CSV', async () => {
    const { page, problems } = await explorer.open('/backtest');
    await page.getByRole('button', { name: 'Sweep' }).click();
    await page.getByRole('region', { name: 'Variants before and after the split' }).waitFor();
    expect(await checkTables(page)).toEqual(['Variants', 'Variants before and after the split']);
    await page.locator('.results').getByRole('button', { name: 'Compare' }).click();
    await page.getByRole('region', { name: 'Compared runs' }).waitFor();
    expect(await checkTables(page)).toContain('Compared runs');
    await page.getByRole('button', { name: 'Options of Growth of 1 for each run' }).click();
    await page.getByRole('button', { name: 'Table of values' }).click();
    await page.getByRole('button', { name: 'CSV of Table of Growth of 1 for each run' }).waitFor();
    await page.goto(`${explorer.gateway.url}/dtf/lend`);
    await goToPart(page, 'Basket');
    await page.getByRole('list', { name: 'Assets by weight' }).waitFor();
    expect(await checkCharts(page)).toContain('Assets by weight');
    await page.getByRole('radio', { name: 'Table' }).click();
    await page.getByRole('region', { name: 'Basket' }).waitFor();
    expect(await checkTables(page)).toContain('Basket');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('behavior: files are not offered on paper', async () => {
    const { page } = await explorer.open('/markets');
    await page.getByRole('button', { name: 'CSV of Batches' }).waitFor();
    await page.emulateMedia({ media: 'print' });
    for (const name of [/^CSV of/, /^Options of/]) {
      expect(await page.getByRole('button', { name }).count()).toBe(0);
    }
    await page.context().close();
  });
});

import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath } from '../support/chromium.ts';
import { startExplorer, type TestExplorer } from '../support/explorer.ts';
import { joinSharedSandbox } from '../support/join-shared-sandbox.ts';
import {
  leastContrast,
  readFigures,
  readRows,
  showFixed,
  showSigned,
} from '../support/page-figures.ts';
import { dayBefore, goToPart, readDownload } from '../support/page-parts.ts';

type Fund = {
  readonly symbol: string;
  readonly navSeries: readonly { readonly timestamp: number; readonly nav: number }[];
  readonly performance: { readonly totalReturnPct: number; readonly sharpe: number };
};

/** A day as the pages show it. */
const showDay = (date: string) =>
  new Date(date).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

const strategy = 'categoryId=all&topN=10&weighting=mcap&rebalanceDays=30';

const comparedOn = (page: Page) => page.getByRole('region', { name: 'Compared runs' });
/** The heads of the compared runs, each a column. */
const runsOn = (page: Page) => comparedOn(page).getByRole('columnheader').filter({ hasText: '#' });

describe.skipIf(chromiumPath === null)('the comparison of funds and of runs', () => {
  let explorer: TestExplorer;
  beforeAll(async () => {
    explorer = await startExplorer(joinSharedSandbox);
  });
  afterAll(() => explorer?.[Symbol.asyncDispose]());

  test('default: funds are compared from a common start, with figures of the graph', async () => {
    const begin = Math.floor(Date.now() / 86_400_000) - 90;
    const first = new Date(begin * 86_400_000).toISOString().slice(0, 10);
    const { data } = await explorer.gateway.query<{ dtfs: { edges: { node: Fund }[] } }>(
      `{ dtfs(first: 3) { edges { node {
        symbol navSeries(range: Y1) { timestamp nav }
        performance(range: Y1, from: "${first}") { totalReturnPct sharpe }
      } } } }`,
    );
    const funds = data.dtfs.edges.map(({ node }) => node);
    const symbols = funds.map(({ symbol }) => symbol);
    const address = `/compare?funds=${symbols.slice(0, 2).join()}`;
    const { page, problems } = await explorer.open(address);
    await page.getByLabel('Add a fund').selectOption({
      label:
        (await page.getByRole('option', { name: new RegExp(`^${symbols[2]} `) }).textContent()) ??
        '',
    });
    // BTC is the reference until it is removed.
    await page.getByRole('button', { name: 'BTC, remove' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('reference')).toBe('none');
    await page.getByRole('radio', { name: '90D' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('funds')).toBe(symbols.join());
    await page.getByRole('img', { name: /Growth of 1/ }).waitFor();
    await goToPart(page, 'Figures');
    const rows = page.getByRole('region', { name: 'Compared funds' }).locator('tbody tr');
    await expect.poll(() => rows.count()).toBe(3);
    await page.getByRole('button', { name: 'Sharpe' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('sort')).toBe('sharpe');
    const sorted = [...funds].sort((a, b) => b.performance.sharpe - a.performance.sharpe);
    const texts = await rows.allTextContents();
    for (const [index, { symbol, performance }] of sorted.entries()) {
      expect(texts[index]).toContain(symbol);
      expect(texts[index]).toContain(performance.sharpe.toFixed(2));
    }

    // The matrix is Pearson's correlation of the daily returns, computed here by other means.
    const days = (fund: Fund) =>
      new Map(fund.navSeries.map(({ timestamp, nav }) => [Math.floor(timestamp / 86_400), nav]));
    const [a, b] = [days(funds[0] as Fund), days(funds[1] as Fund)];
    const common = [...a.keys()].filter((day) => day >= begin && b.has(day)).sort((x, y) => x - y);
    const returns = (one: ReadonlyMap<number, number>) =>
      common.slice(1).map((day, i) => (one.get(day) ?? 0) / (one.get(common[i] ?? 0) ?? 1) - 1);
    const [x, y] = [returns(a), returns(b)];
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
    const n = x.length;
    const top = n * sum(x.map((value, i) => value * (y[i] ?? 0))) - sum(x) * sum(y);
    const spread = (z: readonly number[]) => n * sum(z.map((value) => value * value)) - sum(z) ** 2;
    const expected = top / Math.sqrt(spread(x) * spread(y));
    await goToPart(page, 'Correlation of daily returns');
    const matrix = page.getByRole('region', { name: 'Correlations' });
    const cell = matrix.locator('tbody tr').first().locator('td').nth(1);
    expect(await cell.textContent()).toBe(expected.toFixed(2).replace('-0.00', '0.00'));

    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await expect.poll(() => leastContrast(matrix.locator('td'))).toBeGreaterThan(7);
    }

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV of Compared funds' }).click();
    const csv = await readFile(await (await download).path(), 'utf8');
    expect(csv.split('\r\n')).toHaveLength(4);

    // The address reproduces everything.
    const copy = await explorer.open(page.url().slice(explorer.gateway.url.length));
    await goToPart(copy.page, 'Figures');
    const copied = copy.page.getByRole('region', { name: 'Compared funds' }).locator('tbody tr');
    await expect.poll(() => copied.allTextContents()).toHaveLength(3);
    expect((await copied.first().textContent())?.includes(sorted[0]?.symbol ?? '?')).toBe(true);
    expect([...problems, ...copy.problems]).toEqual([]);
    await page.context().close();
    await copy.page.context().close();
  });

  test('default: a coin and a run are compared with a fund, and stay in the address', async () => {
    const begin = Math.floor(Date.now() / 86_400_000) - 365;
    const first = new Date(begin * 86_400_000).toISOString().slice(0, 10);
    // Figures are over the days all of them have data for; the benchmarks end first.
    const { data: series } = await explorer.gateway.query<{
      benchmarks: readonly { navSeries: readonly { date: string }[] }[];
    }>(`{ benchmarks(startDate: "${first}") { navSeries { date } } }`);
    const last = series.benchmarks[0]?.navSeries.at(-1)?.date;
    const { data } = await explorer.gateway.query<{
      benchmarks: readonly { symbol: string; performance: { totalReturnPct: number } }[];
      simulations: readonly { performance: { totalReturnPct: number; from: string } }[];
    }>(`{
      benchmarks(startDate: "${first}", endDate: "${last}") { symbol performance { totalReturnPct } }
      simulations(ids: ["1"]) {
        performance(from: "${first}", to: "${last}") { totalReturnPct from }
      }
    }`);
    const { page, problems } = await explorer.open('/compare?funds=TOP10,nothing');
    await page.getByText('nothing is not a fund, coin or run.').waitFor();
    const picker = page.getByLabel('Add a fund, a coin or a run');
    await page.getByRole('button', { name: 'BTC, remove' }).waitFor();
    await picker.selectOption('1');
    await expect.poll(() => new URL(page.url()).searchParams.get('funds')).toBe('TOP10,BTC,1');
    await goToPart(page, 'Figures');
    const table = page.getByRole('region', { name: 'Compared funds' });
    await expect.poll(() => table.locator('tbody tr').count()).toBe(3);
    const row = (text: string) => table.getByRole('row').filter({ hasText: text });
    const show = (percent: number) => `${percent < 0 ? '' : '+'}${percent.toFixed(2)} %`;
    const btc = data.benchmarks.find(({ symbol }) => symbol === 'BTC');
    expect(await row('Bitcoin').textContent()).toContain(
      show(btc?.performance.totalReturnPct ?? 0),
    );
    const run = data.simulations[0]?.performance;
    expect(run?.from).toBe(first);
    // The days of all figures are said above them and beside the return; NAV and AUM are of now.
    const heads = await table.getByRole('columnheader').allTextContents();
    expect(heads[1]).toContain(`Return to ${showDay(last ?? '').split(',')[0]}`);
    expect(heads).toEqual(expect.arrayContaining(['Volatility', 'Sortino', 'NAV live']));
    const isWhole = await table.evaluate((one) => one.scrollWidth <= one.clientWidth);
    expect(isWhole, 'all columns are in view').toBe(true);
    expect((await row('#1').locator('td').allTextContents()).slice(2, 8)).not.toContain('–');
    await page.getByText(`All figures and charts from ${showDay(first)} to`).waitFor();
    if (last !== dayBefore(0)) {
      await page.getByText(/BTC(?: and #1)? ends? \d+ days? before TOP10/).waitFor();
    }
    await page.getByText('NAV and AUM of the data node').waitFor();
    const chips = page.getByRole('list', { name: 'Chosen peers' });
    await chips.getByText(/^#1 Top \d+/).waitFor();
    const lines = await readDownload(
      page,
      page.getByRole('button', { name: 'CSV of Compared funds' }),
    );
    expect(lines[0]).toMatch(/^name,description,itp_id,from,to,return_pct,/);
    const fund = lines.find((line) => line.startsWith('TOP10,'));
    expect(fund?.split('TOP10')).toHaveLength(2);
    expect(fund).toContain(`,${first},${last},`);
    expect(await row('#1').textContent()).toContain(show(run?.totalReturnPct ?? 0));
    await goToPart(page, 'Correlation of daily returns');
    const matrix = page.getByRole('region', { name: 'Correlations' });
    await expect
      .poll(() => matrix.locator('tbody th').allTextContents())
      .toEqual(['TOP10', 'BTC', '#1']);
    // A run that does not exist is said to be without values, the others are compared.
    await page.goto(`${explorer.gateway.url}/compare?funds=ETH,1,999999&range=MAX&reference=none`);
    await page.getByText('Without values: #999999.').waitFor();
    await goToPart(page, 'Figures');
    await expect
      .poll(() => row('#1').locator('td').last().textContent())
      .toMatch(/^[A-Z][a-z]{2} \d+, \d{4}$/);
    await table.getByRole('columnheader', { name: 'Return per year' }).waitFor();
    await expect.poll(() => table.locator('tbody tr').count()).toBe(2);
    await page.getByRole('button', { name: 'ETH, remove' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('funds')).toBe('1,999999');
    await page.goto(`${explorer.gateway.url}/compare?funds=TOP10,NOPE,BTC`);
    await page.getByRole('button', { name: 'NOPE, remove' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('funds')).toBe('TOP10,BTC');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('behavior: a set of columns is one click away, and a heading says what its column has', async () => {
    const { page, problems } = await explorer.open('/');
    const heads = page
      .getByRole('region', { name: 'Funds', exact: true })
      .getByRole('columnheader');
    await page.getByRole('radio', { name: 'Size' }).click();
    await expect
      .poll(async () => (await heads.allTextContents()).map((text) => text.trim()))
      .toEqual([
        'Fund',
        'NAV live',
        'Change 24 hours',
        'AUM USD↓',
        'Shares outstanding',
        'Assets held',
        'Fresh prices of weight',
      ]);
    await heads.getByRole('button', { name: 'AUM USD' }).focus();
    await page
      .getByRole('tooltip')
      .getByText(/^Assets under management:/)
      .waitFor();
    await page.getByRole('radio', { name: 'Overview' }).click();
    await expect.poll(() => new URL(page.url()).search).toBe('');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('behavior: one year is the same 365 days in the list, on the page and on the factsheet', async () => {
    const { page, problems } = await explorer.open('/?columns=RETURN_1Y,VOLATILITY,MAX_DRAWDOWN');
    const list = page.getByRole('region', { name: 'Funds', exact: true });
    const heads = list.getByRole('columnheader');
    await expect
      .poll(async () => (await heads.allTextContents()).slice(1))
      .toEqual(['Return 1 year', 'Volatility 1 year', 'Drawdown 1 year']);
    // The first click shows the deepest drawdown, and the arrow stays beside its label.
    const sort = list.getByRole('button', { name: 'Drawdown 1 year' });
    await sort.click();
    await expect.poll(() => heads.last().getAttribute('aria-sort')).toBe('ascending');
    const topOf = async (part: string) => (await sort.locator(part).boundingBox())?.y ?? 0;
    expect(Math.abs((await topOf('.sort-mark')) - (await topOf('.defined')))).toBeLessThan(8);
    await list.getByRole('button', { name: 'Return 1 year' }).click();
    await expect.poll(() => heads.nth(1).getAttribute('aria-sort')).toBe('descending');
    const best = list.locator('tbody tr').first();
    const toNumber = (text = '') => Number.parseFloat(text.replaceAll(/[+,]/g, ''));
    const readBest = async () =>
      (await best.locator('td').allTextContents()).slice(1).map(toNumber);
    type Best = Readonly<Record<'totalReturnPct' | 'volatilityPct' | 'maxDrawdownPct', number>>;
    const { data } = await explorer.gateway.query<{
      dtfs: { edges: { node: { performance: Best } }[] };
    }>(
      `{ dtfs(first: 1, orderBy: { field: RETURN_1Y }) { edges { node {
        performance(range: Y3, from: "${dayBefore(365)}") {
          totalReturnPct volatilityPct maxDrawdownPct
        }
      } } } }`,
    );
    const figures = data.dtfs.edges[0]?.node.performance;
    await expect
      .poll(async () => Math.abs(((await readBest())[0] ?? 0) - (figures?.totalReturnPct ?? 0)))
      .toBeLessThan(1);
    const [shown = 0, volatility = 0, drawdown = 0] = await readBest();
    expect(Math.abs(volatility - (figures?.volatilityPct ?? 0))).toBeLessThan(0.5);
    expect(Math.abs(drawdown - (figures?.maxDrawdownPct ?? 0))).toBeLessThan(0.5);
    await best.getByRole('link').click();
    await goToPart(page, 'Performance and concentration');
    const year = page.locator('.stat').filter({ hasText: '365 days' }).locator('dd').first();
    expect(Math.abs(toNumber((await year.textContent()) ?? '') - shown)).toBeLessThan(1);
    await page.getByRole('link', { name: 'Factsheet', exact: true }).click();
    await page.getByRole('region', { name: 'Figures', exact: true }).waitFor();
    const sheet = await readFigures(page, 'Figures');
    expect(Math.abs(toNumber(sheet['Total return']) - shown)).toBeLessThan(1);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('behavior: the order of the list of funds is in its address', async () => {
    const { page } = await explorer.open('/?sort=-NAME');
    const rows = page.getByRole('region', { name: 'Funds', exact: true }).locator('tbody tr');
    await rows.first().waitFor();
    const header = page.getByRole('columnheader', { name: 'Fund' });
    await expect.poll(() => header.getAttribute('aria-sort')).toBe('ascending');
    await page.getByRole('button', { name: 'NAV live', exact: true }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('sort')).toBe('NAV');
    await page.context().close();
  });

  test('behavior: the address of a comparison has the inputs of its runs', async () => {
    const { page, problems } = await explorer.open(`/backtest?${strategy}&sweep=REBALANCE`);
    await page.getByText('9 of 9 variants finished').waitFor({ timeout: 30_000 });
    await page.locator('.results').getByRole('button', { name: 'Compare' }).click();
    await runsOn(page).nth(8).waitFor();
    const { searchParams } = new URL(page.url());
    expect(searchParams.get('runs')).toBe(null);
    expect(searchParams.getAll('compare')).toHaveLength(9);
    const rows = await readRows(page, 'Compared runs');
    const copy = await explorer.open(page.url().slice(explorer.gateway.url.length), {
      viewport: { width: 1440, height: 1000 },
    });
    await runsOn(copy.page).nth(8).waitFor();
    // Nine runs fit beside each other.
    expect(
      await comparedOn(copy.page).evaluate((table) => table.scrollWidth - table.clientWidth),
    ).toBeLessThanOrEqual(0);
    expect(await readRows(copy.page, 'Compared runs')).toEqual(rows);
    const csv = await readDownload(
      copy.page,
      copy.page.getByRole('button', { name: 'CSV of Compared runs' }),
    );
    expect(csv[0]).toBe(
      'run,strategy,from,to,return_pct,return_pct_per_year,volatility_pct_per_year,max_drawdown_pct,sharpe,sortino,calmar,fees_pct,turnover_pct_per_year,trades',
    );
    expect(csv).toHaveLength(10);
    expect(csv.join()).toContain('on drift beyond 15 points');
    await copy.page
      .getByRole('button', { name: /^Remove run/ })
      .first()
      .click();
    await expect.poll(() => copy.page.url().split('compare=')).toHaveLength(9);
    expect([...problems, ...copy.problems]).toEqual([]);
    await page.context().close();
    await copy.page.context().close();
  });

  test('behavior: numbers of runs become their inputs where the data node keeps these', async () => {
    const runOf = async (more: string) => {
      const { data } = await explorer.gateway.query<{ simulation: { runId: number } }>(
        `{ simulation(input: { categoryId: "all", topN: 7, rebalanceDays: 30, ${more} }) { runId } }`,
      );
      return data.simulation.runId;
    };
    const kept = await runOf('weighting: "mcap"');
    const since = await runOf('weighting: "equal", startDate: "2022-05-01"');
    const regime = await runOf('weighting: "mcap", fngMode: FEAR');
    const { page } = await explorer.open(`/backtest?runs=${kept},${since},${regime}`);
    await expect.poll(() => new URL(page.url()).searchParams.get('runs')).toBe(String(regime));
    expect(new URL(page.url()).searchParams.getAll('compare')).toEqual([
      'categoryId=all&rebalanceDays=30&topN=7&weighting=mcap',
      'categoryId=all&rebalanceDays=30&startDate=2022-05-01&topN=7&weighting=equal',
    ]);
    await page.getByText(`The address names #${regime} by number`).waitFor();
    for (const runId of [kept, since, regime])
      await comparedOn(page)
        .getByRole('link', { name: new RegExp(`^#${runId} `) })
        .waitFor();
    // Only inputs that differ have a row; figures and lines are of the days all of them have data for.
    const rows = await readRows(page, 'Compared runs');
    const rowOf = (label: string) => rows.find(([name]) => name?.startsWith(label));
    expect(rowOf('Number of coins')).toBe(undefined);
    expect(rowOf('Weighting')?.slice(1).toSorted()).toEqual(['Equal', 'Market cap', 'Market cap']);
    await page
      .getByText(/^All begin at 1 on May 1, 2022, the first day all of them have data for/)
      .waitFor();
    await page.getByText(/^Same for all: .*Number of coins: 7 · /).waitFor();
    const { data } = await explorer.gateway.query<{
      simulations: readonly { performance: { totalReturnPct: number; volatilityPct: number } }[];
    }>(
      `query ($ids: [ID!]!) { simulations(ids: $ids) {
        performance(from: "2022-05-01") { totalReturnPct volatilityPct }
      } }`,
      { ids: [kept, since, regime].map(String) },
    );
    const figures = data.simulations.map(({ performance }) => performance);
    const returns = figures.map(({ totalReturnPct }) => totalReturnPct).sort((a, b) => b - a);
    const shown = returns.map((value) => `${showSigned(value)} %`);
    expect(rowOf('Total return')?.slice(1)).toEqual([`${shown[0]} best`, ...shown.slice(1)]);
    // The calmest one is the best.
    const calmest = Math.min(...figures.map(({ volatilityPct }) => volatilityPct));
    expect(rowOf('Volatility per year')).toContain(`${showFixed(calmest)} % best`);
    await page.getByRole('button', { name: 'Volatility per year', exact: true }).click();
    await expect.poll(() => page.url()).toContain('sort=-volatility');
    expect(
      (await readRows(page, 'Compared runs')).find(([name]) => name?.startsWith('Volatility'))?.[1],
    ).toBe(`${showFixed(calmest)} % best`);
    await page.context().close();
  });
});

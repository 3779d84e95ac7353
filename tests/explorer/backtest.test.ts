import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seriousFindings } from '../support/accessibility.ts';
import { chromiumPath } from '../support/chromium.ts';
import { startExplorer, type TestExplorer } from '../support/explorer.ts';
import { readDownload } from '../support/page-parts.ts';

const strategy = 'categoryId=all&topN=10&weighting=mcap&rebalanceDays=30';

const csvButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** The heads of the compared runs, each a column. */
const runsOn = (page: Page) =>
  page
    .getByRole('region', { name: 'Compared runs' })
    .getByRole('columnheader')
    .filter({ hasText: '#' });
const readNumber = (text: string) => Number(text.replace('−', '-').replace(/[^\d.-]/g, ''));

describe.skipIf(chromiumPath === null)('backtests in a browser', () => {
  let explorer: TestExplorer;
  beforeAll(async () => {
    explorer = await startExplorer();
  });
  afterAll(() => explorer?.[Symbol.asyncDispose]());

  const runTitle = async (page: Page) => {
    await expect.poll(() => page.url(), { timeout: 20_000 }).toMatch(/runs=\d+/);
    const heading = page.getByRole('heading', { level: 2, name: /^#\d+ Top/ });
    await heading.waitFor();
    return (await heading.textContent()) ?? '';
  };

  test('behavior: fields have labels with units, and fractions are entered in percent', async () => {
    const { page, problems } = await explorer.open('/backtest');
    const costs = page.getByRole('spinbutton', { name: 'Trading fee, % of traded value' });
    expect(await costs.isVisible()).toBe(false);
    await page.getByText('Costs', { exact: true }).click();
    expect(await costs.isVisible()).toBe(true);
    await page.getByText('Fear and greed', { exact: true }).click();
    expect(await page.getByLabel(/^Share moved to stablecoins/).count()).toBe(0);
    await page.getByText(/0 is extreme fear, 100 extreme greed/).waitFor();
    await page
      .getByLabel('Fear and greed rule', { exact: true })
      .selectOption('Stablecoins while there is greed');
    await page.getByText('Venture funding', { exact: true }).click();
    const funding = page.getByLabel('Funding rule', { exact: true });
    expect(await funding.locator('option').allTextContents()).toContain(
      'Only coins with matching rounds',
    );
    const share = page.getByRole('spinbutton', { name: 'Share moved to stablecoins, %' });
    expect(await share.getAttribute('max')).toBe('100');
    await share.fill('35');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const title = await runTitle(page);
    expect(title).toContain('35 % to stablecoins');
    expect(new URL(page.url()).searchParams.get('fngCashPct')).toBe('0.35');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('behavior: runs that differ have different names; annual figures need a year', async () => {
    const names = new Set<string>();
    for (const more of ['', '&startDate=2026-06-01', '&baseFeePct=0.3', '&thresholdPct=5']) {
      const { page } = await explorer.open(`/backtest?${strategy}${more}`);
      names.add((await runTitle(page)).replace(/^#\d+ /, ''));
      await page.getByText('Total return').waitFor();
      expect(await page.getByText('Return per year').count()).toBe(
        more.includes('2026-06') ? 0 : 1,
      );
      await page.context().close();
    }
    expect(names.size).toBe(4);
    expect([...names].join('; ')).toContain('since Jun 1, 2026');
  });

  test('behavior: on a phone a run scrolls to its result', async () => {
    const { page } = await explorer.open('/backtest', { viewport: { width: 375, height: 844 } });
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await runTitle(page);
    const heading = page.getByRole('heading', { level: 2, name: /^#\d+ Top/ });
    const header = await page.getByRole('banner').boundingBox();
    // It is there below the header, and stays when the rest of the result has come.
    await page.getByRole('img', { name: /Growth of 1/ }).waitFor();
    await page.waitForTimeout(1000);
    const place = (await heading.boundingBox())?.y;
    expect(place).toBeGreaterThanOrEqual(header?.height ?? 0);
    expect(place).toBeLessThan(844 / 2);
    // The form is closed and below the result.
    expect(await page.getByLabel('Sweep over').isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Change the strategy' }).click();
    expect(await page.getByLabel('Sweep over').isVisible()).toBe(true);
    await page.context().close();
  });

  test('behavior: the address of a sweep reproduces it, with its order', async () => {
    const { page } = await explorer.open(`/backtest?${strategy}`);
    await runTitle(page);
    await page.getByLabel('Sweep over').selectOption('REBALANCE');
    await page.getByRole('button', { name: 'Sweep' }).click();
    const rowsOn = (on: Page) => on.getByRole('region', { name: 'Variants' }).locator('tbody tr');
    await page.getByText(/(\d+) of \1 variants finished/).waitFor();
    await page.getByRole('button', { name: 'Return', exact: true }).click();
    await expect.poll(() => page.url()).toMatch(/sweep=REBALANCE.*sort=return/);
    const copy = await explorer.open(page.url().slice(explorer.gateway.url.length));
    await copy.page.getByText(/(\d+) of \1 variants finished/).waitFor();
    expect(await rowsOn(copy.page).allTextContents()).toEqual(await rowsOn(page).allTextContents());
    await page.context().close();
    await copy.page.context().close();
  });

  test('behavior: a finished sweep says in words what its best variant is worth', async () => {
    const { page, problems } = await explorer.open(`/backtest?${strategy}&sweep=REBALANCE`);
    const findings = page.getByRole('listitem').filter({ hasText: 'by chance' });
    await findings.waitFor({ timeout: 30_000 });
    const said = await findings.textContent();
    expect(await page.locator('.verdict').textContent()).toMatch(
      /^After the split .* the best in sample is /,
    );
    await page.getByRole('heading', { name: 'Sweep over the rebalancing' }).waitFor();
    const table = page.getByRole('region', { name: 'Variants before and after the split' });
    await table.locator('tbody tr').nth(1).waitFor();
    const rows = await table.locator('tbody tr').allTextContents();
    const halvings = await page.getByText(/of all splits into halves/).textContent();
    await page.locator('.results').getByRole('button', { name: 'Compare' }).click();
    await runsOn(page)
      .nth(rows.length - 1)
      .waitFor();
    const runs = (await runsOn(page).allTextContents()).map((text) => /#(\d+)/.exec(text)?.[1]);
    type Selection = {
      readonly expectedBestSharpe: number;
      readonly probabilityOfOverfitting: number;
      readonly variants: readonly { inSampleSharpe: number; inSampleRank: number }[];
    };
    const { data } = await explorer.gateway.query<{ simulationSelection: Selection }>(
      `query ($runs: [ID!]!) { simulationSelection(runs: $runs) {
        expectedBestSharpe probabilityOfOverfitting variants { inSampleSharpe inSampleRank }
      } }`,
      { runs },
    );
    const { expectedBestSharpe, probabilityOfOverfitting, variants } = data.simulationSelection;
    expect(said).toContain(
      `By chance alone, the best of ${variants.length} variants would reach a Sharpe of ${expectedBestSharpe.toFixed(2)}.`,
    );
    expect(halvings).toContain(`${(probabilityOfOverfitting * 100).toFixed(2)} %`);
    const best = variants.find(({ inSampleRank }) => inSampleRank === 1);
    expect(rows).toHaveLength(variants.length);
    expect(rows[0]).toContain(best?.inSampleSharpe.toFixed(2));
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('behavior: two swept parameters become a heatmap that its address reproduces', async () => {
    const { page, problems } = await explorer.open('/backtest');
    await page.getByLabel('Weighting', { exact: true }).selectOption('mcap');
    await page.getByLabel('Sweep over').selectOption('REBALANCE');
    const second = page.getByLabel('And over', { exact: true });
    // What the first parameter sets cannot be the second one.
    expect(await second.locator('option').allTextContents()).not.toContain('Rebalance every, days');
    await second.selectOption('Number of coins');
    const values = page.getByLabel('Values, coins', { exact: true });
    await values.fill('5, 0, 2.5');
    await page
      .getByText(/0 is not .*; 2.5 is not a whole number/)
      .first()
      .waitFor();
    await page
      .getByText(/0 is not a whole number from 1 to \d+, all coins of the category/)
      .first()
      .waitFor();
    expect(await page.getByRole('button', { name: 'Sweep' }).isDisabled()).toBe(true);
    await values.fill('5, 20');
    await page.getByText('Up to 18 runs in 2 sweeps').waitFor();
    await page.getByRole('button', { name: 'Sweep' }).click();
    await page.getByText('18 runs finished').waitFor({ timeout: 30_000 });
    const tableOn = (on: Page) => on.getByRole('region', { name: /by two parameters/ });
    expect(await tableOn(page).getByRole('columnheader').allTextContents()).toEqual(
      ['Number of coins', 'Rebalance, days (d) or drift in points (pp)'].concat([
        '14 d',
        '30 d',
        '60 d',
        '90 d',
        '180 d',
        '3 pp',
        '5 pp',
        '10 pp',
        '15 pp',
      ]),
    );
    expect(await tableOn(page).getByRole('rowheader').allTextContents()).toEqual(['5', '20']);
    await page.getByText('Total return', { exact: true }).click();
    await expect.poll(() => page.url()).toMatch(/sweep=REBALANCE&by=topN&values=.*figure=RETURN/);
    // Both modes, where text stands on every colour of the scale.
    for (const colorScheme of ['light', 'dark'] as const) {
      const copy = await explorer.open(page.url().slice(explorer.gateway.url.length), {
        colorScheme,
      });
      await copy.page.getByText('18 runs finished').waitFor({ timeout: 30_000 });
      const cells = await tableOn(copy.page).getByRole('link').allTextContents();
      expect(cells).toEqual(await tableOn(page).getByRole('link').allTextContents());
      expect(await seriousFindings(copy.page)).toEqual([]);
      await copy.page.context().close();
    }

    // The best cell has the frame: the lowest trading costs, the mildest drawdown.
    for (const [figure, best] of [
      ['Trading costs, % of value', Math.min],
      ['Largest drawdown', Math.max],
    ] as const) {
      await page.getByText(figure, { exact: true }).click();
      await page.getByRole('region', { name: `${figure} by two parameters` }).waitFor();
      const shown = (await tableOn(page).getByRole('link').allTextContents()).map(readNumber);
      const framed = await tableOn(page).locator('.heat-top').allTextContents();
      expect(new Set(framed.map(readNumber))).toEqual(new Set([best(...shown)]));
    }
    await page.getByText('Total return', { exact: true }).click();
    await page.getByRole('region', { name: 'Total return by two parameters' }).waitFor();
    // The verdict stands before the heatmap, and names what has the frame.
    const parts = await page.locator('.results h2').allTextContents();
    expect(parts.slice(0, 2)).toEqual([
      'The best variants, and whether they are luck',
      'Number of coins and rebalancing',
    ]);
    await page.locator('.verdict').waitFor();
    const top = tableOn(page).locator('.heat-top').first();
    // No cell beside it covers its frame, which is within the cell.
    const [frame, cell] = await Promise.all(
      [top.locator('a'), top].map((one) => one.boundingBox()),
    );
    expect(frame).toEqual(cell);
    const framed = await top.textContent();
    const best = page.getByRole('region', { name: 'Best variants' });
    await best.getByText(framed ?? '', { exact: true }).waitFor();
    expect(await best.getByRole('link').nth(1).getAttribute('href')).toBe(
      await tableOn(page).locator('.heat-top a').first().getAttribute('href'),
    );

    await page.getByRole('button', { name: /^Options of .* by two parameters/ }).click();
    const [head, ...rows] = await readDownload(page, csvButton(page, 'CSV'));
    expect(head).toContain('run,sharpe,total_return_pct');
    await page.keyboard.press('Escape');
    expect(rows).toHaveLength(18);
    const link = tableOn(page).getByRole('link').first();
    await link.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    const shown = await page.evaluate(() => document.activeElement?.textContent);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 2, name: /Top 20 .*every 30 d/ }).waitFor();
    const { searchParams } = new URL(page.url());
    expect(Object.fromEntries(searchParams)).toMatchObject({
      topN: '20',
      rebalanceDays: '30',
      weighting: 'mcap',
    });
    expect(await page.getByRole('spinbutton', { name: 'Number of coins' }).inputValue()).toBe('20');
    const { data } = await explorer.gateway.query<{
      simulation: { stats: { totalReturnPct: number } };
    }>(
      `{ simulation(input: { categoryId: "all", topN: 20, weighting: "mcap", rebalanceDays: 30 }) {
        stats { totalReturnPct }
      } }`,
    );
    expect(shown).toBe(`+${data.simulation.stats.totalReturnPct.toFixed(2)} %`);
    await page.goBack();
    await page.getByText('18 runs finished').waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('behavior: sweeps of two parameters can be cancelled; a row that fails leaves the others', async () => {
    const many = [0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.07, 0.08, 0.09].join(',');
    const { page } = await explorer.open(
      `/backtest?${strategy}&sweep=WEIGHTING&by=baseFeePct&values=${many}`,
    );
    await page.getByRole('button', { name: 'Cancel' }).click();
    const note = page.getByText(/runs? finished, then cancelled/);
    await note.waitFor();
    const before = await note.textContent();
    await page.waitForTimeout(1000);
    expect(await note.textContent()).toBe(before);
    await page.context().close();

    const failing = await explorer.open(
      `/backtest?${strategy}&sweep=REBALANCE&by=startDate&values=2021-01-01,2090-01-01`,
    );
    await failing.page.getByText('9 runs finished').waitFor({ timeout: 30_000 });
    const table = failing.page.getByRole('region', { name: /by two parameters/ });
    const last = table.getByRole('row').last();
    expect(await last.getByRole('link').count()).toBe(0);
    await failing.page.context().close();
  });

  test('behavior: a sweep over categories starts with those that have the most coins', async () => {
    const { page, problems } = await explorer.open('/backtest');
    await page.getByLabel('Sweep over').selectOption('CATEGORY');
    await page.getByText('8 categories').click();
    await page.getByLabel('All', { exact: true }).uncheck();
    await page.getByText('Up to 7 runs').waitFor();
    await page.getByRole('button', { name: 'Sweep' }).click();
    await page.getByText('7 of 7 variants finished').waitFor({ timeout: 30_000 });
    expect(new URL(page.url()).searchParams.get('categories')?.split(',')).toHaveLength(7);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('behavior: the first parameter has values of the reader’s choice, of coins that exist', async () => {
    const { data } = await explorer.gateway.query<{
      simulationCategories: readonly { slug: string; coinCount: number }[];
    }>('{ simulationCategories { slug coinCount } }');
    const all = data.simulationCategories.find(({ slug }) => slug === 'all')?.coinCount ?? 0;
    const { page, problems } = await explorer.open('/backtest');
    const sweepExample = page.getByRole('link', { name: 'How many coins, and at what fee?' });
    expect(await sweepExample.getAttribute('href')).toContain('steps=5,10,20,50&by=baseFeePct');
    const values = page.getByLabel('Values, coins', { exact: true });
    // An example fills in the fields of its sweep.
    await sweepExample.click();
    await expect.poll(() => values.inputValue()).toBe('5, 10, 20, 50');
    expect(await page.getByLabel('And over', { exact: true }).inputValue()).toBe('baseFeePct');
    await page.goto(`${explorer.gateway.url}/backtest`);
    const proposed = (await values.inputValue()).split(', ').map(Number);
    expect(proposed.length).toBeGreaterThan(2);
    expect(Math.max(...proposed)).toBeLessThanOrEqual(all);
    await values.fill(`5, ${all + 1}`);
    await page
      .getByText(`${all + 1} is not a whole number from 1 to ${all}`)
      .first()
      .waitFor();
    expect(await page.getByRole('button', { name: 'Sweep' }).isDisabled()).toBe(true);
    expect(
      await page.getByRole('spinbutton', { name: 'Number of coins' }).getAttribute('max'),
    ).toBe(String(all));
    await values.fill('4, 7, 12');
    await page.getByText('Up to 3 runs').waitFor();
    await page.getByRole('button', { name: 'Sweep' }).click();
    await page.getByText('3 of 3 variants finished').waitFor({ timeout: 30_000 });
    await page.getByText('by chance').waitFor();
    const copy = await explorer.open(page.url().slice(explorer.gateway.url.length));
    const variants = copy.page.getByRole('region', { name: 'Variants', exact: true });
    await copy.page.getByText('3 of 3 variants finished').waitFor({ timeout: 30_000 });
    const names = await variants.locator('tbody tr td:first-child').allTextContents();
    expect(names.toSorted()).toEqual(['Top 12', 'Top 4', 'Top 7']);
    expect(await copy.page.getByLabel('Values, coins').inputValue()).toBe('4, 7, 12');
    expect([...problems, ...copy.problems]).toEqual([]);
    await page.context().close();
    await copy.page.context().close();
  });

  test('behavior: all earlier runs can be reached, and those chosen stay chosen', async () => {
    const { page, problems } = await explorer.open('/backtest');
    const list = page.getByRole('complementary', { name: 'Earlier runs' });
    const total = async () =>
      Number(/of ([\d,]+)$/.exec((await list.getByText(/^\d+–\d+ of /).textContent()) ?? '')?.[1]);
    await list.getByRole('checkbox').first().check();
    const before = await total();
    await page.getByLabel('Sweep over').selectOption('THRESHOLD');
    await page.getByLabel(/^Values, percentage/).fill('1, 2, 4, 6, 7, 8, 9, 11, 12, 13, 14, 16');
    await page.getByRole('button', { name: 'Sweep' }).click();
    await page.getByText('12 of 12 variants finished').waitFor({ timeout: 30_000 });
    await expect.poll(total).toBe(before + 12);
    await list.getByText('1 of 10 chosen').waitFor();
    const seen = new Set<string>();
    for (let rest = before + 12; rest > 0; rest -= 20) {
      await expect.poll(() => list.getByRole('checkbox').count()).toBe(Math.min(20, rest));
      for (const name of await list.locator('label').allTextContents())
        if (name.startsWith('#')) seen.add(name.split(' ')[0] ?? '');
      if (rest > 20) {
        const [first] = await list.locator('.run-list label').allTextContents();
        await list.getByRole('button', { name: 'Next' }).click();
        await expect
          .poll(async () => (await list.locator('.run-list label').allTextContents())[0])
          .not.toBe(first);
      }
    }
    expect(seen.size).toBe(before + 12);
    await list.getByRole('checkbox').last().check();
    await list.getByRole('button', { name: 'Compare' }).click();
    await runsOn(page).nth(1).waitFor();
    expect(await runsOn(page).count()).toBe(2);
    await list.getByLabel('Order').selectOption('Highest return');
    await list.getByText(/^1–20 of /).waitFor();
    await list.getByLabel('Order').selectOption('Highest Sharpe');
    await list
      .getByText(/^Sharpe \d/)
      .first()
      .waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

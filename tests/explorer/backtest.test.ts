import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath } from '../support/chromium.ts';
import { startExplorer, type TestExplorer } from '../support/explorer.ts';

const strategy = 'categoryId=all&topN=10&weighting=mcap&rebalanceDays=30';

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
    await page.getByText('Costs, regimes and funding').click();
    await page.getByLabel('Fear and greed regime', { exact: true }).selectOption({ index: 1 });
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
    await expect
      .poll(async () => (await heading.boundingBox())?.y ?? Number.POSITIVE_INFINITY)
      .toBeLessThan(844);
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
    const table = page.getByRole('region', { name: 'Variants before and after the split' });
    const rows = await table.locator('tbody tr').allTextContents();
    const halvings = await page.getByText(/of all halvings/).textContent();
    await page.getByRole('button', { name: 'Compare' }).last().click();
    await expect.poll(() => page.url()).toMatch(/runs=\d+/);
    type Selection = {
      readonly expectedBestSharpe: number;
      readonly probabilityOfOverfitting: number;
      readonly variants: readonly { inSampleSharpe: number; inSampleRank: number }[];
    };
    const { data } = await explorer.gateway.query<{ simulationSelection: Selection }>(
      `query ($runs: [ID!]!) { simulationSelection(runs: $runs) {
        expectedBestSharpe probabilityOfOverfitting variants { inSampleSharpe inSampleRank }
      } }`,
      { runs: new URL(page.url()).searchParams.get('runs')?.split(',') },
    );
    const { expectedBestSharpe, probabilityOfOverfitting, variants } = data.simulationSelection;
    expect(said).toContain(
      `Of ${variants.length} variants the best would reach a Sharpe of ${expectedBestSharpe.toFixed(2)} by chance.`,
    );
    expect(halvings).toContain(`${(probabilityOfOverfitting * 100).toFixed(1)} %`);
    const best = variants.find(({ inSampleRank }) => inSampleRank === 1);
    expect(rows).toHaveLength(variants.length);
    expect(rows[0]).toContain(best?.inSampleSharpe.toFixed(2));
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('error: an invalid strategy is explained by labels, without a retry', async () => {
    const { page } = await explorer.open(`/backtest?${strategy}&topN=0`.replace('&topN=10', ''));
    const alert = page.getByRole('alert');
    await alert.waitFor();
    const text = (await alert.textContent()) ?? '';
    expect(text).toContain('“Top assets”');
    expect(text).not.toMatch(/topN|top_n/);
    expect(await alert.getByRole('button', { name: 'Retry' }).count()).toBe(0);
    await page.context().close();
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath } from '../support/chromium.ts';
import { startExplorer, type TestExplorer } from '../support/explorer.ts';
import { joinSharedSandbox } from '../support/join-shared-sandbox.ts';

describe.skipIf(chromiumPath === null)('addresses of backtests', () => {
  let explorer: TestExplorer;
  beforeAll(async () => {
    explorer = await startExplorer(joinSharedSandbox);
  });
  afterAll(() => explorer?.[Symbol.asyncDispose]());

  test('behavior: what an address has beside a strategy does not hinder a run', async () => {
    const { page } = await explorer.open('/backtest?utm_source=mail&category=all');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await expect.poll(() => page.url(), { timeout: 20_000 }).toMatch(/runs=\d+/);
    expect(page.url()).not.toContain('utm_source');
    await page.context().close();
  });

  test('behavior: an address without a strategy shows an example, which is an earlier run then', async () => {
    const { page, problems } = await explorer.open('/backtest');
    const title = page.getByRole('heading', { level: 2, name: /^#\d+ Top 10 All, market cap/ });
    await title.waitFor();
    await page.getByRole('img', { name: /^Growth of 1 in #\d+ Top 10/ }).waitFor();
    const number = ((await title.textContent()) ?? '').split(' ')[0] ?? '';
    const earlier = page.getByRole('complementary', { name: 'Earlier runs' });
    await earlier.getByText(number, { exact: false }).first().waitFor();
    expect(new URL(page.url()).search).toBe('');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('behavior: in one column an address without a strategy lists the earlier runs instead', async () => {
    const { page } = await explorer.open('/backtest', { viewport: { width: 390, height: 844 } });
    await page.getByRole('heading', { name: 'Begin here' }).waitFor();
    await page.getByRole('heading', { name: 'Earlier runs' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.getByRole('heading', { level: 2, name: /^#\d+/ }).count()).toBe(0);
    await page.context().close();
  });

  test('behavior: what trades cost without a fee is slippage, and is not called fees', async () => {
    const { page, problems } = await explorer.open(
      '/backtest?categoryId=all&topN=10&weighting=mcap&rebalanceDays=30&baseFeePct=0&sweep=TOP_N&steps=4,7',
    );
    const best = page.getByRole('region', { name: 'Best variants' });
    const lowest = best
      .locator('div')
      .filter({ hasText: /^Lowest trading costs/ })
      .last();
    await lowest.waitFor({ timeout: 60_000 });
    expect(
      Number.parseFloat((await lowest.locator('dd').first().textContent()) ?? ''),
    ).toBeGreaterThan(0);
    expect(
      await page
        .locator('.results')
        .getByText(/\bfees\b/i)
        .count(),
    ).toBe(0);
    await lowest.getByRole('link').click();
    await page.getByRole('heading', { level: 2, name: /fee 0 %/ }).waitFor();
    const figures = page.getByRole('region', { name: 'Figures of the run' });
    await figures.getByRole('button', { name: 'About Trading costs, % of value' }).click();
    await page
      .getByRole('tooltip')
      .getByText(/without a fee it is the slippage alone/)
      .waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test.for([
    ['categoryId=all&topN=abc', '“Number of coins” must be a number; the address has “abc”.'],
    ['categoryId=zz', 'unknown “Category”: choose one of the list'],
  ] as const)(
    'error: an address with %s says which label is wrong, without a retry',
    async ([query, message]) => {
      const { page } = await explorer.open(`/backtest?${query}`);
      await page.getByText(message).waitFor();
      expect(await page.getByRole('button', { name: 'Retry' }).count()).toBe(0);
      await page.context().close();
    },
  );
});

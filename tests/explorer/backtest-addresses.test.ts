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

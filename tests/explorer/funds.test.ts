import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath } from '../support/chromium.ts';
import { startExplorer, type TestExplorer } from '../support/explorer.ts';

describe.skipIf(chromiumPath === null)('funds in the explorer', () => {
  let explorer: TestExplorer;
  beforeAll(async () => {
    explorer = await startExplorer();
  });
  afterAll(() => explorer?.[Symbol.asyncDispose]());

  test('default: / lists all funds; a person searches, filters and sorts them', async () => {
    const { page, problems } = await explorer.open('/');
    const rows = page.getByRole('region', { name: 'Funds' }).locator('tbody tr');
    await expect.poll(() => rows.count()).toBe(22);
    await page.getByRole('button', { name: 'NAV' }).click();
    await expect.poll(() => rows.first().textContent()).toContain('WIDE50');
    await page.getByLabel('Search').fill('top');
    await expect.poll(() => rows.first().textContent()).toContain('TOP10');
    expect(new URL(page.url()).searchParams.get('search')).toBe('top');
    await page.getByLabel('Search').fill('');
    await page.getByLabel('Holds asset').selectOption('BTC');
    await expect.poll(() => rows.count()).toBeLessThan(22);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('behavior: NAVs move while the page is open', async () => {
    const { page } = await explorer.open('/');
    await page.locator('.flash-up, .flash-down').first().waitFor({ timeout: 30_000 });
    await page.context().close();
  });
});

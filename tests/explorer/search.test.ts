import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seriousFindings } from '../support/accessibility.ts';
import { chromiumPath } from '../support/chromium.ts';
import { startExplorer, type TestExplorer } from '../support/explorer.ts';

describe.skipIf(chromiumPath === null)('the search', () => {
  let explorer: TestExplorer;
  beforeAll(async () => {
    explorer = await startExplorer();
  });
  afterAll(() => explorer?.[Symbol.asyncDispose]());

  test('default: keys alone find a fund, a batch, a market and a wallet', async () => {
    const { page, problems } = await explorer.open('/status');
    const field = page.getByRole('combobox', { name: 'Search funds' });
    const options = page.getByRole('option');
    await page.getByRole('heading', { level: 1, name: 'Status' }).waitFor();

    // The key works once the scripts of the header run.
    await expect
      .poll(async () => {
        await page.keyboard.press('/');
        return field.count();
      })
      .toBe(1);
    await field.fill('top 10');
    await options.filter({ hasText: 'TOP10' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/dtf\/0x0+1$/);
    await expect.poll(() => field.count()).toBe(0);

    await page.keyboard.press('Control+k');
    await field.fill('batch 1');
    await options.filter({ hasText: /^Batch 1\D/ }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => new URL(page.url()).pathname).toBe('/markets/1');

    await page.keyboard.press('Control+k');
    await field.fill('BTC');
    const markets = page.getByRole('group', { name: 'Markets' }).getByRole('option');
    await markets.first().waitFor();
    for (let steps = 0; steps < 20; steps += 1) {
      if ((await markets.first().getAttribute('aria-selected')) === 'true') break;
      await page.keyboard.press('ArrowDown');
    }
    await page.keyboard.press('Enter');
    await expect.poll(() => new URL(page.url()).searchParams.get('asset')).toBe('bitcoin');

    const wallet = `0x${'Ab'.repeat(20)}`;
    await page.keyboard.press('Control+k');
    await field.fill(wallet);
    await page.keyboard.press('Enter');
    await expect
      .poll(() => new URL(page.url()).pathname)
      .toBe(`/portfolio/${wallet.toLowerCase()}`);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('behavior: what is not there is said, and a field takes a slash as text', async () => {
    const { page } = await explorer.open('/');
    const search = page.getByRole('searchbox', { name: 'Search' });
    await search.click();
    await page.keyboard.press('/');
    expect(await search.inputValue()).toBe('/');
    await page.getByRole('button', { name: 'Find anything' }).click();
    const field = page.getByRole('combobox', { name: 'Search funds' });
    await field.fill('nothing at all');
    await page.getByText('Nothing is called “nothing at all”').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => field.count()).toBe(0);
    await page.context().close();
  });
});

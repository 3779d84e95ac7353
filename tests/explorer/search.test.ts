import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seriousFindings } from '../support/accessibility.ts';
import { chromiumPath } from '../support/chromium.ts';
import { startExplorer, type TestExplorer } from '../support/explorer.ts';
import { joinSharedSandbox } from '../support/join-shared-sandbox.ts';
import { shorten } from '../support/page-parts.ts';

describe.skipIf(chromiumPath === null)('the search', () => {
  let explorer: TestExplorer;
  beforeAll(async () => {
    explorer = await startExplorer(joinSharedSandbox);
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
    await options.filter({ hasText: /· batch 1\D/ }).waitFor();
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

    await page.keyboard.press('Control+k');
    await field.fill('eth');
    const held = page.getByRole('group', { name: 'Funds that hold' }).getByRole('option');
    await held.first().waitFor();
    expect(await held.first().textContent()).toMatch(/^Ethereum\s*ETH/);
    expect(await held.count()).toBeGreaterThan(1);
    await field.fill('lend');
    await page
      .getByRole('group', { name: 'Pages' })
      .getByRole('option', { name: 'Lending' })
      .waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => new URL(page.url()).pathname).toBe('/lending');

    await page.keyboard.press('Control+k');
    await field.fill('sharpe');
    await page
      .getByRole('group', { name: 'Guides' })
      .getByRole('option', { name: 'Sharpe ratio' })
      .waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 2, name: 'Sharpe ratio' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/guides/terms');

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

  test('default: batches are found by name and creator, markets by id, wallets by their beginning', async () => {
    const { page, problems } = await explorer.open('/dtf/top10');
    await page.getByRole('heading', { level: 1, name: 'TOP10' }).waitFor();
    await page.getByRole('button', { name: 'Find anything' }).click();
    const field = page.getByRole('combobox', { name: 'Search funds' });
    const group = (name: string) => page.getByRole('group', { name }).getByRole('option');

    await field.fill('eur-usd');
    await group('Markets').filter({ hasText: 'EUR in USD' }).waitFor();

    const { data } = await explorer.gateway.query<{
      dtfs: {
        edges: { node: { holders: { edges: { node: { portfolio: { address: string } } }[] } } }[];
      };
    }>(
      `{ dtfs(first: 1, filter: { search: "TOP10" }) { edges { node {
        holders(first: 1, orderBy: { field: SHARES }) { edges { node { portfolio { address } } } }
      } } } }`,
    );
    const holder = data.dtfs.edges[0]?.node.holders.edges[0]?.node.portfolio.address ?? '';
    await field.fill(holder.slice(0, 8).toUpperCase().replace('0X', ''));
    await expect
      .poll(() => group('Wallets').allTextContents())
      .toEqual(
        ['Portfolio', 'Predictions'].map((what) => `${shorten(holder.toLowerCase())}${what}`),
      );

    await field.fill('meridian');
    await expect.poll(() => group('Batches').count()).toBeGreaterThan(1);
    await field.fill('forty coins');
    await group('Batches').filter({ hasText: 'Meridian Markets, Crypto, 40 markets' }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => new URL(page.url()).pathname).toBe('/markets/10');
    await page
      .getByRole('heading', { level: 1, name: 'Forty coins, ten seconds · batch 10' })
      .waitFor();
    expect(await page.title()).toMatch(/^Forty coins, ten seconds · batch 10/);
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

  test('behavior: addresses that lead to nothing have one card: what, why, and where to go', async () => {
    const paths = [
      ['/nope', 'There is no page at this address'],
      ['/dtf/nope', 'There is no such fund'],
      [`/dtf/0x${'12'.repeat(32)}/factsheet`, 'There is no such fund'],
      ['/markets/999', 'There is no such batch'],
      ['/player/0xabc', 'This is not a wallet address'],
      ['/backtest/999999/report', 'There is no run with this number'],
      ['/guides/nope', 'There is no page at this address'],
    ] as const;
    for (const [path, what] of paths) {
      const { page } = await explorer.open(path);
      const card = page.getByRole('region', { name: what });
      await card.getByRole('heading', { level: 1, name: what }).waitFor();
      expect(await card.getByRole('paragraph').count()).toBe(2);
      expect(await card.getByRole('link').count()).toBeGreaterThan(0);
      expect(await page.title()).toBe(`${what} · DTF explorer`);
      await page.context().close();
    }
  });

  test('behavior: an unknown wallet and a wrong address say so once, and where to go', async () => {
    const unknown = `0x${'12'.repeat(20)}`;
    const paths = [`/portfolio/${unknown}`, `/portfolio/${unknown}/analysis`, `/player/${unknown}`];
    for (const path of paths) {
      const { page } = await explorer.open(path);
      await page.getByRole('heading', { name: 'Nothing is known about this wallet' }).waitFor();
      expect(await page.locator('section.part').count()).toBe(1);
      await page.getByRole('link', { name: 'Choose another wallet' }).waitFor();
      await page.context().close();
    }
    const { page } = await explorer.open('/portfolio/0xabc');
    await page.getByRole('heading', { name: 'This is not a wallet address' }).waitFor();
    await page.getByText('0x and 40 hex digits, such as').waitFor();
    await page.getByRole('link', { name: 'Choose a wallet' }).click();
    const players = page.getByRole('region', { name: 'Leaderboard' });
    const link = players.getByRole('link').first();
    expect(await link.getAttribute('href')).toMatch(/^\/portfolio\/0x/);
    await page.getByText(/by the profit of all resolved ticks of all batches/).waitFor();
    await page.context().close();
  });
});

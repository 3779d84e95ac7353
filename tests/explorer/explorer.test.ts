import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { exampleWallet } from '../../src/domains/example-wallet.ts';
import { colorRules, seriousFindings } from '../support/accessibility.ts';
import { chromiumPath } from '../support/chromium.ts';
import { explorerPaths, startExplorer, type TestExplorer } from '../support/explorer.ts';
import { joinSharedSandbox } from '../support/join-shared-sandbox.ts';
import { dayBefore, goToPart, showMode } from '../support/page-parts.ts';
import { createVisit } from '../support/visit-page.ts';

/** Tests that run in their order, beside those of the other lane. */
const describeLane = (name: string, define: () => void) =>
  describe.concurrent(name, () => {
    describe('in order', { concurrent: false }, define);
  });

describe.skipIf(chromiumPath === null)('the explorer in a browser', () => {
  let explorer: TestExplorer;
  beforeAll(async () => {
    explorer = await startExplorer(joinSharedSandbox);
  });
  afterAll(() => explorer?.[Symbol.asyncDispose]());

  const visit = createVisit(() => explorer);
  const rowsOf = (page: Page, name: string) =>
    page.getByRole('region', { name, exact: true }).locator('tbody tr');

  describeLane('the pages', () => {
    test('default: / lists all funds; a person searches, filters and sorts them', ({ expect }) =>
      visit('/', async (page) => {
        const rows = rowsOf(page, 'Funds');
        await expect.poll(() => rows.count()).toBeGreaterThan(20);
        const all = await rows.count();
        await page.getByRole('button', { name: 'NAV live', exact: true }).click();
        await expect
          .poll(() => page.getByRole('columnheader', { name: 'NAV' }).getAttribute('aria-sort'))
          .toBe('descending');
        const symbol = (await rows.first().locator('.ticker').textContent()) ?? '';
        await page.getByLabel('Search').fill(symbol.toLowerCase());
        await expect.poll(() => rows.count()).toBeLessThan(all);
        expect(new URL(page.url()).searchParams.get('search')).toBe(symbol.toLowerCase());
        await page.getByLabel('Search').fill('');
        await page.getByLabel('Holds asset').selectOption('BTC');
        await expect.poll(() => rows.count()).toBeLessThan(all);
        await page
          .getByRole('complementary')
          .getByText(/Batch \d+/)
          .first()
          .waitFor();
        await page.locator('.flash-up, .flash-down').first().waitFor();
      }));

    test('behavior: the list of funds has figures to choose and to sort by, a CSV and a watchlist', ({
      expect,
    }) =>
      visit('/?columns=NAV,SHARPE&sort=SHARPE', async (page) => {
        const rows = rowsOf(page, 'Funds');
        await expect.poll(() => rows.count()).toBeGreaterThan(20);
        const heads = () =>
          page.getByRole('region', { name: 'Funds', exact: true }).getByRole('columnheader');
        expect((await heads().allTextContents()).map((text) => text.trim())).toEqual([
          'Fund',
          'NAV live',
          'Sharpe 1 year↓',
        ]);
        const { data } = await explorer.gateway.query<{
          dtfs: { edges: { node: { symbol: string; performance: { sharpe: number } } }[] };
        }>(
          `{ dtfs(first: 50, orderBy: { field: SHARPE }) { edges { node { symbol performance(range: Y3, from: "${dayBefore(365)}") { sharpe } } } } }`,
        );
        const [best] = data.dtfs.edges.map(({ node }) => node);
        await expect
          .poll(() => rows.first().locator('td').allTextContents())
          .toEqual(expect.arrayContaining([expect.stringContaining(best?.symbol ?? '-')]));
        expect(await rows.first().locator('td').last().textContent()).toBe(
          best?.performance.sharpe.toFixed(2),
        );

        await page.getByRole('button', { name: 'Columns', exact: true }).click();
        // The address has the choice, so that the box is checked a moment after the click.
        await page.getByRole('checkbox', { name: 'Calmar' }).click();
        await expect
          .poll(() => new URL(page.url()).searchParams.get('columns'))
          .toBe('NAV,SHARPE,CALMAR');
        await page.keyboard.press('Escape');
        await heads().filter({ hasText: 'Calmar' }).getByRole('button').click();
        await expect.poll(() => new URL(page.url()).searchParams.get('sort')).toBe('CALMAR');
        const download = page.waitForEvent('download');
        await page.getByRole('button', { name: 'CSV of Funds' }).click();
        const lines = (await readFile(await (await download).path(), 'utf8')).split('\r\n');
        expect(lines[0]).toBe('ticker,fund,itp_id,nav_usd,sharpe,calmar');
        expect(lines.length).toBe((await rows.count()) + 1);

        await page.getByRole('button', { name: 'Watch TOP10' }).click();
        await page.getByRole('radio', { name: 'Watchlist' }).click();
        await expect.poll(() => rows.count()).toBe(1);
        await page.reload();
        await expect.poll(() => rows.locator('.ticker').allTextContents()).toEqual(['TOP10']);
        await page.keyboard.press('/');
        await page.getByRole('option', { name: /TOP10/ }).waitFor();
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'Watch TOP10' }).click();
        await page.getByText('You are not watching any funds yet.').waitFor();
      }));

    test('default: a fund shows its NAV, basket, origin on the chain and a position', async ({
      expect,
    }) => {
      const { page, problems } = await explorer.open('/');
      await rowsOf(page, 'Funds').first().getByRole('link').click();
      await page.getByRole('img', { name: /NAV per share/ }).waitFor();
      const address = page.url();
      const symbol = (await page.locator('.heading-ticker').textContent()) ?? '';
      await page.getByRole('radio', { name: '1Y' }).click();
      await expect.poll(() => page.url()).toContain('range=Y1');
      await goToPart(page, 'Basket');
      await expect.poll(() => rowsOf(page, 'Basket').count()).toBeGreaterThan(1);
      await page.getByRole('button', { name: 'Verify on chain' }).click();
      await page.getByText(/The contract says/).waitFor();
      await page.getByLabel('Wallet address').fill(exampleWallet);
      await page
        .getByText(/shares of this fund|Gain or loss/)
        .first()
        .waitFor();
      await page.goBack();
      await page.getByRole('heading', { level: 1, name: 'Funds' }).waitFor();
      await page.goto(`${explorer.gateway.url}/dtf/${symbol.toLowerCase()}`);
      await expect.poll(() => page.url()).toBe(new URL(address).origin + new URL(address).pathname);
      expect(problems).toEqual([]);
      await page.context().close();
    });

    test('behavior: a NAV of the data node says at which block the contract agrees, and by how much', ({
      expect,
    }) =>
      visit('/dtf/top10', async (page) => {
        const proof = page.getByLabel('Key figures').locator('.proof-line');
        await proof.getByText('Data node', { exact: true }).waitFor();
        const compared = proof.getByText(/^contract at block [\d,]+, .+: <?\d+\.\d\d % apart$/);
        const said = (await compared.textContent()) ?? '';
        const block = Number(/block ([\d,]+)/.exec(said)?.[1]?.replaceAll(',', ''));
        // The link reads both values and the block again.
        const href = await proof.getByRole('link', { name: 'Verify' }).getAttribute('href');
        const { searchParams } = new URL(href ?? '', explorer.gateway.url);
        const { data } = await explorer.gateway.query<{
          dtf: { nav: { usd: number; source: string; onChain: { wei: string; block: number } } };
        }>(searchParams.get('query') ?? '', JSON.parse(searchParams.get('variables') ?? '{}'));
        const { usd, source, onChain } = data.dtf.nav;
        expect(source).toBe('DATA_NODE');
        expect(onChain.block).toBeGreaterThanOrEqual(block);
        expect(Number(onChain.wei) / 1e18 / usd).toBeCloseTo(1, 2);
        // The block goes on while the page is open.
        await expect
          .poll(() => compared.textContent(), { timeout: 30_000 })
          .not.toContain(`block ${block.toLocaleString('en-US')},`);
      }));

    test('default: a fund and a batch show what their creators say, with links', async ({
      expect,
    }) => {
      await visit(`/dtf/0x${'1'.padStart(64, '0')}`, async (page) => {
        await page.getByText(/^The ten largest coins by market cap/).waitFor();
        const site = page.getByRole('link', { name: 'Website (funds.example)' });
        expect(await site.getAttribute('href')).toBe('https://funds.example/top10');
        expect(await page.getByRole('link', { name: /^Picture/ }).count()).toBe(1);
      });
      await visit('/markets/2', async (page) => {
        await page.getByText('by Tideline Labs').waitFor();
        expect(await page.getByRole('link', { name: /^Website/ }).count()).toBe(0);
      });
    });

    test('default: a backtest runs, is compared and swept, and its address reproduces it', ({
      expect,
    }) =>
      visit('/backtest', async (page) => {
        await page.getByRole('button', { name: 'Run', exact: true }).click();
        await expect.poll(() => page.url()).toMatch(/runs=\d+/);
        await page.getByRole('img', { name: /Growth of 1/ }).waitFor();
        await page.getByText('Sharpe ratio').waitFor();
        const first = page.url();
        const download = page.waitForEvent('download');
        await page.getByRole('button', { name: 'CSV' }).click();
        const csv = await readFile(await (await download).path(), 'utf8');
        expect(csv.split('\r\n').slice(0, 2).join()).toMatch(/^date,nav,drawdown_pct,\d{4}-/);
        await page.getByRole('spinbutton', { name: 'Number of coins' }).fill('5');
        await page.getByRole('button', { name: 'Run', exact: true }).click();
        await expect.poll(() => page.url()).toMatch(/topN=5.*runs=\d+/);
        // The new run is chosen already, as soon as the list has it.
        const runId = new URL(page.url()).searchParams.get('runs');
        const newest = page.getByRole('checkbox', { name: new RegExp(`^#${runId} `) });
        await expect.poll(() => newest.isChecked()).toBe(true);
        const others = page.getByRole('complementary').getByRole('checkbox', { checked: false });
        await others.first().check();
        await page.getByRole('button', { name: 'Compare' }).click();
        const compared = page.getByLabel(/^Remove run/);
        await compared.nth(1).waitFor();
        await page.getByRole('button', { name: 'Sweep' }).click();
        await expect.poll(() => rowsOf(page, 'Variants').count()).toBeGreaterThan(1);
        await page.goto(first.replace(/&?runs=\d+/, ''));
        await page.getByText('Sharpe ratio').waitFor();
      }));

    test('default: a wallet has its value, positions, trades, loans and batches', ({ expect }) =>
      visit(`/portfolio/${exampleWallet}`, async (page) => {
        const overTime = 'Fund shares in the wallet over time';
        await page.getByRole('heading', { name: overTime }).scrollIntoViewIfNeeded();
        await page
          .getByRole('img', { name: /Value of the fund shares in the wallet over time/ })
          .waitFor();
        await page.getByLabel('Key figures').getByRole('link', { name: 'Verify' }).waitFor();
        await expect.poll(() => rowsOf(page, 'Positions').count()).toBeGreaterThan(0);
        await page.getByRole('heading', { name: 'Trades' }).scrollIntoViewIfNeeded();
        await page.getByRole('radio', { name: 'Buys' }).click();
        await expect.poll(() => rowsOf(page, 'Trades').count()).toBeGreaterThan(0);
        await page
          .getByRole('link', { name: /batch \d+$/ })
          .first()
          .waitFor();
      }));

    test('default: a player has a record, and a batch its statistics', ({ expect }) =>
      visit(`/player/${exampleWallet}`, async (page) => {
        await expect.poll(() => rowsOf(page, 'Batches').count()).toBeGreaterThan(0);
        for (const label of ['Counted ticks', 'Lifetime by the oracles'])
          await page.getByRole('columnheader', { name: label, exact: true }).waitFor();
        await page.getByLabel('Key figures').getByText('Longest streak').waitFor();
        await page
          .getByRole('link', { name: /^#\d+ / })
          .first()
          .click();
        await page.getByRole('heading', { name: 'Statistics' }).waitFor();
        // The first tick of a new world has to end and be settled.
        await expect
          .poll(() => rowsOf(page, 'Markets in settled ticks').count(), { timeout: 100_000 })
          .toBeGreaterThan(0);
      }));

    test('default: lending shows markets and how far a wallet is from liquidation', ({ expect }) =>
      visit('/lending', async (page) => {
        await expect.poll(() => rowsOf(page, 'Lending markets').count()).toBeGreaterThan(1);
        await page.getByLabel('Wallet address').fill(exampleWallet);
        await rowsOf(page, 'Loans').first().waitFor();
        const health = await rowsOf(page, 'Health if the share price falls')
          .first()
          .locator('td')
          .allTextContents();
        // About, with the interest that is due.
        const read = (text = '') => Number(text.replace('≈', ''));
        const [now, after] = [read(health[1]), read(health.at(-1))];
        expect(now).toBeGreaterThan(0);
        expect(Math.abs(after - now / 2)).toBeLessThanOrEqual(0.01);
      }));

    test('default: a person finds a portfolio from the navigation', ({ expect }) =>
      visit('/', async (page) => {
        await page.getByRole('link', { name: 'Portfolio', exact: true }).click();
        await page.getByLabel('Wallet address').fill('0x12');
        await page.getByRole('button', { name: 'Show portfolio' }).click();
        await page.getByText('An address is 0x and 40 hex digits.').first().waitFor();
        await page.getByLabel('Wallet address').fill(exampleWallet);
        await page.getByRole('button', { name: 'Show portfolio' }).click();
        await expect.poll(() => new URL(page.url()).pathname).toBe(`/portfolio/${exampleWallet}`);
      }));

    test('default: on a phone the pages are in a menu', ({ expect }) =>
      visit('/status', async (page) => {
        await page.setViewportSize({ width: 375, height: 800 });
        const link = page
          .getByRole('navigation', { name: 'Pages' })
          .getByRole('link', { name: 'Lending' });
        expect(await link.isVisible()).toBe(false);
        await page.getByRole('button', { name: 'Menu' }).click();
        await link.click();
        await page.getByRole('heading', { level: 1, name: 'Lending' }).waitFor();
        expect(await link.isVisible()).toBe(false);
      }));

    test('default: markets open with a tick that is sealed and one that is revealed', ({
      expect,
    }) =>
      visit('/markets', async (page) => {
        await page.getByRole('img', { name: 'Sealed predictions', exact: true }).waitFor();
        const revealed = page.getByRole('img', { name: /^Revealed predictions of tick/ });
        await expect
          .poll(() => revealed.locator('.right-call').count(), { timeout: 60_000 })
          .toBeGreaterThan(0);
        await page.getByText(/\d+ of \d+ predictions were right/).waitFor();
      }));

    test('default: the network is shown over time, and what this gateway reads from', () =>
      visit('/status', async (page) => {
        await page.getByRole('radio', { name: '7D' }).click();
        await page.getByRole('img', { name: 'Healthy oracles over time' }).waitFor();
        await page
          .getByRole('listitem')
          .filter({ hasText: /^Data nodeUp$/ })
          .waitFor();
      }));

    test('behavior: the query of a page opens in GraphiQL', ({ expect }) =>
      visit('/lending', async (page) => {
        const link = page.getByRole('link', { name: 'This page’s query' });
        const url = new URL((await link.getAttribute('href')) ?? '', explorer.gateway.url);
        expect(url.pathname).toBe('/graphql');
        const { data } = await explorer.gateway.query<{ lendingMarkets: unknown[] }>(
          url.searchParams.get('query') ?? '',
          JSON.parse(url.searchParams.get('variables') ?? ''),
        );
        expect(data.lendingMarkets.length).toBeGreaterThan(1);
      }));
  });

  describeLane('accessibility', () => {
    test.for(explorerPaths)(
      'behavior: %s is accessible in both modes and as wide as a phone',
      async (path, { expect }) => {
        const viewport = { width: 375, height: 800 };
        // Without motion, no colour is on its way to another.
        const { page } = await explorer.open(path, {
          viewport,
          colorScheme: 'light',
          reducedMotion: 'reduce',
        });
        await page.getByRole('heading', { level: 1 }).waitFor();
        await expect.poll(() => page.locator('.skeleton').count()).toBe(0);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThan(376);
        expect(await seriousFindings(page)).toEqual([]);
        await showMode(page, 'dark');
        expect(await seriousFindings(page, { runOnly: colorRules })).toEqual([]);
        await page.context().close();
      },
    );
  });

  test('behavior: pages show their heading before the application loads, in the chosen mode', async ({
    expect,
  }) => {
    for (const path of [...explorerPaths, '/markets/10/nothing']) {
      const { page, problems } = await explorer.open(path, { javaScriptEnabled: false });
      const heading = await page.getByRole('heading', { level: 1 }).textContent();
      expect(await page.title()).toBe(
        path.endsWith('nothing') ? 'Not found · DTF explorer' : `${heading} · DTF explorer`,
      );
      expect(problems).toEqual([]);
      await page.context().close();
    }
    const { page } = await explorer.open('/status', { colorScheme: 'dark' });
    await page.route('**/assets/app-*.js', (route) => route.abort());
    await page.reload();
    await page.locator('html[data-mode=dark]').waitFor();
    await page.evaluate(() => localStorage.setItem('graphiql:theme', 'light'));
    await page.reload();
    await page.locator('html[data-mode=light]').waitFor();
    // Nothing looks as if it worked already.
    expect(await page.locator('.site-tools').getAttribute('inert')).toBe('');
    await page.context().close();
  });

  test('error: a page whose code does not load says so, and loads with a retry', async ({
    expect,
  }) => {
    const { page } = await explorer.open('/');
    await page.route('**/assets/markets-page-*.js', (route) => route.abort(), { times: 1 });
    await page.getByRole('link', { name: 'Markets', exact: true }).click();
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('could not be loaded');
    await page.getByRole('button', { name: 'Retry' }).click();
    await rowsOf(page, 'Batches').first().waitFor();
    await page.context().close();
  });
});

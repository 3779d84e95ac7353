import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exampleWallet } from '../../src/domains/example-wallet.ts';
import { chromiumPath } from '../support/chromium.ts';
import { startExplorer, type TestExplorer } from '../support/explorer.ts';
import { goToPart, readCells, readDownload, readFigures, showMode } from '../support/page-parts.ts';

const strategy = 'categoryId=all&topN=10&weighting=mcap&rebalanceDays=30';

describe.skipIf(chromiumPath === null)('headline figures in a browser', () => {
  let explorer: TestExplorer;
  beforeAll(async () => {
    explorer = await startExplorer();
  });
  afterAll(() => explorer?.[Symbol.asyncDispose]());

  const visit = async (path: string, act: (page: Page) => Promise<void>) => {
    const { page, problems } = await explorer.open(path);
    await act(page);
    expect(problems).toEqual([]);
    await page.context().close();
  };

  test.each([
    ['/', 'Data node'],
    ['/backtest?runs=1', 'Backtest engine of the data node'],
    ['/backtest/1/report', 'Daily values of the data node’s backtest'],
    ['/dtf/top10/factsheet', 'Daily NAVs of the data node'],
    [`/player/${exampleWallet}`, 'Revealed ticks, by the oracles'],
    ['/status', 'Polls of the oracles'],
  ] as const)(
    'behavior: the figures of %s have source, age and a link that reads them again',
    (path, source) =>
      visit(path, async (page) => {
        const proof = page.locator('.proof-line').filter({ hasText: source });
        await proof.getByText(/^read .* ago$/).waitFor();
        const href = await proof.getByRole('link', { name: 'Verify' }).getAttribute('href');
        const { searchParams } = new URL(href ?? '', explorer.gateway.url);
        const { errors } = await explorer.gateway.query(
          searchParams.get('query') ?? '',
          JSON.parse(searchParams.get('variables') ?? '{}'),
        );
        expect(errors).toBeUndefined();
        const isRun = path.startsWith('/backtest');
        expect(await proof.getByRole('link', { name: /receipt/ }).count()).toBe(isRun ? 1 : 0);
      }),
  );

  test('behavior: what a wallet is worth and what it gained add up from their parts', () =>
    visit(`/portfolio/${exampleWallet}`, async (page) => {
      const toCents = (text = '') => Math.round(Number(text.replaceAll(/[$,+–]/g, '')) * 100);
      const sums = page.getByRole('region', { name: 'How it adds up' });
      const readParts = () =>
        sums
          .locator('tr:has(td)')
          .evaluateAll((rows) =>
            rows.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.innerText)),
          );
      await expect.poll(async () => (await readParts()).length).toBe(6);
      const parts = (await readParts()).map(([value, , gain]) => [toCents(value), toCents(gain)]);
      const [net, gain] = parts.pop() ?? [];
      const sumOf = (column: number) =>
        parts.reduce((sum, part) => sum + (part[column] ?? Number.NaN), 0);
      // Each part is rounded.
      expect(Math.abs(Number(net) - sumOf(0))).toBeLessThanOrEqual(3);
      expect(Math.abs(Number(gain) - sumOf(1))).toBeLessThanOrEqual(3);
      const [held, pledged, sold, debt, deposits] = parts;
      expect(pledged?.[0]).toBeGreaterThan(0);
      expect(debt?.[0]).toBeLessThan(0);
      expect(debt?.[1], 'interest is a loss').toBeLessThan(0);
      expect(deposits?.[0]).toBeGreaterThan(0);
      const { data } = await explorer.gateway.query<{
        portfolio: { ledger: { totals: { realizedUsd: number; unrealizedUsd: number } } };
      }>(
        `query ($address: Address!) { portfolio(address: $address) {
          ledger { totals { realizedUsd unrealizedUsd } } } }`,
        { address: exampleWallet },
      );
      const { ledger } = data.portfolio;
      expect(sold?.[1]).toBe(Math.round(ledger.totals.realizedUsd * 100));
      // Values follow live prices. Pledged lots belong to the gain.
      const unrealized = (Number(held?.[1]) + Number(pledged?.[1])) / 100;
      expect(Math.abs(unrealized / ledger.totals.unrealizedUsd - 1)).toBeLessThan(0.05);
      const figures = await readFigures(page.getByLabel('Key figures'));
      expect(toCents(figures[0])).toBe(net);
      expect(toCents(figures[1])).toBe(gain);
      // The tiles beside the gain add up to it.
      const tiles = figures.slice(2, -1).map(toCents);
      expect(tiles.length).toBeGreaterThanOrEqual(3);
      expect(Math.abs(tiles.reduce((sum, tile) => sum + tile, 0) - Number(gain))).toBeLessThan(4);
      // Other pages count other ticks.
      await sums.getByText(/the gain is that of all ticks, by the leaderboard$/).waitFor();
      // It has pledged shares, which a return would count as a loss.
      expect(figures.at(-1)).toBe('not stated');
      await page.getByText('shares moved without a trade', { exact: true }).waitFor();
      await page.getByText(/^Shares were pledged for a loan or released\./).waitFor();
      const [header = ''] = await readDownload(
        page,
        page.getByRole('button', { name: 'CSV of Positions' }),
      );
      expect(header.split(',')).toEqual(expect.arrayContaining(['shares', 'pledged_shares']));
    }));

  test('behavior: shares without a known purchase have no known cost, gain or return', async () => {
    type Wallet = { readonly address: string; readonly trades: { readonly totalCount: number } };
    const { data } = await explorer.gateway.query<{
      dtfs: { edges: { node: { holders: { edges: { node: { portfolio: Wallet } }[] } } }[] };
    }>(`{ dtfs(first: 3) { edges { node { holders(first: 8) { edges { node {
      portfolio { address trades(first: 1) { totalCount } } } } } } } } }`);
    const given = data.dtfs.edges
      .flatMap(({ node }) => node.holders.edges.map((holder) => holder.node.portfolio))
      .find(({ trades }) => trades.totalCount === 0);
    await visit(`/portfolio/${given?.address}`, async (page) => {
      const tiles = page.getByLabel('Key figures');
      await tiles.getByText(/^cost of \$[\d,.]+ of shares is unknown$/).waitFor();
      const figures = await readFigures(tiles);
      expect(figures[0]).toMatch(/^\$/);
      expect(figures.slice(1)).toEqual(['unknown', 'unknown', '$0.00', 'not stated']);
      const sums = page.getByRole('region', { name: 'How it adds up' });
      const [shares] = await readCells(sums);
      expect(shares?.slice(1)).toEqual(['unknown', 'unknown']);
      const sum = (await sums.locator('tfoot').textContent()) ?? '';
      expect(sum).toMatch(/The gain is unknown: \$[\d,.]+ of shares came without a known purchase/);
      const positions = page.getByRole('region', { name: 'Positions', exact: true });
      await positions.getByRole('row').nth(1).waitFor();
      for (const cells of await readCells(positions))
        expect(cells.slice(-2)).toEqual(['unknown', 'unknown']);
    });
  });

  test('behavior: the change above a NAV chart is that of what is in view, from one base', () =>
    visit('/dtf/top10?range=D30', async (page) => {
      const line = page.getByRole('img', { name: /^NAV per share, now/ });
      await line.waitFor();
      const said = page.locator('.chart-change');
      const readSince = async () =>
        /since (\w+ \d+, \d+)/.exec((await said.textContent()) ?? '')?.[1];
      const begin = await readSince();
      await page.getByRole('radio', { name: 'Candles' }).click();
      await page.getByRole('img', { name: /as candles/ }).waitFor();
      expect(await readSince(), 'line and candles begin on one day').toBe(begin);
      await page.getByRole('radio', { name: 'Line' }).click();
      const box = await line.boundingBox();
      if (box === null) throw new Error('there is no chart');
      await page.mouse.move(box.x + box.width * 0.3, box.y + 100);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width * 0.6, box.y + 100, { steps: 4 });
      await page.mouse.up();
      await expect.poll(() => said.textContent()).toMatch(/from \w+ \d+, \d+ to \w+ \d+, \d+$/);
      // The view of the reader stays when the chart is drawn anew.
      const zoomed = await said.textContent();
      await showMode(page, 'dark');
      await showMode(page, 'light');
      expect(await said.textContent()).toBe(zoomed);
      await page.getByRole('button', { name: 'Whole range' }).click();
      await expect.poll(readSince).toBe(begin);
      await page.getByRole('radio', { name: '1D' }).click();
      await page.getByText('in 24 hours', { exact: true }).waitFor();
      const key = page.getByLabel('Key figures').locator('.stat').nth(1).locator('dd');
      await expect
        .poll(async () => (await said.textContent())?.split(' %')[0])
        .toBe((await key.textContent())?.split(' %')[0]);
      // Each asset of at least 2 % has a rectangle of its own, where a basket has several.
      await page.goto(`${explorer.gateway.url}/dtf/lend`);
      const { data } = await explorer.gateway.query<{
        dtfs: { edges: { node: { holdings: { weight: number; asset: { symbol: string } }[] } }[] };
      }>(
        '{ dtfs(first: 1, filter: { search: "LEND" }) { edges { node { holdings { weight asset { symbol } } } } } }',
      );
      const large = (data.dtfs.edges[0]?.node.holdings ?? []).filter(
        ({ weight }) => weight > 0.021,
      );
      expect(large.length).toBeGreaterThan(2);
      await goToPart(page, 'Basket');
      const names = page.locator('.treemap-cell strong');
      await names.first().waitFor();
      expect(await names.allTextContents()).toEqual(
        expect.arrayContaining(large.map(({ asset }) => asset.symbol)),
      );
    }));

  test('behavior: a player has a return on stake, an interval and a chance; ranks link to players', () =>
    visit('/markets', async (page) => {
      const ranks = page.getByRole('region', { name: 'Leaderboard' }).last();
      await ranks.getByRole('link').first().click();
      await page.waitForURL(/\/player\/0x/);
      const address = page.url().split('/').at(-1);
      const countTicks = async () => {
        const { data } = await explorer.gateway.query<{
          predictionPlayer: { ticks: readonly { decided: number }[] };
        }>(
          'query ($address: Address!) { predictionPlayer(address: $address) { ticks { decided } } }',
          {
            address,
          },
        );
        return data.predictionPlayer.ticks.length;
      };
      await expect.poll(countTicks, { timeout: 60_000 }).toBeGreaterThan(1);
      await page.reload();
      const findings = page.getByRole('region', { name: 'Skill or luck?' }).getByRole('listitem');
      await findings.first().waitFor();
      const said = (await findings.allTextContents()).join(' ');
      const [, rate, low, high] =
        /Right in ([\d.]+) % of [\d,]+ predictions?; 95 % interval ([\d.]+) % to ([\d.]+) %/.exec(
          said,
        ) ?? [];
      expect(Number(low)).toBeLessThan(Number(rate));
      expect(Number(high)).toBeGreaterThan(Number(rate));
      const verdict = '(better than|worse than|not to be told from) chance at 5 %';
      expect(said).toMatch(
        new RegExp(`Coin flips do as well with a probability of .*: ${verdict}`),
      );
      const [, gained, played, , lost] =
        new RegExp(
          `(\\d+) of (\\d+) ticks? ended with a profit; by chance with a probability of [^:]*: ${verdict}. (\\d+|None) ended with a loss`,
        ).exec(said) ?? [];
      expect(Number(gained) + (lost === 'None' ? 0 : Number(lost))).toBe(Number(played));
      const [profit, gain = '', right] = await readFigures(page.getByLabel('Key figures'));
      expect(right).toBe(`${rate} %`);
      const stake = /([\d,.]+) USDC staked/.exec(
        (await page.getByLabel('Key figures').textContent()) ?? '',
      );
      const toNumber = (text = '') => Number(text.replaceAll(/[^\d.-]/g, ''));
      const expected = (100 * toNumber(profit)) / toNumber(stake?.[1]);
      expect(Math.abs(toNumber(gain) - expected)).toBeLessThan(0.5);
      // The figures have a scope, beside those of all ticks, and the time at which they were read.
      await page.getByRole('heading', { name: 'Newest 50 ticks of each batch' }).waitFor();
      await page
        .getByLabel('Key figures')
        .getByText(/^read \d+ s ago$/)
        .waitFor();
      const lifetime = page.getByLabel('Lifetime figures');
      await lifetime.getByText(/^updated .* ago$/).waitFor();
      const [earned, , , ticks] = await readFigures(lifetime);
      expect(earned).toMatch(/^[+-]?<?[\d,.]+ USDC$/);
      expect(Number(ticks)).toBeGreaterThanOrEqual(Number(played));
      await lifetime.getByText(/^median player [\d.]+ %$/).waitFor();
      // The period and the ticks behind the figures, which add up to them.
      const counted = page.getByRole('region', { name: 'Counted ticks' });
      const profits = (await readCells(counted)).map((cells) => toNumber(cells.at(-1)));
      const shown = page.getByRole('region', { name: 'What is counted' });
      await shown.getByText(new RegExp(`^${profits.length} ticks$`)).waitFor();
      expect(await shown.locator('time').count()).toBe(2);
      const sum = profits.reduce((total, one) => total + one, 0);
      const total = toNumber((await readFigures(page.getByLabel('Key figures')))[0]);
      expect(Math.abs(sum - total)).toBeLessThan(0.01 * (profits.length + 1));
      const byMarket = await readCells(page.getByRole('region', { name: 'Accuracy by market' }));
      expect(byMarket.length).toBe(20);
      await page.getByText('The 20 with the most predictions.').waitFor();
      await page.getByRole('button', { name: 'About Longest streak' }).click();
      await page
        .getByRole('tooltip')
        .getByText(/ticks in a row that ended with a profit/)
        .waitFor();
    }));

  test('behavior: predictions and ranks say whose they are, and of what their figures are', () =>
    visit('/markets', async (page) => {
      const revealed = page.getByRole('img', { name: /^Revealed predictions of tick/ });
      await expect
        .poll(() => revealed.locator('.right-call').count(), { timeout: 60_000 })
        .toBeGreaterThan(0);
      // Rows have names, the running tick a number, cells a legend, and batches their titles.
      await page.getByRole('heading', { name: /^Sealed, tick \d+/ }).waitFor();
      const names = page.getByRole('list', { name: /^Rows of Revealed predictions/ });
      const [first = '', ...players] = await names.getByRole('listitem').allTextContents();
      expect(first).toBe('Outcome');
      for (const player of players) expect(player).toMatch(/^0x.{4}….{4}$/);
      expect(players.length).toBeGreaterThan(0);
      const right = revealed.locator('.right-call').first();
      expect(await right.getAttribute('class')).toMatch(/ (up|down)$/);
      await page.getByRole('list', { name: 'Legend' }).getByText('said up, wrong').waitFor();
      await page.getByRole('link', { name: '#10 Forty coins, ten seconds' }).waitFor();
      await page.getByRole('columnheader', { name: 'Deposits' }).waitFor();
      const ranks = page.getByRole('region', { name: 'Leaderboard' });
      await page.getByText(/^Every tick that the oracles count, in all batches$/).waitFor();
      await page.getByText(/^updated .* ago$/).waitFor();
      for (const row of await ranks.locator('tbody tr').all()) {
        const cells = await row.locator('td').allTextContents();
        // The figures of a player without a tick would say nothing.
        if (cells[3] === '–') expect(cells.slice(2)).toEqual(['–', '–', '–', '–', '–']);
        else expect(cells.at(-1)).toMatch(/^[+-]?<?[\d,.]+ USDC$/);
      }
    }));

  test('behavior: lending says what can be borrowed and at which rate', () =>
    visit('/lending', async (page) => {
      const table = page.getByRole('region', { name: 'Lending markets' });
      const row = table.getByRole('row').filter({ hasText: 'TOP10' });
      await row.getByRole('cell').first().waitFor();
      type Market = {
        readonly dtf: { readonly symbol: string };
        readonly rates: Readonly<
          Record<'borrowRatePct' | 'borrowApyPct' | 'supplyApyPct' | 'feePct', number>
        >;
      };
      const { data } = await explorer.gateway.query<{ lendingMarkets: readonly Market[] }>(
        `{ lendingMarkets { dtf { symbol }
          rates { borrowRatePct borrowApyPct supplyApyPct feePct } } }`,
      );
      const rates = data.lendingMarkets.find(({ dtf }) => dtf.symbol === 'TOP10')?.rates;
      const cells = await row.getByRole('cell').allTextContents();
      // What is the same in all markets is one sentence above the table.
      await page
        .getByText(`In all markets, loans cost ${rates?.borrowApyPct.toFixed(2)} % a year`)
        .waitFor();
      expect(await table.getByRole('columnheader', { name: 'Borrow APY' }).count()).toBe(0);
      expect(cells).toContain(`${rates?.supplyApyPct.toFixed(2)} %`);
      await page.getByText('Markets have no caps').waitFor();
      // The model is named, and what lenders earn follows from what borrowers pay.
      await page.getByLabel('Market', { exact: true }).selectOption('TOP10');
      await expect.poll(() => new URL(page.url()).searchParams.get('market')).toBe('TOP10');
      const model = page.getByRole('region', { name: 'Rates of the market' });
      const figures = await readFigures(model);
      // A reader gets the last figure from the digits of the others.
      const [rate = 0, utilisation = 0, passed = 0, result = -1] = figures.map(Number.parseFloat);
      expect(rate).toBe(Number(rates?.borrowRatePct.toFixed(2)));
      expect(Math.abs((rate * utilisation * passed) / 10_000 - result)).toBeLessThanOrEqual(0.006);
      await model.getByText(`${rates?.borrowApyPct.toFixed(2)} %`, { exact: true }).waitFor();
      await model
        .getByText(`${rates?.supplyApyPct.toFixed(2)} %`, { exact: true })
        .first()
        .waitFor();
      await model.getByText('there is no kink').waitFor();
      await page.setViewportSize({ width: 390, height: 800 });
      const heads = await table.locator('th:visible').allInnerTexts();
      expect(heads.map((head) => head.replace(/\W+$/, ''))).toEqual([
        'Collateral',
        'Supplied',
        'Utilisation',
      ]);
      await page.getByLabel('Wallet address').fill(exampleWallet);
      await page.getByText(/^Borrowing or withdrawing all that is allowed leads/).waitFor();
    }));

  test('behavior: a source is late by its own interval, which stands beside its age', () =>
    visit('/sources', async (page) => {
      const rows = page.getByRole('region', { name: 'Sources', exact: true }).locator('tbody tr');
      // The counts are the filter, and a source without a record is not started anywhere.
      const filter = page.getByRole('group', { name: 'Freshness' });
      for (const name of ['Not started', 'Late'] as const) {
        const choice = filter.getByRole('button', { name });
        await choice.click();
        const count = Number(/\d+$/.exec((await choice.textContent()) ?? '')?.[0]);
        await expect.poll(() => rows.filter({ hasText: name }).count()).toBe(count);
        expect(await rows.count()).toBe(count);
      }
      const late = rows.filter({ hasText: /Late/ }).first();
      const [, age = 0] = /(\d+) (?:min|h|d) ago5 min/.exec((await late.textContent()) ?? '') ?? [];
      expect(Number(age)).toBeGreaterThan(0);
      await late.getByRole('button').click();
      await page.getByText(/^Newest record .* ago, expected every 5 min$/).waitFor();
      await page.getByText(/late since .*, when it was two intervals and a minute old$/).waitFor();
      const name = (await late.getByRole('button').textContent()) ?? '';
      await page.getByRole('heading', { level: 2, name, exact: true }).waitFor();
    }));

  test('behavior: the network states failed rounds with their period, contracts have names', () =>
    visit('/status?range=D7', async (page) => {
      const failed = page
        .getByLabel('Network now')
        .getByText(/^[\d,]+ of [\d,]+ in the last 7 days$/);
      const [some = 0, all = 0] = ((await failed.textContent()) ?? '')
        .split(' of ')
        .map((text) => Number.parseInt(text.replaceAll(',', ''), 10));
      await page
        .getByLabel('Network now')
        .getByText(`${((100 * some) / all).toFixed(2)} %`, { exact: true })
        .waitFor();
      // A deployment file calls it ITP_NAV_ORACLE.
      const contract = page.getByRole('listitem').filter({ hasText: 'ITP NAV oracle' });
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await contract.getByRole('button', { name: 'Copy the address of ITP NAV oracle' }).click();
      await contract.getByText('Copied').waitFor();
      const address = await contract.getByTitle(/^0x/).getAttribute('title');
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
    }));

  test('behavior: a number that is another run here gives way to the inputs of the address', async () => {
    const { page } = await explorer.open(`/backtest?${strategy}&baseFeePct=0.7&runs=1`);
    await page.getByRole('heading', { level: 2, name: /^#\d+ Top 10 .*fee 0.7 %/ }).waitFor();
    await expect.poll(() => page.url()).not.toContain('runs=1&');
    expect(new URL(page.url()).searchParams.get('runs')).not.toBe('1');
    await page.context().close();
  });

  test('error: an invalid strategy is explained by labels, without a retry', async () => {
    const { page } = await explorer.open(`/backtest?${strategy}&topN=0`.replace('&topN=10', ''));
    const alert = page.getByRole('alert');
    await alert.waitFor();
    const text = (await alert.textContent()) ?? '';
    expect(text).toContain('“Number of coins”');
    expect(text).not.toMatch(/topN|top_n/);
    expect(await alert.getByRole('button', { name: 'Retry' }).count()).toBe(0);
    await page.context().close();
  });
});

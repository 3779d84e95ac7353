import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exampleWallet } from '../../src/domains/example-wallet.ts';
import { chromiumPath } from '../support/chromium.ts';
import { startExplorer, type TestExplorer } from '../support/explorer.ts';
import { joinSharedSandbox } from '../support/join-shared-sandbox.ts';
import {
  dueFractionOf,
  healthWithInterest,
  type StatedLoan,
  statedLoanFields,
} from '../support/loan-health.ts';
import { readCells, readDownload, readFigures } from '../support/page-parts.ts';
import { createVisit } from '../support/visit-page.ts';

describe.skipIf(chromiumPath === null)('pages of a wallet and of lending in a browser', () => {
  let explorer: TestExplorer;
  beforeAll(async () => {
    explorer = await startExplorer(joinSharedSandbox);
  });
  afterAll(() => explorer?.[Symbol.asyncDispose]());

  const visit = createVisit(() => explorer);

  /** Finds a wallet that holds shares and has bought none. */
  const findReceiver = async () => {
    type Wallet = { readonly address: string; readonly trades: { readonly totalCount: number } };
    const { data } = await explorer.gateway.query<{
      dtfs: { edges: { node: { holders: { edges: { node: { portfolio: Wallet } }[] } } }[] };
    }>(`{ dtfs(first: 3) { edges { node { holders(first: 8) { edges { node {
      portfolio { address trades(first: 1) { totalCount } } } } } } } } }`);
    return data.dtfs.edges
      .flatMap(({ node }) => node.holders.edges.map((holder) => holder.node.portfolio))
      .find(({ trades }) => trades.totalCount === 0);
  };

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
        portfolio: {
          ledger: { totals: Record<'boughtUsd' | 'realizedUsd' | 'unrealizedUsd', number> };
        };
      }>(
        `query ($address: Address!) { portfolio(address: $address) {
          ledger { totals { boughtUsd realizedUsd unrealizedUsd } } } }`,
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
      // Tiles say what they leave out and include without a click.
      const tile = (label: string) =>
        page.getByLabel('Key figures').locator('.stat').filter({ hasText: label }).first();
      await tile('Net worth')
        .getByText(/^without USDC in the wallet, before ≈\$[\d,.]+ interest due$/)
        .waitFor();
      await tile('Total gain')
        .getByText(/^of shares(,| and) debt(, .* and batches| and batches)?$/)
        .waitFor();
      await tile('Gain on purchases').getByText('shares alone, of what all of them cost').waitFor();
      // Other pages count other ticks.
      await sums.getByText(/gain: all ticks, by the leaderboard$/).waitFor();
      // Debt that the market has not charged yet is said, not counted.
      await sums.getByText(/; about \$[\d,.]+ since then is not included$/).waitFor();
      // It has pledged shares, which a return by days would count as a loss.
      expect(figures[3]).toBe('not stated');
      await page.getByText('shares moved without a trade', { exact: true }).waitFor();
      await page.getByText(/^Shares were pledged for a loan or released\./).waitFor();
      const { boughtUsd } = ledger.totals;
      const onPurchases = Number.parseFloat(figures[2]?.replaceAll(',', '') ?? '');
      expect(
        Math.abs(onPurchases - (100 * (Number(sold?.[1]) / 100 + unrealized)) / boughtUsd),
      ).toBeLessThan(1);
      const [header = ''] = await readDownload(
        page,
        page.getByRole('button', { name: 'CSV of Positions' }),
      );
      expect(header.split(',')).toEqual(expect.arrayContaining(['shares', 'pledged_shares']));
    }));

  test('behavior: shares without a known purchase have no known cost, gain or return', async () => {
    const given = await findReceiver();
    await visit(`/portfolio/${given?.address}`, async (page) => {
      const tiles = page.getByLabel('Key figures');
      await tiles.getByText(/^cost of \$[\d,.]+ of shares is unknown$/).waitFor();
      const figures = await readFigures(tiles);
      expect(figures[0]).toMatch(/^\$/);
      expect(figures.slice(1)).toEqual(['unknown', 'not stated']);
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

  test('behavior: a loan counts the interest due first, and has the figures of the contract in small print', () =>
    visit(`/lending?wallet=${exampleWallet}`, async (page) => {
      const loans = page.getByRole('region', { name: 'Loans', exact: true });
      const reading = loans.locator('.loan-reading').first();
      await reading.waitFor();
      type Loan = StatedLoan & { readonly debt: string };
      const { data } = await explorer.gateway.query<{
        portfolio: { lending: { positions: readonly Loan[] } };
      }>(
        `query ($address: Address!) { portfolio(address: $address) { lending { positions {
          debt ${statedLoanFields} } } } }`,
        { address: exampleWallet },
      );
      const [loan] = data.portfolio.lending.positions;
      if (loan === undefined) throw new Error('the wallet of the example has a loan');
      const owed = Number(loan.debt) / 1e18;
      const text = (await reading.textContent()) ?? '';
      const day = new Date(loan.market.rates.accruedAt * 1000).toLocaleDateString('en-US', {
        dateStyle: 'medium',
      });
      expect(text).toContain(`Interest due since ${day} is counted: about`);
      const numberAfter = (words: string) => {
        const [, digits = ''] = new RegExp(`${words} ?([\\d,.]*\\d)`).exec(text) ?? [];
        return Number(digits.replaceAll(',', ''));
      };
      const due = owed * dueFractionOf(loan);
      expect(due).toBeGreaterThan(1);
      expect(Math.abs(numberAfter('is counted: about') - due)).toBeLessThan(0.02);
      expect(Math.abs(numberAfter(`without the interest since ${day}:`) - owed)).toBeLessThan(0.01);
      // The price moves between the two readings.
      expect(Math.abs(numberAfter('By the contract,') / loan.healthFactor - 1)).toBeLessThan(0.05);
      expect(text).toMatch(
        /Interest alone, .*, brings it to 1 (on \w+ \d+, \d{4}|beyond 10 years)/,
      );
      const health = healthWithInterest(loan);
      const toNumber = (cell = '') => Number(cell.replace(/[^\d.].*$/, ''));
      const cells = (await readCells(loans))[0] ?? [];
      const [, debtCell = '', healthCell = '', priceCell = '', borrowCell = ''] = cells;
      for (const cell of [debtCell, healthCell, priceCell]) expect(cell).toMatch(/^≈/);
      // The small print has the cents.
      expect(Math.abs(Number(debtCell.replace(/[≈,]/g, '')) - owed - due)).toBeLessThan(0.6);
      expect(Math.abs(toNumber(healthCell.slice(1)) / health - 1)).toBeLessThan(0.05);
      // What can still be borrowed leads from this debt to the limit, but for two rounded digits.
      const borrow = Number(borrowCell.replace(/[≈,]|\s.*$/g, ''));
      const most = (owed + due) * (toNumber(healthCell.slice(1)) - 0.995);
      expect(Math.abs(borrow - most)).toBeLessThan(0.02 * owed);
      const falls = page.getByRole('region', { name: 'Health if the share price falls' });
      const [, now = '', , after20 = ''] = (await readCells(falls))[0] ?? [];
      expect(Math.abs(toNumber(now.slice(1)) / health - 1)).toBeLessThan(0.05);
      expect(Math.abs(toNumber(after20.slice(1)) / (0.8 * health) - 1)).toBeLessThan(0.05);
      expect(text).toMatch(
        /(A fall of [\d.]+\s%|Repaying [\d,.]+\sUSDC) leads to a health of 1\.25/,
      );
      await page.getByText(/^Health: Safe from 1\.5; Watch from 1\.1/).waitFor();
      // On a phone no column is cut.
      await page.setViewportSize({ width: 390, height: 844 });
      for (const name of ['Loans', 'Health if the share price falls', 'Loan history']) {
        const hidden = await page
          .getByRole('region', { name, exact: true })
          .evaluate((table) => table.scrollWidth - table.clientWidth);
        expect(hidden, name).toBeLessThanOrEqual(0);
      }
    }));

  test('behavior: distorted figures are on demand alone, and say what distorts them', async () => {
    const given = await findReceiver();
    await visit(`/portfolio/${given?.address}/analysis`, async (page) => {
      await page.getByText('No time-weighted return and no risk is stated').waitFor();
      await page.getByText(/came or left by a transfer/).waitFor();
      expect(await page.getByText('Volatility', { exact: true }).count()).toBe(0);
      await page.getByText('Show the distorted figures and charts').click();
      await page.getByText(/^Distorted: these figures count shares that moved/).waitFor();
      await page.getByText('Volatility', { exact: true }).first().waitFor();
    });
  });

  test('behavior: stress has values and health before and after, exposure what it covers', () =>
    visit(`/portfolio/${exampleWallet}/analysis?shocks=BTC:-50`, async (page) => {
      const funds = page.getByRole('region', { name: 'Funds after the change', exact: true });
      await funds.getByRole('row').nth(1).waitFor();
      const rows = await readCells(funds);
      for (const [, now, after, change] of rows) {
        const [before, then] = [now, after].map((text) => Number(text?.replace(/[$,]/g, '')));
        const shown = Number.parseFloat(change ?? '');
        expect(Math.abs(100 * (Number(then) / Number(before) - 1) - shown)).toBeLessThan(0.1);
      }
      expect(rows.some(([, , , change]) => change?.startsWith('-'))).toBe(true);
      const loans = page.getByRole('region', { name: 'Loans after the change', exact: true });
      const [loan] = await readCells(loans);
      const [healthNow, healthAfter] = [loan?.[1], loan?.[2]].map((text = '') => {
        expect(text, 'counts the interest due').toMatch(/^≈/);
        return Number(text.slice(1));
      });
      expect(healthNow).toBeGreaterThanOrEqual(Number(healthAfter));
      const small = page.getByText(/^By the contracts, health now is [\d.]+ for \w+ without/);
      const [, stated] = /is ([\d.]+) for/.exec((await small.textContent()) ?? '') ?? [];
      expect(Number(stated)).toBeGreaterThan(Number(healthNow));
      await page.getByText(/^Covers [\d.]+ % of \$[\d,.]+ in fund shares/).waitFor();
      await page
        .getByText(/Not included: \$[\d,.]+ of batch deposits and \$[\d,.]+ of debt/)
        .waitFor();
    }));

  test('behavior: a ticker that the wallet does not hold is no shock, and all prices can fall at once', () =>
    visit(`/portfolio/${exampleWallet}/analysis`, async (page) => {
      const shocks = page.getByRole('list', { name: 'Changes of prices' });
      const exposure = page.getByRole('region', { name: 'Exposure', exact: true });
      await exposure.getByRole('row').nth(1).waitFor();
      const [largest] = (await readCells(exposure)).map(([symbol]) => symbol);
      await page.getByLabel('Ticker').fill('nope');
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      const refusal = page.getByRole('alert').filter({ hasText: 'hold no NOPE.' });
      expect(await refusal.textContent()).toContain(`Choose one of ${largest}, `);
      expect(await page.locator('datalist option').first().getAttribute('value')).toBe(largest);
      // At first all prices fall.
      expect(await shocks.getByRole('listitem').allInnerTexts()).toHaveLength(1);
      expect(await shocks.innerText()).toMatch(/^All \d+ assets/);
      const funds = page.getByRole('region', { name: 'Funds after the change', exact: true });
      const changes = async () => new Set((await readCells(funds)).map((cells) => cells.at(-1)));
      await expect.poll(changes).toEqual(new Set(['-30.00 %']));
      await page.getByRole('button', { name: 'BTC −30 %, ETH −40 %, others unchanged' }).click();
      await page.getByText('All other prices stay as they are.').waitFor();
      await expect.poll(changes).not.toContain('-30.00 %');
      await page.getByRole('button', { name: 'All −30 %' }).click();
      await expect.poll(() => new URL(page.url()).searchParams.get('shocks')).toBe('*:-30');
      await expect.poll(changes).toEqual(new Set(['-30.00 %']));
    }));

  test('behavior: what liquidators took is said where figures have it or leave it out', async () => {
    type Move = {
      readonly type: string;
      readonly txHash: string;
      readonly amount: string;
      readonly dtf: { readonly symbol: string };
    };
    type Wallet = {
      readonly address: string;
      readonly lending: { readonly history: { readonly edges: { readonly node: Move }[] } };
    };
    const { data } = await explorer.gateway.query<{
      dtfs: { edges: { node: { holders: { edges: { node: { portfolio: Wallet } }[] } } }[] };
    }>(`{ dtfs(first: 1, filter: { search: "TOP10" }) { edges { node { holders(first: 40) { edges {
      node { portfolio { address lending { history(first: 20) { edges { node {
        type txHash amount dtf { symbol } } } } } } } } } } } } }`);
    const takenOf = ({ lending }: Wallet) => {
      const moves = lending.history.edges
        .map(({ node }) => node)
        .filter(({ dtf }) => dtf.symbol === 'TOP10');
      const repaid = new Set(
        moves.filter(({ type }) => type === 'REPAY').map(({ txHash }) => txHash),
      );
      return moves.find(({ type, txHash }) => type === 'WITHDRAW' && repaid.has(txHash));
    };
    const wallet = data.dtfs.edges
      .flatMap(({ node }) => node.holders.edges.map((holder) => holder.node.portfolio))
      .find((portfolio) => takenOf(portfolio) !== undefined);
    if (wallet === undefined) throw new Error('the world has a wallet that was liquidated');
    const taken = (Number(takenOf(wallet)?.amount) / 1e18).toFixed(3);
    await visit(`/portfolio/${wallet.address}`, async (page) => {
      const row = page
        .getByRole('region', { name: 'How it adds up' })
        .getByRole('row', { name: /^Liquidated shares/ });
      expect(await row.innerText()).toMatch(new RegExp(`\\s${taken} TOP10 on \\w+ \\d+, \\d{4}`));
      // As wide as a phone, whose bars take no room.
      await page.setViewportSize({ width: 405, height: 844 });
      const columns = await page
        .locator('.numbers .stats')
        .evaluateAll((all) =>
          all.map((stats) => getComputedStyle(stats).gridTemplateColumns.split(' ').length),
        );
      expect(columns).toEqual([2]);
      await row.getByRole('link', { name: 'Loan history' }).click();
      const history = page.getByRole('region', { name: 'Loan history', exact: true });
      await history.getByText('Liquidation', { exact: true }).nth(1).waitFor();
      expect(await history.getByText('Repay', { exact: true }).count()).toBe(0);
      expect(
        await history.evaluate((table) => table.scrollWidth - table.clientWidth),
      ).toBeLessThanOrEqual(0);
    });
    await visit(`/portfolio/${wallet.address}/analysis`, async (page) => {
      const note = page.getByRole('note').filter({ hasText: 'liquidators took' });
      await note.waitFor();
      expect(await note.innerText()).toMatch(
        new RegExp(
          `^Includes ${taken} TOP10 on .*only records trades\\. Held now, .*[\\d.]+ TOP10\\.`,
        ),
      );
      await page.getByRole('heading', { name: 'Shares bought and not sold' }).waitFor();
      expect(await page.getByText('ledger below do not depend on it').count()).toBe(0);
    });
  });

  test.each(['/portfolio', `/portfolio/${exampleWallet}`, `/portfolio/${exampleWallet}/analysis`])(
    'behavior: on a phone the tables of %s are not cut, and buttons are 24 px high',
    (path) =>
      visit(path, async (page) => {
        await page.setViewportSize({ width: 390, height: 844 });
        await page.locator('main table tbody tr').first().waitFor();
        for (let down = 0; down < 8; down += 1) {
          await page.mouse.wheel(0, 900);
          await page.waitForTimeout(150);
        }
        await page.waitForFunction(() => document.querySelector('.skeleton') === null);
        const { cut, low } = await page.evaluate(() => ({
          cut: [...document.querySelectorAll('.table-scroll')]
            .filter((table) => table.scrollWidth > table.clientWidth)
            .map((table) => table.getAttribute('aria-label')),
          low: [...document.querySelectorAll('main .button, main summary')]
            .map((one) => [one.textContent, one.getBoundingClientRect().height] as const)
            .filter(([, height]) => height > 0 && height < 24),
        }));
        // A year has twelve months; its edge fades out where more of them are.
        expect(cut.filter((label) => label !== 'Returns by month')).toEqual([]);
        expect(low).toEqual([]);
      }),
  );
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exampleWallet } from '../../src/domains/example-wallet.ts';
import { chromiumPath } from '../support/chromium.ts';
import { startExplorer, type TestExplorer } from '../support/explorer.ts';
import { joinSharedSandbox } from '../support/join-shared-sandbox.ts';
import { readFigures } from '../support/page-parts.ts';
import { createVisit } from '../support/visit-page.ts';

describe.skipIf(chromiumPath === null)('the page of lending in a browser', () => {
  let explorer: TestExplorer;
  beforeAll(async () => {
    explorer = await startExplorer(joinSharedSandbox);
  });
  afterAll(() => explorer?.[Symbol.asyncDispose]());

  const visit = createVisit(() => explorer);

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
      // The limit of loans is said once, interest that is due with the day since which it is.
      expect((await page.locator('main').innerText()).match(/(?<![\d.])77\s%/g)).toHaveLength(1);
      await table.getByRole('columnheader', { name: 'Interest due' }).waitFor();
      expect(cells.some((cell) => /^≈[\d,]+\sUSDC\s*since \w+ \d+, \d{4}$/.test(cell))).toBe(true);
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
      expect(await model.getByText('77 %').count()).toBe(0);
      await page.setViewportSize({ width: 390, height: 800 });
      const heads = await table.locator('th:visible').allInnerTexts();
      expect(heads.map((head) => head.replace(/\W+$/, ''))).toEqual([
        'Collateral',
        'Supplied',
        'Utilisation',
      ]);
      await page.getByLabel('Wallet address').fill(exampleWallet);
      await page.getByText(/Borrowing or withdrawing all that is allowed leads/).waitFor();
    }));
});

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exampleWallet } from '../../src/domains/example-wallet.ts';
import { chromiumPath } from '../support/chromium.ts';
import { startExplorer, type TestExplorer } from '../support/explorer.ts';

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

  test('behavior: lending says what can be borrowed and at which rate', () =>
    visit('/lending', async (page) => {
      const table = page.getByRole('region', { name: 'Lending markets' });
      const row = table.getByRole('row').filter({ hasText: 'TOP10' });
      await row.getByRole('cell').first().waitFor();
      type Market = {
        readonly dtf: { readonly symbol: string };
        readonly rates: Readonly<Record<'borrowApyPct' | 'supplyApyPct', number>>;
      };
      const { data } = await explorer.gateway.query<{ lendingMarkets: readonly Market[] }>(
        '{ lendingMarkets { dtf { symbol } rates { borrowApyPct supplyApyPct } } }',
      );
      const rates = data.lendingMarkets.find(({ dtf }) => dtf.symbol === 'TOP10')?.rates;
      const cells = await row.getByRole('cell').allTextContents();
      expect(cells).toContain(`${rates?.borrowApyPct.toFixed(2)} %`);
      expect(cells).toContain(`${rates?.supplyApyPct.toFixed(2)} %`);
      await page.getByText('Markets have no caps').waitFor();
    }));
});

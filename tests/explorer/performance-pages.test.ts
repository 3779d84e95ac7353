import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exampleWallet } from '../../src/domains/example-wallet.ts';
import { changeResponses } from '../support/change-responses.ts';
import { chromiumPath } from '../support/chromium.ts';
import { startExplorer, type TestExplorer } from '../support/explorer.ts';
import { joinSharedSandbox } from '../support/join-shared-sandbox.ts';
import { healthWithInterest, type StatedLoan, statedLoanFields } from '../support/loan-health.ts';
import {
  a4,
  printSheets,
  readContributions,
  readFigures,
  readRows,
  showFixed,
  showSigned,
  yearAgo,
} from '../support/page-figures.ts';
import { goToPart, readFigures as readStats } from '../support/page-parts.ts';

type Performance = Readonly<
  Record<'totalReturnPct' | 'volatilityPct' | 'maxDrawdownPct' | 'sharpe', number>
> & {
  readonly periodReturns: readonly { period: string; returnPct: number | null }[];
  readonly monthlyReturns: readonly { year: number; month: number; returnPct: number }[];
  readonly drawdowns: readonly { depthPct: number; days: number }[];
  readonly btc: { readonly betaToBenchmark: number; readonly correlation: number };
};

/** A day as the pages show it. */
const showDay = (date: string) =>
  new Date(date).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

const performanceFields = `
  totalReturnPct volatilityPct maxDrawdownPct sharpe
  periodReturns { period returnPct } monthlyReturns { year month returnPct }
  drawdowns { depthPct days } btc: versus(benchmark: { coin: BTC }) { betaToBenchmark correlation }
`;

describe.skipIf(chromiumPath === null)('pages with performance figures', () => {
  let explorer: TestExplorer;
  beforeAll(async () => {
    explorer = await startExplorer(joinSharedSandbox);
  });
  afterAll(() => explorer?.[Symbol.asyncDispose]());

  test('default: performance of a range, returns of periods and concentration are those of the API', async () => {
    const { page, problems } = await explorer.open('/dtf/lend');
    // The figures of a live fund change, so that those which the page has received are compared.
    const received = async <T>(operation: string, variables: string): Promise<T> => {
      const response = await page.waitForResponse((one) => {
        const body = one.request().postData() ?? '';
        return body.includes(`"${operation}"`) && body.includes(variables);
      });
      return (await response.json()).data.dtf;
    };
    const periods = received<{
      assetCount: number;
      performance: { periodReturns: { period: string; returnPct: number }[] };
      concentration: { top5Pct: number; top10Pct: number; effectiveAssets: number };
    }>('FundPeriods', '');
    // The last 90 days begin before the range of 90 days, which begins at the present time of day.
    const risk = received<{
      performance: { volatilityPct: number; sharpe: number; maxDrawdownPct: number };
    }>('FundRisk', '"Y1"');
    const part = await goToPart(page, 'Performance and concentration');
    await part.getByRole('radio', { name: '90D' }).click();
    expect(new URL(page.url()).searchParams.get('figures')).toBe('D90');
    const { performance } = await risk;
    const { assetCount, concentration, performance: year } = await periods;
    const quarter = year.periodReturns.find(({ period }) => period === 'QUARTER');
    await expect
      .poll(() => readStats(part.getByLabel('Risk', { exact: true })))
      .toEqual([
        `${showFixed(performance.volatilityPct)} %`,
        `${showFixed(performance.maxDrawdownPct)} %`,
        showFixed(performance.sharpe),
      ]);
    const returns = await readStats(part.getByLabel('Returns', { exact: true }));
    expect(returns[2]).toBe(`${showSigned(quarter?.returnPct ?? 0)} %`);
    const shares = await readStats(part.getByLabel('Concentration', { exact: true }));
    // A basket of 5 or 10 assets has no largest 5 or 10.
    expect([...shares.slice(0, -2), shares.at(-1)]).toEqual([
      ...(assetCount > 5 ? [`${showFixed(concentration.top5Pct)} %`] : []),
      ...(assetCount > 10 ? [`${showFixed(concentration.top10Pct)} %`] : []),
      showFixed(concentration.effectiveAssets, 1),
    ]);
    await part.getByRole('button', { name: 'About Effective assets' }).click();
    await page.getByRole('tooltip').getByText('1/sum of w²').waitFor();
    await page.keyboard.press('Escape');
    await part.getByRole('link', { name: 'All figures in the factsheet' }).click();
    await expect.poll(() => page.url()).toContain('/factsheet');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('default: a fund links to its factsheet, which has the figures of the graph', async () => {
    type Fund = {
      itpId: string;
      symbol: string;
      concentration: { herfindahl: number; effectiveAssets: number };
      performance: Performance;
      whole: Performance & { readonly from: string };
    };
    const query = `{ dtfs(first: 1) { edges { node {
      itpId symbol concentration { herfindahl effectiveAssets }
      performance(range: Y3, from: "${yearAgo()}") { ${performanceFields} }
      whole: performance(range: MAX) { from ${performanceFields} } } } } }`;
    const readFund = async () =>
      (await explorer.gateway.query<{ dtfs: { edges: [{ node: Fund }] } }>(query)).data.dtfs
        .edges[0].node;
    const { page, problems } = await explorer.open(`/dtf/${(await readFund()).itpId}`);
    await page.getByRole('link', { name: 'Factsheet' }).click();
    const figures = page.getByRole('region', { name: 'Figures', exact: true });
    await figures.waitFor();
    // The first reading may be of stale values, which it renews.
    await page.reload();
    await figures.waitFor();
    const fund = await readFund();
    const { performance, concentration } = fund;
    expect(await readFigures(page, 'Figures')).toMatchObject({
      'Total return': `${showSigned(performance.totalReturnPct)} %`,
      Volatility: `${showFixed(performance.volatilityPct)} %`,
      'Largest drawdown': `${showFixed(performance.maxDrawdownPct)} %`,
      Sharpe: showFixed(performance.sharpe),
    });
    // The sheet of a year has the periods up to it; the last of the API is that of all NAVs.
    const periods = await readRows(page, 'Returns by period');
    expect(periods.map((row) => row[2])).toEqual(
      fund.whole.periodReturns
        .filter(({ period }) => period !== 'INCEPTION')
        .map(({ returnPct }) => `${showSigned(returnPct ?? 0)} %`),
    );
    const plotted = page.getByRole('img', { name: /^Growth of 1 against/ });
    const keys = plotted.locator('xpath=ancestor::figure').locator('.chart-key strong');
    // All lines end on one day, where the growth of the fund is what the table has as its return.
    const [ownGrowth = '', ...others] = await keys.allTextContents();
    expect(ownGrowth).toMatch(/^[\d.]+×$/);
    for (const growth of others) expect(growth).toMatch(/^[\d.]+×$/);
    for (const head of ['Days down', 'Days up'])
      await page.getByRole('columnheader', { name: head }).waitFor();
    expect(performance.periodReturns.find(({ period }) => period === 'YEAR')?.returnPct).toBe(
      performance.totalReturnPct,
    );
    const months = await readRows(page, 'Returns by month');
    // A month with only the first value of the series has no return.
    const firstReturn = Date.parse(yearAgo()) + 86_400_000;
    for (const { year, month, returnPct } of performance.monthlyReturns) {
      const row = months.find(([name]) => Number(name) === year);
      const isEmpty = Date.UTC(year, month) === firstReturn;
      expect(row?.[month]).toBe(isEmpty ? '' : showSigned(returnPct));
    }
    expect((await readRows(page, 'Worst drawdowns')).map((row) => row[0])).toEqual(
      performance.drawdowns.map(({ depthPct }) => `${showFixed(depthPct)} %`),
    );
    const versus = await readRows(page, 'Beside benchmarks');
    const beside = (name: string, column = 1) =>
      versus.find(([label]) => label?.startsWith(name))?.[column];
    const points = (name: string, column = 1) =>
      Number.parseFloat(beside(name, column)?.replaceAll(/[+,]/g, '') ?? '');
    const grown = 100 * (Number.parseFloat(ownGrowth) - 1);
    expect(Math.abs(points('Return', 1) - grown)).toBeLessThan(0.51);
    const difference = points('Return', 1) - points('Return', 2);
    expect(difference).toBeCloseTo(points('Excess return'), 1);
    expect(beside('Excess return')).toMatch(/ pp$/);
    expect(beside('Alpha per year')).toMatch(/ pp$/);
    // Over a year, the excess a year is nearly that of the whole time.
    expect(Math.abs(points('Excess a year') - points('Excess return'))).toBeLessThan(2);
    expect(beside('Beta')).toBe(showFixed(performance.btc.betaToBenchmark));
    expect(beside('Correlation')).toBe(showFixed(performance.btc.correlation));
    expect(await readFigures(page, 'Concentration')).toMatchObject({
      'Herfindahl index': showFixed(concentration.herfindahl, 3),
      'Effective assets': showFixed(concentration.effectiveAssets, 1),
    });

    // A longer range is in the address, and changes the figures, the growth and the months.
    await page.getByRole('radio', { name: 'MAX' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('range')).toBe('MAX');
    await expect
      .poll(() => readFigures(page, 'Figures'))
      .toMatchObject({ 'Total return': `${showSigned(fund.whole.totalReturnPct)} %` });
    const last = (await readRows(page, 'Returns by period')).at(-1);
    expect(last?.slice(0, 2)).toEqual(['Since creation', showDay(fund.whole.from)]);
    const years = new Set(fund.whole.monthlyReturns.map(({ year }) => year));
    expect(await readRows(page, 'Returns by month')).toHaveLength(years.size);
    expect(await printSheets(page)).toEqual([a4, a4]);

    // A run is compared in the chart and in the table, and stays in the address.
    await page.getByLabel('Compare also with').selectOption('1');
    await expect.poll(() => new URL(page.url()).searchParams.get('against')).toBe('1');
    await page.getByRole('img', { name: /^Growth of 1 against BTC, ETH, #1$/ }).waitFor();
    await page.goto(`${explorer.gateway.url}/dtf/${fund.symbol.toLowerCase()}/factsheet`);
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/dtf/${fund.itpId}/factsheet`);
    await page.getByRole('region', { name: 'Figures', exact: true }).waitFor();
    expect(await printSheets(page)).toEqual([a4, a4]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('default: contributions add up to the change of the NAV, losses and others among them', async () => {
    const { page, problems } = await explorer.open('/dtf/even20');
    await goToPart(page, 'Contributions in 24 hours');
    const region = page.getByRole('region', { name: 'Contributions in 24 hours' });
    await region.locator('tfoot').waitFor();
    const { parts, total } = await readContributions(page, 'Contributions in 24 hours');
    const added = parts.reduce((sum, { points }) => sum + Math.round(points * 100), 0);
    expect(added).toBe(Math.round(total * 100));
    expect(parts.map(({ name }) => name).join()).toMatch(/\d+ other assets/);
    const change = page.locator('.stat').filter({ hasText: 'Change in 24 h' }).locator('dd');
    expect(Math.abs(Number.parseFloat((await change.textContent()) ?? '') - total)).toBeLessThan(1);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('behavior: the sections of a fund are reached by links and keys, and the address has the place', async () => {
    for (const width of [1400, 390]) {
      const { page, problems } = await explorer.open('/dtf/lend', {
        viewport: { width, height: 800 },
      });
      const nav = page.getByRole('navigation', { name: 'Sections of this page' });
      const isCurrent = (name: string) =>
        expect
          .poll(() => nav.getByRole('link', { name, exact: true }).getAttribute('aria-current'), {
            timeout: 15_000,
          })
          .toBe('location');
      await isCurrent('NAV');
      await nav.getByRole('link', { name: 'Contributions' }).focus();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await isCurrent('Performance');
      expect(new URL(page.url()).hash).toBe('#performance');
      // A link with a ticker is led to the fund, at the same place.
      await page.goto(`${explorer.gateway.url}/dtf/lend#holders`);
      await page.reload();
      await isCurrent('Holders');
      const holders = page.locator('#holders');
      await holders.getByRole('row').nth(1).waitFor();
      await expect
        .poll(() => holders.evaluate((element) => element.getBoundingClientRect().top))
        .toBeLessThan(200);
      expect(await nav.isVisible()).toBe(true);
      expect(problems).toEqual([]);
      await page.context().close();
    }
  });

  test('behavior: a young fund says since when it has returns, and offers no longer range', async () => {
    const { page } = await explorer.open('/dtf/lend/factsheet');
    const change = (text: string) =>
      text
        .replace(
          /"period":"YEAR","from":"[^"]+","returnPct":[^,]+/,
          '"period":"YEAR","from":null,"returnPct":null',
        )
        .replace(
          /"whole":\{"from":"[^"]+"/,
          `"whole":{"from":"${new Date().toISOString().slice(0, 10)}"`,
        );
    await changeResponses(page, 'Factsheet', { text: change });
    await page.reload();
    await page.getByText(/^Younger than 365 days: the first day is/).waitFor();
    const names = (await readRows(page, 'Returns by period')).map(([name]) => name);
    expect(names).not.toContain('365 days');
    expect(await page.getByRole('radio').allTextContents()).toEqual(['1Y']);
    await page.context().close();
  });

  test('behavior: a hovered day of a plot shows its values, also by the keyboard', async () => {
    type Point = { date: string; value: number; benchmark: number };
    const { data } = await explorer.gateway.query<{
      dtfs: {
        edges: { node: { itpId: string; performance: { versus: { series: Point[] } } } }[];
      };
    }>(
      `{ dtfs(first: 1) { edges { node { itpId
        performance(range: Y3, from: "${yearAgo()}") { versus(benchmark: { coin: BTC }) { series { date value benchmark } } }
      } } } }`,
    );
    const fund = data.dtfs.edges[0]?.node;
    const series = fund?.performance.versus.series ?? [];
    const { page } = await explorer.open(`/dtf/${fund?.itpId}/factsheet`);
    const plot = page.getByRole('img', { name: /^Growth of 1/ });
    await plot.waitFor();
    const legend = plot.locator('xpath=ancestor::figure').locator('.chart-key strong');
    const box = await plot.boundingBox();
    if (box === null) throw new Error('there is no plot');
    for (const share of [0.1, 0.5, 0.9]) {
      await page.mouse.move(box.x + box.width * share, box.y + 20);
      const point = series[Math.round((series.length - 1) * share)];
      // The pointer is on a pixel, which is about a third of a day wide.
      const near = series
        .slice(0)
        .filter(
          ({ date }) => Math.abs(Date.parse(date) - Date.parse(point?.date ?? '')) <= 86_400_000,
        );
      await expect
        .poll(async () =>
          near
            .map(({ value }) => `${showFixed(value)}×`)
            .includes((await legend.allTextContents())[0] ?? ''),
        )
        .toBe(true);
    }
    await page.getByRole('slider', { name: /^Values of Growth of 1/ }).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    // As after a scroll, which moves the plot below a pointer at rest: the keys' position stays.
    const atRest = { clientX: box.x + box.width * 0.9, clientY: box.y + 20, bubbles: true };
    await plot.dispatchEvent('pointermove', atRest);
    const second = series[1];
    await expect
      .poll(async () => (await legend.allTextContents()).slice(0, 2))
      .toEqual([`${showFixed(second?.value ?? 0)}×`, `${showFixed(second?.benchmark ?? 0)}×`]);
    await page.context().close();
  });

  test('default: a wallet links to its returns, exposure, stress and ledger', async () => {
    type Wallet = {
      performance: Performance & Record<'timeWeightedReturnPct' | 'moneyWeightedReturnPct', number>;
      exposure: readonly { symbol: string; valueUsd: number; pct: number }[];
      stress: { valueUsd: number; changePct: number; loans: readonly StatedLoan[] };
      average: Ledger;
      fifo: Ledger;
    };
    type Ledger = Readonly<Record<'lots' | 'realized', readonly unknown[]>> & {
      totals: { boughtUsd: number; realizedUsd: number };
    };
    const ledger = '{ lots { shares } realized { shares } totals { boughtUsd realizedUsd } }';
    const { data } = await explorer.gateway.query<{ portfolio: Wallet }>(
      `query ($address: Address!) { portfolio(address: $address) {
        performance { timeWeightedReturnPct moneyWeightedReturnPct ${performanceFields} }
        exposure { symbol valueUsd pct }
        stress(shocks: [{ symbol: "BTC", pct: -30 }, { symbol: "ETH", pct: -75 }]) { valueUsd changePct loans { ${statedLoanFields} } }
        average: ledger ${ledger}
        fifo: ledger(method: FIFO) ${ledger}
      } }`,
      { address: exampleWallet },
    );
    const wallet = data.portfolio;
    const { page, problems } = await explorer.open(`/portfolio/${exampleWallet}`);
    await page.getByRole('link', { name: 'Returns and risk' }).first().click();
    // Pledged shares left the wallet without a trade: what that distorts is shown on demand.
    await page.getByText('No time-weighted return and no risk is stated').waitFor();
    await page.getByText('Show the distorted figures and charts').click();
    await page.getByRole('region', { name: 'Figures', exact: true }).waitFor();
    const { performance } = wallet;
    expect(await readFigures(page, 'Figures')).toMatchObject({
      'Time-weighted': `${showSigned(performance.timeWeightedReturnPct)} %`,
      'Money-weighted': `${showSigned(performance.moneyWeightedReturnPct)} %`,
      Volatility: `${showFixed(performance.volatilityPct)} %`,
      Sharpe: showFixed(performance.sharpe),
    });

    // Values follow live prices; shares of the whole hardly move.
    const rows = await readRows(page, 'Exposure');
    const first = wallet.exposure[0];
    expect(rows[0]?.[0]).toBe(first?.symbol);
    expect(Number.parseFloat(rows[0]?.[2] ?? '')).toBeCloseTo(first?.pct ?? 0, 0);

    await page.getByRole('button', { name: /^BTC −30 %, ETH −40 %/ }).click();
    const field = page.getByRole('spinbutton', { name: 'Change of ETH, %' });
    await field.fill('-75');
    await field.press('Enter');
    await expect.poll(() => new URL(page.url()).searchParams.get('shocks')).toBe('BTC:-30,ETH:-75');
    const change = page.locator('.stress-result .stat').nth(2).locator('dd').first();
    await expect
      .poll(async () =>
        Math.abs(Number.parseFloat((await change.textContent()) ?? '') - wallet.stress.changePct),
      )
      .toBeLessThan(0.3);
    const health = Math.min(...wallet.stress.loans.map(healthWithInterest));
    expect(health).toBeGreaterThan(1);
    const loan = page.getByRole('row').filter({ hasText: 'fall away' });
    const [, fall] = /a ([\d.]+) % fall away/.exec((await loan.first().textContent()) ?? '') ?? [];
    expect(Math.abs(Number(fall) - 100 * (1 - 1 / health))).toBeLessThan(0.5);
    await page.getByLabel('Ticker').fill('doge');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('shocks')).toContain('DOGE:-50');
    await page.getByRole('button', { name: 'Remove BTC' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('shocks')).not.toContain('BTC');

    const totals = async () => (await readFigures(page, 'Totals')).Realized;
    const gain = (usd: number) =>
      usd.toLocaleString('en-US', {
        style: 'currency',
        currency: 'USD',
        signDisplay: 'exceptZero',
      });
    expect(await totals()).toBe(gain(wallet.average.totals.realizedUsd));
    expect(await readRows(page, 'Open lots')).toHaveLength(wallet.average.lots.length);
    await page.getByRole('radio', { name: 'First in, first out' }).click();
    await expect.poll(totals).toBe(gain(wallet.fifo.totals.realizedUsd));
    expect(wallet.fifo.totals.realizedUsd).not.toBe(wallet.average.totals.realizedUsd);
    expect(new URL(page.url()).searchParams.get('ledger')).toBe('FIFO');
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

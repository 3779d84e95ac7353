import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath } from '../support/chromium.ts';
import { startExplorer, type TestExplorer } from '../support/explorer.ts';
import { joinSharedSandbox } from '../support/join-shared-sandbox.ts';
import {
  a4,
  printSheets,
  readContributions,
  readFigures,
  readRows,
  showFixed,
  showSigned,
} from '../support/page-figures.ts';

const strategy = 'categoryId=all&topN=10&weighting=mcap&rebalanceDays=30';

type Report = {
  readonly simulation: {
    readonly runId: number;
    readonly receipt: { readonly hash: string };
    readonly coin: {
      readonly performance: Record<
        'totalReturnPct' | 'volatilityPct' | 'maxDrawdownPct' | 'sharpe',
        number
      >;
    };
    readonly performance: {
      readonly totalReturnPct: number;
      readonly annualizedReturnPct: number;
      readonly volatilityPct: number;
      readonly maxDrawdownPct: number;
      readonly sharpe: number;
      readonly sortino: number;
      readonly omega: number;
      readonly valueAtRiskPct: number;
      readonly skewness: number;
      readonly monthlyReturns: readonly { year: number; month: number; returnPct: number }[];
      readonly yearlyReturns: readonly { year: number; returnPct: number }[];
      readonly drawdowns: readonly { depthPct: number; days: number }[];
      readonly distribution: readonly { fromPct: number; toPct: number; count: number }[];
      readonly btc: {
        readonly betaToBenchmark: number;
        readonly days: number;
        readonly excessReturnPct: number;
      };
      readonly fund: { readonly betaToBenchmark: number; readonly days: number };
    };
  };
};

const reportQuery = `query ($fund: ID!) {
  simulation(input: { categoryId: "all", topN: 10, weighting: "mcap", rebalanceDays: 30 }) {
    runId
    receipt { hash }
    coin: benchmark(symbol: BTC) {
      performance { totalReturnPct volatilityPct maxDrawdownPct sharpe }
    }
    performance {
      totalReturnPct annualizedReturnPct volatilityPct maxDrawdownPct sharpe sortino omega
      valueAtRiskPct skewness
      monthlyReturns { year month returnPct }
      yearlyReturns { year returnPct }
      drawdowns { depthPct days }
      distribution { fromPct toPct count }
      btc: versus(benchmark: { coin: BTC }) { betaToBenchmark days excessReturnPct }
      fund: versus(benchmark: { dtf: $fund }) { betaToBenchmark days }
    }
  }
}`;

describe.skipIf(chromiumPath === null)('the figures and the report of a backtest', () => {
  let explorer: TestExplorer;
  let report: Report['simulation'];
  let symbol: string;
  beforeAll(async () => {
    explorer = await startExplorer(joinSharedSandbox);
    const funds = await explorer.gateway.query<{
      dtfs: { edges: { node: { itpId: string; symbol: string } }[] };
    }>('{ dtfs(first: 1) { edges { node { itpId symbol } } } }');
    const fund = funds.data.dtfs.edges[0]?.node;
    symbol = fund?.symbol ?? '';
    const { data } = await explorer.gateway.query<Report>(reportQuery, {
      fund: fund?.itpId,
    });
    report = data.simulation;
  });
  afterAll(() => explorer?.[Symbol.asyncDispose]());

  test('default: a run links to its report, which has the figures of the graph', async () => {
    const { page, problems } = await explorer.open(`/backtest?runs=${report.runId}`);
    await page.getByRole('link', { name: 'Report' }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/backtest/${report.runId}/report`);
    await page.getByRole('region', { name: 'Figures', exact: true }).waitFor();
    const { performance } = report;
    expect(await readFigures(page, 'Figures')).toMatchObject({
      'Total return': `${showSigned(performance.totalReturnPct)} %`,
      'Per year': `${showSigned(performance.annualizedReturnPct)} %`,
      Volatility: `${showFixed(performance.volatilityPct)} %`,
      'Largest drawdown': `${showFixed(performance.maxDrawdownPct)} %`,
      'Value at risk, 95 %': `${showFixed(performance.valueAtRiskPct)} %`,
      Sharpe: showFixed(performance.sharpe),
      Sortino: showFixed(performance.sortino),
      Omega: showFixed(performance.omega),
      Skewness: showFixed(performance.skewness),
    });

    await page.getByRole('table').first().waitFor();
    const months = await readRows(page, 'Returns by month');
    expect(months.map(([year]) => Number(year))).toEqual(
      performance.yearlyReturns.map(({ year }) => year),
    );
    for (const { year, month, returnPct } of performance.monthlyReturns) {
      const row = months.find(([name]) => Number(name) === year);
      expect(row?.[month]).toBe(showSigned(returnPct));
    }
    const drawdowns = await readRows(page, 'Worst drawdowns');
    expect(drawdowns.map((row) => [row[0], row.at(-1)])).toEqual(
      performance.drawdowns.map(({ depthPct, days }) => [
        `${showFixed(depthPct)} %`,
        showFixed(days, 0),
      ]),
    );
    const bins = page.getByRole('list', { name: 'Daily returns by size' }).getByRole('listitem');
    const counts = (await bins.allTextContents()).map((text) => text.split(': ').at(-1));
    expect(counts).toEqual(performance.distribution.map(({ count }) => showFixed(count, 0)));
    // A bin with losses and gains is neither, and its height is that of the axis.
    const signs = await bins.evaluateAll((all) => all.map(({ className }) => className));
    expect(signs).toEqual(
      performance.distribution.map(({ fromPct, toPct }) =>
        toPct <= 0 ? 'loss' : fromPct >= 0 ? 'gain' : 'both-signs',
      ),
    );
    expect(signs).toContain('both-signs');
    await page.getByText('0 days', { exact: true }).waitFor({ state: 'attached' });
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('behavior: the name and the figures do not wait for the series', async () => {
    const { page } = await explorer.open('/status');
    const held = Promise.withResolvers<void>();
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('query ReportSeries')) await held.promise;
      await route.continue();
    });
    await page.goto(`${explorer.gateway.url}/backtest/${report.runId}/report`);
    await page.getByRole('heading', { level: 1, name: `#${report.runId} Top 10` }).waitFor();
    const { Sharpe } = await readFigures(page, 'Figures');
    expect(Sharpe).toBe(showFixed(report.performance.sharpe));
    expect(await page.getByRole('heading', { name: 'Worst drawdowns' }).count()).toBe(0);
    held.resolve();
    await page.getByRole('heading', { name: 'Worst drawdowns' }).waitFor();
    await page.context().close();
  });

  test('behavior: each figure is explained as in the schema', async () => {
    const { data } = await explorer.gateway.query<{
      figures: { fields: readonly { name: string; description: string }[] };
      stats: { fields: readonly { name: string; description: string }[] };
    }>(`{
      figures: __type(name: "Performance") { fields { name description } }
      stats: __type(name: "SimulationStats") { fields { name description } }
    }`);
    const fields = [...data.figures.fields, ...data.stats.fields];
    const { page } = await explorer.open(`/backtest/${report.runId}/report`);
    for (const [label, name] of [
      ['Sharpe', 'sharpe'],
      ['Volatility', 'volatilityPct'],
      ['Trades', 'totalTrades'],
      ['Probability that Sharpe > 0', 'probabilisticSharpe'],
      ['Trading costs, % of value', 'totalFeesPct'],
    ]) {
      const hint = page.getByRole('button', { name: `About ${label}`, exact: true });
      const text = fields.find((field) => field.name === name)?.description ?? '';
      // Names of fields and null are said in other words.
      const [formula = ''] = text.split(/`| Null | Never null/);
      expect(formula.length).toBeGreaterThan(20);
      await expect
        .poll(async () => {
          // A page that scrolls to the hint closes what is explained.
          await hint.blur();
          await hint.focus();
          return page.getByRole('tooltip').first().textContent({ timeout: 1000 });
        })
        .toContain(formula);
    }
    // A plain sentence comes before the formula.
    const sharpe = page.getByRole('button', { name: 'About Sharpe', exact: true });
    await expect
      .poll(async () => {
        await sharpe.blur();
        await sharpe.focus();
        return page.getByRole('tooltip').first().textContent({ timeout: 1000 });
      })
      .toMatch(/^The return for each unit of risk; the risk-free rate is 0\. mean/);
    await page.getByText(/^Number of days by their return, %: 40 bins of [\d.]+ points/).waitFor();
    await page.context().close();
  });

  test('default: the figures of BTC stand beside those of the run, the excess in points', async () => {
    const { page } = await explorer.open(`/backtest/${report.runId}/report`);
    await page.getByRole('region', { name: 'Beside benchmarks' }).waitFor();
    const rows = await readRows(page, 'Beside benchmarks');
    const rowOf = (name: string) => rows.find(([label]) => label?.startsWith(name));
    const { performance, coin } = report;
    for (const [index, figures] of [performance, coin.performance].entries()) {
      expect(rowOf('Return')?.[index + 1]).toBe(`${showSigned(figures.totalReturnPct)} %`);
      expect(rowOf('Volatility')?.[index + 1]).toBe(`${showFixed(figures.volatilityPct)} %`);
      expect(rowOf('Drawdown')?.[index + 1]).toBe(`${showFixed(figures.maxDrawdownPct)} %`);
      expect(rowOf('Sharpe')?.[index + 1]).toBe(showFixed(figures.sharpe));
    }
    expect(rowOf('Excess return')?.[1]).toBe(`${showSigned(performance.btc.excessReturnPct)} pp`);
    // A tooltip closes when its trigger is scrolled, as a click outside the view would do.
    const about = page.getByRole('button', { name: 'About Common days', exact: true });
    await about.scrollIntoViewIfNeeded();
    await about.click();
    await page
      .getByText(/^Number of days on which the series and the benchmark both have a value/)
      .first()
      .waitFor();
    await page.getByText(/^Turnover is one-way: half the sum/).waitFor();
    await page.context().close();
  });

  test('behavior: a fund that is chosen stands beside BTC and ETH, and in the address', async () => {
    const { page, problems } = await explorer.open(`/backtest/${report.runId}/report`);
    const choice = page.getByLabel('Compare also with');
    await expect.poll(() => choice.locator('option').count()).toBeGreaterThan(10);
    await choice.selectOption(symbol);
    await expect
      .poll(() => new URL(page.url()).searchParams.get('against')?.toLowerCase())
      .toBe(symbol.toLowerCase());
    const cells = async (name: string) =>
      (await readRows(page, 'Beside benchmarks')).find(([label]) => label?.startsWith(name));
    await expect.poll(async () => (await cells('Beta'))?.length).toBe(4);
    const { btc, fund } = report.performance;
    expect((await cells('Beta'))?.[1]).toBe(showFixed(btc.betaToBenchmark));
    expect((await cells('Beta'))?.[3]).toBe(showFixed(fund.betaToBenchmark));
    expect((await cells('Common days'))?.[3]).toBe(showFixed(fund.days, 0));
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('default: contributions of gains, losses, others and the rest add up to the return', async () => {
    const { page } = await explorer.open(`/backtest/${report.runId}/report`);
    await page.getByRole('region', { name: 'Contributions to the return' }).waitFor();
    const { parts, total } = await readContributions(page, 'Contributions to the return');
    expect(total).toBeCloseTo(report.performance.totalReturnPct, 1);
    const added = parts.reduce((sum, { points }) => sum + Math.round(points * 100), 0);
    expect(added).toBe(Math.round(total * 100));
    expect(parts.some(({ points }) => points < 0)).toBe(true);
    // What the coins make is stated, and why it is not the return.
    const { points: rest = 0 } = parts.at(-1) ?? {};
    await page
      .getByText(
        `of all coins add up to ${showSigned(total - rest)}. But the returns of periods multiply:`,
      )
      .waitFor();
    // One scale for all bars: half of the column is the largest number of all rows.
    const largest = Math.max(
      ...[...parts, { points: total }].map(({ points }) => Math.abs(points)),
    );
    const widths = await page
      .getByRole('region', { name: 'Contributions to the return' })
      .locator('tbody .contribution-bar')
      .evaluateAll((bars) =>
        bars.map((bar) => Number.parseFloat((bar as HTMLElement).style.width)),
      );
    for (const [index, { points }] of parts.entries())
      expect(widths[index]).toBeCloseTo((Math.abs(points) / largest) * 50, 1);
    await page.context().close();
  });

  test('behavior: the report prints to two A4 pages, light also in dark mode', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page } = await explorer.open(`/backtest/${report.runId}/report`, { colorScheme });
      await page.getByRole('list', { name: 'Daily returns by size' }).waitFor();
      expect(await printSheets(page)).toEqual([a4, a4]);
      await page.emulateMedia({ media: 'print', colorScheme });
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).color)).toBe(
        'rgb(0, 0, 0)',
      );
      const ink = await page.evaluate(() => getComputedStyle(document.body).color);
      expect(ink).toBe('rgb(25, 27, 32)');
      for (const hidden of ['.site-head', '.site-foot', '.hint', '.versus-choice']) {
        expect(await page.locator(hidden).first().isVisible()).toBe(false);
      }
      await page.context().close();
    }
  });

  test('behavior: the permalink carries the receipt, which the page verifies', async () => {
    const { page, problems } = await explorer.open(`/backtest/${report.runId}/report`);
    await page.getByRole('link', { name: 'Permalink with this receipt' }).click();
    await page.getByText('The run has the receipt of this address').waitFor();
    expect(new URL(page.url()).searchParams.get('receipt')).toBe(report.receipt.hash);
    const other = `${'0'.repeat(63)}1`;
    await page.goto(`${explorer.gateway.url}/backtest/${report.runId}/report?receipt=${other}`);
    await page.getByText('The run does not have the receipt of this address').waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('error: a run that does not exist is said to be none', async () => {
    const { page } = await explorer.open('/backtest/999999/report');
    await page.getByRole('heading', { name: 'There is no run with this number' }).waitFor();
    await page.context().close();
  });

  test('behavior: a short run has no Sharpe ratio, an early one says when the data begin', async () => {
    const short = new Date(Date.now() - 9 * 86_400_000).toISOString().slice(0, 10);
    const { page, problems } = await explorer.open(`/backtest?${strategy}&startDate=${short}`);
    const figures = page.getByRole('region', { name: 'Figures of the run' });
    await figures.getByText('fewer than 30 daily returns').waitFor();
    await figures.getByRole('button', { name: 'About Trading costs, % of value' }).click();
    await page
      .getByText(/^What all trades together cost/)
      .first()
      .waitFor();
    expect(
      await page
        .getByRole('spinbutton', { name: 'Number of coins' })
        .getAttribute('aria-describedby'),
    ).not.toBe(null);
    await page
      .getByText(/^The largest coins of the category by market cap, 1 to \d+/)
      .first()
      .waitFor({ state: 'attached' });
    await page.getByText('Costs', { exact: true }).click();
    const slippage = page.getByRole('spinbutton', { name: 'Slippage, % of traded value' });
    expect(await slippage.getAttribute('placeholder')).toBe('0.1');
    expect(await slippage.getAttribute('max')).toBe('20');
    await slippage.fill('0.3');
    await page.getByRole('textbox', { name: 'First day' }).fill('2018-01-01');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page
      .getByText(/^The data begin on .*, 20\d\d: the run starts then, not on Jan 1, 2018/)
      .waitFor();
    await page.getByRole('heading', { level: 2, name: /slippage 0.3 %/ }).waitFor();
    expect(new URL(page.url()).searchParams.get('spreadMultiplier')).toBe('3');
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

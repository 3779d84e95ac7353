import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readLegend, toDay } from '../support/chart-legend.ts';
import { chromiumPath } from '../support/chromium.ts';
import { startExplorer, type TestExplorer } from '../support/explorer.ts';
import { joinSharedSandbox } from '../support/join-shared-sandbox.ts';
import { readRows } from '../support/page-figures.ts';
import { asFixed, goToPart, readDownload } from '../support/page-parts.ts';

type Point = { readonly date: string; readonly nav: number };
type Days = ReadonlyMap<string, number>;

const strategy = '/backtest?categoryId=all&topN=10&weighting=mcap&rebalanceDays=30';

const asMultiple = (value: number | undefined) =>
  value === undefined
    ? '–'
    : `${value.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}×`;

describe.skipIf(chromiumPath === null)('the charts of the explorer', () => {
  let explorer: TestExplorer;
  beforeAll(async () => {
    explorer = await startExplorer(joinSharedSandbox);
  });
  afterAll(() => explorer?.[Symbol.asyncDispose]());

  async function openRun() {
    const { page, problems } = await explorer.open(strategy);
    await page.getByRole('img', { name: /Growth of 1/ }).waitFor();
    await expect.poll(() => page.url()).toMatch(/runs=\d+/);
    const id = new URL(page.url()).searchParams.get('runs');
    const { data } = await explorer.gateway.query<{
      simulations: {
        navSeries: Point[];
        btc: { navSeries: Point[] };
        eth: { navSeries: Point[] };
      }[];
    }>(
      `query ($ids: [ID!]!) {
        simulations(ids: $ids) {
          navSeries { date nav }
          btc: benchmark(symbol: BTC) { navSeries { date nav } }
          eth: benchmark(symbol: ETH) { navSeries { date nav } }
        }
      }`,
      { ids: [id] },
    );
    const [run] = data.simulations;
    const daysOf = (points: readonly Point[] = []): Days =>
      new Map(points.map(({ date, nav }) => [date, nav]));
    const days = {
      Strategy: daysOf(run?.navSeries),
      BTC: daysOf(run?.btc.navSeries),
      ETH: daysOf(run?.eth.navSeries),
    };
    return { page, problems, days };
  }

  test('behavior: a hovered day shows the value of each series on that day', async () => {
    const { page, problems, days } = await openRun();
    const box = await page.getByRole('img', { name: /Growth of 1/ }).boundingBox();
    if (box === null) throw new Error('there is no chart');
    const first = Date.parse([...days.Strategy.keys()][0] ?? '');
    const last = Date.parse([...days.Strategy.keys()].at(-1) ?? '');
    // The scale of values is at the right of the plot.
    const plot = await page
      .getByRole('img', { name: /Growth of 1/ })
      .locator('td')
      .nth(1)
      .evaluate((cell) => cell.getBoundingClientRect().width);
    const seen = new Set<string>();
    for (let step = 1; step < 60; step += 1) {
      const share = step / 60;
      await page.mouse.move(box.x + plot * share, box.y + 100);
      const { time, values } = await readLegend(page, 'Growth of 1');
      const day = toDay(time);
      seen.add(day);
      expect(values).toEqual(
        Object.fromEntries(
          Object.entries(days).map(([name, series]) => [name, asMultiple(series.get(day))]),
        ),
      );
      // True to time: the day is where it belongs between the first and the last.
      const place = (Date.parse(day) - first) / (last - first);
      expect(Math.abs(place - share)).toBeLessThan(0.01);
    }
    expect(seen.size).toBe(59);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('behavior: the keyboard moves over a chart, which zooms and has a table, CSV and an image', async () => {
    const { page, problems, days } = await openRun();
    const dates = [...days.Strategy.keys()];
    await page.getByRole('slider', { name: /^Values of Growth of 1/ }).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    const { time, values } = await readLegend(page, 'Growth of 1');
    expect(toDay(time)).toBe(dates[1]);
    expect(values.Strategy).toBe(asMultiple(days.Strategy.get(dates[1] ?? '')));

    const image = page.getByRole('img', { name: /Growth of 1/ });
    await image.scrollIntoViewIfNeeded();
    const box = await image.boundingBox();
    if (box === null) throw new Error('there is no chart');
    await page.mouse.move(box.x + 200, box.y + 100);
    await page.mouse.down();
    await page.mouse.move(box.x + 300, box.y + 100, { steps: 4 });
    await page.mouse.up();
    await page.getByRole('button', { name: 'Whole range' }).waitFor();
    await page.mouse.move(box.x + 2, box.y + 100);
    await expect
      .poll(async () => toDay((await readLegend(page, 'Growth of 1')).time) > (dates[300] ?? ''))
      .toBe(true);
    await page.getByRole('button', { name: 'Whole range' }).click();

    await page.getByRole('button', { name: /^Options of Growth of 1/ }).click();
    const menu = page.getByRole('dialog');
    await menu.getByLabel('Logarithmic scale').check();
    const csv = page.waitForEvent('download');
    await menu.getByRole('button', { name: 'CSV' }).click();
    const lines = (await readFile(await (await csv).path(), 'utf8')).split('\r\n');
    expect(lines[0]).toBe('date,Strategy,BTC,ETH');
    expect(lines.length).toBe(
      new Set(Object.values(days).flatMap((one) => [...one.keys()])).size + 1,
    );
    expect(lines).toContain(
      [dates[9], ...Object.values(days).map((one) => one.get(dates[9] ?? '') ?? '')].join(','),
    );
    const picture = page.waitForEvent('download');
    await menu.getByRole('button', { name: 'PNG' }).click();
    const bytes = await readFile(await (await picture).path());
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    await menu.getByRole('button', { name: 'Table of values' }).click();
    await expect.poll(() => menu.locator('tbody tr').count()).toBeGreaterThan(10);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('behavior: variants of a drift band are named by it, and the list of runs does not scroll', async () => {
    const { page, problems } = await explorer.open(`${strategy}&sweep=THRESHOLD&steps=off,3,7.5`);
    await page.getByText('3 of 3 variants finished').waitFor({ timeout: 30_000 });
    await page.locator('.chart-key').getByText('BTC', { exact: true }).waitFor();
    const earlier = page.getByRole('complementary', { name: 'Earlier runs' });
    // Data nodes do not list the band, and three runs by days would be one name.
    for (const text of ['on drift beyond 3 points', 'on drift beyond 7.5 points'])
      await earlier.getByText(text).first().waitFor();
    const row = page
      .getByRole('region', { name: 'Variants', exact: true })
      .getByRole('link', { name: '7.5' });
    expect(await row.textContent()).toBe('7.5 points');
    await page.reload();
    await earlier.getByText('on drift beyond 7.5 points').first().waitFor();
    await page
      .locator('.results')
      .getByRole('button', { name: 'Compare', exact: true })
      .click({ timeout: 30_000 });
    await page.getByRole('region', { name: 'Compared runs' }).waitFor({ timeout: 30_000 });
    await page.locator('.chart-key').getByText('BTC', { exact: true }).waitFor();
    // Also a list of a whole page is as tall as its rows.
    const hidden = await earlier.locator('.run-list').evaluate((list) => {
      const copies = Array.from({ length: 20 }, () => list.children[0]?.cloneNode(true) ?? '');
      list.append(...copies);
      const { scrollHeight, clientHeight } = list;
      for (const _ of copies) list.lastChild?.remove();
      return scrollHeight - clientHeight;
    });
    expect(hidden).toBeLessThanOrEqual(1);
    // Elsewhere nothing is said of how often such a run is rebalanced but what its figures tell.
    const elsewhere = await explorer.open('/backtest');
    const names = elsewhere.page.getByRole('complementary', { name: 'Earlier runs' });
    await names
      .getByText(/rebalanced \d+ times, rule not stored/)
      .first()
      .waitFor();
    const run = /#(\d+)/.exec(
      (await names
        .getByText(/rule not stored/)
        .first()
        .textContent()) ?? '',
    )?.[1];
    const report = await explorer.open(`/backtest/${run}/report`);
    await report.page.getByText(/not stored; \d+ rebalances/).waitFor();
    await report.page.getByText(/This run had other parameters too/).waitFor();
    await elsewhere.page.context().close();
    await report.page.context().close();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('behavior: compared runs have names, links and figures, and a logarithmic scale', async () => {
    const [five, ten] = [5, 10].map((topN) =>
      strategy.slice(10).replace('topN=10', `topN=${topN}`),
    );
    const { page, problems } = await explorer.open(
      `/backtest?${new URLSearchParams([
        ['compare', five ?? ''],
        ['compare', ten ?? ''],
      ])}`,
    );
    const table = page.getByRole('region', { name: 'Compared runs' });
    await table.waitFor();
    const { values } = await readLegend(page, 'Growth of 1 for each run');
    expect(Object.keys(values)).toEqual([
      expect.stringMatching(/^#\d+ Top 5$/),
      expect.stringMatching(/^#\d+ Top 10$/),
      'BTC',
    ]);
    // Growth of more than a factor of four is read on a logarithmic scale.
    expect(await page.getByRole('checkbox', { name: 'Log scale' }).isChecked()).toBe(true);
    type Figures = {
      readonly runId: number;
      readonly stats: { readonly totalFeesPct: number };
      readonly performance: { readonly sortino: number; readonly calmar: number };
      readonly turnover: { readonly annualMeanPct: number };
    };
    const { data } = await explorer.gateway.query<{ simulation: Figures }>(
      `{ simulation(input: { categoryId: "all", topN: 5, weighting: "mcap", rebalanceDays: 30 }) {
        runId stats { totalFeesPct } performance { sortino calmar } turnover { annualMeanPct }
      } }`,
    );
    const { runId, stats, performance, turnover } = data.simulation;
    const heads = await table.getByRole('columnheader').allTextContents();
    const place = heads.findIndex((head) => head.startsWith(`#${runId} `));
    const rows = await readRows(page, 'Compared runs');
    const shown = (label: string) =>
      rows.find(([name]) => name?.startsWith(label))?.[place]?.replace(/ best$/, '');
    expect(['Trading costs', 'Sortino', 'Calmar', 'Turnover'].map(shown)).toEqual([
      `${asFixed(stats.totalFeesPct, 2)} %`,
      asFixed(performance.sortino, 2),
      asFixed(performance.calmar, 2),
      `${asFixed(turnover.annualMeanPct, 2)} %`,
    ]);
    await table.getByRole('link', { name: new RegExp(`^#${runId} `) }).click();
    await page.getByRole('heading', { level: 2, name: `#${runId} Top 5` }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('default: MAX shows the NAV of a fund of each day since it was created', async () => {
    const id = `0x${'0'.repeat(63)}1`;
    const { data } = await explorer.gateway.query<{
      dtf: { createdAt: number; candles: { timestamp: number; close: number }[] };
    }>(`{ dtf(id: "${id}") { createdAt candles(interval: D1, from: 0) { timestamp close } } }`);
    const { createdAt, candles } = data.dtf;
    const { page, problems } = await explorer.open(`/dtf/${id}?range=MAX`);
    await page.getByRole('img', { name: /^NAV per share, now/ }).waitFor();
    await page.getByRole('button', { name: /^Options of NAV per share/ }).click();
    const lines = await readDownload(
      page,
      page.getByRole('dialog').getByRole('button', { name: 'CSV' }),
    );
    expect(candles.length).toBeGreaterThan(366);
    expect((candles[0]?.timestamp ?? 0) - createdAt).toBeLessThanOrEqual(86_400);
    // A head, and a row for each day; the newest one may have begun since.
    expect(lines.length - 1).toBeGreaterThanOrEqual(candles.length);
    expect(lines.length - 1).toBeLessThanOrEqual(candles.length + 2);
    await page.getByRole('radio', { name: 'Candles' }).click();
    await page.getByText(/since .+, candles of one day \(UTC\)/).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('default: each month with flows has a bar, and the others have none', async () => {
    type Flow = { readonly date: string; readonly mintedUsd: number; readonly redeemedUsd: number };
    const { data } = await explorer.gateway.query<{
      dtfs: { edges: { node: { flows: Flow[] } }[] };
    }>(
      '{ dtfs(first: 1, filter: { search: "EXCH" }) { edges { node { flows(range: MAX) { date mintedUsd redeemedUsd } } } } }',
    );
    const flows = data.dtfs.edges[0]?.node.flows ?? [];
    const monthsWith = (key: 'mintedUsd' | 'redeemedUsd') =>
      new Set(flows.filter((flow) => flow[key] > 0).map(({ date }) => date.slice(0, 7)));
    const first = flows[0]?.date.slice(0, 7) ?? '';
    expect(monthsWith('mintedUsd').has(first)).toBe(true);
    const { page, problems } = await explorer.open('/dtf/exch');
    const part = await goToPart(page, 'Flows');
    await part.getByRole('radio', { name: 'All' }).click();
    const chart = part.getByRole('img', { name: 'Shares minted and redeemed by month' });
    await chart.locator('canvas').first().waitFor();
    /** Returns the columns of pixels that have the colour of a token. */
    const readColumns = (token: string) =>
      chart
        .locator('canvas')
        .first()
        .evaluate((canvas, name) => {
          const plot = canvas as HTMLCanvasElement;
          const probe = document.createElement('canvas').getContext('2d');
          const { width, height } = plot;
          const pixels = plot.getContext('2d')?.getImageData(0, 0, width, height).data;
          if (!probe || !pixels) throw new Error('the chart has no pixels');
          probe.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(name);
          probe.fillRect(0, 0, 1, 1);
          const color = probe.getImageData(0, 0, 1, 1).data.join();
          return Array.from({ length: width }, (_, x) => x).filter((x) =>
            Array.from({ length: height }, (_, y) => 4 * (y * width + x)).some(
              (at) => pixels.slice(at, at + 4).join() === color,
            ),
          );
        }, token);
    await expect.poll(async () => (await readColumns('--up'))[0]).toBeLessThan(4);
    expect((await readColumns('--up')).length).toBe(monthsWith('mintedUsd').size);
    expect((await readColumns('--down')).length).toBe(monthsWith('redeemedUsd').size);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('behavior: a sweep says how many of its variants it has', async () => {
    const { page } = await explorer.open('/backtest');
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let variants = 0;
    await page.route('**/graphql', async (route) => {
      const name = route.request().postDataJSON()?.operationName;
      if (name === 'RunSweepVariant') variants += 1;
      if (variants === 2) await held;
      await route.fallback();
    });
    await page.goto(`${explorer.gateway.url}${strategy}&sweep=TOP_N&steps=6,8,11`);
    const progress = page.getByRole('region', { name: 'Sweep progress' });
    await progress.getByText('1 of 3 variants · 33 %').waitFor({ timeout: 30_000 });
    release();
    await page.getByText('3 of 3 variants finished').waitFor({ timeout: 30_000 });
    expect(await progress.count()).toBe(0);
    await page.context().close();
  });
});

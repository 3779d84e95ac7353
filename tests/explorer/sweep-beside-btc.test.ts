import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath } from '../support/chromium.ts';
import { startExplorer, type TestExplorer } from '../support/explorer.ts';
import { joinSharedSandbox } from '../support/join-shared-sandbox.ts';
import { showFixed } from '../support/page-figures.ts';
import { readDownload } from '../support/page-parts.ts';

type Points = readonly { readonly date: string; readonly nav: number }[];

/** The growth of a series over the days that another one has as well. */
function growthWith(own: Points, other: Points): number {
  const days = new Set(other.map(({ date }) => date));
  const common = own.filter(({ date }) => days.has(date));
  return (common.at(-1)?.nav ?? Number.NaN) / (common[0]?.nav ?? Number.NaN);
}

describe.skipIf(chromiumPath === null)('a sweep beside BTC', () => {
  let explorer: TestExplorer;
  beforeAll(async () => {
    explorer = await startExplorer(joinSharedSandbox);
  });
  afterAll(() => explorer?.[Symbol.asyncDispose]());

  test('default: a sweep says how many variants beat BTC over the same days', async () => {
    const { page, problems } = await explorer.open(
      '/backtest?categoryId=all&topN=10&weighting=mcap&rebalanceDays=30&sweep=TOP_N',
    );
    const sentence = page.getByText(/BTC over the same days; the best, /);
    await sentence.waitFor({ timeout: 30_000 });
    const [head = '', ...lines] = await readDownload(
      page,
      page.getByRole('button', { name: 'CSV of Variants', exact: true }),
    );
    expect(head).toMatch(/^run,variant,/);
    const names = new Map(lines.map((line) => [line.split(',')[0], line.split(',')[1]]));
    type Run = { runId: number; navSeries: Points; benchmark: { navSeries: Points } };
    const { data } = await explorer.gateway.query<{ simulations: readonly Run[] }>(
      `query ($ids: [ID!]!) { simulations(ids: $ids) {
        runId navSeries { date nav } benchmark(symbol: BTC) { navSeries { date nav } }
      } }`,
      { ids: [...names.keys()] },
    );
    const excess = data.simulations.map(({ runId, navSeries, benchmark }) => ({
      name: names.get(String(runId)),
      points:
        100 *
        (growthWith(navSeries, benchmark.navSeries) - growthWith(benchmark.navSeries, navSeries)),
    }));
    const [best] = [...excess].sort((a, b) => b.points - a.points);
    const beating = excess.filter(({ points }) => points > 0).length;
    expect(excess.length).toBeGreaterThan(3);
    const points = `${showFixed(Math.abs(best?.points ?? 0))} percentage points`;
    expect(await sentence.textContent()).toContain(
      beating === 0
        ? `None of ${excess.length} variants beats BTC over the same days; the best, ${best?.name}, is ${points} behind it.`
        : `${beating} of ${excess.length} variants ${beating === 1 ? 'beats' : 'beat'} BTC over the same days; the best, ${best?.name}, by ${points}.`,
    );
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath } from '../support/chromium.ts';
import { startExplorer, type TestExplorer } from '../support/explorer.ts';
import { joinSharedSandbox } from '../support/join-shared-sandbox.ts';
import { readRows, showFixed, showSigned } from '../support/page-figures.ts';
import { dayBefore, goToPart, readCells, readDownload } from '../support/page-parts.ts';

type Fund = {
  readonly itpId: string;
  readonly symbol: string;
  readonly unchangedPricesPct: number;
};

type Series = ReadonlyMap<number, number>;

/** The last value of each UTC day. */
const toDays = (points: readonly { readonly timestamp: number; readonly nav: number }[]): Series =>
  new Map(points.map(({ timestamp, nav }) => [Math.floor(timestamp / 86_400), nav]));

/** Recomputes what one series has against another on some days. */
function compareWith(own: Series, other: Series, days: readonly number[]) {
  const read = (series: Series) => days.map((day) => series.get(day) ?? Number.NaN);
  const growth = (series: Series) => (read(series).at(-1) ?? 0) / (read(series)[0] ?? 0);
  const returns = (series: Series) => {
    const values = read(series);
    return values.slice(1).map((value, index) => value / (values[index] ?? Number.NaN) - 1);
  };
  const [mine, others] = [returns(own), returns(other)];
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
  const product = mean(mine.map((value, index) => value * (others[index] ?? 0)));
  const square = mean(others.map((value) => value * value));
  return {
    excess: 100 * (growth(own) - growth(other)),
    beta: (product - mean(mine) * mean(others)) / (square - mean(others) ** 2),
  };
}

describe.skipIf(chromiumPath === null)('the figures of compared funds', () => {
  let explorer: TestExplorer;
  let funds: readonly Fund[];
  beforeAll(async () => {
    explorer = await startExplorer(joinSharedSandbox);
    const { data } = await explorer.gateway.query<{ dtfs: { edges: { node: Fund }[] } }>(
      '{ dtfs(first: 50) { edges { node { itpId symbol unchangedPricesPct } } } }',
    );
    funds = data.dtfs.edges.map(({ node }) => node);
  });
  afterAll(() => explorer?.[Symbol.asyncDispose]());

  test('default: the share of fresh prices is shown, sorted and in the CSV as one value', async () => {
    const byShare = [...funds].sort((a, b) => a.unchangedPricesPct - b.unchangedPricesPct);
    const ends = [byShare[0], byShare.at(-1)].filter((fund) => fund !== undefined);
    expect(ends[0]?.unchangedPricesPct).toBeLessThan(ends[1]?.unchangedPricesPct ?? 0);
    const symbols = ends.map(({ symbol }) => symbol);

    const { page, problems } = await explorer.open(
      `/compare?funds=${symbols.join()}&reference=none`,
    );
    await goToPart(page, 'Figures');
    const table = page.getByRole('region', { name: 'Compared funds' });
    const heading = table.getByRole('columnheader', { name: 'Fresh prices' });
    await heading.getByRole('button').click();
    await expect.poll(() => heading.getAttribute('aria-sort')).toBe('descending');
    const place = (await table.getByRole('columnheader').allTextContents()).findIndex((text) =>
      text.startsWith('Fresh prices'),
    );
    const shown = (await readCells(table)).map((cells) => Number.parseFloat(cells[place] ?? ''));
    expect(shown).toEqual(
      ends.map(
        ({ unchangedPricesPct }) => Math.floor(100 * (100 - unchangedPricesPct) + 1e-9) / 100,
      ),
    );

    const readShares = (lines: readonly string[], nameColumn: string) => {
      const [head = [], ...rows] = lines.map((line) => line.split(','));
      const [id, share] = [head.indexOf('itp_id'), head.indexOf('fresh_prices_pct')];
      expect(head).toContain(nameColumn);
      return new Map(rows.map((row) => [row[id], Number(row[share])]));
    };
    const compared = readShares(
      await readDownload(page, page.getByRole('button', { name: 'CSV of Compared funds' })),
      'name',
    );
    await page.goto(`${explorer.gateway.url}/?columns=FRESH_PRICES`);
    const listed = readShares(
      await readDownload(page, page.getByRole('button', { name: 'CSV of Funds' })),
      'fund',
    );
    for (const { itpId, unchangedPricesPct } of ends)
      for (const shares of [compared, listed])
        expect(shares.get(itpId)).toBeCloseTo(100 - unchangedPricesPct, 6);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('default: each series has its excess return over the coin and its beta to it', async () => {
    const first = dayBefore(365);
    const symbols = funds.slice(0, 2).map(({ symbol }) => symbol);
    type Points = readonly { readonly date: string; readonly nav: number }[];
    const { data, errors } = await explorer.gateway.query<{
      dtfs: {
        edges: { node: { symbol: string; navSeries: { timestamp: number; nav: number }[] } }[];
      };
      simulations: { navSeries: Points }[];
      benchmarks: { symbol: string; navSeries: Points }[];
    }>(`{
      dtfs(first: 2) { edges { node { symbol navSeries(range: Y3) { timestamp nav } } } }
      simulations(ids: ["1"]) { navSeries { date nav } }
      benchmarks(startDate: "${first}") { symbol navSeries { date nav } }
    }`);
    expect(errors).toBeUndefined();
    const ofDates = (points: Points = []) =>
      toDays(points.map(({ date, nav }) => ({ timestamp: Date.parse(date) / 1000, nav })));
    const coins = new Map(data.benchmarks.map((coin) => [coin.symbol, ofDates(coin.navSeries)]));
    const series = new Map([
      ...data.dtfs.edges.map(({ node }) => [node.symbol, toDays(node.navSeries)] as const),
      ['#1', ofDates(data.simulations[0]?.navSeries)] as const,
    ]);

    const { page, problems } = await explorer.open(`/compare?funds=${symbols.join()},1`);
    const table = page.getByRole('region', { name: 'Compared funds' });
    for (const coin of ['BTC', 'ETH']) {
      if (coin === 'ETH') {
        const others = `${symbols.join()},1,ETH&reference=none`;
        await page.goto(`${explorer.gateway.url}/compare?funds=${others}`);
      }
      await goToPart(page, 'Figures');
      await table.getByRole('columnheader', { name: `Excess return over ${coin}` }).waitFor();
      const heads = await table.getByRole('columnheader').allTextContents();
      const [excess, beta] = [`Excess return over ${coin}`, `Beta to ${coin}`].map((head) =>
        heads.indexOf(head),
      );
      const own = coins.get(coin) ?? new Map<number, number>();
      const all = [...series.values(), own];
      const days = [...own.keys()]
        .filter((day) => day >= Date.parse(first) / 86_400_000)
        .filter((day) => all.every((one) => one.has(day)))
        .sort((a, b) => a - b);
      expect(days.length).toBeGreaterThan(300);
      const rows = await readCells(table);
      for (const [name, values] of [...series, [coin, own] as const]) {
        const row = rows.find(([text]) => text?.startsWith(name)) ?? [];
        const expected = compareWith(values, own, days);
        expect(row[excess ?? 0], name).toBe(
          name === coin ? '0.00 pp' : `${showSigned(expected.excess)} pp`,
        );
        expect(row[beta ?? 0], name).toBe(showFixed(expected.beta));
      }
    }
    const [head] = await readDownload(
      page,
      page.getByRole('button', { name: 'CSV of Compared funds' }),
    );
    expect(head).toContain(',excess_return_over_eth_pct,');
    await page.setViewportSize({ width: 390, height: 844 });
    expect(
      await table.evaluate((one) => one.scrollWidth - one.clientWidth),
      'no column is cut on a phone',
    ).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1280, height: 800 });
    // Without a coin there is nothing to compare with.
    await page.getByRole('button', { name: 'ETH, remove' }).click();
    await expect.poll(() => table.locator('tbody tr').count()).toBe(3);
    expect((await table.getByRole('columnheader').allTextContents()).join()).not.toMatch(
      /Excess|Beta/,
    );
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('default: the overlap of two funds is the sum of the smaller weights', async () => {
    type Basket = { symbol: string; holdings: { weight: number; asset: { symbol: string } }[] };
    const { data } = await explorer.gateway.query<{ dtfs: { edges: { node: Basket }[] } }>(
      '{ dtfs(first: 3) { edges { node { symbol holdings { weight asset { symbol } } } } } }',
    );
    const baskets = data.dtfs.edges.map(({ node }) => node);
    const overlap = (one: Basket, other: Basket) => {
      let smaller = 0;
      for (const { asset, weight } of one.holdings)
        for (const holding of other.holdings)
          if (holding.asset.symbol === asset.symbol) smaller += Math.min(weight, holding.weight);
      return `${showFixed(100 * smaller)} %`;
    };
    const symbols = baskets.map(({ symbol }) => symbol);
    const { page, problems } = await explorer.open(`/compare?funds=${symbols.join()}`);
    const part = await goToPart(page, 'Overlap of holdings');
    await part.getByText(/^For each pair of funds, the smaller of the two weights/).waitFor();
    const matrix = part.getByRole('region', { name: 'Overlaps' });
    await matrix.locator('tbody tr').nth(2).waitFor();
    const expected = baskets.map((one) => [
      one.symbol,
      ...baskets.map((other) => overlap(one, other)),
    ]);
    expect(await readRows(page, 'Overlaps')).toEqual(expected);
    expect(new Set(expected.flat()).size).toBeGreaterThan(5);
    const correlations = page.getByRole('region', { name: 'Correlations' });
    const [one, other] = await Promise.all([correlations.boundingBox(), matrix.boundingBox()]);
    expect(other?.x).toBeGreaterThan((one?.x ?? 0) + (one?.width ?? 0));
    for (const table of [correlations, matrix])
      expect(await table.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
    // A fund beside a coin has no other basket to overlap with.
    await page.goto(`${explorer.gateway.url}/compare?funds=${symbols[0]}`);
    await goToPart(page, 'Correlation of daily returns');
    expect(await part.count()).toBe(0);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('default: an empty comparison leads to examples of funds that exist', async () => {
    const { page, problems } = await explorer.open('/compare');
    const examples = page.getByRole('list').getByRole('link', { name: /and BTC$/ });
    await examples.first().waitFor();
    expect(await examples.count()).toBe(3);
    await examples.first().click();
    await goToPart(page, 'Figures');
    const compared = page.getByRole('region', { name: 'Compared funds' });
    await compared.locator('tbody tr').nth(3).waitFor();
    expect(await examples.count()).toBe(0);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath } from '../support/chromium.ts';
import { startExplorer, type TestExplorer } from '../support/explorer.ts';
import { goToPart, readCells, readDownload } from '../support/page-parts.ts';

type Fund = {
  readonly itpId: string;
  readonly symbol: string;
  readonly unchangedPricesPct: number;
};

describe.skipIf(chromiumPath === null)('the figures of compared funds', () => {
  let explorer: TestExplorer;
  let funds: readonly Fund[];
  beforeAll(async () => {
    explorer = await startExplorer();
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
      ends.map(({ unchangedPricesPct }) => Math.floor(10 * (100 - unchangedPricesPct)) / 10),
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
});

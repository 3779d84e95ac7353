import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeResponses } from '../support/change-responses.ts';
import { chromiumPath } from '../support/chromium.ts';
import { startExplorer, type TestExplorer } from '../support/explorer.ts';
import { joinSharedSandbox } from '../support/join-shared-sandbox.ts';
import { yearAgo } from '../support/page-figures.ts';
import { goToPart, readCells } from '../support/page-parts.ts';

type Fund = {
  readonly itpId: string;
  readonly symbol: string;
  readonly unchangedPricesPct: number;
  readonly holdings: readonly {
    readonly weight: number;
    readonly asset: { readonly symbol: string; readonly unchangedSince: string | null };
  }[];
};

/** A day as the pages show it. */
const showDay = (date: string) =>
  new Date(date).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

const phone = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  reducedMotion: 'reduce',
} as const;

describe.skipIf(chromiumPath === null)('the pages of a fund on a phone', () => {
  let explorer: TestExplorer;
  let funds: readonly Fund[];
  beforeAll(async () => {
    explorer = await startExplorer(joinSharedSandbox);
    const { data } = await explorer.gateway.query<{ dtfs: { edges: { node: Fund }[] } }>(
      `{ dtfs(first: 50) { edges { node {
        itpId symbol unchangedPricesPct holdings { weight asset { symbol unchangedSince } }
      } } } }`,
    );
    funds = data.dtfs.edges.map(({ node }) => node);
  });
  afterAll(() => explorer?.[Symbol.asyncDispose]());

  test('default: prices that stand still are told from fresh ones', async () => {
    const [fund] = [...funds].sort((a, b) => b.unchangedPricesPct - a.unchangedPricesPct);
    if (fund === undefined) throw new Error('no fund');
    const still = fund.holdings.filter(({ asset }) => asset.unchangedSince !== null);
    const weight = still.reduce((sum, one) => sum + one.weight, 0);
    expect(fund.unchangedPricesPct).toBeCloseTo(100 * weight, 3);
    expect(fund.unchangedPricesPct).toBeGreaterThan(10);

    const { page, problems } = await explorer.open(`/dtf/${fund.itpId}`, phone);
    const figures = page.getByRole('region', { name: 'Key figures' });
    const share = Math.floor(100 * (100 - fund.unchangedPricesPct) + 1e-9) / 100;
    await figures.getByText(`${share.toFixed(2)} %`).waitFor();
    // The head names the largest of them with their days, and each part with risk says it again.
    const [largest] = [...still].sort((a, b) => b.weight - a.weight);
    const since = `unchanged since ${showDay(largest?.asset.unchangedSince ?? '')}`;
    const meaning =
      'does not move: risk is understated, and NAV, return and collateral values rest on these prices (said from 10 % on).';
    const stillPart = `${(100 - share).toFixed(2)} % of the basket`;
    const warning = `${stillPart} does not move: risk is understated`;
    const named = `${largest?.asset.symbol} ${(100 * (largest?.weight ?? 0)).toFixed(2)} % ${since}`;
    await figures
      .getByRole('note')
      .and(page.getByTitle(meaning))
      .filter({ hasText: warning })
      .getByText(named)
      .waitFor();
    for (const part of ['Performance and concentration', 'Quote and order book'])
      await (await goToPart(page, part)).getByRole('note').getByText(warning).waitFor();
    const basket = await goToPart(page, 'Basket');
    await basket.getByRole('radio', { name: 'Table' }).click();
    await basket.getByRole('table').waitFor();
    const rows = await readCells(basket);
    for (const { asset } of still) {
      const row = rows.find(([name]) => name?.startsWith(`${asset.symbol} `));
      expect(row?.[0]).toContain(`unchanged since ${showDay(asset.unchangedSince ?? '')}`);
      expect(row?.[3]).toBe('–');
    }
    await page.goto(`${explorer.gateway.url}/dtf/${fund.itpId}/factsheet`);
    const marks = page.getByRole('note').filter({ hasText: warning });
    await marks.first().getByText(named).waitFor();
    expect(await marks.count()).toBe(2);

    await page.goto(`${explorer.gateway.url}/`);
    const listed = page.getByRole('row').filter({ hasText: fund.symbol });
    await listed.getByText(/^\d+\.\d\d % fresh$/).waitFor();
    await page.getByRole('radio', { name: 'Risk', exact: true }).click();
    await listed.locator('td:visible .understated').waitFor();
    await page.getByText(`† Part of the basket ${meaning}`).waitFor();
    const fresh = funds.find(({ unchangedPricesPct }) => unchangedPricesPct < 10)?.symbol ?? '';
    const sound = page.getByRole('row').filter({ has: page.getByText(fresh, { exact: true }) });
    expect(await sound.locator('.understated').count()).toBe(0);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('behavior: a funding round whose amount is unknown says so', async () => {
    const { page } = await explorer.open('/status');
    await changeResponses(page, 'Funding', {
      text: (body) => body.replaceAll(/"amountMillionUsd":[\d.]+/g, '"amountMillionUsd":0'),
    });
    const id = funds.find(({ symbol }) => symbol === 'TOP10')?.itpId;
    await page.goto(`${explorer.gateway.url}/dtf/${id}`);
    // The projects are loaded when the reader comes near.
    await page.getByRole('link', { name: 'Projects', exact: true }).click();
    const part = await goToPart(page, 'Funding');
    await part.getByText('undisclosed', { exact: true }).first().waitFor();
    const amounts = await part.locator('.list-row strong').allTextContents();
    expect(new Set(amounts)).toEqual(new Set(['undisclosed']));
    await page.context().close();
  });

  test('default: funds that are chosen in the list are compared', async () => {
    const { page, problems } = await explorer.open('/', phone);
    const bar = page.getByRole('region', { name: 'Comparison' });
    const choices = page.getByRole('checkbox', { name: /^Compare / });
    await choices.first().click();
    await bar.getByText('1 fund chosen, choose 2 to 10').waitFor();
    expect(await bar.getByRole('link').count()).toBe(0);
    for (let place = 1; place < 10; place += 1) await choices.nth(place).click();
    await bar.getByText('10 funds chosen').waitFor();
    expect(await choices.nth(10).isEnabled()).toBe(false);
    await bar.getByRole('button', { name: 'Clear' }).click();
    expect(await bar.count()).toBe(0);
    const names = [3, 1].map((place) => choices.nth(place).getAttribute('aria-label'));
    const [first, second] = (await Promise.all(names)).map((name) => name?.split(' ')[1]);
    await choices.nth(3).click();
    await choices.nth(1).click();
    const link = bar.getByRole('link', { name: 'Compare 2' });
    const { y = 0, height = 0 } = (await link.boundingBox()) ?? {};
    expect(y + height).toBeLessThanOrEqual(phone.viewport.height);
    await link.click();
    await page.waitForURL((url) => url.pathname === '/compare');
    expect(new URL(page.url()).searchParams.get('funds')).toBe(`${first},${second}`);
    const peers = page.getByRole('list', { name: 'Chosen peers' });
    for (const name of [first, second]) await peers.getByText(name ?? '').waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('behavior: no table is cut, and long lists of assets are whole on demand', async () => {
    const [large] = [...funds].sort((a, b) => b.holdings.length - a.holdings.length);
    const { page, problems } = await explorer.open(`/dtf/${large?.itpId}`, phone);
    const basket = await goToPart(page, 'Basket');
    const table = basket.getByRole('radio', { name: 'Table' });
    await basket.getByRole('button').first().waitFor();
    if ((await table.count()) > 0) await table.click();
    const rows = basket.locator('tbody tr');
    await expect.poll(() => rows.count()).toBe(12);
    const isCut = (name: string) =>
      page
        .getByRole('region', { name, exact: true })
        .evaluate(
          (one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight,
        );
    expect(await isCut('Basket')).toBe(false);
    await basket.getByRole('button', { name: `Show all ${large?.holdings.length}` }).click();
    await expect.poll(() => rows.count()).toBeGreaterThan(12);
    await (await goToPart(page, 'Events')).locator('tbody tr').first().waitFor();
    expect(await isCut('Events')).toBe(false);

    // The newest months of the factsheet are in view.
    await page.goto(`${explorer.gateway.url}/dtf/${large?.itpId}/factsheet`);
    const months = page.getByRole('region', { name: 'Returns by month' });
    const newest = months.getByTitle('Part of the month').last();
    await newest.waitFor();
    const [cell, box] = await Promise.all([newest.boundingBox(), months.boundingBox()]);
    expect((cell?.x ?? 0) + (cell?.width ?? 0)).toBeLessThanOrEqual(
      (box?.x ?? 0) + (box?.width ?? 0),
    );
    // The share of months with a gain says how many months it counts, its definition which ones.
    const [gain = ''] = await page.getByText('Months with a gain').locator('..').allInnerTexts();
    const { data } = await explorer.gateway.query<{
      dtf: { performance: { monthlyReturns: { isPartial: boolean }[] } };
    }>(
      `query ($id: ID!, $from: Date!) {
        dtf(id: $id) { performance(range: Y3, from: $from) { monthlyReturns { isPartial } } } }`,
      { id: large?.itpId, from: yearAgo() },
    );
    const whole = data.dtf.performance.monthlyReturns.filter(({ isPartial }) => !isPartial).length;
    expect(gain).toContain(`of ${whole}`);
    await page.getByRole('button', { name: 'About Months with a gain' }).click();
    await page
      .getByText(new RegExp(`Counted: ${whole} whole months to \\w{3} \\d{4}`))
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Menu' }).click();
    const link = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', {
      name: 'Funds',
    });
    expect(await link.getAttribute('aria-current')).toBe('page');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('behavior: what can be touched is at least 24 pixels high and wide', async () => {
    const { page, problems } = await explorer.open(`/dtf/${funds[0]?.itpId}/factsheet`, phone);
    await page.getByRole('region', { name: 'Worst drawdowns' }).waitFor();
    expect(await page.getByRole('region', { name: 'The fund' }).first().textContent()).toMatch(
      /AUM[ ?]*\$.*Fresh prices.*of weight.*Created\w+ \d+, \d{4}Creator0x/,
    );
    const small = await page.evaluate(() =>
      [...document.querySelectorAll('main button')]
        .filter((one) => one.getClientRects().length > 0)
        .map((one) => {
          const { width, height } = one.getBoundingClientRect();
          const after = getComputedStyle(one, '::after');
          const extra = (size: string) => (after.content === 'none' ? 0 : Number.parseFloat(size));
          return {
            name: one.getAttribute('aria-label') ?? one.textContent,
            size: Math.min(
              Math.max(width, extra(after.width) || 0),
              Math.max(height, extra(after.height) || 0),
            ),
          };
        })
        .filter(({ size }) => size < 24),
    );
    expect(small).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

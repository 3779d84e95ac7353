import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exampleWallet } from '../../src/domains/example-wallet.ts';
import { readLegend } from '../support/chart-legend.ts';
import { chromiumPath } from '../support/chromium.ts';
import { explorerPaths, startExplorer, type TestExplorer } from '../support/explorer.ts';
import { joinSharedSandbox } from '../support/join-shared-sandbox.ts';
import { goToPart, readDownload } from '../support/page-parts.ts';

const phone = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  reducedMotion: 'reduce',
} as const;

/** Returns the parts of the header that can be used and are not wholly within the viewport. */
const readCutTargets = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.site-head :is(a, button, [role=status])')]
      .filter((one) => one.getClientRects().length > 0)
      .filter((one) => {
        const { left, right } = one.getBoundingClientRect();
        return left < 0 || right > Math.min(innerWidth, document.body.clientWidth);
      })
      .map((one) => one.getAttribute('aria-label') ?? one.textContent ?? ''),
  );

/** Returns how far the outer cells of each row that is shown are from the edges of their part. */
const readInsets = (page: Page, table: string): Promise<readonly (readonly number[])[]> =>
  page.getByRole('region', { name: table, exact: true }).evaluate((region) => {
    const part = region.closest('.part');
    if (part === null) throw new Error('the table is in no part');
    const { paddingLeft, paddingRight } = getComputedStyle(part);
    const { left, right } = part.getBoundingClientRect();
    return [...region.querySelectorAll('tr')].map((row) => {
      const cells = [...row.children].filter((cell) => cell.getClientRects().length > 0);
      const [first, last] = [cells[0], cells.at(-1)];
      if (first === undefined || last === undefined) throw new Error('the row has no cells');
      const begin =
        first.getBoundingClientRect().left + Number.parseFloat(getComputedStyle(first).paddingLeft);
      const end =
        last.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(last).paddingRight);
      return [
        Math.round(begin - left - 1 - Number.parseFloat(paddingLeft)),
        Math.round(right - 1 - Number.parseFloat(paddingRight) - end),
      ];
    });
  });

/** Whether a scrollable table is wider than its part. */
const isCut = (page: Page, table: string): Promise<boolean> =>
  page
    .getByRole('region', { name: table, exact: true })
    .evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);

describe.skipIf(chromiumPath === null)('the layout of the explorer', () => {
  let explorer: TestExplorer;
  beforeAll(async () => {
    explorer = await startExplorer(joinSharedSandbox);
  });
  afterAll(() => explorer?.[Symbol.asyncDispose]());

  /** Makes the gateway say that its data node does not answer. */
  const interrupt = (page: Page) =>
    page.route('**/graphql', async (route) => {
      if (route.request().postDataJSON()?.operationName !== 'Gateway') return route.fallback();
      const response = await route.fetch();
      const body = await response.text();
      const name = '"name":"data node"';
      expect(body).toContain(`${name},"status":"UP"`);
      const json = body.replace(`${name},"status":"UP"`, `${name},"status":"DOWN"`);
      await route.fulfill({ response, body: json });
    });

  test('default: no page scrolls sideways, and all of its header is in view', async () => {
    for (const path of explorerPaths) {
      const { page } = await explorer.open(path);
      await page.locator('.part, .prose').first().waitFor();
      for (const width of [1024, 1100, 1221, 1280, 1302]) {
        await page.setViewportSize({ width, height: 900 });
        const [needed, given] = await page.evaluate(() => {
          const { scrollWidth, clientWidth } = document.documentElement;
          return [scrollWidth, clientWidth] as const;
        });
        expect(needed, `${path} at ${width} px`).toBeLessThanOrEqual(given);
        expect(await readCutTargets(page), `${path} at ${width} px`).toEqual([]);
      }
      await page.context().close();
    }
  });

  test('behavior: the header has room for the longest state of the live updates', async () => {
    const { page } = await explorer.open('/', phone);
    await interrupt(page);
    const state = page.getByRole('status').filter({ hasText: /^Interrupted$/ });
    await state.waitFor({ timeout: 20_000 });
    for (const width of [390, 430, 641, 1024, 1221, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await readCutTargets(page), `at ${width} px`).toEqual([]);
    }
    // Of the state a phone has the mark alone.
    await page.setViewportSize(phone.viewport);
    expect((await state.boundingBox())?.width).toBeLessThan(12);
    await page.context().close();
  });

  test('behavior: the menu of the pages opens below the header, also of a scrolled page', async () => {
    const { page } = await explorer.open('/', { viewport: { width: 1024, height: 700 } });
    await page.getByRole('region', { name: 'Funds', exact: true }).locator('td').first().waitFor();
    await page.mouse.wheel(0, 400);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(400);
    await page.getByRole('button', { name: 'Menu' }).click();
    const pages = page.getByRole('navigation', { name: 'Pages' });
    expect((await pages.boundingBox())?.y).toBeGreaterThan(59);
    expect((await pages.boundingBox())?.y).toBeLessThan(100);
    await pages.getByRole('link', { name: 'Lending' }).click();
    await page.waitForURL((url) => url.pathname === '/lending');
    await page.context().close();
  });

  test('behavior: the texts of a menu of a chart wrap', async () => {
    const { page } = await explorer.open('/dtf/top10', { viewport: { width: 1280, height: 900 } });
    await page.getByRole('button', { name: /^Options of NAV per share/ }).click();
    const menu = page.getByRole('dialog', { name: /^Options of NAV per share/ });
    await menu.getByText('Drag over the chart').waitFor();
    const [needed, given] = await menu.evaluate((one) => [one.scrollWidth, one.clientWidth]);
    expect(needed).toBe(given);
    await page.context().close();
  });

  test('default: on a phone the outer columns of tables end where their parts do', async () => {
    const tables = [
      ['/markets', 'Batches'],
      ['/portfolio', 'Leaderboard'],
      [`/player/${exampleWallet}`, 'Figures of the player'],
      [`/lending?wallet=${exampleWallet}`, 'Lending markets'],
      ['/sources', 'Sources'],
      ['/status', 'Incidents'],
      [
        '/backtest?categoryId=all&topN=10&weighting=mcap&rebalanceDays=30&sweep=TOP_N&steps=4,7,12',
        'Variants',
      ],
    ] as const;
    for (const [path, name] of tables) {
      const { page } = await explorer.open(path, phone);
      const table = page.getByRole('region', { name, exact: true });
      await table.locator('td ~ td:visible').first().waitFor();
      for (const insets of await readInsets(page, name)) expect(insets, name).toEqual([0, 0]);
      expect(await isCut(page, name), name).toBe(false);
      await page.context().close();
    }
    const { page } = await explorer.open('/dtf/top10', phone);
    await (await goToPart(page, 'Events')).locator('tbody tr').first().waitFor();
    for (const insets of await readInsets(page, 'Events')) expect(insets).toEqual([0, 0]);
    const basket = await goToPart(page, 'Basket');
    await basket.locator('td').first().waitFor();
    for (const insets of await readInsets(page, 'Basket')) expect(insets).toEqual([0, 0]);
    await page.context().close();
  });

  test('default: a mark of order is within its heading, and both lines end at one edge', async () => {
    for (const [path, options] of [
      [`/lending?wallet=${exampleWallet}`, phone],
      [`/lending?wallet=${exampleWallet}`, { viewport: { width: 1280, height: 900 } }],
      ['/', { viewport: { width: 1280, height: 900 } }],
    ] as const) {
      const { page } = await explorer.open(path, options);
      const mark = page.locator('th .sort-mark').first();
      await mark.waitFor();
      expect(
        await mark.evaluate((one) => {
          const [inner, outer] = [one, one.closest('th')].map((box) =>
            box?.getBoundingClientRect(),
          );
          if (inner === undefined || outer === undefined) throw new Error('the mark has no cell');
          return inner.width > 8 && inner.left >= outer.left && inner.right <= outer.right;
        }),
      ).toBe(true);
      const ends = await page.locator('th.right .column-window:visible').evaluateAll((windows) =>
        windows.map((one) => {
          const name = document.createRange();
          name.selectNodeContents(one.previousSibling ?? one);
          const window = document.createRange();
          window.selectNodeContents(one);
          const [first, second] = [name, window].map((line) => line.getBoundingClientRect().right);
          return Math.round((first ?? 0) - (second ?? 0));
        }),
      );
      expect(ends.length).toBeGreaterThan(0);
      expect(new Set(ends)).toEqual(new Set([0]));
      await page.context().close();
    }
  });

  test('default: the line of a total is one line, and the tables of half a page fit', async () => {
    const wide = { viewport: { width: 1280, height: 900 } };
    for (const [path, total] of [
      [`/portfolio/${exampleWallet}`, '.sum-table tfoot tr'],
      ['/dtf/top10', '.contribution-total'],
    ] as const) {
      const { page } = await explorer.open(path, wide);
      if (path === '/dtf/top10') await goToPart(page, 'Basket');
      const lines = await page
        .locator(`${total} > *`)
        .first()
        .evaluate((first) =>
          [...(first.parentElement?.children ?? [])].map((cell) => {
            const { borderTopWidth, borderBottomWidth, boxShadow } = getComputedStyle(cell);
            return [borderTopWidth, borderBottomWidth, boxShadow].join(' ');
          }),
        );
      expect(new Set(lines)).toEqual(new Set(['0px 0px none']));
      await page.context().close();
    }
    for (const [path, name] of [
      ['/sources', 'Sources'],
      ['/portfolio', 'Leaderboard'],
    ] as const) {
      const { page } = await explorer.open(path, wide);
      await page.getByRole('region', { name, exact: true }).locator('td').first().waitFor();
      expect(await isCut(page, name), name).toBe(false);
      await page.context().close();
    }
  });

  test('default: nothing of a table of contributions is taller than its table', async () => {
    const { page } = await explorer.open('/dtf/top10', { viewport: { width: 1280, height: 900 } });
    await goToPart(page, 'Basket');
    const table = page.locator('.contributions').first();
    await table.locator('tfoot td').first().waitFor();
    const [whole, ...heights] = await table.evaluate((one) => [
      one.clientHeight,
      ...[...one.querySelectorAll('*')].flatMap((part) =>
        [getComputedStyle(part), getComputedStyle(part, '::before')]
          .map(({ height }) => Number.parseFloat(height))
          .filter((height) => height > 0),
      ),
    ]);
    expect(heights.length).toBeGreaterThan(10);
    expect(Math.max(...heights)).toBeLessThanOrEqual(whole ?? 0);
    await page.context().close();
  });

  test('default: the cards of the network are level, and the guides are searched in a whole line', async () => {
    const home = await explorer.open('/', { viewport: { width: 1280, height: 900 } });
    const cards = home.page.getByRole('complementary', { name: 'Network' }).locator('.part');
    await cards.nth(2).waitFor();
    const heights = () => cards.evaluateAll((all) => all.map((one) => one.clientHeight));
    await expect.poll(async () => new Set(await heights()).size).toBe(1);
    await home.page.context().close();
    const { page } = await explorer.open('/guides', phone);
    const [field, whole] = await Promise.all(
      [page.getByLabel('Search the guides'), page.getByRole('main').locator('.part').first()].map(
        (one) => one.boundingBox(),
      ),
    );
    expect(field?.width).toBe(whole?.width);
    await page.context().close();
  });

  test('behavior: a NAV chart states days, and the last value in view where it is zoomed', async () => {
    const { page } = await explorer.open('/dtf/top10?range=D30');
    const chart = page.getByRole('img', { name: /^NAV per share, now/ });
    await chart.waitFor();
    const box = await chart.boundingBox();
    if (box === null) throw new Error('there is no chart');
    const readTime = async () => (await readLegend(page, 'NAV per share, now')).time;
    expect(await readTime()).toMatch(/^\w+ \d+, \d{4}, \d\d:\d\d$/);
    await page.mouse.move(box.x + 300, box.y + 80);
    await expect.poll(readTime).toMatch(/^\w+ \d+, \d{4}$/);
    await page.mouse.down();
    await page.mouse.move(box.x + 100, box.y + 80, { steps: 4 });
    await page.mouse.up();
    const reset = page.getByRole('button', { name: 'Whole range' });
    await reset.waitFor();
    await page.mouse.move(2, 2);
    const last = /to (\w+ \d+, \d{4})$/;
    const said = last.exec((await page.locator('.chart-change').textContent()) ?? '')?.[1];
    await expect.poll(readTime).toBe(said);
    const [button, zoomed] = await Promise.all([reset.boundingBox(), chart.boundingBox()]);
    expect(zoomed?.y).toBe(box.y);
    expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(box.y);
    await page.context().close();
  });

  test('behavior: an entry of a legend shows its line in front, and every second line is dashed', async () => {
    const { page } = await explorer.open('/compare?funds=TOP10,DEFI10');
    const label = 'Growth of 1 for each of them';
    const chart = page.getByRole('img', { name: label });
    await chart.waitFor();
    const entry = page.getByRole('button', { name: /^DEFI10 / }).first();
    await page.mouse.move(2, 2);
    const draw = async () => (await chart.screenshot()).toString('base64');
    const atRest = await draw();
    await entry.hover();
    await expect.poll(draw).not.toBe(atRest);
    await page.mouse.move(2, 2);
    await expect.poll(draw).toBe(atRest);
    await entry.focus();
    await expect.poll(draw).not.toBe(atRest);
    await page.getByRole('button', { name: `Options of ${label}` }).click();
    const file = page.getByRole('dialog').getByRole('button', { name: 'SVG' });
    const lines = (await readDownload(page, file)).join('').split('stroke-dasharray');
    expect(lines.length).toBe(2);
    await page.context().close();
  });

  test('behavior: on a phone what can be touched has 24 pixels, and a hint has one mark', async () => {
    const marks = new Set<string>();
    for (const path of [
      '/',
      '/dtf/top10',
      `/portfolio/${exampleWallet}`,
      `/portfolio/${exampleWallet}/analysis`,
      `/lending?wallet=${exampleWallet}`,
    ]) {
      const { page } = await explorer.open(path, phone);
      await page.locator('main :is(td a, dd, .hint)').first().waitFor();
      const targets =
        '.page-actions a, .proof-line a, td a, .sort, .term, .hint, label:has(> [type=checkbox]), .chart-key';
      const small = await page.locator(`main :is(${targets}):visible`).evaluateAll((all) =>
        all
          .map((one) => {
            const after = getComputedStyle(one, '::after');
            const extra = after.content === 'none' ? 0 : Number.parseFloat(after.height);
            return {
              name: one.getAttribute('aria-label') ?? one.textContent,
              height: Math.max(one.getBoundingClientRect().height, extra || 0),
            };
          })
          .filter(({ height }) => height < 24),
      );
      expect(small, path).toEqual([]);
      for (const mark of await page.locator('main .hint:visible').evaluateAll((all) =>
        all.map((one) => {
          const { width, borderColor, fontSize } = getComputedStyle(one);
          return [width, borderColor, fontSize].join(' ');
        }),
      ))
        marks.add(mark);
      await page.context().close();
    }
    expect(marks.size).toBe(1);
  });

  test('behavior: the newest month and the year are in view on a phone, in columns of one width', async () => {
    const { page } = await explorer.open('/dtf/top10/factsheet', phone);
    const months = page.getByRole('region', { name: 'Returns by month', exact: true });
    const newest = months.getByTitle('Part of the month').last();
    await newest.waitFor();
    const year = months.getByTitle('Part of the year').last();
    const [month, whole, box, first] = await Promise.all(
      [newest, year, months, months.locator('tbody th').last()].map((one) => one.boundingBox()),
    );
    if (!month || !whole || !box || !first) throw new Error('the table is not shown');
    expect(month.x).toBeGreaterThanOrEqual(first.x + first.width - 1);
    expect(month.x + month.width).toBeLessThanOrEqual(whole.x + 1);
    // At its end, or with the newest month as far left as it is in view.
    const left = await months.evaluate((one) => one.scrollWidth - one.clientWidth - one.scrollLeft);
    expect(Math.min(left, Math.abs(month.x - first.x - first.width))).toBeLessThan(2);
    expect(whole.x + whole.width).toBeLessThanOrEqual(box.x + box.width + 1);
    const widths = await months
      .locator('thead th')
      .evaluateAll((all) => all.slice(1, -1).map((one) => Math.round(one.clientWidth)));
    expect(Math.max(...widths) - Math.min(...widths)).toBeLessThanOrEqual(1);
    await page.context().close();
  });

  test('behavior: lines break neither before a unit or a dot nor within a day', async () => {
    const { page } = await explorer.open(`/lending?wallet=${exampleWallet}`, phone);
    expect(await page.getByText(/^In all markets/).textContent()).toMatch(/\d\u00a0%/);
    await page.goto(`${explorer.gateway.url}/markets/10`);
    await expect
      .poll(() => page.getByRole('heading', { level: 1 }).textContent())
      .toMatch(/\S\u00a0· batch 10/);
    await page.setViewportSize({ width: 320, height: 844 });
    await page.goto(`${explorer.gateway.url}/portfolio/${exampleWallet}/analysis`);
    const heading = page.getByRole('heading', { level: 1 });
    const address = heading.locator('.heading-ticker');
    await address.waitFor();
    expect((await address.boundingBox())?.x).toBe((await heading.boundingBox())?.x);
    await page.goto(`${explorer.gateway.url}/portfolio/${exampleWallet}`);
    const trades = await goToPart(page, 'Trades');
    const time = trades.locator('td:first-child time').first();
    await time.waitFor();
    const lines = await time.evaluate((one) => {
      Object.assign((one as HTMLElement).style, { width: '10ch', minWidth: 0 });
      const day = one.firstElementChild;
      return [day?.textContent, day?.getClientRects().length, one.getBoundingClientRect().height];
    });
    expect(lines[0]).toMatch(/^\w+ \d+, \d{4},$/);
    expect(lines[1]).toBe(1);
    expect(lines[2]).toBeGreaterThan(30);
    await page.context().close();
  });
});

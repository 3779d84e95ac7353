import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath } from '../support/chromium.ts';
import { explorerPaths, startExplorer, type TestExplorer } from '../support/explorer.ts';
import { joinSharedSandbox } from '../support/join-shared-sandbox.ts';

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
      await page.locator('.part').first().waitFor();
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
});

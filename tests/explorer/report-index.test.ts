import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath } from '../support/chromium.ts';
import { startExplorer, type TestExplorer } from '../support/explorer.ts';
import { joinSharedSandbox } from '../support/join-shared-sandbox.ts';

describe.skipIf(chromiumPath === null)('the index of the report of a run', () => {
  let explorer: TestExplorer;
  beforeAll(async () => {
    explorer = await startExplorer(joinSharedSandbox);
  });
  afterAll(() => explorer?.[Symbol.asyncDispose]());

  test.each([390, 1400])(
    'default: each section is reached by a link that stays in view, %i px wide',
    async (width) => {
      const { page, problems } = await explorer.open('/backtest/1/report', {
        viewport: { width, height: 800 },
      });
      const nav = page.getByRole('navigation', { name: 'Sections of this page' });
      const isAtTop = (id: string) =>
        expect
          .poll(() => page.locator(`#${id}`).evaluate((one) => one.getBoundingClientRect().top), {
            timeout: 15_000,
          })
          .toBeLessThan(200);
      const isCurrent = (name: string) =>
        expect
          .poll(() => nav.getByRole('link', { name, exact: true }).getAttribute('aria-current'))
          .toBe('location');
      await page.locator('#contributions').waitFor();
      const places = await nav
        .getByRole('link')
        .evaluateAll((links) =>
          links.map((link) => [
            link.textContent,
            document.querySelector(`main ${link.getAttribute('href')} h2`)?.textContent,
          ]),
        );
      expect(places).toHaveLength(12);
      for (const [name, heading] of places)
        expect(heading?.toLowerCase()).toContain(name?.toLowerCase().replace(/s$/, ''));
      await nav.getByRole('link', { name: 'Months' }).click();
      await isCurrent('Months');
      await isAtTop('months');
      expect((await nav.boundingBox())?.y).toBe(width < 900 ? 0 : 61);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        width,
      );
      // The address has the place, also of a section that is not there before its data are.
      await page.goto('about:blank');
      await page.goto(`${explorer.gateway.url}/backtest/1/report#contributions`);
      await page.locator('#contributions').waitFor();
      await isAtTop('contributions');
      await isCurrent('Contributions');
      expect(problems).toEqual([]);
      await page.context().close();
    },
  );
});

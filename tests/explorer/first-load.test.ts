import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exampleWallet } from '../../src/domains/example-wallet.ts';
import { chromiumPath } from '../support/chromium.ts';
import { explorerPaths, startExplorer, type TestExplorer } from '../support/explorer.ts';
import { joinSharedSandbox } from '../support/join-shared-sandbox.ts';

describe.skipIf(chromiumPath === null)('what pages load', () => {
  let explorer: TestExplorer;
  beforeAll(async () => {
    explorer = await startExplorer(joinSharedSandbox);
  });
  afterAll(() => explorer?.[Symbol.asyncDispose]());

  // The last one has still prices, which its page names.
  test.for([...explorerPaths, '/dtf/exch'])(
    'behavior: the first load of %s is below 250 kB, and what comes later moves nothing',
    async (path) => {
      const { page } = await explorer.open(path, { viewport: { width: 1400, height: 1000 } });
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForFunction(() => document.querySelector('.skeleton') === null);
      const { bytes, shift } = await page.evaluate(async () => {
        const entries = [
          ...performance.getEntriesByType('navigation'),
          ...performance.getEntriesByType('resource'),
        ];
        const files = entries.filter(
          ({ name }) => !name.includes('/graphql') && !name.includes('/rpc/'),
        );
        const shifts = await new Promise<number>((resolve) => {
          let sum = 0;
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries())
              sum += (entry as unknown as { value: number }).value;
          }).observe({ type: 'layout-shift', buffered: true });
          setTimeout(() => resolve(sum), 500);
        });
        const size = files.reduce(
          (sum, entry) => sum + (entry as unknown as { transferSize: number }).transferSize,
          0,
        );
        return { bytes: size, shift: shifts };
      });
      expect(bytes).toBeLessThan(250_000);
      expect(shift).toBeLessThan(0.005);
      await page.context().close();
    },
  );

  test.for(['/dtf/exch', `/portfolio/${exampleWallet}`])(
    'behavior: what loads while a reader scrolls through %s on a phone is there before it is seen',
    async (path) => {
      const { page } = await explorer.open(path, { viewport: { width: 390, height: 844 } });
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForFunction(() => document.querySelector('.skeleton') === null);
      await page.waitForTimeout(500);
      await page.evaluate(() => {
        Object.assign(globalThis, { shift: 0 });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            (globalThis as unknown as { shift: number }).shift += (
              entry as unknown as { value: number }
            ).value;
        }).observe({ type: 'layout-shift' });
      });
      const heightOf = () => page.evaluate(() => document.body.scrollHeight);
      const before = await heightOf();
      for (let seen = 0; seen < (await heightOf()); seen += 250) {
        await page.mouse.move(200, 400);
        await page.mouse.wheel(0, 250);
        await page.waitForTimeout(150);
      }
      expect(await heightOf(), 'sections were loaded').not.toBe(before);
      const shift = await page.evaluate(() => (globalThis as unknown as { shift: number }).shift);
      expect(shift).toBeLessThan(0.1);
      await page.context().close();
    },
  );
});

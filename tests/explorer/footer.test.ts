import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath } from '../support/chromium.ts';
import { explorerPaths, startExplorer, type TestExplorer } from '../support/explorer.ts';
import { joinSharedSandbox } from '../support/join-shared-sandbox.ts';

describe.skipIf(chromiumPath === null)('the footer of the explorer', () => {
  let explorer: TestExplorer;
  beforeAll(async () => {
    explorer = await startExplorer(joinSharedSandbox);
  });
  afterAll(() => explorer?.[Symbol.asyncDispose]());

  test.each([390, 1280])(
    'behavior: each page %i px wide names the time zone, in a place it had before',
    async (width) => {
      const device = { viewport: { width, height: 844 }, timezoneId: 'Asia/Tokyo' };
      for (const path of [...explorerPaths, '/nothing/here']) {
        const written = await explorer.open(path, { ...device, javaScriptEnabled: false });
        const frame = written.page.getByRole('contentinfo');
        expect(await frame.textContent(), path).not.toContain('Times in');
        const { page } = await explorer.open(path, device);
        const footer = page.getByRole('contentinfo');
        await footer.getByText('Times in Asia/Tokyo, 24 hours.', { exact: true }).waitFor();
        const heights = [frame, footer].map(async (one) => (await one.boundingBox())?.height);
        expect(await heights[0], path).toBe(await heights[1]);
        await written.page.context().close();
        await page.context().close();
      }
    },
    120_000,
  );
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath } from '../support/chromium.ts';
import { startExplorer, type TestExplorer } from '../support/explorer.ts';
import { joinSharedSandbox } from '../support/join-shared-sandbox.ts';

const targets = '.hint, .sort, .chart-options, .chart-key, .file-button, summary, .watch';

describe.skipIf(chromiumPath === null)('what a finger touches on a phone', () => {
  let explorer: TestExplorer;
  beforeAll(async () => {
    explorer = await startExplorer(joinSharedSandbox);
  });
  afterAll(() => explorer?.[Symbol.asyncDispose]());

  for (const [path, kinds] of [
    ['/dtf/top10/factsheet', ['hint', 'chart-options', 'file-button']],
    ['/compare?funds=TOP10,DEFI10', ['chart-options', 'chart-key']],
    ['/markets', ['sort']],
    ['/backtest', ['hint', 'summary']],
  ] as const) {
    test(`default: every target of ${path} has 24 pixels that no neighbour takes`, async () => {
      const { page } = await explorer.open(path, {
        viewport: { width: 390, height: 844 },
        isMobile: true,
        hasTouch: true,
        reducedMotion: 'reduce',
      });
      for (const kind of kinds)
        await page
          .locator(kind === 'summary' ? 'main summary' : `main .${kind}:visible`)
          .first()
          .waitFor();
      const taken = await page
        .locator(`main :is(${targets}):is(button, summary):visible`)
        .evaluateAll((all) =>
          all.flatMap((one) => {
            one.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
            const { left, top, width, height } = one.getBoundingClientRect();
            // Points of a circle of 24 pixels, half a pixel within it.
            return Array.from({ length: 8 }, (_, at) => (at * Math.PI) / 4)
              .map((angle) =>
                document.elementFromPoint(
                  left + width / 2 + 11.5 * Math.cos(angle),
                  top + height / 2 + 11.5 * Math.sin(angle),
                ),
              )
              .filter((hit) => !one.contains(hit))
              .map((hit) => `${one.ariaLabel ?? one.textContent}: ${hit?.className}`);
          }),
        );
      expect(taken).toEqual([]);
      await page.context().close();
    });
  }
});

/**
 * Writes screenshots of every page of the explorer to `docs/screenshots/`, in both colour modes,
 * wide and in phone size, and those made for paper as PDF. It starts a sandbox of its own.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { explorerPaths, startExplorer } from '../tests/support/explorer.ts';

const folder = join(import.meta.dirname, '../docs/screenshots');
const sizes = {
  wide: { viewport: { width: 1400, height: 1000 } },
  phone: { viewport: { width: 375, height: 812 }, isMobile: true, hasTouch: true },
} as const;

const names = [
  'funds',
  'fund',
  'factsheet',
  'compare',
  'backtest',
  'report',
  'markets',
  'batch',
  'wallets',
  'portfolio',
  'analysis',
  'player',
  'lending',
  'sources',
  'status',
  'guides',
  'guide',
];
/** Pages that are made for paper. */
const printed: ReadonlySet<string> = new Set(['/backtest/1/report', '/dtf/top10/factsheet']);
const backtest = '/backtest?categoryId=all&topN=10&weighting=mcap&rebalanceDays=30';

await mkdir(folder, { recursive: true });
await using explorer = await startExplorer();
for (const [index, path] of explorerPaths.entries()) {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [size, device] of Object.entries(sizes)) {
      const shown = path === '/backtest' ? backtest : path;
      const { page } = await explorer.open(shown, { colorScheme, ...device });
      await page.waitForLoadState('load');
      await page.waitForTimeout(5000);
      const file = `${names[index]}-${colorScheme}-${size}.png`;
      await page.screenshot({ path: join(folder, file) });
      console.log(file);
      if (printed.has(path) && size === 'wide' && colorScheme === 'light') {
        const pdf = `${names[index]}.pdf`;
        await page.pdf({ path: join(folder, pdf), preferCSSPageSize: true, printBackground: true });
        console.log(pdf);
      }
      await page.context().close();
    }
  }
}

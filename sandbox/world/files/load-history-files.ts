import { computeDataVersion } from '../data-version.ts';
import type { MarketHistory } from '../market-history.ts';
import { loadAssets, loadCategories } from './assets-and-categories.ts';
import { loadFundingRounds } from './funding-rounds.ts';
import { loadDefiMetrics, loadFearAndGreed, loadListings } from './listings-and-metrics.ts';
import { loadPrices } from './price-grid.ts';

/**
 * Loads real history from a folder of CSV files (docs/sandbox.md, Real history).
 *
 * Assets are those with a row in `prices.csv`. Rows of the other files about other assets are
 * checked and left out, as are values with dates that no decision uses: after the last day of
 * prices, or too long before the first. Numbers are not rounded.
 *
 * @throws {DataFileError} a file is malformed; the message has the file, the line and the reason.
 */
export function loadHistoryFiles(folder: string): MarketHistory {
  const { grid, price, marketCap } = loadPrices(folder);
  const { lead: fngLead, fng } = loadFearAndGreed(folder, grid);
  const { lead: defiLead, defi } = loadDefiMetrics(folder, grid);
  const content = {
    origin: 'files',
    firstDay: grid.firstDay,
    days: grid.days,
    assets: loadAssets(folder, grid),
    price,
    marketCap,
    ...loadListings(folder, grid),
    lead: { fng: fngLead, defi: defiLead },
    fng,
    defi,
    rounds: loadFundingRounds(folder, grid),
    categories: loadCategories(folder, grid),
  } as const;
  return { version: computeDataVersion(content), ...content };
}

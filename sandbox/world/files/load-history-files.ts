import { computeDataVersion } from '../data-version.ts';
import type { MarketHistory } from '../market-history.ts';
import { loadAssets, loadCategories } from './assets-and-categories.ts';
import { loadFundingRounds } from './funding-rounds.ts';
import { loadDefiMetrics, loadFearAndGreed, loadListings } from './listings-and-metrics.ts';
import { loadPrices } from './price-grid.ts';

/**
 * Loads real history from a folder of CSV files (docs/sandbox.md, Real history). An asset is what has a row in
 * `prices.csv`; rows of the other files that speak of anything else are checked and left out, as
 * are values dated where no decision looks: after the last day of prices, or too long before the
 * first. Numbers are taken as they stand, not rounded.
 *
 * @throws {DataFileError} a file is malformed; it names file, line and reason.
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

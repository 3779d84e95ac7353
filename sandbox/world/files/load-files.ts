import type { MarketHistory } from '../history.ts';
import { computeDataVersion } from '../version.ts';
import { loadAssets, loadCategories } from './assets-and-categories.ts';
import { loadPrices } from './grid.ts';
import { loadRounds } from './rounds.ts';
import { loadDefi, loadFng, loadListings } from './series.ts';

/**
 * Loads real history from a folder of CSV files (docs/sandbox.md, Real history). An asset is what has a row in
 * `prices.csv`; rows of the other files that speak of anything else are checked and left out, as
 * are values dated where no decision looks: after the last day of prices, or too long before the
 * first. Numbers are taken as they stand, not rounded.
 *
 * @throws {DataFileError} a file is malformed; it names file, line and reason.
 */
export function loadFiles(folder: string): MarketHistory {
  const { grid, price, marketCap } = loadPrices(folder);
  const { lead: fngLead, fng } = loadFng(folder, grid);
  const { lead: defiLead, defi } = loadDefi(folder, grid);
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
    rounds: loadRounds(folder, grid),
    categories: loadCategories(folder, grid),
  } as const;
  return { version: computeDataVersion(content), ...content };
}

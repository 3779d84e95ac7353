import type { AssetCategory, AssetInfo } from '../market-history.ts';
import { createSharedIntegers } from '../shared-columns.ts';
import { readTable } from './csv-table.ts';
import { createDuplicateCheck } from './duplicate-rows.ts';
import { parseAssetId, parseText } from './parse-fields.ts';
import type { PriceGrid } from './price-grid.ts';

/** Permitted category ids, which requests can use as filters. */
const slug = /^[\w.-]{1,100}$/;

/**
 * Reads `assets.csv`. An asset without a row has its id as its name, and the id in capitals as its
 * symbol.
 *
 * @throws {DataFileError} a row is malformed or duplicate.
 */
export function loadAssets(folder: string, grid: PriceGrid): readonly AssetInfo[] {
  const columns = ['asset', 'symbol', 'name'] as const;
  const known = new Map<string, AssetInfo>();
  const seeOnce = createDuplicateCheck();
  for (const row of readTable(folder, { file: 'assets.csv', columns }) ?? []) {
    const id = parseAssetId(row, 'asset');
    seeOnce(row, id);
    known.set(id, { id, symbol: parseText(row, 'symbol'), name: parseText(row, 'name') });
  }
  return grid.ids.map((id) => known.get(id) ?? { id, symbol: id.toUpperCase(), name: id });
}

/**
 * Reads `categories.csv`; the categories are ascending by id. Without the file one category `all`
 * has every asset.
 *
 * @throws {DataFileError} a row is malformed or duplicate, or a category has two names or sources.
 */
export function loadCategories(folder: string, grid: PriceGrid): readonly AssetCategory[] {
  const columns = ['category_id', 'name', 'source', 'asset'] as const;
  const table = readTable(folder, { file: 'categories.csv', columns });
  if (table === null) {
    const everyone = createSharedIntegers(grid.ids.map((_, column) => column));
    return [{ id: 'all', name: 'All', source: 'coingecko', assets: everyone }];
  }
  const found = new Map<string, Omit<AssetCategory, 'assets'> & { readonly members: number[] }>();
  const seeOnce = createDuplicateCheck();
  for (const row of table) {
    const id = row.get('category_id');
    if (!slug.test(id)) throw row.fail('category_id must be 1 to 100 letters, digits or .-_');
    const name = parseText(row, 'name');
    const source = row.get('source');
    if (source !== 'coingecko' && source !== 'defillama') {
      throw row.fail('source must be coingecko or defillama');
    }
    const asset = parseAssetId(row, 'asset');
    seeOnce(row, JSON.stringify([id, asset]));
    const category = found.get(id) ?? { id, name, source, members: [] };
    if (category.name !== name || category.source !== source) {
      throw row.fail(`category ${id} has another name or source in an earlier row`);
    }
    found.set(id, category);
    const column = grid.columnOf.get(asset);
    if (column !== undefined) category.members.push(column);
  }
  return [...found.values()]
    .sort((a, b) => Buffer.compare(Buffer.from(a.id), Buffer.from(b.id)))
    .map(({ members, ...category }) => ({
      ...category,
      assets: createSharedIntegers(members.sort((a, b) => a - b)),
    }));
}

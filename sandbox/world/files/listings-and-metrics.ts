import { type DefiMetric, MISSING_DAY } from '../market-history.ts';
import { createSharedColumns, createSharedIntegers } from '../shared-columns.ts';
import { readTable, type TableRow } from './csv-table.ts';
import { createDuplicateCheck } from './duplicate-rows.ts';
import {
  createDateParser,
  parseAssetId,
  parseNumber,
  parseOptionalNumber,
} from './parse-fields.ts';
import type { PriceGrid } from './price-grid.ts';

const metrics: readonly DefiMetric[] = ['tvl', 'fees', 'revenue', 'volume', 'apy'];

/**
 * Number of days before the first day of prices whose values decisions use (docs/backtest-engine.md
 * §5, §7): a week of the index; for metrics a week and the longest look-back of `tvl_mom_{L}`.
 */
const longestLead = { fng: 7, defi: 730 + 6 };

/**
 * Reads `listings.csv`; missing dates are `MISSING_DAY`.
 *
 * @throws {DataFileError} a row is malformed or duplicate.
 */
export function loadListings(
  folder: string,
  grid: PriceGrid,
): { readonly listedAt: Int32Array; readonly delistedAt: Int32Array } {
  const listedAt = createSharedIntegers(grid.ids.map(() => MISSING_DAY));
  const delistedAt = createSharedIntegers(grid.ids.map(() => MISSING_DAY));
  const columns = ['asset', 'listed_at', 'delisted_at'] as const;
  const seeOnce = createDuplicateCheck();
  const parseDate = createDateParser<(typeof columns)[number]>();
  for (const row of readTable(folder, { file: 'listings.csv', columns }) ?? []) {
    const id = parseAssetId(row, 'asset');
    seeOnce(row, id);
    const dayOf = (column: 'listed_at' | 'delisted_at') =>
      row.get(column) === '' ? MISSING_DAY : parseDate(row, column) - grid.firstDay;
    const listed = dayOf('listed_at');
    const delisted = dayOf('delisted_at');
    const column = grid.columnOf.get(id);
    if (column === undefined) continue;
    listedAt[column] = listed;
    delistedAt[column] = delisted;
  }
  return { listedAt, delistedAt };
}

/**
 * Reads `fng.csv`; days without a row are NaN.
 *
 * @returns the index, beginning `lead` days before the first day of prices.
 * @throws {DataFileError} a row is malformed or duplicate.
 */
export function loadFearAndGreed(
  folder: string,
  grid: PriceGrid,
): { readonly lead: number; readonly fng: Float64Array } {
  const columns = ['date', 'value'] as const;
  const open = () => readTable(folder, { file: 'fng.csv', columns }) ?? [];
  const lead = leadOf(open(), grid, longestLead.fng);
  const fng = createSharedColumns(lead + grid.days);
  const seeOnce = createDuplicateCheck();
  const parseDate = createDateParser<(typeof columns)[number]>();
  for (const row of open()) {
    const day = parseDate(row, 'date') - grid.firstDay;
    seeOnce(row, String(day));
    const value = parseNumber(row, 'value', { min: 0, max: 100 });
    if (day >= -lead && day < grid.days) fng[lead + day] = value;
  }
  return { lead, fng };
}

/**
 * Reads `defi.csv`; missing values are NaN. Without the file all metrics share one empty table.
 *
 * @returns the tables, whose columns begin `lead` days before the first day of prices.
 * @throws {DataFileError} a row is malformed or duplicate.
 */
export function loadDefiMetrics(
  folder: string,
  grid: PriceGrid,
): { readonly lead: number; readonly defi: Readonly<Record<DefiMetric, Float64Array>> } {
  const columns = ['date', 'asset', ...metrics] as const;
  const open = () => readTable(folder, { file: 'defi.csv', columns });
  const lead = leadOf(open() ?? [], grid, longestLead.defi);
  const height = lead + grid.days;
  const table = open();
  const cells = grid.ids.length * height;
  const newTable = () => createSharedColumns(cells);
  const empty = newTable();
  const defi = { tvl: empty, fees: empty, revenue: empty, volume: empty, apy: empty };
  if (table === null) return { lead, defi };
  for (const metric of metrics.slice(1)) defi[metric] = newTable();
  const lineOf = new Int32Array(cells);
  const parseDate = createDateParser<(typeof columns)[number]>();
  for (const row of table) {
    const column = grid.columnOf.get(parseAssetId(row, 'asset'));
    const day = parseDate(row, 'date') - grid.firstDay;
    const values = metrics.map((metric) => parseOptionalNumber(row, metric));
    if (column === undefined || day < -lead || day >= grid.days) continue;
    const cell = column * height + lead + day;
    const twin = lineOf[cell] ?? 0;
    if (twin > 0) throw row.fail(`the same date and asset as line ${twin}`);
    lineOf[cell] = row.line;
    for (const [k, metric] of metrics.entries()) defi[metric][cell] = values[k] ?? Number.NaN;
  }
  return { lead, defi };
}

/**
 * Returns how many days before the first day of prices the rows begin, without rows more than
 * `longest` days before it.
 */
function leadOf(
  rows: Iterable<TableRow<'date'>>,
  { firstDay }: PriceGrid,
  longest: number,
): number {
  const parseDate = createDateParser<'date'>();
  let lead = 0;
  for (const row of rows) {
    const before = firstDay - parseDate(row, 'date');
    if (before > lead && before <= longest) lead = before;
  }
  return lead;
}

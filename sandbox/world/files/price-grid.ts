import { createSharedColumns } from '../shared-columns.ts';
import { readTable, type TableRow } from './csv-table.ts';
import { DataFileError } from './data-file-error.ts';
import {
  createDateParser,
  parseAssetId,
  parseNumber,
  parseOptionalNumber,
} from './parse-fields.ts';

/** The days and assets for which `prices.csv` has rows. */
export type PriceGrid = {
  /** Days since 1970-01-01 UTC. */
  readonly firstDay: number;
  readonly days: number;
  /** Asset ids, ascending in byte order. */
  readonly ids: readonly string[];
  readonly columnOf: ReadonlyMap<string, number>;
};

/** The grid with its prices and market caps, column-major. */
export type PriceTables = {
  readonly grid: PriceGrid;
  readonly price: Float64Array;
  readonly marketCap: Float64Array;
};

const file = 'prices.csv';
const columns = ['date', 'asset', 'price', 'market_cap'] as const;
/** Maximum number of asset-days, so that all seven tables fit into memory. */
const mostCells = 20_000_000;
/**
 * First permitted day. The chains begin one day before the first prices, and block times cannot be
 * before 1970.
 */
const earliestDay = 1;

/**
 * Reads `prices.csv` into dense tables from its first to its last date.
 *
 * @throws {DataFileError} the file is missing, empty or malformed, or has a duplicate row.
 */
export function loadPrices(folder: string): PriceTables {
  const rows = collectRows(folder);
  const firstDay = rows.day.reduce((least, day) => Math.min(least, day), Number.POSITIVE_INFINITY);
  const lastDay = rows.day.reduce((most, day) => Math.max(most, day), Number.NEGATIVE_INFINITY);
  const days = lastDay - firstDay + 1;
  const ids = [...rows.assets.keys()].sort((a, b) =>
    Buffer.compare(Buffer.from(a), Buffer.from(b)),
  );
  if (ids.length * days > mostCells) {
    const reason = `${ids.length} assets over ${days} days are too many: at most ${mostCells} asset-days`;
    throw new DataFileError(reason, { file, line: null });
  }
  const columnOf = new Map(ids.map((id, column) => [id, column]));
  const columnOfSeen = Int32Array.from(rows.assets.keys(), (id) => columnOf.get(id) ?? -1);
  const price = createSharedColumns(ids.length * days);
  const marketCap = createSharedColumns(ids.length * days);
  const lineOf = new Int32Array(ids.length * days);
  for (const [k, day] of rows.day.entries()) {
    const cell = (columnOfSeen[rows.asset[k] ?? -1] ?? 0) * days + day - firstDay;
    const line = rows.line[k] ?? 0;
    const twin = lineOf[cell] ?? 0;
    if (twin > 0) {
      throw new DataFileError(`the same date and asset as line ${twin}`, { file, line });
    }
    lineOf[cell] = line;
    const value = rows.price[k] ?? Number.NaN;
    // A price of 0 counts as missing (docs/backtest-engine.md §1).
    if (value > 0) price[cell] = value;
    marketCap[cell] = rows.marketCap[k] ?? Number.NaN;
  }
  return { grid: { firstDay, days, ids, columnOf }, price, marketCap };
}

type PriceRows = {
  /** Assets in the order of their first rows, with their numbers. */
  readonly assets: ReadonlyMap<string, number>;
  readonly asset: readonly number[];
  readonly day: readonly number[];
  readonly line: readonly number[];
  readonly price: readonly number[];
  readonly marketCap: readonly number[];
};

function collectRows(folder: string): PriceRows {
  const table = readTable(folder, { file, columns });
  if (table === null) throw new DataFileError('not found in DATA_DIR', { file, line: null });
  const assets = new Map<string, number>();
  const asset: number[] = [];
  const day: number[] = [];
  const line: number[] = [];
  const price: number[] = [];
  const marketCap: number[] = [];
  const parsePriceDay = createPriceDayParser();
  for (const row of table) {
    const id = parseAssetId(row, 'asset');
    const known = assets.get(id) ?? assets.size;
    if (known === assets.size) assets.set(id, known);
    asset.push(known);
    day.push(parsePriceDay(row));
    line.push(row.line);
    price.push(parseNumber(row, 'price', { min: 0 }));
    marketCap.push(parseOptionalNumber(row, 'market_cap', { min: 0 }));
  }
  if (day.length === 0) throw new DataFileError('has no rows', { file, line: null });
  return { assets, asset, day, line, price, marketCap };
}

function createPriceDayParser(): (row: TableRow<(typeof columns)[number]>) => number {
  const parseDate = createDateParser<(typeof columns)[number]>();
  return (row) => {
    const day = parseDate(row, 'date');
    if (day < earliestDay) {
      throw row.fail(`date must be after 1970-01-01, found "${row.get('date')}"`);
    }
    return day;
  };
}

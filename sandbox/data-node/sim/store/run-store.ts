import type { DatabaseSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import { openStateFile } from '../../../lib/state-file.ts';
import type { AssetInfo } from '../../../world/market-history.ts';
import { openRunFile } from './run-file.ts';
import { formatNavSeriesJson, type RunJson } from './run-json.ts';

/** One position after a rebalance. */
export type StoredPosition = {
  readonly assetId: string;
  readonly symbol: string;
  /** Fraction of the portfolio. */
  readonly weight: number;
  readonly units: number;
  /** USD. */
  readonly price: number;
};

/** Reads the file of runs. */
export type RunStore = {
  /** Returns the run of a cache key; `null` if it is not stored. */
  readonly find: (key: string) => RunJson | null;
  readonly get: (id: number) => RunJson | null;
  /** Adds a run that was just written to the memory cache. */
  readonly cacheRun: (texts: RunJson) => void;
  /** Returns the runs of a category, or of all if `categoryId` is null; newest first. */
  readonly listResults: (categoryId: string | null) => readonly Readonly<Record<string, unknown>>[];
  /**
   * Returns the portfolio after the rebalance on a day, or after the last rebalance if no day is
   * given; largest weight first.
   *
   * @returns null if there is no such run; an empty list if there was no rebalance on that day.
   */
  readonly holdings: (
    id: number,
    day: number | null,
  ) => { readonly day: number; readonly positions: readonly StoredPosition[] } | null;
  /** Returns the portfolios after all rebalances, ascending by day; null if there is no such run. */
  readonly allHoldings: (
    id: number,
  ) => readonly { readonly day: number; readonly positions: readonly StoredPosition[] }[] | null;
  /**
   * Deletes a run.
   *
   * @returns the number of deleted runs.
   */
  readonly remove: (id: number) => number;
  /** Clears the memory cache; the file is unchanged. */
  readonly clearMemory: () => void;
  readonly close: () => void;
};

/** Maximum size of encoded runs in memory in bytes: about 250 runs over the whole history. */
const MEMORY_BYTES = 64 * 1024 * 1024;

/** Maximum number of rows in a list of results. */
const MAX_RESULTS = 1_000;

/** Opens the file of runs for reading and adds the assets of the history to it. */
export function createRunStore(path: string, assets: readonly AssetInfo[]): RunStore {
  const file = openRunFile(path);
  const texts = new LRUCache<number, RunJson>({
    maxSize: MEMORY_BYTES,
    sizeCalculation: ({ config, stats, navSeries }) =>
      config.length + stats.length + navSeries.length,
  });
  // A file that is damaged after its first page fails here.
  openStateFile(path, () => addAssets(file, assets));

  const idOfKey = file.prepare('SELECT id FROM runs WHERE key = ?');
  const runOfId = file.prepare('SELECT config, statistics, first_day, nav FROM runs WHERE id = ?');
  const listed = `SELECT id, config, statistics, computed_at, duration_ms FROM runs`;
  const newest = `ORDER BY computed_at DESC, id DESC LIMIT ${MAX_RESULTS}`;
  const listAll = file.prepare(`${listed} ${newest}`);
  const listCategory = file.prepare(`${listed} WHERE category_id = ? ${newest}`);
  const holdingsOfDay = file.prepare(
    'SELECT day, positions FROM holdings WHERE run_id = ? AND day = ?',
  );
  const lastHoldings = file.prepare(
    'SELECT day, positions FROM holdings WHERE run_id = ? ORDER BY day DESC LIMIT 1',
  );
  const holdingsOfRun = file.prepare(
    'SELECT day, positions FROM holdings WHERE run_id = ? ORDER BY day',
  );
  const assetOfNumber = file.prepare('SELECT id, symbol FROM assets WHERE number = ?');
  const deleteRun = file.prepare('DELETE FROM runs WHERE id = ?');

  function get(id: number): RunJson | null {
    const known = texts.get(id);
    if (known !== undefined) return known;
    const row = runOfId.get(id);
    if (row === undefined) return null;
    const run = {
      id,
      config: String(row.config),
      stats: String(row.statistics),
      navSeries: formatNavSeriesJson(Number(row.first_day), doubles(row.nav)),
    };
    texts.set(id, run);
    return run;
  }

  function positions(blob: unknown): readonly StoredPosition[] {
    const values = doubles(blob);
    const rows = Array.from({ length: values.length / 4 }, (_, row) => {
      const [number, weight, units, price] = values.subarray(4 * row) as unknown as number[];
      const asset = assetOfNumber.get(number as number);
      return {
        assetId: String(asset?.id),
        symbol: String(asset?.symbol),
        weight: weight as number,
        units: units as number,
        price: price as number,
      };
    });
    return rows.sort((a, b) => b.weight - a.weight || (a.assetId < b.assetId ? -1 : 1));
  }

  return {
    find(key) {
      const row = idOfKey.get(key);
      return row === undefined ? null : get(Number(row.id));
    },
    get,
    cacheRun: (run) => void texts.set(run.id, run),
    listResults(categoryId) {
      const rows = categoryId === null ? listAll.all() : listCategory.all(categoryId);
      return rows.map((row) => resultOf(row));
    },
    holdings(id, day) {
      const row = day === null ? lastHoldings.get(id) : holdingsOfDay.get(id, day);
      if (row !== undefined) return { day: Number(row.day), positions: positions(row.positions) };
      return runOfId.get(id) === undefined ? null : { day: day ?? 0, positions: [] };
    },
    allHoldings(id) {
      const rows = holdingsOfRun.all(id);
      if (rows.length === 0 && runOfId.get(id) === undefined) return null;
      return rows.map((row) => ({ day: Number(row.day), positions: positions(row.positions) }));
    },
    remove(id) {
      texts.delete(id);
      return Number(deleteRun.run(id).changes);
    },
    clearMemory: () => texts.clear(),
    close: () => file.close(),
  };
}

function addAssets(file: DatabaseSync, assets: readonly AssetInfo[]): void {
  const addAsset = file.prepare(
    'INSERT INTO assets (id, symbol) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET symbol = excluded.symbol',
  );
  file.exec('BEGIN IMMEDIATE');
  for (const { id, symbol } of assets) addAsset.run(id, symbol);
  file.exec('COMMIT');
}

function resultOf(row: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const config = JSON.parse(String(row.config));
  const { start_date, end_date, ...stats } = JSON.parse(String(row.statistics));
  return {
    id: Number(row.id),
    category_id: config.category_id,
    top_n: config.top_n,
    weighting: config.weighting,
    rebalance_days: config.rebalance_days,
    start_date,
    end_date,
    ...stats,
    base_fee_pct: config.base_fee_pct,
    spread_multiplier: config.spread_multiplier,
    computed_at: row.computed_at,
    duration_ms: Number(row.duration_ms),
  };
}

function doubles(blob: unknown): Float64Array {
  const bytes = blob as Uint8Array;
  // A copy, because the bytes may be at any offset of their buffer, but doubles must be at
  // multiples of eight.
  return new Float64Array(bytes.slice().buffer);
}

import { runInTransaction } from '../../../lib/state-file.ts';
import { createRunCacheKey, type RunParameters } from '../../engine/parameters/run-parameters.ts';
import type { PreparedMarket } from '../../engine/prepare-market.ts';
import type { BacktestResult } from '../../engine/run-backtest.ts';
import { openRunFile } from './run-file.ts';
import { formatNavSeriesJson, formatUnixDay, type RunJson } from './run-json.ts';

/** A run that was just computed. */
export type NewRun = {
  readonly parameters: RunParameters;
  readonly result: BacktestResult;
  readonly computedAt: Date;
  readonly durationMs: number;
};

export type RunWriter = {
  /**
   * Stores a run. If a run with the same parameters and data is already stored, it is updated and
   * its id is unchanged.
   */
  readonly save: (run: NewRun) => RunJson;
  readonly close: () => void;
};

export type RunWriterOptions = {
  readonly path: string;
  readonly market: PreparedMarket;
  /** Maximum size of all runs in bytes; the oldest runs beyond it are deleted. Default 1 GiB. */
  readonly maxBytes?: number;
};

const DEFAULT_MAX_BYTES = 2 ** 30;

/** Creates the writer of the file of runs. */
export function createRunWriter({ path, market, maxBytes }: RunWriterOptions): RunWriter {
  const file = openRunFile(path);
  const numbers = new Map(
    file
      .prepare('SELECT id, number FROM assets')
      .all()
      .map(({ id, number }) => [id, Number(number)]),
  );
  const columns = market.assets.map(({ id }) => numbers.get(id) ?? -1);
  const insertRun = file.prepare(`
    INSERT INTO runs
      (key, category_id, config, statistics, computed_at, duration_ms, bytes, first_day, nav)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (key) DO UPDATE SET
      computed_at = excluded.computed_at, duration_ms = excluded.duration_ms
    RETURNING id`);
  const dropHoldings = file.prepare('DELETE FROM holdings WHERE run_id = ?');
  const insertHoldings = file.prepare('INSERT INTO holdings VALUES (?, ?, ?)');
  const dropOld = file.prepare(`
    DELETE FROM runs WHERE id <= (
      SELECT max(id) FROM (SELECT id, sum(bytes) OVER (ORDER BY id DESC) AS total FROM runs)
      WHERE total > ?)`);

  function write(run: NewRun, texts: Omit<RunJson, 'id'>): number {
    const { parameters, result } = run;
    const row = insertRun.get(
      createRunCacheKey(parameters, market.version),
      parameters.category_id,
      texts.config,
      texts.stats,
      run.computedAt.toISOString(),
      Math.round(run.durationMs),
      texts.config.length + result.nav.byteLength + 4 * result.holdings.weights.byteLength,
      market.firstDay + result.start,
      bytesOf(result.nav),
    );
    const id = Number(row?.id);
    dropHoldings.run(id);
    for (const [place, day] of result.holdings.days.entries()) {
      const positions = positionsOf(result, place);
      insertHoldings.run(id, market.firstDay + day, bytesOf(positions));
    }
    // The size is checked only for every 64th run, because the check is slow and the bound need not
    // be exact.
    if (id % 64 === 0) dropOld.run(maxBytes ?? DEFAULT_MAX_BYTES);
    return id;
  }

  function positionsOf({ holdings }: BacktestResult, place: number): Float64Array {
    const from = holdings.offsets[place] as number;
    const to = holdings.offsets[place + 1] as number;
    const prices = (holdings.days[place] as number) * market.assets.length;
    const rows = new Float64Array(4 * (to - from));
    for (let row = from; row < to; row += 1) {
      const asset = holdings.assets[row] as number;
      rows.set(
        [
          columns[asset] as number,
          holdings.weights[row] as number,
          holdings.units[row] as number,
          market.filled[prices + asset] as number,
        ],
        4 * (row - from),
      );
    }
    return rows;
  }

  return {
    save(run) {
      const { parameters, result } = run;
      const first = market.firstDay + result.start;
      const dates = {
        start_date: formatUnixDay(first),
        end_date: formatUnixDay(first + result.nav.length - 1),
      };
      const texts = {
        config: JSON.stringify(parameters),
        stats: JSON.stringify({ ...result.statistics, ...dates }),
        navSeries: formatNavSeriesJson(first, result.nav),
      };
      const id = runInTransaction(file, () => write(run, texts));
      return { id, ...texts };
    },
    close: () => file.close(),
  };
}

function bytesOf(values: Float64Array): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}

import { loadHistoryFiles } from './files/load-history-files.ts';
import { generateHistory } from './generate/generate-history.ts';
import type { MarketHistory } from './market-history.ts';
import type { UpcomingCloses } from './upcoming-closes.ts';

/** Source of the market history. */
export type HistorySource = {
  /** Seed of the synthetic history. */
  readonly seed: number;
  /** Last day of the synthetic history, `YYYY-MM-DD`. */
  readonly endDate: string;
  /** Folder of CSV files that are read instead (docs/sandbox.md, Real history). */
  readonly dataDir?: string | undefined;
};

/**
 * Loads the market history of the sandbox.
 *
 * @throws {RangeError} a synthetic history cannot end on that date (`synthetic-end-dates.ts`).
 * @throws {DataFileError} a file of the folder is malformed.
 */
export function loadHistory(source: HistorySource): MarketHistory {
  return loadHistoryWithUpcoming(source).history;
}

/** Loads the history and the closes after its last day, which are `null` if unknown. */
export function loadHistoryWithUpcoming({ seed, endDate, dataDir }: HistorySource): {
  readonly history: MarketHistory;
  readonly upcoming: UpcomingCloses | null;
} {
  if (dataDir !== undefined && dataDir !== '') {
    return { history: loadHistoryFiles(dataDir), upcoming: null };
  }
  return generateHistory({ seed, endDate });
}

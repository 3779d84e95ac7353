import { generateHistory } from './generate/generate.ts';
import type { MarketHistory } from './history.ts';
import type { UpcomingCloses } from './upcoming.ts';

/** Where the history comes from. */
export type HistorySource = {
  readonly seed: number;
  /** Last day of the synthetic history, `YYYY-MM-DD`. */
  readonly endDate: string;
};

/** Loads the market history of the sandbox, without what lies after its last day. */
export function loadHistory(source: HistorySource): MarketHistory {
  return loadWorld(source).history;
}

/** Loads the market history together with the closes after its last day, where they are known. */
export function loadWorld(source: HistorySource): {
  readonly history: MarketHistory;
  readonly upcoming: UpcomingCloses | null;
} {
  return generateHistory(source);
}

import type { Millis } from '../../../lib/units.ts';
import type { SourceHealth } from './schema.ts';

/** What the data node counts of one source (wire-facts 2.1: /market/stats). */
export type SourceStats = {
  readonly totalAssets: number;
  readonly activeAssets: number;
  /** ISO 8601 with its offset; null where it is not known. */
  readonly newestRecord: string | null;
};

/** A source whose newest record is older is stale (spec: Limits). */
const staleAfter: Millis = 7 * 24 * 3_600_000;
/** Seconds (spec: Limits). */
const syncInterval = 300;

/** How a source is at a time: not_started without active assets, else by the age of its newest record. */
export function computeSourceStatus(stats: SourceStats, now: Millis): SourceHealth['status'] {
  if (stats.activeAssets <= 0) return 'not_started';
  return now - Date.parse(stats.newestRecord ?? '') < staleAfter ? 'healthy' : 'stale';
}

/** A source as it is listed (spec: Source entry). */
export function toSourceHealth(sourceId: string, stats: SourceStats, now: Millis): SourceHealth {
  return {
    sourceId,
    displayName: sourceId,
    enabled: true,
    syncIntervalSecs: syncInterval,
    lastSync: stats.newestRecord,
    nextSync: null,
    estimatedNextUpdate: null,
    status: computeSourceStatus(stats, now),
  };
}

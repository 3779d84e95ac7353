import type { Millis } from '../../../lib/units.ts';
import type { SourceHealth } from './schema.ts';

/** Counts of one source, from the data node's /market/stats. */
export type SourceAssetStats = {
  readonly totalAssets: number;
  readonly activeAssets: number;
  /** ISO 8601 with offset; null if unknown. */
  readonly newestRecord: string | null;
};

/** A source is stale if its newest record is older than this. */
const staleAfter: Millis = 7 * 24 * 3_600_000;
/** Interval at which the data node reads a source, seconds. */
const syncInterval = 300;

/** Returns a source's status: `not_started` without active assets, else by its newest record. */
export function computeSourceStatus(stats: SourceAssetStats, now: Millis): SourceHealth['status'] {
  if (stats.activeAssets <= 0) return 'not_started';
  return now - Date.parse(stats.newestRecord ?? '') < staleAfter ? 'healthy' : 'stale';
}

/** Maps the counts of a source to its entry in /vision/snapshot/meta. */
export function toSourceHealth(
  sourceId: string,
  stats: SourceAssetStats,
  now: Millis,
): SourceHealth {
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

import type { Millis } from '../../../lib/units.ts';
import type { SourceHealth } from './schema.ts';

/** Statistics of one source, from the data node's /market/stats. */
type SourceStats = {
  readonly activeAssets?: number | null | undefined;
  /** ISO 8601 with offset; null if unknown. */
  readonly newestRecord: string | null;
};

/** A source is stale if its newest record is older than this. */
const staleAfter: Millis = 7 * 24 * 3_600_000;
/** Interval at which the data node reads a source, seconds. */
const syncInterval = 300;

/**
 * Maps the statistics of a source to its entry in /vision/snapshot/meta. Its status is
 * `not_started` without active assets, else it depends on the newest record.
 */
export function toSourceHealth(
  sourceId: string,
  { activeAssets, newestRecord }: SourceStats,
  now: Millis,
): SourceHealth {
  const isRecent = now - Date.parse(newestRecord ?? '') < staleAfter;
  return {
    sourceId,
    displayName: sourceId,
    enabled: true,
    syncIntervalSecs: syncInterval,
    lastSync: newestRecord,
    nextSync: null,
    estimatedNextUpdate: null,
    status: (activeAssets ?? 0) <= 0 ? 'not_started' : isRecent ? 'healthy' : 'stale',
  };
}

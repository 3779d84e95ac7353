import { memoizeByString } from '../../../lib/collections/memoize-by-string.ts';
import { lazy } from '../../../lib/lazy-properties.ts';
import { mapMaybePromise } from '../../../lib/maybe-promise.ts';
import { memoizeOnObject } from '../../../lib/memoize-on-object.ts';
import { parseBytes32 } from '../../../lib/units.ts';
import type { MarketSnapshotClient } from '../snapshot/client.ts';
import type { SnapshotEntry } from '../snapshot/schema.ts';
import type { VisionOracleClient } from './client.ts';
import type { Batch, Market } from './schema.ts';

/** The source whose assets have prices in USD. */
export const cryptoSourceId = 'crypto';

const marketsById = memoizeOnObject(
  (markets: readonly Market[]): ReadonlyMap<string, Market> =>
    new Map(markets.map((market) => [market.market_id, market])),
);
/** The entries of a source by asset id. */
export const indexEntriesByAssetId = memoizeOnObject(
  (entries: readonly SnapshotEntry[]): ReadonlyMap<string, SnapshotEntry> =>
    new Map(entries.map((entry) => [entry.assetId, entry])),
);
/** Batches are listed newest first, so the first one counts. */
const sourcesByMarket = memoizeOnObject((batches: readonly Batch[]) => {
  const sources = new Map<string, string>();
  for (const { source_id: sourceId, market_ids } of batches) {
    if (typeof sourceId !== 'string' || sourceId === '') continue;
    for (const id of market_ids) if (!sources.has(id)) sources.set(id, sourceId);
  }
  return sources;
});

/** Maximum number of memoized sources, more than a request reads. */
const maxSources = 1000;

/** Creates an index of markets and values by id, over a request's loaders; reads each list once. */
export function createMarketIndex(
  oracle: Pick<VisionOracleClient, 'markets' | 'batches'>,
  values: Pick<MarketSnapshotClient, 'entriesOf' | 'sourceIdsByHash'>,
) {
  const markets = lazy(async () => marketsById(await oracle.markets()));
  const sources = lazy(async () => sourcesByMarket(await oracle.batches()));
  const entries = memoizeByString(maxSources, async (sourceId) =>
    indexEntriesByAssetId(await values.entriesOf(sourceId)),
  );
  /** The latest value of a source's asset; undefined if there is none. */
  const value = async (sourceId: string, assetId: string) => (await entries(sourceId)).get(assetId);
  /** The id of the source that an oracle names by id or by hash; an unknown hash as it is. */
  const resolveSourceId = (name: string): string | Promise<string> => {
    const hash = parseBytes32(name);
    if (hash === null) return name;
    return mapMaybePromise(values.sourceIdsByHash(), (ids) => ids.get(hash) ?? name);
  };
  return {
    markets,
    value,
    resolveSourceId,
    /** The market in the oracles' list; undefined if it is not listed. */
    market: async (marketId: string) => (await markets()).get(marketId),
    /** The source of a market: that of the newest batch with it, else crypto, else null. */
    sourceOf: async (marketId: string): Promise<string | null> => {
      const known = (await sources()).get(marketId);
      if (known !== undefined) return resolveSourceId(known);
      return (await value(cryptoSourceId, marketId)) ? cryptoSourceId : null;
    },
  };
}

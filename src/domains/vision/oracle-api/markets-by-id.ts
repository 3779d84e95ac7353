import { memoizeOnObject } from '../../../lib/memoize-on-object.ts';
import type { MarketSnapshotClient } from '../snapshot/client.ts';
import type { SnapshotEntry } from '../snapshot/schema.ts';
import type { VisionOracleClient } from './client.ts';
import type { Batch, Market } from './schema.ts';

/** Markets and their values by id, for one request. Every list is read once. */
export type MarketIndex = {
  readonly markets: () => Promise<ReadonlyMap<string, Market>>;
  /** The market in the oracles' list; undefined if it is not listed. */
  readonly market: (marketId: string) => Promise<Market | undefined>;
  /** The latest value of a source's asset; undefined if there is none. */
  readonly value: (sourceId: string, assetId: string) => Promise<SnapshotEntry | undefined>;
  /** The source of a market: that of the newest batch with it, else crypto, else null. */
  readonly sourceOf: (marketId: string) => Promise<string | null>;
};

/** The source whose assets have prices in USD. */
export const cryptoSource = 'crypto';

const marketsById = memoizeOnObject(
  (markets: readonly Market[]): ReadonlyMap<string, Market> =>
    new Map(markets.map((market) => [market.market_id, market])),
);
const entriesById = memoizeOnObject(
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

/** Creates the index over the loaders of the same request. */
export function createMarketIndex(
  oracle: Pick<VisionOracleClient, 'markets' | 'batches'>,
  values: Pick<MarketSnapshotClient, 'entriesOf'>,
): MarketIndex {
  let markets: Promise<ReadonlyMap<string, Market>> | undefined;
  let sources: Promise<ReadonlyMap<string, string>> | undefined;
  const entries = new Map<string, Promise<ReadonlyMap<string, SnapshotEntry>>>();

  const readMarkets = async () => marketsById(await oracle.markets());
  const readSources = async () => sourcesByMarket(await oracle.batches());
  const readEntries = async (sourceId: string) => entriesById(await values.entriesOf(sourceId));

  const index: MarketIndex = {
    markets: () => {
      markets ??= readMarkets();
      return markets;
    },
    market: async (marketId) => (await index.markets()).get(marketId),
    value: async (sourceId, assetId) => {
      const read = entries.get(sourceId) ?? readEntries(sourceId);
      entries.set(sourceId, read);
      return (await read).get(assetId);
    },
    sourceOf: async (marketId) => {
      sources ??= readSources();
      const known = (await sources).get(marketId);
      if (known !== undefined) return known;
      return (await index.value(cryptoSource, marketId)) ? cryptoSource : null;
    },
  };
  return index;
}

import type { SnapshotClient } from '../snapshot/client.ts';
import type { SnapshotEntry } from '../snapshot/schema.ts';
import type { OracleClient } from './client.ts';
import type { Market } from './schema.ts';

/** Markets and their values by id, for one request. Every list is read and indexed once. */
export type MarketIndex = {
  /** The market in the oracles' list; undefined if it is not listed. */
  readonly market: (marketId: string) => Promise<Market | undefined>;
  /** The latest value of a source's asset; undefined if there is none. */
  readonly value: (sourceId: string, assetId: string) => Promise<SnapshotEntry | undefined>;
};

/** The source whose assets have prices in USD. */
export const cryptoSource = 'crypto';

/** Creates the index over the loaders of the same request. */
export function createMarketIndex(
  oracle: Pick<OracleClient, 'markets'>,
  values: Pick<SnapshotClient, 'snapshot'>,
): MarketIndex {
  let markets: Promise<ReadonlyMap<string, Market>> | undefined;
  const sources = new Map<string, Promise<ReadonlyMap<string, SnapshotEntry>>>();

  const indexMarkets = async () =>
    new Map((await oracle.markets()).map((market) => [market.market_id, market] as const));
  const indexValues = async (sourceId: string) =>
    new Map(
      (await values.snapshot(sourceId)).prices.map((entry) => [entry.assetId, entry] as const),
    );

  return {
    market: async (marketId) => {
      markets ??= indexMarkets();
      return (await markets).get(marketId);
    },
    value: async (sourceId, assetId) => {
      const index = sources.get(sourceId) ?? indexValues(sourceId);
      sources.set(sourceId, index);
      return (await index).get(assetId);
    },
  };
}

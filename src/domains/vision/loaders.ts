import type { MarketPoint } from '../../../generated/graphql/resolvers.ts';
import type { Context, LoaderDeps } from '../../context.ts';
import { type BatchPrices, createBatchPricesReader } from './oracle-api/batch-prices.ts';
import { createOracleClient, type OracleClient } from './oracle-api/client.ts';
import { type CommitmentReader, createCommitmentReader } from './oracle-api/commitment-reader.ts';
import { createMarketIndex, type MarketIndex } from './oracle-api/market-index.ts';
import type { OracleProxy } from './oracle-api/oracle-proxy.ts';
import { createSnapshotClient, type SnapshotClient } from './snapshot/client.ts';
import type { BitmapService } from './submit/bitmap-service.ts';

/** The prediction market for one request. */
export type VisionLoaders = {
  /** What oracles tell. */
  readonly oracle: OracleClient;
  /** What the data node tells: values of all sources. */
  readonly values: SnapshotClient;
  /** How the markets of a batch moved in so many days, from the data node. */
  readonly batchPrices: (batchId: number, days: number) => BatchPrices | Promise<BatchPrices>;
  /** Both, by market. */
  readonly index: MarketIndex;
  /** What the chain tells. */
  readonly commitments: CommitmentReader;
};

/** Of the prices, what markets are about. */
type MarketPrices = {
  /** Ticker → USD. */
  readonly latest: () => ReadonlyMap<string, number> | Promise<ReadonlyMap<string, number>>;
  /** @throws {NotFoundError} the data node knows no such market. */
  readonly marketHistory: (market: {
    readonly source: string;
    readonly asset: string;
    /** Unix seconds. */
    readonly from?: number | undefined;
    readonly to?: number | undefined;
  }) => readonly MarketPoint[] | Promise<readonly MarketPoint[]>;
};

/** What a request carries for the doors of this slice. */
export type VisionContext = Context<
  { readonly vision: VisionLoaders; readonly prices: MarketPrices },
  { readonly bitmaps: BitmapService; readonly oracleProxy: OracleProxy }
>;

/** Reads of one request, shared by both doors. */
export function createVisionLoaders(deps: LoaderDeps): VisionLoaders {
  const { requestCache, upstreams, clock, requestId } = deps;
  const log = deps.log.child({ requestId });
  const oracle = createOracleClient({ requestCache, oracles: upstreams.oracles, clock });
  const values = createSnapshotClient({ requestCache, dataNode: upstreams.dataNode, clock });
  const { l3: chain, contracts } = upstreams;
  return {
    oracle,
    values,
    batchPrices: createBatchPricesReader(requestCache, upstreams.dataNode),
    index: createMarketIndex(oracle, values),
    commitments: createCommitmentReader({ requestCache, chain, contracts, log }),
  };
}

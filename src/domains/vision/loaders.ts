import type { MarketPoint } from '../../../generated/graphql/resolvers.ts';
import type { Context, LoaderDeps } from '../../context.ts';
import type { ReverseProxy } from '../../http/proxy/reverse-proxy.ts';
import { type BatchPriceHistory, createBatchPricesReader } from './batch-price-history.ts';
import { createVisionOracleClient, type VisionOracleClient } from './oracle-api/client.ts';
import {
  type CommitmentMatcher,
  createCommitmentMatcher,
} from './oracle-api/commitment-matcher.ts';
import { createMarketIndex, type MarketIndex } from './oracle-api/markets-by-id.ts';
import { createMarketSnapshotClient, type MarketSnapshotClient } from './snapshot/client.ts';
import type { BitmapService } from './submit/bitmap-service.ts';

/** Prediction-market loaders of one request. */
export type VisionLoaders = {
  readonly oracle: VisionOracleClient;
  /** Client of the data node for the latest values of all data sources. */
  readonly values: MarketSnapshotClient;
  /** Returns prices of a batch's markets over the last `days` days, from the data node. */
  readonly batchPrices: (
    batchId: number,
    days: number,
  ) => BatchPriceHistory | Promise<BatchPriceHistory>;
  /** Markets and their values, indexed by id. */
  readonly index: MarketIndex;
  readonly commitments: CommitmentMatcher;
};

type MarketPrices = {
  /** USD by ticker. */
  readonly latest: () => ReadonlyMap<string, number> | Promise<ReadonlyMap<string, number>>;
  /** @throws {NotFoundError} the data node does not know the market. */
  readonly marketHistory: (market: {
    readonly source: string;
    readonly asset: string;
    /** Unix seconds. */
    readonly from?: number | undefined;
    readonly to?: number | undefined;
  }) => readonly MarketPoint[] | Promise<readonly MarketPoint[]>;
};

/** What the routes and resolvers of this domain need from the request context. */
export type VisionContext = Context<
  { readonly vision: VisionLoaders; readonly prices: MarketPrices },
  { readonly bitmaps: BitmapService; readonly oracleProxy: ReverseProxy }
>;

/** Creates the loaders of one request; REST and GraphQL share them. */
export function createVisionLoaders(deps: LoaderDeps): VisionLoaders {
  const { requestCache, upstreams, clock, requestId, traceId } = deps;
  const log = deps.log.child({ requestId, traceId });
  const oracle = createVisionOracleClient({ requestCache, oracles: upstreams.oracles, clock });
  const values = createMarketSnapshotClient({ requestCache, dataNode: upstreams.dataNode, clock });
  const { l3: chain, contracts } = upstreams;
  return {
    oracle,
    values,
    batchPrices: createBatchPricesReader(requestCache, upstreams.dataNode),
    index: createMarketIndex(oracle, values),
    commitments: createCommitmentMatcher({ requestCache, chain, contracts, log }),
  };
}

import type { MarketPoint } from '../../../generated/graphql/resolvers.ts';
import type { Context, LoaderDeps } from '../../context.ts';
import type { ReverseProxy } from '../../http/proxy/reverse-proxy.ts';
import { createBatchMetadataReader } from './batch-metadata.ts';
import { createVisionBatchPriceReader } from './batch-price-history.ts';
import { createActiveBotReader } from './oracle-api/active-bots.ts';
import { createVisionOracleClient } from './oracle-api/client.ts';
import { createMarketIndex } from './oracle-api/markets-by-id.ts';
import { createCommitmentMatcher } from './oracle-api/on-chain-commitments.ts';
import { createMarketSnapshotClient } from './snapshot/client.ts';
import type { BitmapSubmissionService } from './submit/bitmap-submission-service.ts';

export type VisionLoaders = ReturnType<typeof createVisionLoaders>;

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
  { readonly bitmaps: BitmapSubmissionService; readonly oracleProxy: ReverseProxy }
>;

/** Creates the loaders of one request; REST and GraphQL share them. */
export function createVisionLoaders(deps: LoaderDeps) {
  const { requestCache, cache, upstreams, clock } = deps;
  const { dataNode, oracles, l3: chain, contracts } = upstreams;
  const oracle = createVisionOracleClient({ requestCache, cache, oracles, clock });
  const values = createMarketSnapshotClient({ requestCache, dataNode, clock });
  return {
    oracle,
    values,
    /** Returns prices of a batch's markets over the last `days` days, from the data node. */
    batchPrices: createVisionBatchPriceReader(requestCache, dataNode),
    index: createMarketIndex(oracle, values),
    commitments: createCommitmentMatcher({ requestCache, chain, contracts }),
    batchTexts: createBatchMetadataReader(deps),
    activeBots: createActiveBotReader({ requestCache, chain, contracts }),
  };
}

import type { MarketPoint } from '../../../generated/graphql/resolvers.ts';
import type { Context, LoaderDeps } from '../../context.ts';
import { type BatchPrices, createBatchPricesReader } from './oracle/batch-prices.ts';
import { type Commitments, createCommitments } from './oracle/commitments.ts';
import type { OracleForwarder } from './oracle/forward.ts';
import { createMarketIndex, type MarketIndex } from './oracle/market-index.ts';
import { createOracleSource, type OracleSource } from './oracle/source.ts';
import { createSnapshotSource, type SnapshotSource } from './snapshot/source.ts';
import type { BitmapService } from './submit/service.ts';

/** The prediction market for one request. */
export type VisionLoaders = {
  /** What oracles tell. */
  readonly oracle: OracleSource;
  /** What the data node tells: values of all sources. */
  readonly values: SnapshotSource;
  /** How the markets of a batch moved in so many days, from the data node. */
  readonly batchPrices: (batchId: number, days: number) => BatchPrices | Promise<BatchPrices>;
  /** Both, by market. */
  readonly index: MarketIndex;
  /** What the chain tells. */
  readonly commitments: Commitments;
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
  { readonly bitmaps: BitmapService; readonly oracleForwarder: OracleForwarder }
>;

/** Reads of one request, shared by both doors. */
export function createVisionLoaders(deps: LoaderDeps): VisionLoaders {
  const { reader, upstreams, clock, requestId } = deps;
  const log = deps.log.child({ requestId });
  const oracle = createOracleSource({ reader, oracles: upstreams.oracles, clock });
  const values = createSnapshotSource({ reader, dataNode: upstreams.dataNode, clock });
  const { l3: chain, contracts } = upstreams;
  return {
    oracle,
    values,
    batchPrices: createBatchPricesReader(reader, upstreams.dataNode),
    index: createMarketIndex(oracle, values),
    commitments: createCommitments({ reader, chain, contracts, log }),
  };
}

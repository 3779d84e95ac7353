import type { LoaderDeps } from '../../context.ts';
import { type Commitments, createCommitments } from './oracle/commitments.ts';
import { createMarketIndex, type MarketIndex } from './oracle/market-index.ts';
import { createOracleSource, type OracleSource } from './oracle/source.ts';
import { createSnapshotSource, type SnapshotSource } from './snapshot/source.ts';

/** The prediction market for one request. */
export type VisionLoaders = {
  /** What oracles tell. */
  readonly oracle: OracleSource;
  /** What the data node tells: values of all sources. */
  readonly values: SnapshotSource;
  /** Both, by market. */
  readonly index: MarketIndex;
  /** What the chain tells. */
  readonly commitments: Commitments;
};

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
    index: createMarketIndex(oracle, values),
    commitments: createCommitments({ reader, chain, contracts, log }),
  };
}

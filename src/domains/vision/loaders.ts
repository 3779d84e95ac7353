import type { LoaderDeps } from '../../context.ts';
import { createOracleSource, type OracleSource } from './oracle/source.ts';
import { createSnapshotSource, type SnapshotSource } from './snapshot/source.ts';

/** The prediction market for one request. */
export type VisionLoaders = {
  /** What oracles tell. */
  readonly oracle: OracleSource;
  /** What the data node tells: values of all sources. */
  readonly values: SnapshotSource;
};

/** Reads of one request, shared by both doors. */
export function createVisionLoaders(deps: LoaderDeps): VisionLoaders {
  const { reader, upstreams, clock } = deps;
  return {
    oracle: createOracleSource({ reader, oracles: upstreams.oracles, clock }),
    values: createSnapshotSource({ reader, dataNode: upstreams.dataNode, clock }),
  };
}

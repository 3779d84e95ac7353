import { createCachedReads } from './cached-reads.ts';
import { createFreshReads } from './fresh-reads.ts';
import type { PeerContext } from './reads.ts';

/** What a peer process is told by its environment. */
export type PeerSettings = {
  /** Origin of the fake upstream. */
  readonly upstream: string;
  /** Whether values are kept between requests, in our value cache. */
  readonly cached: boolean;
  /** Whether execution is compiled (graphql-jit), where that is a choice. */
  readonly jit: boolean;
};

/** Where a peer listens. */
export type Served = { readonly url: string };

/** The context of a request: reads of its own, or those that all requests share. */
export function createContexts({ upstream, cached }: PeerSettings): () => PeerContext {
  if (!cached) return () => ({ reads: createFreshReads(upstream) });
  const shared = { reads: createCachedReads(upstream) };
  return () => shared;
}

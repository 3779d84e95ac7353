import { createCachedReads } from './cached-reads.ts';
import { createFreshReads } from './fresh-reads.ts';
import type { PeerContext } from './upstream-reads.ts';

/** Settings of a peer process, from its environment. */
export type PeerSettings = {
  /** Origin of the fake upstream. */
  readonly upstream: string;
  /** Whether values are cached between requests, in our value cache. */
  readonly cached: boolean;
  /** Whether execution is compiled (graphql-jit), if the peer supports it. */
  readonly jit: boolean;
};

/** Origin of a running peer. */
export type ServedPeer = { readonly url: string };

/**
 * Returns a function that creates the context of a request: with reads of its own, or with shared
 * cached reads.
 */
export function createContexts({ upstream, cached }: PeerSettings): () => PeerContext {
  if (!cached) return () => ({ reads: createFreshReads(upstream) });
  const shared = { reads: createCachedReads(upstream) };
  return () => shared;
}

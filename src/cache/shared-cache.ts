import type { Millis } from '../lib/units.ts';
import type { CachePolicyName } from './cache-policies.ts';
import type { SizedValue } from './cached-value.ts';

/** A value shared by replicas; its times are in the clock of this process. */
export type SharedCacheValue = SizedValue<unknown> & {
  /** When its fetch began, or earlier. */
  readonly storedAt: Millis;
  /** Invalidations before this time do not concern the value. */
  readonly begunAt: Millis;
  /** Whether another replica fetched it. */
  readonly isShared: boolean;
};

/** A request for a value that this process does not have. */
export type SharedCacheRequest = {
  readonly policy: CachePolicyName;
  readonly key: string;
  /** Maximum age at the time of the call; a fetch by another replica may deliver an older value. */
  readonly maxAge: Millis;
  /** If set (the caller has a stale value), a failed fetch of another replica is not repeated. */
  readonly isRefresh: boolean;
  readonly compute: (signal: AbortSignal) => Promise<SizedValue<unknown>>;
  /** Fires when no caller in this process waits any more. */
  readonly signal: AbortSignal;
};

/**
 * The second level of the value cache, shared by replicas. It is used only for values missing in
 * the process. When it fails, every replica fetches for itself.
 */
export type SharedCache = {
  /**
   * Returns the value that another replica has or is fetching; else fetches it for all replicas.
   *
   * @throws what `compute` throws.
   * @throws {UpstreamUnavailableError} the refresh at another replica has just failed.
   */
  readonly getOrCompute: (wanted: SharedCacheRequest) => Promise<SharedCacheValue>;
  /** Returns the value if any replica has it fresh; fetches nothing. */
  readonly find: (policy: CachePolicyName, key: string) => Promise<SharedCacheValue | null>;
  /** Shares a value; if `isOther`, other replicas invalidate theirs. */
  readonly publish: (
    policy: CachePolicyName,
    key: string,
    value: Omit<SharedCacheValue, 'isShared'> & { readonly isOther: boolean },
  ) => Promise<void>;
  /**
   * Invalidates a value or a policy everywhere; resolves once replicas are notified, or cannot be.
   */
  readonly invalidate: (policy: CachePolicyName, key?: string) => Promise<void>;
  /** Calls the listener for each invalidation by another replica. */
  readonly onInvalidate: (listener: (policy: CachePolicyName, key?: string) => void) => void;
};

/**
 * Policies not shared: they concern one replica (its files, its upstream failures), or a bitmap
 * that may be sealed.
 */
const ownRows: ReadonlySet<CachePolicyName> = new Set(['deployment', 'degraded', 'bitmapBacktest']);

/** Whether the values of a policy are the same for all replicas. */
export function isSharedPolicy(policy: CachePolicyName): boolean {
  return !ownRows.has(policy);
}

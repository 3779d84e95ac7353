import type { TraceContext } from '../lib/trace-context.ts';
import type { Millis } from '../lib/units.ts';
import type { CachePolicyName } from './cache-policies.ts';
import type { SizedValue } from './cache-read-types.ts';
import type { PurgeMark } from './cache-tags.ts';

/** A value of the shared cache; its times are converted to the clock of this process. */
export type SharedCacheValue = SizedValue<unknown> & {
  /** When its fetch began, or earlier. */
  readonly storedAt: Millis;
  /** Invalidations at this time or later apply to the value. */
  readonly begunAt: Millis;
  /** Whether another replica fetched it. */
  readonly isShared: boolean;
  /** The trace of the request for which another replica fetched it, while tracing is on. */
  readonly trace?: TraceContext | undefined;
};

/** A request for a value that this process does not have in memory. */
export type SharedCacheRequest = {
  readonly policy: CachePolicyName;
  readonly key: string;
  /** Maximum age at the time of the call; a fetch by another replica may deliver an older value. */
  readonly maxAge: Millis;
  /** True if the caller has a stale value: another replica's failed fetch is then not repeated. */
  readonly isRefresh: boolean;
  readonly compute: (signal: AbortSignal) => Promise<SizedValue<unknown>>;
  /** Fires when no caller in this process waits any more. */
  readonly signal: AbortSignal;
  /** The trace of the first caller. */
  readonly trace?: TraceContext | undefined;
};

/** Called for each invalidation; no `key` means the whole policy. */
export type InvalidationListener = (policy: CachePolicyName, key?: string) => void;

/** The second cache level, shared by replicas. When it fails, every replica fetches for itself. */
export type SharedCache = {
  /**
   * Returns the value that another replica has or is fetching; else fetches it for all replicas.
   *
   * @throws what `compute` throws.
   * @throws {UpstreamUnavailableError} the refresh at another replica has just failed.
   */
  readonly getOrCompute: (wanted: SharedCacheRequest) => Promise<SharedCacheValue>;
  /** Returns the value if a replica has stored it and it is fresh; fetches nothing. */
  readonly find: (policy: CachePolicyName, key: string) => Promise<SharedCacheValue | null>;
  /**
   * Stores a value for all replicas. If `isOther`, it has changed, and replicas drop their copies.
   */
  readonly publish: (
    policy: CachePolicyName,
    key: string,
    value: Omit<SharedCacheValue, 'isShared'> & { readonly isOther: boolean },
  ) => Promise<void>;
  /** Invalidates a value, or a whole policy without `key`; resolves when all replicas know it. */
  readonly invalidate: (policy: CachePolicyName, key?: string) => Promise<void>;
  readonly onInvalidate: (listener: InvalidationListener) => void;
  /** Drops the values that the mark purges; resolves when all replicas know it. */
  readonly purge: (mark: PurgeMark) => Promise<void>;
  readonly onPurge: (listener: (mark: PurgeMark) => void) => void;
};

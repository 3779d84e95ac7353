import type { Millis } from '../lib/units.ts';
import type { CachePolicyName } from './cache-policies.ts';
import type { SizedValue } from './cached-value.ts';

/** A value that replicas share, in this process' time. */
export type SharedCacheValue = SizedValue<unknown> & {
  /** When its fetch began, never later than it really did. */
  readonly storedAt: Millis;
  /** What was forgotten before this time is not in it. */
  readonly begunAt: Millis;
  /** True when another replica has fetched it. */
  readonly isShared: boolean;
};

/** A value that this process lacks. */
export type SharedCacheRequest = {
  readonly policy: CachePolicyName;
  readonly key: string;
  /** The oldest that will do, as of now: what another replica is fetching may take longer than it lives. */
  readonly maxAge: Millis;
  /** Whether who asks still has an older one: then what fails at another replica is not tried again. */
  readonly isRefresh: boolean;
  readonly compute: (signal: AbortSignal) => Promise<SizedValue<unknown>>;
  /** Fires when nobody in this process waits any more. */
  readonly signal: AbortSignal;
};

/**
 * The second level of the value cache: what replicas share. It is asked only for what the process
 * itself has not, and is never needed: when it fails, every replica fetches for itself.
 */
export type SharedCache = {
  /**
   * The value as another replica has it, or fetches it right now; else this one fetches it for all.
   *
   * @throws what `make` throws. {UpstreamUnavailableError} another replica's refresh has just failed.
   */
  readonly getOrCompute: (wanted: SharedCacheRequest) => Promise<SharedCacheValue>;
  /** The value if some replica has a fresh one; nothing is fetched. */
  readonly find: (policy: CachePolicyName, key: string) => Promise<SharedCacheValue | null>;
  /** Offers a value that this replica came by in another way; others forget what they have when it `isOther`. */
  readonly publish: (
    policy: CachePolicyName,
    key: string,
    value: Omit<SharedCacheValue, 'isShared'> & { readonly isOther: boolean },
  ) => Promise<void>;
  /** Takes a value, or a whole row, from all replicas; resolves when they are told, or cannot be. */
  readonly invalidate: (policy: CachePolicyName, key?: string) => Promise<void>;
  /** Told what another replica has forgotten. */
  readonly onInvalidate: (listener: (policy: CachePolicyName, key?: string) => void) => void;
};

/**
 * Rows that stay in the process: those that say something of one replica alone (its files, its luck
 * with an upstream), and what a bitmap would earn, which tells of one that may be sealed.
 */
const ownRows: ReadonlySet<CachePolicyName> = new Set(['deployment', 'degraded', 'bitmapBacktest']);

/** Whether the values of a row are the same for all replicas. */
export function isSharedPolicy(policy: CachePolicyName): boolean {
  return !ownRows.has(policy);
}

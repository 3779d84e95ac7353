import type { PolicyName } from '../policies.ts';
import type { Millis } from '../units.ts';
import type { Sized } from './cached.ts';

/** A value that replicas share, in this process' time. */
export type SharedValue = Sized<unknown> & {
  /** When its fetch began, never later than it really did. */
  readonly storedAt: Millis;
  /** What was forgotten before this time is not in it. */
  readonly begunAt: Millis;
  /** True when another replica has fetched it. */
  readonly isShared: boolean;
};

/** A value that this process lacks. */
export type Wanted = {
  readonly policy: PolicyName;
  readonly key: string;
  /** The oldest that will do, as of now: what another replica is fetching may take longer than it lives. */
  readonly maxAge: Millis;
  /** Whether who asks still has an older one: then what fails at another replica is not tried again. */
  readonly isRefresh: boolean;
  readonly make: (signal: AbortSignal) => Promise<Sized<unknown>>;
  /** Fires when nobody in this process waits any more. */
  readonly signal: AbortSignal;
};

/**
 * The second level of the value cache: what replicas share. It is asked only for what the process
 * itself has not, and is never needed: when it fails, every replica fetches for itself.
 */
export type SharedValues = {
  /**
   * The value as another replica has it, or fetches it right now; else this one fetches it for all.
   *
   * @throws what `make` throws. {UpstreamUnavailableError} another replica's refresh has just failed.
   */
  readonly obtain: (wanted: Wanted) => Promise<SharedValue>;
  /** The value if some replica has a fresh one; nothing is fetched. */
  readonly find: (policy: PolicyName, key: string) => Promise<SharedValue | null>;
  /** Offers a value that this replica came by in another way; others forget what they have when it `isOther`. */
  readonly offer: (
    policy: PolicyName,
    key: string,
    value: Omit<SharedValue, 'isShared'> & { readonly isOther: boolean },
  ) => Promise<void>;
  /** Takes a value, or a whole row, from all replicas; resolves when they are told, or cannot be. */
  readonly forget: (policy: PolicyName, key?: string) => Promise<void>;
  /** Told what another replica has forgotten. */
  readonly onForget: (listener: (policy: PolicyName, key?: string) => void) => void;
};

/**
 * Rows that stay in the process: those that say something of one replica alone (its files, its luck
 * with an upstream), and what a bitmap would earn, which tells of one that may be sealed.
 */
const ownRows: ReadonlySet<PolicyName> = new Set(['deployment', 'degraded', 'bitmapBacktest']);

/** Whether the values of a row are the same for all replicas. */
export function isSharedRow(policy: PolicyName): boolean {
  return !ownRows.has(policy);
}

import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import { type PolicyName, policies, shownUntil } from '../policies.ts';
import type { Millis } from '../units.ts';
import { type Address, addressOf } from './address.ts';
import type { Cached, Stamp } from './cached.ts';
import { createForgotten } from './forgotten.ts';
import { memorySize } from './memory-size.ts';
import type { SharedValue } from './shared-values.ts';

type KeptStamp = Stamp & {
  isKept: boolean;
  /** What was forgotten before this time does not concern the value. */
  readonly trueAt: Millis;
};

/** What a hit answers, as it is: hits make no garbage. */
export type Entry = Cached<unknown> & { readonly stamp: KeptStamp };

/** The memory of the value cache. */
export type KeptValues = {
  /** The entry that is kept, fresh or not; undefined when there is none, or it was forgotten. */
  readonly find: (id: string, policy: PolicyName) => Entry | undefined;
  /** Makes an entry, and keeps it unless a newer one is there, or it was forgotten since it began to be fetched. */
  readonly put: (address: Address, made: SharedValue) => Entry;
  readonly isCurrent: (stamp: Stamp) => boolean;
  /** True while the value may be shown, fresh or not, whether it is still kept or replaced by a newer one. */
  readonly isShown: (address: Address, stamp: Stamp) => boolean;
  readonly forget: (policy: PolicyName, key?: string) => void;
  /** Whether what began to be fetched at this time may tell of the world before a write. */
  readonly isOutdated: (address: Address, begunAt: Millis) => boolean;
  /** Takes out a value that an upstream no longer has. */
  readonly drop: (policy: PolicyName, key: string) => void;
  readonly stats: () => { readonly entries: number; readonly bytes: number };
};

/** Overhead of an entry beside its value, bytes. */
const entryOverhead = 200;

/** Keeps at most `maxBytes`, least recently used out first. */
export function createKeptValues(clock: Clock, maxBytes: number): KeptValues {
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    dispose: ({ stamp }) => {
      stamp.isKept = false;
    },
  });
  const forgotten = createForgotten(clock);

  return {
    find: (id, policy) => {
      const entry = entries.get(id);
      return entry && forgotten.isRowForgotten(policy, entry.stamp.trueAt) ? undefined : entry;
    },
    put: (address, { value, bytes, storedAt, begunAt }) => {
      const { id, policy } = address;
      // What may be from before a write is not to be kept in an answer either: it is never fresh.
      const fresh = forgotten.isOutdated(address, begunAt) ? 0 : policies[policy].fresh;
      const freshUntil = storedAt + fresh;
      const isNewest = storedAt >= (entries.peek(id)?.stamp.storedAt ?? 0);
      const isKept = fresh > 0 && isNewest;
      const stamp = { policy, storedAt, freshUntil, isKept, trueAt: begunAt };
      const entry: Entry = { value, stamp, outcome: 'HIT' };
      if (isKept) {
        const size = Math.max(1, memorySize(policy, value, bytes)) + id.length + entryOverhead;
        entries.set(id, entry, { size });
      }
      return entry;
    },
    isCurrent: (stamp) => {
      const { isKept, trueAt } = stamp as KeptStamp;
      return (
        isKept && clock.now() < stamp.freshUntil && !forgotten.isRowForgotten(stamp.policy, trueAt)
      );
    },
    isShown: (address, stamp) => {
      const { policy, freshUntil, trueAt } = stamp as KeptStamp;
      const isOver = clock.now() >= shownUntil(policy, freshUntil);
      return !isOver && !forgotten.isOutdated(address, trueAt);
    },
    forget: (policy, key) => {
      forgotten.note(policy, key);
      if (key !== undefined) entries.delete(addressOf(policy, key).id);
    },
    isOutdated: forgotten.isOutdated,
    drop: (policy, key) => void entries.delete(addressOf(policy, key).id),
    stats: () => ({ entries: entries.size, bytes: entries.calculatedSize }),
  };
}

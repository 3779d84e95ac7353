import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import type { PolicyName } from '../policies.ts';
import type { Millis } from '../units.ts';
import { type Address, addressOf } from './address.ts';

/** When values were last forgotten, so that nothing from before a write is taken for current. */
export type Forgotten = {
  /** Notes that a value, or all of a row when `key` is left out, is no longer true. */
  readonly note: (policy: PolicyName, key?: string) => void;
  /** Whether all values of the row from this time or before are forgotten. */
  readonly isRowForgotten: (policy: PolicyName, storedAt: Millis) => boolean;
  /** Whether what began to be fetched at this time may tell of the world before a write. */
  readonly isOutdated: (address: Address, begunAt: Millis) => boolean;
};

/** A fetch that began before the oldest note that is left has met its deadline long ago. */
const maxKeys = 10_000;

/** Nothing is forgotten yet. */
export function createForgotten(clock: Clock): Forgotten {
  const rows = new Map<PolicyName, Millis>();
  const keys = new LRUCache<string, Millis>({ max: maxKeys });
  const isRowForgotten = (policy: PolicyName, time: Millis) => {
    const at = rows.get(policy);
    return at !== undefined && time <= at;
  };
  return {
    note: (policy, key) => {
      if (key === undefined) rows.set(policy, clock.now());
      else keys.set(addressOf(policy, key).id, clock.now());
    },
    isRowForgotten,
    isOutdated: ({ id, policy }, begunAt) => {
      const at = keys.size > 0 ? keys.get(id) : undefined;
      return isRowForgotten(policy, begunAt) || (at !== undefined && begunAt <= at);
    },
  };
}

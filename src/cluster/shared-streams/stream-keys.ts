import type { Millis } from '../../lib/units.ts';
import { type RedisKeys, shortDigest } from '../redis-keys.ts';

/** Keys of a stream's events, of its leader's lock, and of the mark that followers set. */
export type StreamKeys = {
  readonly name: string;
  readonly events: string;
  readonly lock: string;
  readonly followerMark: string;
};

/** Longest interval at which a follower renews its mark. */
export const followerHeartbeat: Millis = 250;
/** A follower counts as gone after this long without a renewal. */
export const followerTtl: Millis = 2000;
/** Events expire this long after the last one was added. */
export const eventsTtl: Millis = 30_000;
/** Events of an ended stream expire after this long, which leaves time for joining replicas. */
export const endedEventsTtl: Millis = 5000;
/** Timeout for commands that transfer events, which may be large. */
export const transferTimeout: Millis = 1000;

/** Returns the keys of a stream. */
export function streamKeys(keys: RedisKeys, name: string): StreamKeys {
  const id = shortDigest(name);
  return {
    name,
    events: keys.perBuild('events', id),
    lock: keys.perBuild('source', id),
    followerMark: keys.perBuild('followed', id),
  };
}

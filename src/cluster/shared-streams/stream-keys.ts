import type { Millis } from '../../lib/units.ts';
import { type RedisKeys, shortDigest } from '../redis-keys.ts';

/** Redis keys of a shared event source: events, lock, and a key that its followers renew. */
export type StreamKeys = {
  readonly name: string;
  readonly events: string;
  readonly lock: string;
  readonly followerMark: string;
};

/** Longest interval at which a following replica renews its mark. */
export const followerHeartbeat: Millis = 250;
/**
 * The follower mark expires this long after its last renewal; a source without it has no followers.
 */
export const followerTtl: Millis = 2000;
/** The events of a source expire this long after the last one was added. */
export const eventsTtl: Millis = 30_000;
/** Events of an ended stream expire after this long, which leaves time for joining replicas. */
export const endedEventsTtl: Millis = 5000;
/** Timeout for commands that transfer events, which may be large. */
export const eventTransferTimeout: Millis = 1000;

/** Returns the Redis keys of an event source. */
export function createStreamKeys(keys: RedisKeys, name: string): StreamKeys {
  const id = shortDigest(name);
  return {
    name,
    events: keys.perBuild('events', id),
    lock: keys.perBuild('source', id),
    followerMark: keys.perBuild('followed', id),
  };
}

import type { Millis } from '../../lib/units.ts';
import { type RedisKeys, shortDigest } from '../redis-keys.ts';

/** Where the events of a source are, the lock of who adds to them, and the mark that somebody follows. */
export type StreamKeys = {
  readonly name: string;
  readonly events: string;
  readonly lock: string;
  readonly followerMark: string;
};

/** Who follows says so this often at least … */
export const followerHeartbeat: Millis = 250;
/** … and counts as gone when it has not for so long. */
export const followerTtl: Millis = 2000;
/** Events that nobody adds to are gone after this long … */
export const eventsTtl: Millis = 30_000;
/** … and those that have come to their end after this: long enough for who was about to join. */
export const endedEventsTtl: Millis = 5000;
/** A whole result takes longer to carry than a command. */
export const transferTimeout: Millis = 1000;

/** The place of the source of that name. */
export function streamKeys(keys: RedisKeys, name: string): StreamKeys {
  const id = shortDigest(name);
  return {
    name,
    events: keys.perBuild('events', id),
    lock: keys.perBuild('source', id),
    followerMark: keys.perBuild('followed', id),
  };
}

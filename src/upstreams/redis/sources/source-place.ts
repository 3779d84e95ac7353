import type { Millis } from '../../../core/units.ts';
import { digest, type Names } from '../names.ts';

/** Where the events of a source are, the lock of who adds to them, and the mark that somebody follows. */
export type SourcePlace = {
  readonly name: string;
  readonly events: string;
  readonly lock: string;
  readonly followed: string;
};

/** Who follows says so this often at least … */
export const followEvery: Millis = 250;
/** … and counts as gone when it has not for so long. */
export const followLife: Millis = 2000;
/** Events that nobody adds to are gone after this long … */
export const eventsLife: Millis = 30_000;
/** … and those that have come to their end after this: long enough for who was about to join. */
export const endedLife: Millis = 5000;
/** A whole result takes longer to carry than a command. */
export const carryLimit: Millis = 1000;

/** The place of the source of that name. */
export function placeOf(names: Names, name: string): SourcePlace {
  const id = digest(name);
  return {
    name,
    events: names.ofBuild('events', id),
    lock: names.ofBuild('source', id),
    followed: names.ofBuild('followed', id),
  };
}

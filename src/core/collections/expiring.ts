import { createCrowd, type Member } from './crowd.ts';

/** Something that must be over at some time. */
export type Expiring = Member & {
  /** On the scale of `performance.now()`; may be put off while it lasts. */
  readonly expiresAt: number;
};

/** Those who are not over yet. */
export type ExpiringCrowd<T extends Expiring> = {
  /** @param now - `performance.now()`, which who joins has at hand. */
  readonly join: (member: T, now: number) => void;
  /** Leaving twice is leaving once. */
  readonly leave: (member: T) => void;
  readonly size: () => number;
  /** Everybody who is there at the time of the call. */
  readonly all: () => readonly T[];
};

/** Between two looks at all members, milliseconds: many that expire one by one are no loop without an end. */
const grain = 5;

/**
 * Calls `expire` for each member whose time has come, after it has left. One timer, set for the first
 * of them, serves all: most leave long before their time, and a timer for each call to an upstream
 * hardly ever fires. It does not hold the process. Nobody is over early, and few milliseconds late.
 */
export function createExpiringCrowd<T extends Expiring>(
  expire: (member: T) => void,
): ExpiringCrowd<T> {
  const crowd = createCrowd<T>();
  let timer: NodeJS.Timeout | undefined;
  let looksAt = Number.POSITIVE_INFINITY;

  function lookAt(time: number, now: number): void {
    clearTimeout(timer);
    looksAt = time;
    timer = setTimeout(look, Math.ceil(time - now)).unref();
  }

  function look(): void {
    looksAt = Number.POSITIVE_INFINITY;
    const now = performance.now();
    let first = Number.POSITIVE_INFINITY;
    const over: T[] = [];
    for (const member of crowd.all()) {
      if (member.expiresAt <= now) over.push(member);
      else first = Math.min(first, member.expiresAt);
    }
    if (first < Number.POSITIVE_INFINITY) lookAt(Math.max(first, now + grain), now);
    for (const member of over) if (crowd.leave(member)) expire(member);
  }

  return {
    join: (member, now) => {
      crowd.join(member);
      if (member.expiresAt < looksAt) lookAt(member.expiresAt, now);
    },
    leave: crowd.leave,
    size: crowd.size,
    all: crowd.all,
  };
}

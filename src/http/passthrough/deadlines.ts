import type { Crowd, Member } from '../../core/collections/crowd.ts';

/** Something that must be over at some time. */
export type Limited = Member & { readonly startedAt: number; readonly expire: () => void };

/** Ends what takes too long. */
export type Deadlines = {
  /** To be called whenever somebody has joined. */
  readonly watch: () => void;
  readonly stop: () => void;
};

/** Looks are never rarer than this, milliseconds. */
const longestTick = 1000;

/**
 * One deadline for all of a crowd, kept by one timer that looks every hundredth of the deadline, at
 * least once a second: what is over its time ends at the next look. A timer for each of thousands of exchanges, which
 * hardly ever fires, costs 0.5 µs of CPU each.
 *
 * @param limit - Milliseconds from `startedAt`, which is on the scale of `performance.now()`.
 */
export function createDeadlines(
  open: Pick<Crowd<Limited>, 'size' | 'all'>,
  limit: number,
): Deadlines {
  let timer: NodeJS.Timeout | undefined;

  const stop = (): void => {
    clearInterval(timer);
    timer = undefined;
  };
  const look = (): void => {
    if (open.size() === 0) stop();
    const now = performance.now();
    for (const one of open.all()) if (now - one.startedAt >= limit) one.expire();
  };

  return {
    watch: () => {
      timer ??= setInterval(look, Math.min(longestTick, Math.ceil(limit / 100))).unref();
    },
    stop,
  };
}

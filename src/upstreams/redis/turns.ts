import type { Millis } from '../../core/units.ts';
import type { Channel } from './channel.ts';
import type { Link } from './link.ts';

/**
 * What became of another replica's work: done, failed, given up, come further — or nothing was heard
 * for a while, and it is time to look.
 */
export type Turn = 'filled' | 'failed' | 'gone' | 'more' | 'silence';

/** Waits for what other replicas are working on. */
export type Turns = {
  /** Resolves with the next news of a lock, after `limit` at the latest, or when the signal fires. */
  readonly next: (lock: string, limit: Millis, signal: AbortSignal) => Promise<Turn>;
};

/** Hears the news of the channel; everybody is woken when Redis goes down. */
export function createTurns(link: Link, channel: Channel): Turns {
  const waiting = new Map<string, Set<(turn: Turn) => void>>();
  const wake = (lock: string, turn: Turn) => {
    for (const one of waiting.get(lock) ?? []) one(turn);
  };
  for (const kind of ['filled', 'failed', 'gone', 'more'] as const) {
    channel.on(kind, (lock = '') => wake(lock, kind));
  }
  link.onDown(() => {
    for (const lock of [...waiting.keys()]) wake(lock, 'silence');
  });

  return {
    next: (lock, limit, signal) =>
      new Promise((resolve) => {
        const others = waiting.get(lock) ?? new Set();
        const end = (turn: Turn) => {
          clearTimeout(timer);
          signal.removeEventListener('abort', leave);
          others.delete(end);
          if (others.size === 0) waiting.delete(lock);
          resolve(turn);
        };
        const leave = () => end('silence');
        const timer = setTimeout(leave, limit);
        waiting.set(lock, others.add(end));
        if (signal.aborted) leave();
        else signal.addEventListener('abort', leave, { once: true });
      }),
  };
}

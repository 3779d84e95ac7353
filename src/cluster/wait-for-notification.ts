import type { Millis } from '../lib/units.ts';
import type { PubSub } from './pubsub.ts';
import type { RedisClient } from './redis-client.ts';

/**
 * What became of another replica's work: done, failed, given up, come further — or nothing was heard
 * for a while, and it is time to look.
 */
export type LockNotification = 'filled' | 'failed' | 'gone' | 'more' | 'silence';

/** Waits for what other replicas are working on. */
export type NotificationWaiter = {
  /** Resolves with the next news of a lock, after `limit` at the latest, or when the signal fires. */
  readonly next: (lock: string, limit: Millis, signal: AbortSignal) => Promise<LockNotification>;
};

/** Hears the news of the channel; everybody is woken when Redis goes down. */
export function createNotificationWaiter(redis: RedisClient, channel: PubSub): NotificationWaiter {
  const waiting = new Map<string, Set<(turn: LockNotification) => void>>();
  const wake = (lock: string, turn: LockNotification) => {
    for (const one of waiting.get(lock) ?? []) one(turn);
  };
  for (const kind of ['filled', 'failed', 'gone', 'more'] as const) {
    channel.on(kind, (lock = '') => wake(lock, kind));
  }
  redis.onDown(() => {
    for (const lock of [...waiting.keys()]) wake(lock, 'silence');
  });

  return {
    next: (lock, limit, signal) =>
      new Promise((resolve) => {
        const others = waiting.get(lock) ?? new Set();
        const end = (turn: LockNotification) => {
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

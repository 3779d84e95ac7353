import type { Millis } from '../lib/units.ts';
import type { PubSub } from './pubsub.ts';
import type { RedisClient } from './redis-client.ts';

/**
 * What the replica that holds a lock reports: `filled` (its work is complete), `failed`, `gone` (it
 * gave up) or `more` (progress). `silence`: no report arrived, so look in Redis.
 */
export type LockNotification = 'filled' | 'failed' | 'gone' | 'more' | 'silence';

/** Waits for reports about locks that other replicas hold. */
export type NotificationWaiter = {
  /**
   * Resolves with the next notification about the lock; with `silence` if none arrives within
   * `limit`, if the signal aborts, or if Redis goes down.
   */
  readonly next: (lock: string, limit: Millis, signal: AbortSignal) => Promise<LockNotification>;
};

/** Creates a waiter for the notifications that other replicas send through the channel. */
export function createNotificationWaiter(redis: RedisClient, channel: PubSub): NotificationWaiter {
  const waiting = new Map<string, Set<(notification: LockNotification) => void>>();
  const notify = (lock: string, notification: LockNotification) => {
    for (const resolveNext of waiting.get(lock) ?? []) resolveNext(notification);
  };
  for (const kind of ['filled', 'failed', 'gone', 'more'] as const) {
    channel.on(kind, (lock = '') => notify(lock, kind));
  }
  redis.onDown(() => {
    for (const lock of [...waiting.keys()]) notify(lock, 'silence');
  });

  return {
    next: (lock, limit, signal) =>
      new Promise((resolve) => {
        const others = waiting.get(lock) ?? new Set();
        const end = (notification: LockNotification) => {
          clearTimeout(timer);
          signal.removeEventListener('abort', endWithSilence);
          others.delete(end);
          if (others.size === 0) waiting.delete(lock);
          resolve(notification);
        };
        const endWithSilence = () => end('silence');
        const timer = setTimeout(endWithSilence, limit);
        waiting.set(lock, others.add(end));
        if (signal.aborted) endWithSilence();
        else signal.addEventListener('abort', endWithSilence, { once: true });
      }),
  };
}

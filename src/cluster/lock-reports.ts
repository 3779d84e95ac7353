import type { Millis } from '../lib/units.ts';
import type { RedisClient } from './redis-client.ts';
import type { ReplicaChannel } from './replica-channel.ts';

/**
 * What the replica that holds a lock reports: `filled` (its work is complete), `failed`, `gone` (it
 * gave up) or `more` (progress). `silence`: no report arrived, so look in Redis.
 */
export type LockHolderReport = 'filled' | 'failed' | 'gone' | 'more' | 'silence';

/** Waits for reports about locks that other replicas hold. */
export type LockReportReceiver = {
  /**
   * Resolves with the next report about the lock; with `silence` if none arrives within
   * `limit`, if the signal aborts, or if Redis goes down.
   */
  readonly next: (lock: string, limit: Millis, signal: AbortSignal) => Promise<LockHolderReport>;
};

/** Creates a receiver of the reports that other replicas send through the channel. */
export function createLockReportReceiver(
  redis: RedisClient,
  channel: ReplicaChannel,
): LockReportReceiver {
  const waiting = new Map<string, Set<(report: LockHolderReport) => void>>();
  const notify = (lock: string, report: LockHolderReport) => {
    for (const resolveNext of waiting.get(lock) ?? []) resolveNext(report);
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
        const end = (report: LockHolderReport) => {
          clearTimeout(timer);
          signal.removeEventListener('abort', endWithSilence);
          others.delete(end);
          if (others.size === 0) waiting.delete(lock);
          resolve(report);
        };
        const endWithSilence = () => end('silence');
        const timer = setTimeout(endWithSilence, limit);
        waiting.set(lock, others.add(end));
        if (signal.aborted) endWithSilence();
        else signal.addEventListener('abort', endWithSilence, { once: true });
      }),
  };
}

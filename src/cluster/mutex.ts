import { OverloadedError } from '../lib/errors.ts';
import type { Millis } from '../lib/units.ts';
import type { ClusterDeps } from './cluster-deps.ts';
import { partitionOf } from './partitions.ts';
import {
  keepLockLease,
  lockLeaseMillis,
  lockScript,
  type RedisLockIdentity,
} from './redis-locks.ts';

/**
 * Runs a task while no other replica runs a task of the same name, and returns its result. The task
 * gets `isHeld`, which is false once the lock may be lost; it must then have no further effects.
 *
 * @param signal - Ends the wait for the lock; it does not abort the task.
 * @throws {OverloadedError} Redis is down, or other replicas held the lock for 20 s.
 * @throws the signal's reason when it is aborted during the wait.
 */
export type RunWithClusterLock = <T>(
  name: string,
  task: (isHeld: () => boolean) => Promise<T>,
  signal: AbortSignal,
) => Promise<T>;

const waitLimit: Millis = 20_000;
const lookEvery: Millis = 250;

/** Creates the error for operations that must know what other replicas do, while Redis is down. */
export function clusterUnavailableError(): OverloadedError {
  return new OverloadedError(
    'other gateways cannot be asked whether they process the same request',
    5,
  );
}

/** Creates a mutex with Redis locks, renewed while a task runs; they expire 2 s after a crash. */
export function createDistributedMutex(deps: ClusterDeps): RunWithClusterLock {
  const { redis, channel, names: keys, locks, lockReports } = deps;
  let tokens = 0;

  /** Waits for the lock. Returns a time before it was acquired. */
  async function acquire(lock: RedisLockIdentity, signal: AbortSignal): Promise<Millis> {
    const waitUntil = performance.now() + waitLimit;
    while (performance.now() < waitUntil) {
      signal.throwIfAborted();
      const askedAt = performance.now();
      const isTaken = await locks.runWithLock({
        name: 'lock',
        lock,
        command: async (client) =>
          (await lockScript(client, [lock.name], [lock.token, lockLeaseMillis])) === 1,
        isTaken: (given) => given,
      });
      if (isTaken === undefined) throw clusterUnavailableError();
      if (isTaken) return askedAt;
      await lockReports.next(lock.name, lookEvery, signal);
    }
    throw new OverloadedError('other gateways hold the lock', 5);
  }

  return async (name, task, signal) => {
    const partition = partitionOf(name);
    const token = `${channel.origin} ${++tokens}`;
    const lock = { name: keys.shared(partition, 'mutex', name), partition, token };
    const lease = keepLockLease(redis, lock, await acquire(lock, signal));
    try {
      return await task(lease.isHeld);
    } finally {
      lease.stop();
      locks.release(lock, 'gone');
    }
  };
}

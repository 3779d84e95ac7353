import { BusyError } from '../../core/errors.ts';
import type { Millis } from '../../core/units.ts';
import type { Channel } from './channel.ts';
import { lease, lockScript, renewScript } from './lease.ts';
import type { Link } from './link.ts';
import type { Lock, Locks } from './locks.ts';
import type { Names } from './names.ts';
import type { Turns } from './turns.ts';

/**
 * Runs a task while no other replica runs one of that name. `isHeld` turns false when the lock may
 * have been lost, e.g. because the process stood still: then nothing may be done in its name.
 *
 * @param signal - Ends the wait for the lock; the task is not told.
 * @throws {BusyError} Redis is down, or others held the lock all the time; the signal's reason.
 */
export type Mutex = <T>(
  name: string,
  task: (isHeld: () => boolean) => Promise<T>,
  signal: AbortSignal,
) => Promise<T>;

/** A task waits no longer for its turn. */
const waitLimit: Millis = 20_000;
const lookEvery: Millis = 250;

/** What is to be told when it cannot be known what other replicas do. */
export function unknowable(): BusyError {
  return new BusyError('other gateways cannot be asked whether they are at it', 5);
}

/** Locks that their holders renew; one that dies loses its lock after a lease. */
export function createMutex(deps: {
  readonly link: Link;
  readonly channel: Channel;
  readonly names: Names;
  readonly locks: Locks;
  readonly turns: Turns;
}): Mutex {
  const { link, channel, names, locks, turns } = deps;
  let tokens = 0;

  async function acquire(lock: Lock, signal: AbortSignal): Promise<Millis> {
    const waitUntil = performance.now() + waitLimit;
    while (performance.now() < waitUntil) {
      signal.throwIfAborted();
      const askedAt = performance.now();
      const isTaken = await locks.ask({
        name: 'lock',
        lock,
        command: async (client) =>
          (await lockScript(client, [lock.name], [lock.token, lease])) === 1,
        isTaken: (given) => given,
      });
      if (isTaken === undefined) throw unknowable();
      if (isTaken) return askedAt + lease;
      await turns.next(lock.name, lookEvery, signal);
    }
    throw new BusyError('other gateways are at it', 5);
  }

  return async (name, task, signal) => {
    const token = `${channel.origin} ${++tokens}`;
    const lock = { name: names.common('mutex', name), token };
    let heldUntil = await acquire(lock, signal);
    const renew = setInterval(async () => {
      const askedAt = performance.now();
      const held = await link.ask('renew', (client) =>
        renewScript(client, [lock.name], [token, lease]),
      );
      if (held === 1) heldUntil = askedAt + lease;
    }, lease / 4).unref();
    try {
      return await task(() => performance.now() < heldUntil);
    } finally {
      clearInterval(renew);
      locks.release(lock, 'gone');
    }
  };
}

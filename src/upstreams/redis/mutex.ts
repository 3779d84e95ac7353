import { BusyError } from '../../core/errors.ts';
import type { Millis } from '../../core/units.ts';
import type { Channel } from './channel.ts';
import { lease, releaseScript, renewScript } from './lease.ts';
import type { Link } from './link.ts';
import type { Names } from './names.ts';
import type { Turns } from './turns.ts';

/**
 * Runs a task while no other replica runs one of that name. `isHeld` turns false when the lock may
 * have been lost, e.g. because the process stood still: then nothing may be done in its name.
 *
 * @throws {BusyError} Redis is down, or others held the lock all the time.
 */
export type Mutex = <T>(name: string, task: (isHeld: () => boolean) => Promise<T>) => Promise<T>;

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
  readonly turns: Turns;
}): Mutex {
  const { link, channel, names, turns } = deps;
  let tokens = 0;

  async function acquire(lock: string, token: string): Promise<Millis> {
    const waitUntil = performance.now() + waitLimit;
    const never = new AbortController().signal;
    while (performance.now() < waitUntil) {
      const askedAt = performance.now();
      const taken = await link.ask('lock', async (client) => ({
        it: await client.set(lock, token, 'PX', lease, 'NX'),
      }));
      if (taken === undefined) throw unknowable();
      if (taken.it === 'OK') return askedAt + lease;
      await turns.next(lock, lookEvery, never);
    }
    throw new BusyError('other gateways are at it', 5);
  }

  return async (name, task) => {
    const lock = names.common('mutex', name);
    const token = `${channel.origin} ${++tokens}`;
    let heldUntil = await acquire(lock, token);
    const renew = setInterval(async () => {
      const askedAt = performance.now();
      const held = await link.ask('renew', (client) => renewScript(client, [lock], [token, lease]));
      if (held === 1) heldUntil = askedAt + lease;
    }, lease / 4).unref();
    try {
      return await task(() => performance.now() < heldUntil);
    } finally {
      clearInterval(renew);
      void link.ask('release', (client) =>
        releaseScript(client, [lock], [channel.name, channel.origin, token, 'gone']),
      );
    }
  };
}

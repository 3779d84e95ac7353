import { LRUCache } from 'lru-cache';
import type { Millis } from '../lib/units.ts';
import { createLuaScript } from './lua-script.ts';
import type { Partition } from './partitions.ts';
import type { RedisCommands } from './pub-sub.ts';
import type { RedisClient } from './redis-client.ts';
import type { ReplicaChannel } from './replica-channel.ts';

/** The Redis key of a lock, and the token that identifies the caller who holds or requests it. */
export type RedisLockIdentity = {
  readonly name: string;
  readonly partition: Partition;
  readonly token: string;
};

/** A Redis lock expires this long after its last renewal. The holder renews it while it works. */
export const lockLeaseMillis: Millis = 2000;

/** Renews a lock. KEYS: lock. ARGV: token, lease in ms. Returns 0 if the token does not hold it. */
const renewLockScript = createLuaScript(
  'dtfRenew',
  1,
  `if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
  return redis.call('PEXPIRE', KEYS[1], ARGV[2])`,
);

/** Acquires a lock if it is free. KEYS: lock. ARGV: token, lease in ms. Returns 1 or 0. */
export const lockScript = createLuaScript(
  'dtfLock',
  1,
  `if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return 1 end
  return 0`,
);

/**
 * Renews a held lock four times per lease, until `stop` is called or the lock is lost. `isHeld` is
 * false once the lock may be lost.
 *
 * @param acquiredAt - `performance.now()` before the lock was acquired.
 */
export function keepLockLease(
  redis: RedisClient,
  { name, token }: Omit<RedisLockIdentity, 'partition'>,
  acquiredAt = performance.now(),
) {
  let heldUntil = acquiredAt + lockLeaseMillis;
  const timer = setInterval(async () => {
    const renewedAt = performance.now();
    const held = await redis.run('renew', (client) =>
      renewLockScript(client, [name], [token, lockLeaseMillis]),
    );
    if (held === 1) heldUntil = renewedAt + lockLeaseMillis;
    else if (held === 0) clearInterval(timer);
  }, lockLeaseMillis / 4).unref();
  return { isHeld: () => performance.now() < heldUntil, stop: () => clearInterval(timer) };
}

type ReleaseReason = 'failed' | 'gone' | 'more';

type LockingCommand<T> = {
  readonly name: string;
  readonly lock: RedisLockIdentity;
  readonly command: (client: RedisCommands) => Promise<T>;
  readonly isTaken: (response: T) => boolean;
};

/** Acquires locks in Redis and releases them, even after a timed-out acquisition or an outage. */
export type RedisLocks = {
  /** Runs a command that may acquire the lock; releases it if it is acquired after the timeout. */
  readonly runWithLock: <T>(asking: LockingCommand<T>) => Promise<T | undefined>;
  readonly release: (lock: RedisLockIdentity, news: ReleaseReason) => void;
  /** Releases a lock after the next reconnect; for locks that Redis may still hold. */
  readonly releaseLater: (lock: RedisLockIdentity) => void;
};

/** Limit of locks to release after a reconnect; further ones expire with their leases. */
const maxOwed = 1000;

/** Releases a lock. KEYS: lock. ARGV: channel, token, message. */
const releaseScript = createLuaScript(
  'dtfRelease',
  1,
  `if redis.call('GET', KEYS[1]) ~= ARGV[2] then return 0 end
  redis.call('DEL', KEYS[1])
  publish(ARGV[1], ARGV[3])
  return 1`,
);

/**
 * Creates the locks. A paused Redis still executes commands of closed connections, so a lock
 * acquired by a timed-out command is released later.
 */
export function createRedisLocks(redis: RedisClient, channel: ReplicaChannel): RedisLocks {
  const owed = new LRUCache<
    string,
    { readonly lock: RedisLockIdentity; readonly news: ReleaseReason }
  >({
    max: maxOwed,
  });
  const keyOf = ({ name, token }: RedisLockIdentity) => `${name} ${token}`;
  const owe = (lock: RedisLockIdentity, news: ReleaseReason = 'gone') =>
    void owed.set(keyOf(lock), { lock, news });

  async function giveBack(
    client: RedisCommands,
    lock: RedisLockIdentity,
    news: ReleaseReason,
  ): Promise<true> {
    const { name, partition, token } = lock;
    const message = channel.textOf(news, name);
    await releaseScript(client, [name], [channel.nameOf(partition), token, message]);
    owed.delete(keyOf(lock));
    return true;
  }

  redis.onReconnect(async (client) => {
    await Promise.all([...owed.values()].map(({ lock, news }) => giveBack(client, lock, news)));
  });

  return {
    runWithLock: async ({ name, lock, command, isTaken }) => {
      let isSent = false;
      let isAwaited = true;
      const response = await redis.run(name, async (client) => {
        isSent = true;
        const response = await command(client);
        if (isAwaited) return response;
        if (isTaken(response)) await giveBack(client, lock, 'gone');
        else owed.delete(keyOf(lock));
        return response;
      });
      isAwaited = false;
      if (isSent && response === undefined) owe(lock);
      return response;
    },
    release: (lock, news) => {
      owe(lock, news);
      void redis.run('release', (client) => giveBack(client, lock, news));
    },
    releaseLater: owe,
  };
}

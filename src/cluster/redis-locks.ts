import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { lockKeySpec, type RedisLockIdentity } from './lock-lease.ts';
import { createLuaScript } from './lua-script.ts';
import type { PubSub } from './pubsub.ts';
import type { RedisClient } from './redis-client.ts';

type ReleaseReason = 'failed' | 'gone' | 'more';

type LockingCommand<T> = {
  readonly name: string;
  readonly lock: RedisLockIdentity;
  readonly command: (client: Redis) => Promise<T>;
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
  [lockKeySpec],
  `if redis.call('GET', KEYS[1]) ~= ARGV[2] then return 0 end
  redis.call('DEL', KEYS[1])
  redis.call('PUBLISH', ARGV[1], ARGV[3])
  return 1`,
);

/**
 * Creates the locks. A paused Redis still executes commands of closed connections, so a lock
 * acquired by a timed-out command is released later.
 */
export function createRedisLocks(redis: RedisClient, channel: PubSub): RedisLocks {
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
    client: Redis,
    lock: RedisLockIdentity,
    news: ReleaseReason,
  ): Promise<true> {
    const { name, token } = lock;
    await releaseScript(client, [name], [channel.name, token, channel.textOf(news, name)]);
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

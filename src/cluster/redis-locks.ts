import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { lockKind } from './lock-lease.ts';
import { createLuaScript } from './lua-script.ts';
import type { PubSub } from './pubsub.ts';
import type { RedisClient } from './redis-client.ts';

/** A lock's name, and the token of who holds it or asks for it. */
export type RedisLock = { readonly name: string; readonly token: string };

/** What the others are told of a lock that is given back. */
type ReleaseReason = 'failed' | 'gone' | 'more';

/** One question to Redis that may take a lock. */
type LockingCommand<T> = {
  /** Of the command, for the metrics. */
  readonly name: string;
  readonly lock: RedisLock;
  readonly command: (client: Redis) => Promise<T>;
  readonly isTaken: (response: T) => boolean;
};

/** Locks of which none is left behind by who does not know of it, or could not give it back. */
export type RedisLocks = {
  /** As `RedisClient.ask`; a lock that is taken when its asker has gone on is given back. */
  readonly runWithLock: <T>(asking: LockingCommand<T>) => Promise<T | undefined>;
  readonly release: (lock: RedisLock, news: ReleaseReason) => void;
  /** A lock whose end Redis may not have heard of: it is given back when Redis is there again. */
  readonly releaseLater: (lock: RedisLock) => void;
};

/** Locks beyond these run out with their leases. */
const maxOwed = 1000;

/** Gives a lock back. KEYS: lock. ARGV: channel, token, what the others are told. */
const releaseScript = createLuaScript(
  'dtfRelease',
  [lockKind],
  `if redis.call('GET', KEYS[1]) ~= ARGV[2] then return 0 end
  redis.call('DEL', KEYS[1])
  redis.call('PUBLISH', ARGV[1], ARGV[3])
  return 1`,
);

/**
 * A Redis that pauses carries out afterwards what lies in its sockets, also of connections that are
 * closed by then: what was asked of it in vain is taken back at its late answer, or when it is back.
 */
export function createRedisLocks(redis: RedisClient, channel: PubSub): RedisLocks {
  const owed = new LRUCache<string, { readonly lock: RedisLock; readonly news: ReleaseReason }>({
    max: maxOwed,
  });
  const keyOf = ({ name, token }: RedisLock) => `${name} ${token}`;
  const owe = (lock: RedisLock, news: ReleaseReason = 'gone') =>
    void owed.set(keyOf(lock), { lock, news });

  async function giveBack(client: Redis, lock: RedisLock, news: ReleaseReason): Promise<true> {
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

import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import type { Channel } from './channel.ts';
import { lockKind } from './lease.ts';
import type { Link } from './link.ts';
import { createScript } from './script.ts';

/** A lock's name, and the token of who holds it or asks for it. */
export type Lock = { readonly name: string; readonly token: string };

/** What the others are told of a lock that is given back. */
type News = 'failed' | 'gone' | 'more';

/** One question to Redis that may take a lock. */
type Asking<T> = {
  /** Of the command, for the metrics. */
  readonly name: string;
  readonly lock: Lock;
  readonly command: (client: Redis) => Promise<T>;
  readonly isTaken: (answer: T) => boolean;
};

/** Locks of which none is left behind by who does not know of it, or could not give it back. */
export type Locks = {
  /** As `Link.ask`; a lock that is taken when its asker has gone on is given back. */
  readonly ask: <T>(asking: Asking<T>) => Promise<T | undefined>;
  readonly release: (lock: Lock, news: News) => void;
  /** A lock whose end Redis may not have heard of: it is given back when Redis is there again. */
  readonly owe: (lock: Lock) => void;
};

/** Locks beyond these run out with their leases. */
const maxOwed = 1000;

/** Gives a lock back. KEYS: lock. ARGV: channel, token, what the others are told. */
const releaseScript = createScript(
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
export function createLocks(link: Link, channel: Channel): Locks {
  const owed = new LRUCache<string, { readonly lock: Lock; readonly news: News }>({ max: maxOwed });
  const keyOf = ({ name, token }: Lock) => `${name} ${token}`;
  const owe = (lock: Lock, news: News = 'gone') => void owed.set(keyOf(lock), { lock, news });

  async function giveBack(client: Redis, lock: Lock, news: News): Promise<true> {
    const { name, token } = lock;
    await releaseScript(client, [name], [channel.name, token, channel.textOf(news, name)]);
    owed.delete(keyOf(lock));
    return true;
  }

  link.beforeUse(async (client) => {
    await Promise.all([...owed.values()].map(({ lock, news }) => giveBack(client, lock, news)));
  });

  return {
    ask: async ({ name, lock, command, isTaken }) => {
      let isSent = false;
      let isAwaited = true;
      const answer = await link.ask(name, async (client) => {
        isSent = true;
        const answer = await command(client);
        if (isAwaited) return answer;
        if (isTaken(answer)) await giveBack(client, lock, 'gone');
        else owed.delete(keyOf(lock));
        return answer;
      });
      isAwaited = false;
      if (isSent && answer === undefined) owe(lock);
      return answer;
    },
    release: (lock, news) => {
      owe(lock, news);
      void link.ask('release', (client) => giveBack(client, lock, news));
    },
    owe,
  };
}

import { z } from 'zod';
import type { Millis } from '../lib/units.ts';
import type { ReplicaDataSigner } from './encoding/signer.ts';
import type { RedisClient } from './redis-client.ts';

/** Short messages among replicas through one Redis channel; disconnected replicas miss them. */
export type ReplicaChannel = {
  readonly name: string;
  /** Identifies this replica, so that it can ignore its own messages. */
  readonly origin: string;
  /** Returns a message as signed text. Its kind selects the listeners, which get the words. */
  readonly textOf: (kind: string, ...words: readonly string[]) => string;
  /** Adds a listener for messages of a kind that other replicas publish. */
  readonly on: (kind: string, listener: (...words: string[]) => void) => void;
  /** Calls the listener after each subscription to the channel; messages may have been missed. */
  readonly onSubscribed: (listener: () => void) => void;
  /** Resolves when all subscribers were sent this replica's messages, or Redis does not respond. */
  readonly flush: () => Promise<unknown>;
};

const longestWord = 4096;
const news = z.array(z.string().max(longestWord)).min(2).max(8);
/** Longer messages are rejected unparsed. */
const longestNews = 10 * longestWord;
/** Interval of pings that detect a dead connection. */
const pingEvery: Millis = 5000;

/** Creates the channel, on a Redis connection of its own; `origin` identifies this replica. */
export function createReplicaChannel(
  redis: RedisClient,
  signer: ReplicaDataSigner,
  name: string,
  origin: string,
): ReplicaChannel {
  const listeners = new Map<string, ((...words: string[]) => void)[]>();
  const joined: (() => void)[] = [];
  const subscriber = redis.duplicate();
  let timer: NodeJS.Timeout | undefined;

  function parseNews(sealed: string): readonly string[] {
    try {
      const text = sealed.length > longestNews ? null : signer.unseal('news', sealed);
      return news.parse(JSON.parse(text ?? ''));
    } catch {
      redis.noteRepair('news');
      return [];
    }
  }

  subscriber.on('ready', () => {
    subscriber.subscribe(name).then(
      () => {
        for (const listener of joined) listener();
      },
      () => subscriber.disconnect(true),
    );
    clearInterval(timer);
    timer = setInterval(() => subscriber.ping().catch(() => undefined), pingEvery).unref();
  });
  subscriber.on('close', () => clearInterval(timer));
  subscriber.on('message', (_channel: string, text: string) => {
    const [kind, from, ...words] = parseNews(text);
    if (kind === undefined || from === origin) return;
    for (const listener of listeners.get(kind) ?? []) listener(...words);
  });

  return {
    name,
    origin,
    textOf: (kind, ...words) => signer.seal('news', JSON.stringify([kind, origin, ...words])),
    on: (kind, listener) => {
      listeners.set(kind, [...(listeners.get(kind) ?? []), listener]);
    },
    onSubscribed: (listener) => void joined.push(listener),
    flush: () => redis.run('delivered', (client) => client.ping()),
  };
}

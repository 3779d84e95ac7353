import { z } from 'zod';
import type { Millis } from '../lib/units.ts';
import type { Signer } from './encoding/signer.ts';
import type { RedisClient } from './redis-client.ts';

/** News among replicas: small texts that nobody keeps. */
export type PubSub = {
  /** The channel's name, for scripts that publish. */
  readonly name: string;
  /** This replica, so that its own news can be told from others'. */
  readonly origin: string;
  /** The text that tells news of a kind, signed. */
  readonly textOf: (kind: string, ...words: readonly string[]) => string;
  /** Told of others' news of a kind. */
  readonly on: (kind: string, listener: (...words: string[]) => void) => void;
  /** Told whenever news begin to arrive, at first or again: what came before was missed. */
  readonly onSubscribed: (listener: () => void) => void;
  /**
   * Resolves when Redis has written what was published before to who listens, or does not answer.
   * It answers who published first; a second answer comes after both.
   */
  readonly flush: () => Promise<unknown>;
};

const longestWord = 4096;
const news = z.array(z.string().max(longestWord)).min(2).max(8);
/** Longer ones are not read. */
const longestNews = 10 * longestWord;
/** A silent connection is asked whether it is still there. */
const pingEvery: Millis = 5000;

/** Listens to the news on a connection of its own, for as long as the link lives. */
export function createPubSub(
  redis: RedisClient,
  signer: Signer,
  name: string,
  origin: string,
): PubSub {
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

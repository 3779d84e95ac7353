import { z } from 'zod';
import type { Millis } from '../../core/units.ts';
import type { Link } from './link.ts';

/** News among replicas: small texts that nobody keeps. */
export type Channel = {
  /** The channel's name, for scripts that publish. */
  readonly name: string;
  /** This replica, so that its own news can be told from others'. */
  readonly origin: string;
  /** Told of others' news of a kind. */
  readonly on: (kind: string, listener: (...words: string[]) => void) => void;
  /** Told whenever news begin to arrive, at first or again: what came before was missed. */
  readonly onJoined: (listener: () => void) => void;
  /**
   * Resolves when Redis has written what was published before to who listens, or does not answer.
   * It answers who published first; a second answer comes after both.
   */
  readonly delivered: () => Promise<unknown>;
};

/** Lua that publishes news of a kind; `words` are Lua expressions. */
export function publishing(kind: string, ...words: string[]): string {
  return `redis.call('PUBLISH', channel, cjson.encode({${[kind, 'origin', ...words].join(', ')}}))`;
}

const news = z.array(z.string().max(4096)).min(2).max(8);
/** A silent connection is asked whether it is still there. */
const pingEvery: Millis = 5000;

/** Listens to the news on a connection of its own, for as long as the link lives. */
export function createChannel(link: Link, name: string, origin: string): Channel {
  const listeners = new Map<string, ((...words: string[]) => void)[]>();
  const joined: (() => void)[] = [];
  const subscriber = link.second();
  let timer: NodeJS.Timeout | undefined;

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
    on: (kind, listener) => {
      listeners.set(kind, [...(listeners.get(kind) ?? []), listener]);
    },
    onJoined: (listener) => void joined.push(listener),
    delivered: () => link.ask('delivered', (client) => client.ping()),
  };
}

function parseNews(text: string): readonly string[] {
  try {
    return news.parse(JSON.parse(text));
  } catch {
    return [];
  }
}

import { z } from 'zod';
import type { Millis } from '../lib/units.ts';
import type { RedisClient } from './redis-client.ts';

/** Short messages among replicas through one Redis channel; disconnected replicas miss them. */
export type ReplicaChannel = {
  readonly name: string;
  /** Identifies this replica, so that it can ignore its own messages. */
  readonly origin: string;
  /** Returns a message as text. Its kind selects the listeners, which get the words. */
  readonly textOf: (kind: string, ...words: readonly string[]) => string;
  /** Adds a listener for messages of a kind that other replicas publish. */
  readonly on: (kind: string, listener: (...words: string[]) => void) => void;
  /** Calls the listener after each subscription to the channel; messages may have been missed. */
  readonly onSubscribed: (listener: () => void) => void;
  /** Resolves when all subscribers were sent this replica's messages, or Redis does not respond. */
  readonly flush: () => Promise<unknown>;
};

const message = z.array(z.string());
/** Interval of pings that detect a dead connection. */
const pingEvery: Millis = 5000;

/** Creates the channel, on a Redis connection of its own; `origin` identifies this replica. */
export function createReplicaChannel(
  redis: RedisClient,
  name: string,
  origin: string,
): ReplicaChannel {
  const listeners = new Map<string, ((...words: string[]) => void)[]>();
  const joined: (() => void)[] = [];
  /** A channel of this replica alone, with which it checks that its messages arrive. */
  const ownChannel = `${name}:${origin}`;
  let onOwnMessage: (() => void) | undefined;
  let subscription = Promise.withResolvers<void>();
  const subscriber = redis.duplicate();
  subscription.promise.catch(() => undefined);
  let timer: NodeJS.Timeout | undefined;

  /** Parses a message; empty if it is not one of a replica. */
  function parseMessage(text: string): readonly string[] {
    try {
      return message.parse(JSON.parse(text));
    } catch {
      return [];
    }
  }

  subscriber.on('ready', () => {
    subscriber.subscribe(name, ownChannel).then(
      () => {
        subscription.resolve();
        for (const listener of joined) listener();
      },
      // The next probe fails with this error, and the connections are made anew.
      subscription.reject,
    );
    clearInterval(timer);
    timer = setInterval(() => subscriber.ping().catch(() => undefined), pingEvery).unref();
  });
  subscriber.on('close', () => {
    clearInterval(timer);
    subscription = Promise.withResolvers();
    subscription.promise.catch(() => undefined);
  });
  subscriber.on('message', (channel: string, text: string) => {
    if (channel === ownChannel) {
      onOwnMessage?.();
      return;
    }
    const [kind, from, ...words] = parseMessage(text);
    if (kind === undefined || from === origin) return;
    for (const listener of listeners.get(kind) ?? []) listener(...words);
  });

  redis.requireAbility('publish and subscribe', async (client) => {
    await subscription.promise;
    const received = Promise.withResolvers<void>();
    onOwnMessage = received.resolve;
    await client.publish(ownChannel, '');
    await received.promise;
  });

  return {
    name,
    origin,
    textOf: (kind, ...words) => JSON.stringify([kind, origin, ...words]),
    on: (kind, listener) => {
      listeners.set(kind, [...(listeners.get(kind) ?? []), listener]);
    },
    onSubscribed: (listener) => void joined.push(listener),
    flush: () => redis.run('delivered', (client) => client.ping()),
  };
}

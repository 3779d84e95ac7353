import { z } from 'zod';
import type { Millis } from '../lib/units.ts';
import type { Partition } from './partitions.ts';
import type { RedisClient } from './redis-client.ts';
import type { RedisNode } from './redis-connection.ts';
import type { RedisKeys } from './redis-keys.ts';

/**
 * Short messages among replicas through one Redis channel for each partition; disconnected replicas
 * miss them.
 */
export type ReplicaChannel = {
  /** Returns the channel in which scripts publish about keys of the partition. */
  readonly nameOf: (partition: Partition) => string;
  /** Identifies this replica, so that it can ignore its own messages. */
  readonly origin: string;
  /** Returns a message as text. Its kind selects the listeners, which get the words. */
  readonly textOf: (kind: string, ...words: readonly string[]) => string;
  /** Adds a listener for messages of a kind that other replicas publish. */
  readonly on: (kind: string, listener: (...words: string[]) => void) => void;
  /** Calls the listener after each subscription; messages of the partitions may have been missed. */
  readonly onSubscribed: (listener: (partitions: readonly Partition[]) => void) => void;
  /**
   * Resolves when all subscribers were sent this replica's messages of the partition, or Redis does
   * not respond.
   */
  readonly flush: (partition: Partition) => Promise<unknown>;
};

const message = z.array(z.string());
/** Interval of pings that detect a dead connection. */
const pingEvery: Millis = 5000;

/** Parses a message; empty if it is not one of a replica. */
function parseMessage(text: string): readonly string[] {
  try {
    return message.parse(JSON.parse(text));
  } catch {
    return [];
  }
}

/**
 * Subscribes to the channels of a node's partitions, whenever the connection for that is made.
 *
 * @returns also `check`, which publishes a message of this replica alone and waits for it.
 */
function createSubscription(deps: {
  readonly redis: RedisClient;
  readonly node: RedisNode;
  readonly channels: readonly string[];
  /** A channel on the node with which this replica checks that its messages arrive. */
  readonly ownChannel: string;
  readonly onSubscribed: () => void;
  readonly onMessage: (text: string) => void;
}) {
  const { redis, node, channels, ownChannel, onSubscribed, onMessage } = deps;
  let onOwnMessage: (() => void) | undefined;
  let subscribed = Promise.withResolvers<void>();
  let timer: NodeJS.Timeout | undefined;
  const subscriber = redis.duplicate(node);
  subscribed.promise.catch(() => undefined);
  subscriber.on('ready', () => {
    redis.pubSub.subscribe(subscriber, [...channels, ownChannel]).then(
      () => {
        subscribed.resolve();
        onSubscribed();
      },
      // The next probe fails with this error, and the connections are made anew.
      subscribed.reject,
    );
    clearInterval(timer);
    timer = setInterval(() => subscriber.ping().catch(() => undefined), pingEvery).unref();
  });
  subscriber.on('close', () => {
    clearInterval(timer);
    subscribed = Promise.withResolvers();
    subscribed.promise.catch(() => undefined);
  });
  redis.pubSub.onMessage(subscriber, (channel, text) => {
    if (channel === ownChannel) onOwnMessage?.();
    else onMessage(text);
  });
  subscriber.connect().catch(() => undefined);

  return {
    node,
    check: async (): Promise<void> => {
      await subscribed.promise;
      const received = Promise.withResolvers<void>();
      onOwnMessage = received.resolve;
      await redis.publish(ownChannel, '');
      await received.promise;
    },
    end: () => redis.discard(subscriber),
  };
}

/**
 * Creates the channels, with a connection of their own to each node; `origin` identifies this
 * replica.
 */
export function createReplicaChannel(
  redis: RedisClient,
  keys: RedisKeys,
  origin: string,
): ReplicaChannel {
  const listeners = new Map<string, ((...words: string[]) => void)[]>();
  const joined: ((partitions: readonly Partition[]) => void)[] = [];
  const nameOf = (partition: Partition) => keys.shared(partition, 'news');
  let subscriptions: readonly ReturnType<typeof createSubscription>[] = [];

  function hear(text: string): void {
    const [kind, from, ...words] = parseMessage(text);
    if (kind === undefined || from === origin) return;
    for (const listener of listeners.get(kind) ?? []) listener(...words);
  }

  const subscribe = (node: RedisNode) =>
    createSubscription({
      ...{ redis, node, channels: node.partitions.map(nameOf), onMessage: hear },
      ownChannel: `${nameOf(node.partitions[0] ?? 0)}:${origin}`,
      onSubscribed: () => {
        for (const listener of joined) listener(node.partitions);
      },
    });

  redis.onConnect((nodes) => {
    const isKept = (node: RedisNode) => nodes.some((one) => one.connection === node.connection);
    for (const { node, end } of subscriptions) if (!isKept(node)) end();
    const kept = subscriptions.filter(({ node }) => isKept(node));
    const isSubscribed = (node: RedisNode) =>
      kept.some((one) => one.node.connection === node.connection);
    const added = nodes.filter((node) => !isSubscribed(node)).map(subscribe);
    subscriptions = [...kept, ...added];
  });
  redis.requireAbility('publish and subscribe', () =>
    Promise.all(subscriptions.map(({ check }) => check())),
  );

  return {
    nameOf,
    origin,
    textOf: (kind, ...words) => JSON.stringify([kind, origin, ...words]),
    on: (kind, listener) => {
      listeners.set(kind, [...(listeners.get(kind) ?? []), listener]);
    },
    onSubscribed: (listener) => void joined.push(listener),
    // `PING` has no key, and so might go to another node than the messages.
    flush: (partition) =>
      redis.run('delivered', (client) => client.exists(keys.shared(partition, 'probe'))),
  };
}

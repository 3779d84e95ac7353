import type { Cluster, Redis } from 'ioredis';

/** What sends commands; in a cluster each to the node of its key. */
export type RedisCommands = Redis | Cluster;

/**
 * How messages are sent and received. In a cluster a channel belongs to the node of its slot, whose
 * scripts publish in it; otherwise one server has all channels.
 */
export type PubSub = {
  /** The command that publishes, for scripts. */
  readonly command: 'PUBLISH' | 'SPUBLISH';
  readonly publish: (client: RedisCommands, channel: string, text: string) => Promise<unknown>;
  /** Resolves when the node has confirmed all subscriptions. */
  readonly subscribe: (subscriber: Redis, channels: readonly string[]) => Promise<unknown>;
  readonly onMessage: (
    subscriber: Redis,
    listener: (channel: string, text: string) => void,
  ) => void;
};

/** `PUBLISH` and `SUBSCRIBE`. */
export const plainPubSub: PubSub = {
  command: 'PUBLISH',
  publish: (client, channel, text) => client.publish(channel, text),
  subscribe: (subscriber, channels) => subscriber.subscribe(...channels),
  onMessage: (subscriber, listener) => void subscriber.on('message', listener),
};

/** `SPUBLISH` and `SSUBSCRIBE`, one for each channel, because their slots differ. */
export const shardedPubSub: PubSub = {
  command: 'SPUBLISH',
  publish: (client, channel, text) => client.spublish(channel, text),
  subscribe: (subscriber, channels) =>
    Promise.all(channels.map((channel) => subscriber.ssubscribe(channel))),
  onMessage: (subscriber, listener) => void subscriber.on('smessage', listener),
};

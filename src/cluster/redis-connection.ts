import { once } from 'node:events';
import { Cluster, type ClusterOptions, Redis, type RedisOptions } from 'ioredis';
import type { RedisServers } from '../lib/redis-url.ts';
import type { Millis } from '../lib/units.ts';
import { type Partition, partitions, slotOf } from './partitions.ts';
import { type PubSub, plainPubSub, type RedisCommands, shardedPubSub } from './pub-sub.ts';

/** A connection to a server that stores data, and the partitions that it is for. */
export type RedisNode = {
  readonly connection: Redis;
  readonly partitions: readonly Partition[];
};

/** One server, the master that sentinels name, or a cluster. */
export type RedisConnection = {
  readonly client: RedisCommands;
  readonly pubSub: PubSub;
  /** Resolves with the nodes of all partitions when there is a connection to each. */
  readonly openNodes: () => Promise<readonly RedisNode[]>;
  /** Calls the listener with each connection to a node that is lost while others remain. */
  readonly onNodeLost: (listener: (connection: Redis) => void) => void;
};

const retryDelay = (attempt: number): Millis => Math.min(50 * 2 ** attempt, 1000);
/** Time for a sentinel to say where the master is, or for a node to say who has which slots. */
const lookUpLimit: Millis = 500;

/** Returns the options of every connection to a server that stores data. */
const nodeOptions = (servers: RedisServers) =>
  ({
    protocol: 2,
    disableClientInfo: true,
    // Commands that were not answered are not sent again: they would be executed too late.
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 1000,
    // A connection without a response for this long is replaced.
    socketTimeout: 2000,
    db: servers.database,
    ...(servers.family === 0 ? {} : { family: servers.family }),
    ...(servers.username === undefined ? {} : { username: servers.username }),
    ...(servers.password === undefined ? {} : { password: servers.password }),
    ...(servers.hasTls ? { tls: {} } : {}),
  }) satisfies RedisOptions;

/** Options of a connection that its owner opens, and that comes back by itself when it is lost. */
const lasting = {
  lazyConnect: true,
  enableOfflineQueue: false,
  retryStrategy: retryDelay,
} satisfies RedisOptions;

const sentinelOptions = (servers: RedisServers) =>
  ({
    sentinels: [...servers.hosts],
    name: servers.master,
    role: 'master',
    sentinelRetryStrategy: retryDelay,
    sentinelCommandTimeout: lookUpLimit,
    ...(servers.sentinelUsername === undefined
      ? {}
      : { sentinelUsername: servers.sentinelUsername }),
    ...(servers.sentinelPassword === undefined
      ? {}
      : { sentinelPassword: servers.sentinelPassword }),
    ...(servers.hasTls ? { enableTLSForSentinelMode: true, sentinelTLS: {} } : {}),
  }) satisfies RedisOptions;

/**
 * A cluster's nodes are looked up at each connect, and at no other time: a command that its node
 * refuses because of another master fails, the connection is made anew, and everything that a
 * failover may have lost is sent again before values of the new master are used.
 */
const clusterOptions = {
  lazyConnect: true,
  enableOfflineQueue: false,
  clusterRetryStrategy: retryDelay,
  maxRedirections: 0,
  retryDelayOnFailover: 0,
  retryDelayOnClusterDown: 0,
  // Names of hosts are resolved by each connection: certificates are for names.
  dnsLookup: (host, callback) => callback(null, host),
  slotsRefreshInterval: 0,
  slotsRefreshTimeout: lookUpLimit,
} satisfies ClusterOptions;

function createSingleConnection(client: Redis): RedisConnection {
  return {
    client,
    pubSub: plainPubSub,
    openNodes: async () => [{ connection: client, partitions }],
    onNodeLost: () => undefined,
  };
}

/** Connects to a node of a cluster; ioredis does that at the first command for the node. */
async function open(node: Redis): Promise<void> {
  if (node.status === 'ready') return;
  if (node.status === 'wait') await node.connect();
  else await once(node, 'ready', { signal: AbortSignal.timeout(lookUpLimit) });
}

function createClusterConnection(servers: RedisServers): RedisConnection {
  const redisOptions = { ...nodeOptions(servers), disconnectTimeout: 100 };
  const client = new Cluster([...servers.hosts], { ...clusterOptions, redisOptions });
  return {
    client,
    pubSub: shardedPubSub,
    openNodes: async () => {
      const masters = new Map(
        client.nodes('master').map((node) => [`${node.options.host}:${node.options.port}`, node]),
      );
      const found = new Map<Redis, Partition[]>();
      for (const partition of partitions) {
        const node = masters.get(client.slots[slotOf(partition)]?.[0] ?? '');
        if (!node) throw new Error('CLUSTERDOWN a slot has no node');
        found.set(node, [...(found.get(node) ?? []), partition]);
      }
      await Promise.all([...found.keys()].map(open));
      return [...found].map(([connection, those]) => ({ connection, partitions: those }));
    },
    onNodeLost: (listener) => void client.on('-node', listener),
  };
}

/** Creates the client of Redis, which does not connect yet. */
export function createRedisConnection(servers: RedisServers): RedisConnection {
  if (servers.topology === 'cluster') return createClusterConnection(servers);
  const options = { ...nodeOptions(servers), ...lasting };
  return createSingleConnection(
    servers.topology === 'sentinel'
      ? new Redis({ ...options, ...sentinelOptions(servers) })
      : new Redis({ ...options, ...servers.hosts[0] }),
  );
}

/** Creates another connection to a node, for subscriptions; it does not connect yet. */
export function duplicateConnection(node: RedisNode): Redis {
  return node.connection.duplicate({ ...lasting, autoResubscribe: false });
}

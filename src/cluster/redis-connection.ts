import { Redis, type RedisOptions } from 'ioredis';
import type { RedisServers } from '../lib/redis-url.ts';
import type { Millis } from '../lib/units.ts';

const retryDelay = (attempt: number): Millis => Math.min(50 * 2 ** attempt, 1000);
/** Time for a sentinel to say where the master is. */
const sentinelLimit: Millis = 500;

/** Returns the options of every connection to a server that stores data. */
const nodeOptions = (servers: RedisServers) =>
  ({
    lazyConnect: true,
    protocol: 2,
    disableClientInfo: true,
    // Commands are neither queued while offline nor sent again: they would be executed too late.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 1000,
    // A connection without a response for this long is replaced.
    socketTimeout: 2000,
    retryStrategy: retryDelay,
    db: servers.database,
    ...(servers.family === 0 ? {} : { family: servers.family }),
    ...(servers.username === undefined ? {} : { username: servers.username }),
    ...(servers.password === undefined ? {} : { password: servers.password }),
    ...(servers.hasTls ? { tls: {} } : {}),
  }) satisfies RedisOptions;

const sentinelOptions = (servers: RedisServers) =>
  ({
    sentinels: [...servers.hosts],
    name: servers.master,
    role: 'master',
    sentinelRetryStrategy: retryDelay,
    sentinelCommandTimeout: sentinelLimit,
    ...(servers.sentinelUsername === undefined
      ? {}
      : { sentinelUsername: servers.sentinelUsername }),
    ...(servers.sentinelPassword === undefined
      ? {}
      : { sentinelPassword: servers.sentinelPassword }),
    ...(servers.hasTls ? { enableTLSForSentinelMode: true, sentinelTLS: {} } : {}),
  }) satisfies RedisOptions;

/**
 * Creates the client of Redis, which does not connect yet: of one server, or of the master that
 * sentinels name at each connect.
 */
export function createRedisConnection(servers: RedisServers): Redis {
  const options = nodeOptions(servers);
  if (servers.topology === 'sentinel')
    return new Redis({ ...options, ...sentinelOptions(servers) });
  return new Redis({ ...options, ...servers.hosts[0] });
}

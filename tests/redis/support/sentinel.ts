import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from '../../support/free-port.ts';
import { type RedisNode, type RedisServer, startServer, toArguments } from './redis-server.ts';
import { until } from './replica.ts';
import type { RedisSecurity } from './security.ts';

/**
 * A master, its replica, and a sentinel that makes the replica the master when the master fails. The
 * URL names a sentinel that is not there before the one that is. What happens to the whole group
 * happens to both servers, so that there is no other master; the sentinel goes on.
 */
export type SentinelGroup = RedisServer & {
  readonly master: RedisNode;
  readonly replica: RedisNode;
  /** Deletes everything in it. */
  readonly clear: () => Promise<void>;
};

const name = 'main';

const connect = (port: number, options: Partial<RedisSecurity['client']> = {}) =>
  new Redis({ host: '127.0.0.1', port, ...options });

/** Starts a group in which a master counts as failed after `downAfter` ms. */
export async function startSentinelGroup(
  options: { readonly downAfter?: number; readonly security?: RedisSecurity } = {},
): Promise<SentinelGroup> {
  const { downAfter = 500, security } = options;
  await using starting = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'sentinel-'));
  starting.defer(() => rm(folder, { recursive: true, force: true }));
  const atOnce = toArguments({
    ...{ 'repl-diskless-sync-delay': 0, 'repl-ping-replica-period': 1 },
    ...(security && { ...security.settings, requirepass: security.password }),
    ...(security && { masterauth: security.password }),
  });
  const master = starting.use(await startServer(await freePort(), atOnce));
  const replica = starting.use(
    await startServer(await freePort(), [...atOnce, '--replicaof', `127.0.0.1 ${master.port}`]),
  );
  const operate = ({ port }: RedisNode) =>
    starting
      .adopt(connect(port, security?.client), (client) => client.disconnect())
      // It comes back when a killed server does.
      .on('error', () => undefined);
  const [atMaster, atReplica] = [operate(master), operate(replica)];
  const replicates = () =>
    until(async () => (await atReplica.info('replication')).includes('master_link_status:up'));
  await replicates();

  const port = await freePort();
  const file = join(folder, 'sentinel.conf');
  const lines = [
    ...(security ? ['port 0', `tls-port ${port}`] : [`port ${port}`]),
    ...Object.entries(security?.settings ?? {}).map(([key, value]) => `${key} ${value}`),
    'bind 127.0.0.1',
    `sentinel monitor ${name} 127.0.0.1 ${master.port} 1`,
    `sentinel down-after-milliseconds ${name} ${downAfter}`,
    `sentinel failover-timeout ${name} 3000`,
    ...(security ? [`sentinel auth-pass ${name} ${security.password}`] : []),
  ];
  await writeFile(file, `${lines.join('\n')}\n`);
  starting.use(await startServer(port, [file, '--sentinel'], folder));
  const tls = security && { tls: security.client.tls };
  const sentinel = starting.adopt(connect(port, tls), (client) => client.disconnect());
  await until(async () => {
    const known = (await sentinel.call('SENTINEL', 'REPLICAS', name)) as string[][];
    return known.length === 1 && known[0]?.includes('slave') === true;
  });

  const stack = starting.move();
  const start = security ? `rediss-sentinel://:${security.password}@` : 'redis-sentinel://';
  const servers = [master, replica];
  return {
    url: `${start}127.0.0.1:${await freePort()},127.0.0.1:${port}/0?master=${name}`,
    nodeUrls: [master.url],
    master,
    replica,
    clear: async () => {
      await atMaster.flushall();
    },
    kill: async () => {
      await Promise.all(servers.map((server) => server.kill()));
    },
    hang: () => {
      for (const server of servers) server.hang();
    },
    goOn: () => {
      for (const server of servers) server.goOn();
    },
    restart: async () => {
      await Promise.all(servers.map((server) => server.restart()));
      await replicates();
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from '../../support/free-port.ts';
import { type RedisNode, type RedisServer, startServer, toArguments } from './redis-server.ts';
import { until } from './replica.ts';
import type { RedisSecurity } from './security.ts';

/** A Redis Cluster of a test: three masters, and a replica of the first one if it has one. */
export type RedisCluster = RedisServer & {
  readonly masters: readonly [RedisNode, RedisNode, RedisNode];
  readonly replica: RedisNode | undefined;
  /** Deletes everything in it. */
  readonly clear: () => Promise<void>;
};

const slots = 16_384;

/** Starts a cluster in which a master counts as failed after a second. */
export async function startRedisCluster(
  options: { readonly hasReplica?: boolean; readonly security?: RedisSecurity } = {},
): Promise<RedisCluster> {
  const { hasReplica = false, security } = options;
  await using starting = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'redis-cluster-'));
  starting.defer(() => rm(folder, { recursive: true, force: true }));
  const busPorts = new Map<RedisNode, number>();

  async function startNode(): Promise<RedisNode> {
    const [port, busPort] = [await freePort(), await freePort()];
    const settings = {
      'cluster-enabled': 'yes',
      'cluster-port': busPort,
      'cluster-config-file': join(folder, `${port}.conf`),
      'cluster-node-timeout': 1000,
      'repl-diskless-sync-delay': 0,
      ...(security && { ...security.settings, requirepass: security.password }),
      ...(security && { masterauth: security.password, 'tls-cluster': 'yes' }),
    };
    const node = starting.use(await startServer(port, toArguments(settings), folder));
    busPorts.set(node, busPort);
    return node;
  }

  const [first, ...others] = [await startNode(), await startNode(), await startNode()] as const;
  const masters = [first, ...others] as const;
  const replica = hasReplica ? await startNode() : undefined;
  const all = replica ? [...masters, replica] : masters;
  const operators = new Map(
    all.map((node) => {
      const client = new Redis({ host: '127.0.0.1', port: node.port, ...security?.client });
      const operator = starting.adopt(client, (one) => one.disconnect());
      // It comes back when a killed node does.
      return [node, operator.on('error', () => undefined)];
    }),
  );
  const tell = (node: RedisNode, ...words: readonly (string | number)[]) =>
    operators.get(node)?.call('CLUSTER', ...words) ?? Promise.reject(new Error('no such node'));

  for (const [index, node] of masters.entries()) {
    const edge = (n: number) => Math.ceil((n * slots) / masters.length);
    await tell(node, 'ADDSLOTSRANGE', edge(index), edge(index + 1) - 1);
    await tell(node, 'SET-CONFIG-EPOCH', index + 1);
  }
  for (const node of all.slice(1)) {
    await tell(node, 'MEET', '127.0.0.1', first.port, busPorts.get(first) ?? 0);
  }
  const says = (node: RedisNode, words: string) =>
    until(async () => String(await tell(node, 'INFO')).includes(words));
  const lists = (node: RedisNode) =>
    until(
      async () =>
        String(await tell(node, 'NODES'))
          .trim()
          .split('\n').length === all.length,
    );
  for (const node of all) await lists(node);
  if (replica) {
    await tell(replica, 'REPLICATE', String(await tell(first, 'MYID')));
    const operator = operators.get(replica);
    await until(async () =>
      String(await operator?.info('replication')).includes('master_link_status:up'),
    );
  }
  for (const node of all) await says(node, 'cluster_state:ok');

  const stack = starting.move();
  const each = async (what: (node: RedisNode) => unknown) => {
    await Promise.all(all.map(what));
  };
  const start = security ? `rediss://:${security.password}@` : 'redis://';
  return {
    url: `${start}${masters.map(({ port }) => `127.0.0.1:${port}`).join(',')}/?cluster=true`,
    nodeUrls: masters.map(({ url }) => url),
    masters,
    replica,
    clear: async () => {
      await Promise.all(masters.map((node) => operators.get(node)?.flushall()));
    },
    kill: () => each((node) => node.kill()),
    hang: () => void each((node) => node.hang()),
    goOn: () => void each((node) => node.goOn()),
    restart: async () => {
      await each((node) => node.restart());
      for (const node of all) await says(node, 'cluster_state:ok');
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

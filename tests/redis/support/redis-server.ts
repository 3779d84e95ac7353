import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { freePort } from '../../support/free-port.ts';

/** Whether Debian's server is on this machine; tests that need it are skipped without it. */
export const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

if (!hasRedis) {
  console.log('tests of shared state are skipped: no redis-server found (install redis-server)');
}

/** A Redis of a test, and what can happen to one. */
export type RedisServer = {
  readonly url: string;
  /** The servers one by one; those of a cluster without its replicas. */
  readonly nodeUrls: readonly string[];
  /** Dies at once. */
  readonly kill: () => Promise<void>;
  /** Hangs: connections stay open, nothing is answered. */
  readonly hang: () => void;
  readonly goOn: () => void;
  /** Begins anew on the same port, empty. */
  readonly restart: () => Promise<void>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
};

/** Starts a Redis that keeps nothing, on a free port. */
export async function startRedis(): Promise<RedisServer> {
  return startServer(await freePort());
}

/** A Redis on a known port, for what leads to several of them. */
export type RedisNode = RedisServer & { readonly port: number };

/** Starts a Redis that keeps nothing on this port, with further arguments. */
export async function startServer(
  port: number,
  more: readonly string[] = [],
  cwd = tmpdir(),
): Promise<RedisNode> {
  let running = await launch(port, more, cwd);
  const kill = async () => {
    if (running.exitCode !== null || running.signalCode !== null) return;
    const gone = once(running, 'exit');
    running.kill('SIGKILL');
    await gone;
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    nodeUrls: [`redis://127.0.0.1:${port}`],
    port,
    kill,
    hang: () => void running.kill('SIGSTOP'),
    goOn: () => void running.kill('SIGCONT'),
    restart: async () => {
      await kill();
      running = await launch(port, more, cwd);
    },
    [Symbol.asyncDispose]: kill,
  };
}

/** Returns settings as arguments. */
export const toArguments = (settings: Readonly<Record<string, string | number>>) =>
  Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);

async function launch(port: number, more: readonly string[], cwd: string): Promise<ChildProcess> {
  const isSentinel = more.includes('--sentinel');
  const keepNothing = isSentinel ? [] : ['--save', '', '--appendonly', 'no'];
  const ports = more.includes('--tls-cert-file')
    ? ['--port', '0', '--tls-port', String(port)]
    : ['--port', String(port)];
  const address = isSentinel ? [] : [...ports, '--bind', '127.0.0.1'];
  const child = spawn('redis-server', [...more, ...address, ...keepNothing], {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const chunk of child.stdout) {
    if (/Ready to accept connections|Sentinel ID is/.test(String(chunk))) break;
  }
  if (child.exitCode !== null) throw new Error('redis-server did not start');
  return child;
}

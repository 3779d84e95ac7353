import { buildGateway, gatewayBundlePath } from '../../scripts/build/gateway-bundle.ts';
import { createGatewayEnv } from '../harness/contestant.ts';
import { freePort, type ServerProcess, startNode, tunedFlags } from '../machine/child-processes.ts';
import { startRedis } from '../machine/redis-process.ts';
import { createScratchFolder, removeScratchFolder } from '../machine/scratch-folders.ts';
import { createControl } from '../upstream/upstream-control.ts';

/** Gateways with one Redis. A restarted gateway has the same port as before. */
export type Gateways = {
  readonly ports: readonly number[];
  /** Starts a gateway without Redis on a port of its own. */
  readonly startAlone: () => Promise<ServerProcess>;
  readonly start: (port: number) => Promise<void>;
  /** Sends SIGTERM, waits for the exit and starts the gateway again. */
  readonly restart: (port: number) => Promise<void>;
  readonly kill: (port: number) => Promise<void>;
  readonly urlOf: (port: number) => string;
  /** Returns the number of open event streams of clients at a gateway. */
  readonly countStreams: (port: number) => Promise<number>;
  /** Stops all gateways and Redis. */
  readonly stop: () => Promise<void>;
};

/**
 * Starts Redis. The caller then starts the gateways, which run from the bundle as in production.
 *
 * @throws {Error} the bundle cannot be built.
 */
export async function createGateways(upstream: string, count: number): Promise<Gateways> {
  if (!(await buildGateway()))
    throw new Error('the gateway cannot be bundled: run `npm ci` in the project folder');
  const folder = createScratchFolder();
  const redis = await startRedis(folder);
  const processes = new Map<number, ServerProcess>();
  const ports: number[] = [];
  while (ports.length < count) ports.push(await freePort());
  const urlOf = (port: number) => `http://127.0.0.1:${port}`;
  const control = createControl(upstream);

  function startProcess(port: number, env: Readonly<Record<string, string>>) {
    const stateDir = `${folder}/${port}`;
    const world = { upstream, control, folder: stateDir, core: null, runningOrigins: new Map() };
    const own = { PORT: String(port), TRUSTED_PROXIES: '127.0.0.0/8' };
    const gateway = { script: [gatewayBundlePath], flags: tunedFlags, core: null };
    return startNode({ ...gateway, env: { ...createGatewayEnv(world), ...own, ...env } });
  }
  async function start(port: number): Promise<void> {
    processes.set(port, await startProcess(port, { REDIS_URL: redis.url }));
  }

  return {
    ports,
    startAlone: async () => await startProcess(await freePort(), {}),
    start,
    restart: async (port) => {
      await processes.get(port)?.stop();
      await start(port);
    },
    kill: async (port) => {
      const gateway = processes.get(port);
      if (gateway) process.kill(gateway.pid, 'SIGKILL');
      await gateway?.stop();
    },
    urlOf,
    countStreams: async (port) => {
      const metrics = await (await fetch(`${urlOf(port)}/metrics`)).text();
      return Number(
        /^gateway_open_streams\{stream="\/graphql\/stream"\} (\d+)/m.exec(metrics)?.[1] ?? 0,
      );
    },
    stop: async () => {
      await Promise.all([...processes.values()].map((gateway) => gateway.stop()));
      await redis.stop();
      removeScratchFolder(folder);
    },
  };
}

import { connect } from 'node:net';
import { freePort, startProcess, stopProcess } from './child-processes.ts';
import { loadCore } from './cores-and-tools.ts';

/** A redis-server of the suite. It stores nothing on disk. */
export type Redis = { readonly url: string; readonly stop: () => Promise<void> };

const attempts = 100;

/**
 * Starts Redis on a free port, on the core of the load generator.
 *
 * @throws {Error} Redis does not accept connections.
 */
export async function startRedis(folder: string): Promise<Redis> {
  const port = await freePort();
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder];
  const quiet = ['--appendonly', 'no', '--loglevel', 'warning'];
  const child = startProcess(['redis-server', ...options, ...quiet], { core: loadCore });
  child.stdout?.resume();
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    if (await accepts(port)) {
      return { url: `redis://127.0.0.1:${port}`, stop: () => stopProcess(child) };
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await stopProcess(child);
  throw new Error('redis-server does not respond');
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

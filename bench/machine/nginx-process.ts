import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, type ServerProcess, startProcess, stopProcess } from './child-processes.ts';
import { createScratchFolder, removeScratchFolder } from './scratch-folders.ts';

/** Port, scratch folder and common directives of an nginx configuration. */
export type NginxSetup = {
  readonly port: number;
  /** Scratch folder; it is deleted when nginx stops. */
  readonly dir: string;
  /** Top-level directives: nginx runs in the foreground as the present user. */
  readonly main: string;
  /** Directives of `http` that place temporary files in `dir`. */
  readonly temporary: string;
};

/**
 * Starts nginx on a free port of the loopback interface.
 *
 * @param options.core - The core it runs on; null for any.
 * @param options.probePath - Requested until `isUp` accepts a response.
 * @throws {Error} it is not up within 5 s.
 */
export async function startNginxProcess(options: {
  readonly core: number | null;
  readonly configure: (place: NginxSetup) => string;
  readonly probePath: string;
  readonly isUp: (response: Response) => boolean;
}): Promise<ServerProcess> {
  const { core, configure, probePath, isUp } = options;
  const port = await freePort();
  const dir = createScratchFolder();
  mkdirSync(join(dir, 'logs'));
  const user = process.getuid?.() === 0 ? 'user root;\n' : '';
  const main = `${user}daemon off;\npid ${dir}/nginx.pid;`;
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${dir}/${name};`)
    .join('\n  ');
  const file = join(dir, 'nginx.conf');
  writeFileSync(file, configure({ port, dir, main, temporary }));
  const command = ['nginx', '-e', join(dir, 'error.log'), '-p', dir, '-c', file];
  const child = startProcess(command, { core });
  const url = `http://127.0.0.1:${port}`;
  await waitUntilUp(url + probePath, isUp);
  return {
    url,
    pid: child.pid ?? 0,
    sendMessage: () => Promise.reject(new Error('nginx has no channel')),
    stop: async () => {
      await stopProcess(child);
      removeScratchFolder(dir);
    },
  };
}

async function waitUntilUp(url: string, isUp: (response: Response) => boolean): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const response = await fetch(url).catch(() => null);
    await response?.arrayBuffer();
    if (response && isUp(response)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('nginx does not respond');
}

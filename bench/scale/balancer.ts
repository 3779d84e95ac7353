import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, root, startProcess, stopProcess } from '../machine/processes.ts';
import { dropScratch, makeScratch } from '../machine/scratch-folders.ts';

/** nginx in front of gateways. */
export type Balancer = { readonly url: string; readonly stop: () => Promise<void> };

/**
 * Starts nginx with `deploy/nginx/nginx.conf`; only addresses and folders differ.
 *
 * @throws {Error} it does not accept connections.
 */
export async function startBalancer(gatewayPorts: readonly number[]): Promise<Balancer> {
  const port = await freePort();
  const dir = makeScratch();
  const file = join(dir, 'nginx.conf');
  mkdirSync(join(dir, 'temp'));
  writeFileSync(file, configuration({ gatewayPorts, port, dir }));
  const command = ['nginx', '-e', join(dir, 'error.log'), '-p', dir, '-c', file];
  const child = startProcess(command, { core: null });
  const url = `http://127.0.0.1:${port}`;
  await waitUntilAlive(url);
  return {
    url,
    stop: async () => {
      await stopProcess(child);
      dropScratch(dir);
    },
  };
}

function configuration(options: {
  readonly gatewayPorts: readonly number[];
  readonly port: number;
  readonly dir: string;
}): string {
  const { gatewayPorts, port, dir } = options;
  const shipped = readFileSync(join(root, 'deploy/nginx/nginx.conf'), 'utf8');
  const server = /^ *server sandbox:\d+ (.*;)\n/m.exec(shipped)?.[1];
  if (server === undefined) throw new Error('deploy/nginx/nginx.conf names no gateways');
  const servers = gatewayPorts.map((one) => `    server 127.0.0.1:${one} ${server}\n`).join('');
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `  ${name}_temp_path ${dir}/temp/${name};\n`)
    .join('');
  const isRoot = process.getuid?.() === 0;
  return `${isRoot ? 'user root;\n' : ''}daemon off;\npid ${dir}/pid;\n${shipped
    .replace(/(?:^ *server sandbox:.*\n)+/m, servers)
    .replace('/tmp/cache', `${dir}/cache`)
    .replace('listen 8080;', `listen 127.0.0.1:${port} backlog=4096;`)
    .replace('http {\n', `http {\n  access_log off;\n${folders}`)}`;
}

async function waitUntilAlive(url: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const response = await fetch(`${url}/healthz`).catch(() => null);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('nginx does not answer');
}

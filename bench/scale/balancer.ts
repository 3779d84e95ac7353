import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder, type ServerProcess } from '../machine/child-processes.ts';
import { type NginxSetup, startNginxProcess } from '../machine/nginx-process.ts';

/**
 * Starts nginx with `deploy/nginx/nginx.conf` in front of gateways; only addresses and folders are
 * changed.
 *
 * @throws {Error} no gateway responds through nginx.
 */
export const startBalancer = (gatewayPorts: readonly number[]): Promise<ServerProcess> =>
  startNginxProcess({
    core: null,
    configure: (place) => configuration(gatewayPorts, place),
    probePath: '/healthz',
    isUp: ({ ok }) => ok,
  });

function configuration(gatewayPorts: readonly number[], place: NginxSetup): string {
  const { port, dir, main, temporary } = place;
  const shipped = readFileSync(join(projectFolder, 'deploy/nginx/nginx.conf'), 'utf8');
  const server = /^ *server sandbox:\d+ (.*;)\n/m.exec(shipped)?.[1];
  if (server === undefined) throw new Error('deploy/nginx/nginx.conf has no list of gateways');
  const servers = gatewayPorts.map((one) => `    server 127.0.0.1:${one} ${server}\n`).join('');
  return `${main}\n${shipped
    .replace(/(?:^ *server sandbox:.*\n)+/m, servers)
    .replace('/tmp/cache', `${dir}/cache`)
    .replace('listen 8080;', `listen 127.0.0.1:${port} backlog=4096;`)
    .replace('http {\n', `http {\n  access_log off;\n  ${temporary}\n`)}`;
}

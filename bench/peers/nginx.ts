import { existsSync } from 'node:fs';
import type { ServerProcess } from '../machine/child-processes.ts';
import { type NginxSetup, startNginxProcess } from '../machine/nginx-process.ts';
import { createScratchFolder, removeScratchFolder } from '../machine/scratch-folders.ts';

/** The role of nginx: `cache` caches responses of the target, `proxy` forwards requests to it. */
export type NginxRole = 'cache' | 'proxy';

/** File system in memory, in which the cache is placed if it exists. */
const memory = '/dev/shm';

/**
 * Starts nginx as in a typical setup on one core: one worker, keep-alive to the upstream, no access
 * log. The cache is in memory, keeps file handles open, and includes the body of a POST in its key.
 */
export async function startNginx(
  role: NginxRole,
  target: string,
  core: number | null,
): Promise<ServerProcess> {
  const cache = createScratchFolder(existsSync(memory) ? memory : undefined);
  const host = new URL(target).host;
  const nginx = await startNginxProcess({
    core,
    configure: (place) => configuration({ ...place, role, cache, target: host }),
    probePath: '/health',
    isUp: () => true,
  });
  return {
    ...nginx,
    stop: async () => {
      await nginx.stop();
      removeScratchFolder(cache);
    },
  };
}

function configuration(
  options: NginxSetup & {
    readonly role: NginxRole;
    readonly cache: string;
    readonly target: string;
  },
): string {
  const { role, port, dir, main, temporary, cache, target } = options;
  const keeping = `
      proxy_cache answers;
      proxy_cache_methods GET HEAD POST;
      proxy_cache_key $request_method$request_uri$request_body;
      proxy_cache_valid 200 1h;
      proxy_ignore_headers Cache-Control Expires Vary Set-Cookie X-Accel-Expires;`;
  return `${main}
worker_processes 1;
error_log ${dir}/error.log error;
events { worker_connections 8192; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 100000000;
  client_body_buffer_size 64k;
  open_file_cache max=1000 inactive=1h;
  open_file_cache_valid 1h;
  ${temporary}
  proxy_cache_path ${cache} keys_zone=answers:10m max_size=200m inactive=1h use_temp_path=off;
  upstream target {
    server ${target};
    keepalive 256;
    keepalive_requests 100000000;
  }
  server {
    listen 127.0.0.1:${port} backlog=4096;
    location / {
      proxy_pass http://target;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_buffers 32 16k;
      proxy_buffer_size 16k;${role === 'cache' ? keeping : ''}
    }
  }
}
`;
}

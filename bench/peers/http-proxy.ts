import { Agent } from 'node:http';
import httpProxy from 'http-proxy';
import type { PeerSettings, Served } from './graph/context.ts';
import { listen } from './listen.ts';

/** http-proxy in front of the upstream, its connections kept alive. */
export async function serve({ upstream }: PeerSettings): Promise<Served> {
  const proxy = httpProxy.createProxyServer({
    target: upstream,
    agent: new Agent({ keepAlive: true }),
  });
  proxy.on('error', (error) => {
    throw error;
  });
  return listen((request, response) => proxy.web(request, response));
}

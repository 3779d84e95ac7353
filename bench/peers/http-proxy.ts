import { Agent } from 'node:http';
import httpProxy from 'http-proxy';
import type { PeerSettings, Served } from './graph/context.ts';
import { listen } from './listen.ts';

/** Serves with http-proxy in front of the upstream, with keep-alive connections. */
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

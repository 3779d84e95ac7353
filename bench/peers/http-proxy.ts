import { Agent } from 'node:http';
import httpProxy from 'http-proxy';
import type { PeerSettings, ServedPeer } from './graph/context.ts';
import { listen } from './listen-on-loopback.ts';

/** Serves with http-proxy in front of the upstream, with keep-alive connections. */
export async function serve({ upstream }: PeerSettings): Promise<ServedPeer> {
  const proxy = httpProxy.createProxyServer({
    target: upstream,
    agent: new Agent({ keepAlive: true }),
  });
  proxy.on('error', (error) => {
    throw error;
  });
  return listen((request, response) => proxy.web(request, response));
}

import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createHttp1Pool } from '@dtf-graph/http1-client';
import { createStreamLimiter, type StreamLimits } from '../../../streaming/stream-limits.ts';
import type { ProxyOutcome } from '../proxy-exchange.ts';
import { proxyCorsHeaders } from '../proxy-headers.ts';
import {
  createReverseProxy,
  type ReverseProxy,
  type ReverseProxyOptions,
} from '../reverse-proxy.ts';
import { createUrlHeaderRewriter } from '../rewrite-url-headers.ts';

/** A reverse proxy that an HTTP server of the test runs. */
export type RunningProxy = {
  readonly port: number;
  readonly url: string;
  readonly reverseProxy: ReverseProxy;
  readonly ends: ProxyOutcome[];
  readonly close: () => Promise<void>;
};

/** Proxy options that a test sets; the others have defaults. */
export type TestProxyOptions = Partial<ReverseProxyOptions> & {
  readonly upstream: URL;
  readonly connectTimeout?: number;
  readonly streams?: StreamLimits;
};

/** Starts the proxy on a free port; responds 404 to requests that are not the proxy's. */
export async function startProxy(options: TestProxyOptions): Promise<RunningProxy> {
  const ends: ProxyOutcome[] = [];
  const { upstream, streams = { total: 100, perClient: 50 }, ...rest } = options;
  const pool = createHttp1Pool({
    origin: upstream.origin,
    connectTimeout: options.connectTimeout ?? 10_000,
    keepAliveTimeout: 10_000,
    maxHeadBytes: 16 * 1024,
  });
  const reverseProxy = createReverseProxy({
    name: 'data node',
    route: '/dn/{path}',
    dispatch: pool.send,
    rewriteUrls: createUrlHeaderRewriter([upstream.origin], {
      secrets: [],
      authorities: [],
      places: [],
    }),
    mounts: ['/dn', '/api/dn'],
    headers: proxyCorsHeaders,
    deadline: 300_000,
    clientOf: (req) => req.socket.remoteAddress ?? '',
    ...rest,
    streamLimiter: createStreamLimiter(streams),
    onEnd: (end) => ends.push(end),
  });
  const server = createServer((req, res) => {
    if (!reverseProxy.handle(req, res)) res.writeHead(404).end('not the proxy');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    reverseProxy,
    ends,
    close: async () => {
      reverseProxy.abortAll();
      pool.close();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Connects and sends bytes; the caller reads from the socket. */
export function sendRaw(port: number, bytes: string): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(bytes, 'latin1');
  return socket;
}

/** Sends bytes and returns everything received until the peer closes, each character one byte. */
export async function sendRawAndRead(port: number, bytes: string): Promise<string> {
  const socket = sendRaw(port, bytes);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  await new Promise((resolve) => socket.once('close', resolve));
  return Buffer.concat(chunks).toString('latin1');
}

/** Returns the text of a GET request on a keep-alive connection. */
export const formatProxyGetRequest = (path: string, headers = ''): string =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`;

/** Collects what a socket receives from now on, one byte per character, and whether it closed. */
export function collectReceived(socket: Socket): {
  readonly text: string;
  readonly isClosed: boolean;
} {
  const seen = { text: '', isClosed: false };
  socket.on('data', (data) => {
    seen.text += data.toString('latin1');
  });
  socket.on('close', () => {
    seen.isClosed = true;
  });
  return seen;
}

/** Sends one GET on a new connection and returns what was received, like `sendRawAndRead`. */
export const getRaw = (port: number, target: string, headers = ''): Promise<string> =>
  sendRawAndRead(port, `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`);

/** Waits until the condition holds; throws if it does not within `limit` ms. */
export async function waitUntil(condition: () => boolean, limit = 5000): Promise<void> {
  for (let waited = 0; !condition(); waited += 10) {
    if (waited >= limit) throw new Error('the condition did not come true');
    await pause(10);
  }
}

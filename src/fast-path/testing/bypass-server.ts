import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'vitest';
import { respondToClientErrors } from '../../http/client-error.ts';
import { configureKeepAlive } from '../../http/connections/keep-alive.ts';
import type { MinimalRequest } from '../minimal-request-parser.ts';
import { createParserBypass, type TryHandleMinimalRequest } from '../parser-bypass.ts';

/** A body larger than the socket buffers. */
export const longBody = Buffer.alloc(32_000_000, 'x');

/** Body of cached responses (paths below `/kept`), made from the request. */
function bodyOf(method = '', url = '', content: string | null): string {
  return `${method} ${url} ${content ?? ''};`;
}

/** Milliseconds until the response to each bypassed path. */
const makingTime: Readonly<Record<string, number>> = {
  '/late': 3,
  '/later': 1000,
  '/never': 1e9,
};

/**
 * Starts a server with or without a bypass that records URLs: parsed by node, started by the bypass
 * (`started`), and abandoned by their clients (`remaining`).
 */
export async function startBypassServer(options: {
  readonly fastPathEnabled: boolean;
  readonly keepAliveTimeout?: number;
  readonly mostAnswered?: number;
}) {
  const parsed: string[] = [];
  const left: string[] = [];
  const begun: string[] = [];
  const held: (() => void)[] = [];
  const find = ({ method, url, body }: MinimalRequest) => {
    const headOf = (length: number) => `HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\n`;
    if (url === '/kept/long') return { head: headOf(longBody.length), body: longBody };
    if (!url.startsWith('/kept')) return null;
    const response = bodyOf(method, url, body?.toString('latin1') ?? null);
    const isShort = response.length < 100;
    return {
      head: headOf(response.length),
      body: isShort ? response : Buffer.from(response, 'latin1'),
    };
  };
  const begin: TryHandleMinimalRequest = (request, _socket, reply) => {
    const cached = find(request);
    if (cached) {
      reply(cached);
      return () => {};
    }
    const { method, url, body: sent } = request;
    if (url === '/held') {
      held.push(() => reply({ head: 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n', body: '' }));
      return () => {};
    }
    const time = makingTime[url];
    if (time === undefined) return null;
    begun.push(url);
    const body = bodyOf(method, url, sent?.toString('latin1') ?? null);
    const head = `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n`;
    const timer = setTimeout(() => reply({ head, body }), Math.min(time, 60_000));
    return () => {
      clearTimeout(timer);
      left.push(url);
    };
  };
  const parserBypass = createParserBypass(begin, {
    ...(options.mostAnswered && { maxBypassedRequests: options.mostAnswered }),
  });
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    parsed.push(request.url ?? '');
    parserBypass.countParsedRequest(request);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const { method, url } = request;
      const answer = bodyOf(
        method,
        url,
        request.method === 'POST' ? body.toString('latin1') : null,
      );
      response.writeHead(200, ['Content-Length', String(answer.length)]);
      const end = () => response.end(method === 'HEAD' ? '' : answer);
      const time = makingTime[url ?? ''];
      if (time !== undefined) setTimeout(end, time);
      else end();
      const isQuick = url?.startsWith('/kept') || time !== undefined;
      if (options.fastPathEnabled && isQuick) parserBypass.attach(request.socket);
    });
  };
  const { keepAliveTimeout = 5000 } = options;
  const server = createServer({ optimizeEmptyRequests: false }, handle);
  configureKeepAlive(server, new AbortController().signal);
  server.keepAliveTimeout = keepAliveTimeout;
  // Node keeps a connection open for this much longer than it announces.
  server.keepAliveTimeoutBuffer = 0;
  respondToClientErrors(server);
  parserBypass.keepAliveDuringBypass(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    server,
    parserBypass,
    parsed,
    remaining: left,
    started: begun,
    releaseHeld: () => {
      for (const release of held.splice(0)) release();
    },
    connect: async () => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      await once(socket, 'connect');
      return socket;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Records what a connection receives; waits for a number of responses or for the close. */
export function recordReceived(socket: Socket) {
  let heard = '';
  let isOver = false;
  socket.on('data', (chunk: Buffer) => {
    heard += chunk.toString('latin1');
  });
  socket.on('close', () => {
    isOver = true;
  });
  socket.on('error', () => {});
  const bodies = () => heard.split(/HTTP\/1\.1 (?=\d)/).slice(1);
  return {
    bodies,
    until: (count: number) =>
      expect
        .poll(() => isOver || bodies().length >= count, { interval: 1, timeout: 10_000 })
        .toBe(true),
    untilClosed: async () => {
      await expect.poll(() => isOver, { interval: 2, timeout: 10_000 }).toBe(true);
      return heard;
    },
  };
}

/** Opens a connection and sends two requests, so that the third one can bypass the parser. */
export async function openAttachedConnection(
  server: Awaited<ReturnType<typeof startBypassServer>>,
) {
  const socket = await server.connect();
  const heard = recordReceived(socket);
  for (const count of [1, 2]) {
    socket.write(formatGetRequest(`/kept/${count}`));
    await heard.until(count);
    await turn();
  }
  return { socket, heard };
}

/** Stops a server as the gateway does; resolves when the last connection is closed. */
export async function stopServer({
  server,
  parserBypass,
}: Awaited<ReturnType<typeof startBypassServer>>): Promise<void> {
  const closed = once(server, 'close');
  parserBypass.close();
  server.close();
  const idle = setInterval(() => server.closeIdleConnections(), 20);
  await closed;
  clearInterval(idle);
}

/** Formats a GET request. */
export const formatGetRequest = (url: string, more = '') =>
  `GET ${url} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
/** Formats a POST request. */
export const formatPostRequest = (url: string, body: string) =>
  `POST ${url} HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SseBroadcastOptions } from '../sse-broadcast.ts';
import {
  createSseBroadcastRegistry,
  type SseBroadcastRegistry,
} from '../sse-broadcast-registry.ts';
import type { SseControlFrames } from '../sse-connection.ts';

/** A server that responds to each path with an SSE broadcast. */
export type SseTestServer = Disposable & {
  readonly sseRegistry: SseBroadcastRegistry;
  readonly shutdownSignal: AbortController;
  /** In the order of requests. */
  readonly responses: readonly ServerResponse[];
  readonly port: number;
  /** Ends with a slash. */
  readonly url: string;
};

async function startSseServer(
  open: SseBroadcastOptions['subscribe'],
  options: { readonly protocol?: Partial<SseControlFrames>; readonly pingInterval?: number } = {},
): Promise<SseTestServer> {
  const { pingInterval = 60_000 } = options;
  const shutdownSignal = new AbortController();
  const sseRegistry = createSseBroadcastRegistry({
    shutdownSignal: shutdownSignal.signal,
    pingInterval,
  });
  const protocol: SseControlFrames = {
    tooSlowFrame: () => Buffer.from('data: too slow\n\n'),
    ...options.protocol,
  };
  const responses: ServerResponse[] = [];
  const server = createServer((request, response) => {
    responses.push(response);
    const key = request.url ?? '';
    const broadcast =
      sseRegistry.find(key) ?? sseRegistry.create(key, { subscribe: open, protocol });
    broadcast.addClient(response).catch((error: Error) => {
      response.writeHead(502).end(error.message);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    sseRegistry,
    shutdownSignal,
    responses,
    port,
    url: `http://127.0.0.1:${port}/`,
    [Symbol.dispose]: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Servers and other resources of a test file, released after each test. */
export type SseTestBed = {
  readonly serve: typeof startSseServer;
  /** Calls `end` after the test. */
  readonly defer: (end: () => void) => void;
  /** Call after each test; releases all resources in reverse order. */
  readonly close: () => void;
};

/** Creates a test bed that holds no resources yet. */
export function createSseTestBed(): SseTestBed {
  let stack = new DisposableStack();
  return {
    serve: async (...world) => stack.use(await startSseServer(...world)),
    defer: (end) => stack.defer(end),
    close: () => {
      const opened = stack;
      stack = new DisposableStack();
      opened.dispose();
    },
  };
}

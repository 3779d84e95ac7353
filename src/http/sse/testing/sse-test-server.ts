import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SharedSseOptions } from '../shared-sse.ts';
import type { SseProtocol } from '../sse-client.ts';
import { createSseHub, type SseHub } from '../sse-hub.ts';

/** A server whose every answer is one of an audience, by path. */
export type SseTestServer = Disposable & {
  readonly sseHub: SseHub;
  readonly shutdownSignal: AbortController;
  /** In the order of their requests. */
  readonly responses: readonly ServerResponse[];
  readonly port: number;
  /** With a slash at its end. */
  readonly url: string;
};

/** Starts it on a free port. */
async function serveAudience(
  open: SharedSseOptions['subscribe'],
  options: { readonly protocol?: Partial<SseProtocol>; readonly pingInterval?: number } = {},
): Promise<SseTestServer> {
  const { pingInterval = 60_000 } = options;
  const shutdownSignal = new AbortController();
  const sseHub = createSseHub({ shutdownSignal: shutdownSignal.signal, pingInterval });
  const protocol: SseProtocol = {
    tooSlowFrame: () => Buffer.from('data: too slow\n\n'),
    ...options.protocol,
  };
  const responses: ServerResponse[] = [];
  const server = createServer((request, response) => {
    responses.push(response);
    const key = request.url ?? '';
    const sharedSse = sseHub.find(key) ?? sseHub.create(key, { subscribe: open, protocol });
    sharedSse.addClient(response).catch((error: Error) => {
      response.writeHead(502).end(error.message);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    sseHub,
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

/** What the tests of a file open. */
export type SseTestBed = {
  readonly serve: typeof serveAudience;
  /** Runs it when the test is over. */
  readonly defer: (end: () => void) => void;
  /** To be called after each test: undoes all, the last first. */
  readonly close: () => void;
};

/** Creates the stage of a test file. */
export function createSseTestBed(): SseTestBed {
  let stack = new DisposableStack();
  return {
    serve: async (...world) => stack.use(await serveAudience(...world)),
    defer: (end) => stack.defer(end),
    close: () => {
      const opened = stack;
      stack = new DisposableStack();
      opened.dispose();
    },
  };
}

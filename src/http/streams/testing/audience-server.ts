import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AudienceOptions } from '../audience.ts';
import { type Audiences, createAudiences } from '../audiences.ts';
import type { Manner } from '../reader.ts';

/** A server whose every answer is one of an audience, by path. */
export type AudienceServer = Disposable & {
  readonly audiences: Audiences;
  readonly drain: AbortController;
  /** In the order of their requests. */
  readonly responses: readonly ServerResponse[];
  readonly port: number;
  /** With a slash at its end. */
  readonly url: string;
};

/** Starts it on a free port. */
async function serveAudience(
  open: AudienceOptions['open'],
  options: { readonly manner?: Partial<Manner>; readonly pingInterval?: number } = {},
): Promise<AudienceServer> {
  const { pingInterval = 60_000 } = options;
  const drain = new AbortController();
  const audiences = createAudiences({ drain: drain.signal, pingInterval });
  const manner: Manner = { tooSlow: () => Buffer.from('data: too slow\n\n'), ...options.manner };
  const responses: ServerResponse[] = [];
  const server = createServer((request, response) => {
    responses.push(response);
    const key = request.url ?? '';
    const audience = audiences.find(key) ?? audiences.begin(key, { open, manner });
    audience.admit(response).catch((error: Error) => {
      response.writeHead(502).end(error.message);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    audiences,
    drain,
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
export type Stage = {
  readonly serve: typeof serveAudience;
  /** Runs it when the test is over. */
  readonly defer: (end: () => void) => void;
  /** To be called after each test: undoes all, the last first. */
  readonly close: () => void;
};

/** Creates the stage of a test file. */
export function createStage(): Stage {
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

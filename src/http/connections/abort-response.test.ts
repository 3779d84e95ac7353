import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { createLog } from '../../lib/log.ts';
import { sendError } from '../error-response.ts';
import { writeSse } from '../sse/sse-writer.ts';
import { abortResponse } from './abort-response.ts';

let stack = new AsyncDisposableStack();
afterEach(async () => {
  await stack.disposeAsync();
  stack = new AsyncDisposableStack();
});

/** Starts a server with a handler for each path; `send` opens a connection and sends bytes. */
async function serve(paths: Readonly<Record<string, (response: ServerResponse) => unknown>>) {
  const listener: RequestListener = (request, response) => {
    void paths[request.url ?? '']?.(response);
  };
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  stack.defer(() => close(server));
  const { port } = server.address() as AddressInfo;
  return {
    send: (bytes: string) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
      stack.defer(() => void socket.destroy());
      return { socket, ...receive(socket) };
    },
  };
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}

function receive(socket: Socket) {
  const seen = { text: '', error: undefined as NodeJS.ErrnoException | undefined };
  socket.setEncoding('latin1').on('data', (text) => {
    seen.text += text;
  });
  socket.on('error', (error) => {
    seen.error = error;
  });
  return { seen, closed: new Promise<void>((resolve) => socket.on('close', () => resolve())) };
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

/** Creates a response that is held back until `release`, to be first in a pipeline. */
function createFirst() {
  const held = Promise.withResolvers<ServerResponse>();
  return {
    path: { '/first': (response: ServerResponse) => held.resolve(response) },
    release: async () => void (await held.promise).end('first'),
  };
}

describe('a response that has its connection', () => {
  test('default: before its head the connection closes', async () => {
    const { send } = await serve({ '/x': abortResponse });
    const client = send(get('/x'));
    await client.closed;
    expect(client.seen.text).toBe('');
  });

  test('default: after its head the connection closes, and earlier bytes arrive', async () => {
    const { send } = await serve({
      '/x': (response) => response.write('part', () => abortResponse(response)),
    });
    const client = send(get('/x'));
    await client.closed;
    expect(client.seen.text).toContain('part');
    expect(client.seen.text).not.toContain('\r\n0\r\n\r\n');
  });

  test('behavior: an HTTP/1.0 client sees a reset, because a close would end the body', async () => {
    const { send } = await serve({
      '/x': (response) => response.write('part', () => setTimeout(abortResponse, 50, response)),
    });
    const client = send('GET /x HTTP/1.0\r\n\r\n');
    await client.closed;
    expect(client.seen.text).toContain('part');
    expect(client.seen.error?.code).toBe('ECONNRESET');
  });
});

describe('a response that waits behind another', () => {
  const log = createLog('silent');
  async function* fails(response: ServerResponse) {
    yield Buffer.from('data: 1\n\n');
    abortResponse(response);
  }
  test.each([
    ['before its head', (response: ServerResponse) => abortResponse(response)],
    [
      'behind its head',
      (response: ServerResponse) => {
        response.writeHead(200).write('part');
        abortResponse(response);
      },
    ],
    [
      'complete, but not sent yet',
      (response: ServerResponse) => {
        response.end('second');
        abortResponse(response);
      },
    ],
    [
      'twice, and after node has marked it',
      (response: ServerResponse) => {
        response.write('part');
        response.destroy();
        abortResponse(response);
        abortResponse(response);
      },
    ],
    [
      'failed behind its head',
      (response: ServerResponse) => {
        response.writeHead(200).write('part');
        sendError(response, new Error('unforeseen'), { log: log });
      },
    ],
    [
      'an event stream',
      (response: ServerResponse) =>
        writeSse({
          response,
          frames: fails(response),
          shutdownSignal: new AbortController().signal,
        }),
    ],
  ])('behavior: %s, the one before is sent and the connection closes', async (_state, answer) => {
    const first = createFirst();
    const closed = Promise.withResolvers<void>();
    const { send } = await serve({
      ...first.path,
      '/x': (response) => {
        response.on('close', closed.resolve);
        return answer(response);
      },
      '/behind': (response) => response.end('behind'),
    });
    const client = send(get('/first') + get('/x') + get('/behind'));
    // The response emits `close` at once, before its turn in the pipeline.
    await closed.promise;
    expect(client.seen.text).toBe('');
    await first.release();
    await client.closed;
    expect(client.seen.text).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*\r\n\r\nfirst$/);
    expect(client.seen.text).not.toMatch(/part|second|behind|data:/);
  });
});

describe('a response that has ended', () => {
  test('behavior: the connection of a complete response stays open for the next request', async () => {
    const { send } = await serve({
      '/x': (response) => {
        response.on('close', () => abortResponse(response));
        response.end('complete');
      },
      '/next': (response) => response.end('next'),
    });
    const client = send(get('/x'));
    await expect.poll(() => client.seen.text).toContain('complete');
    client.socket.write(get('/next'));
    await expect.poll(() => client.seen.text).toContain('next');
  });

  test('behavior: nothing happens when the client has disconnected', async () => {
    const left = Promise.withResolvers<void>();
    const { send } = await serve({
      '/x': (response) => {
        response.write('part');
        response.on('close', () => {
          abortResponse(response);
          left.resolve();
        });
      },
    });
    const client = send(get('/x'));
    await expect.poll(() => client.seen.text).toContain('part');
    client.socket.destroy();
    await left.promise;
  });
});

import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { createBroadcast } from '../../streaming/broadcast.ts';
import { encodeSseData, formatEvent, writeSse } from './sse-writer.ts';

type Written = { readonly url: string; readonly port: number; readonly done: Promise<void> };

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** Serves one stream; `done` resolves when it has been written. */
async function serve(write: (response: ServerResponse) => Promise<void>): Promise<Written> {
  const { promise: done, resolve, reject } = Promise.withResolvers<void>();
  done.catch(() => {});
  const server = createServer((_request, response) => void write(response).then(resolve, reject));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, port, done };
}

const never = new AbortController().signal;

/** Yields frames endlessly; counts them and records when iteration was ended. */
function endless(size: number) {
  const state = { taken: 0, left: false };
  const frame = Buffer.alloc(size, 'x');
  return {
    state,
    frames: (async function* () {
      try {
        for (;;) {
          state.taken += 1;
          yield frame;
          await new Promise((resolve) => setImmediate(resolve));
        }
      } finally {
        state.left = true;
      }
    })(),
  };
}

describe('formatEvent', () => {
  test('default: one data line with one space, encoded once', () => {
    const event = { type: 'progress', pct: 5, text: 'two\nlines' };
    const text = 'data: {"type":"progress","pct":5,"text":"two\\nlines"}\n\n';
    expect(formatEvent(event).toString()).toBe(text);
    expect(formatEvent(event)).toBe(formatEvent(event));
    expect(encodeSseData(event).toString()).toBe(text);
  });
});

describe('writeSse', () => {
  test('default: headers at once, frames as they arrive, a complete response', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const { url } = await serve((response) =>
      writeSse({
        response,
        shutdownSignal: never,
        frames: (async function* () {
          await held;
          yield encodeSseData({ n: 1 });
          yield encodeSseData({ n: 2 });
        })(),
      }),
    );
    const response = await fetch(url);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(response.headers.get('x-accel-buffering')).toBe('no');
    release();
    expect(await response.text()).toBe('data: {"n":1}\n\ndata: {"n":2}\n\n');
  });

  test('behavior: a client that reads nothing is disconnected after the stall limit', async () => {
    const { frames, state } = endless(64 * 1024);
    const { port, done } = await serve((response) =>
      writeSse({ response, frames, shutdownSignal: never, stallLimit: 200 }),
    );
    const socket = connect(port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    socket.pause();
    await done;
    expect(state.left).toBe(true);
    // Not more than the kernel buffers accepted.
    expect(state.taken).toBeLessThan(400);
    socket.destroy();
  });

  test('behavior: a disconnect between events ends the iteration at once', async () => {
    let stopped = false;
    const stream = createBroadcast<{ readonly type: string }>({
      source: async function* (signal) {
        signal.addEventListener('abort', () => {
          stopped = true;
        });
        await new Promise(() => {});
        yield { type: 'never' };
      },
      deliveryModeOf: () => 'replay',
      toTerminalEvent: () => ({ type: 'error' }),
    });
    const { url, done } = await serve((response) =>
      writeSse({
        response,
        shutdownSignal: never,
        frames: stream.iterate() as unknown as AsyncIterable<Uint8Array>,
      }),
    );
    const controller = new AbortController();
    await fetch(url, { signal: controller.signal });
    controller.abort();
    await done;
    expect(stopped).toBe(true);
  });

  test('behavior: at shutdown the client gets a retry field and the shutdown frame', async () => {
    const shutdownSignal = new AbortController();
    const { frames } = endless(10);
    const { url } = await serve((response) =>
      writeSse({
        response,
        frames,
        shutdownSignal: shutdownSignal.signal,
        shutdownFrame: encodeSseData({ bye: true }),
      }),
    );
    const response = await fetch(url);
    shutdownSignal.abort();
    expect(await response.text()).toMatch(/^x*retry: [1-5]\d{3}\n\ndata: \{"bye":true\}\n\n$/);
  });
});

import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { createEventStream } from '../../core/events/event-stream.ts';
import { eventFrame, writeEvents } from './event-writer.ts';

type Written = { readonly url: string; readonly port: number; readonly done: Promise<void> };

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** Serves one stream and tells when it has been written. */
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

/** Frames without end; counts how many were asked for, and tells whether they were left. */
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

describe('eventFrame', () => {
  test('default: one data line with one space, encoded once', () => {
    const event = { type: 'progress', pct: 5, text: 'two\nlines' };
    expect(eventFrame(event).toString()).toBe(
      'data: {"type":"progress","pct":5,"text":"two\\nlines"}\n\n',
    );
    expect(eventFrame(event)).toBe(eventFrame(event));
  });
});

describe('writeEvents', () => {
  test('default: headers at once, frames as they come, a clean end', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const { url } = await serve((response) =>
      writeEvents({
        response,
        drain: never,
        frames: (async function* () {
          await held;
          yield eventFrame({ n: 1 });
          yield eventFrame({ n: 2 });
        })(),
      }),
    );
    const answer = await fetch(url);
    expect(answer.headers.get('content-type')).toBe('text/event-stream');
    expect(answer.headers.get('x-accel-buffering')).toBe('no');
    release();
    expect(await answer.text()).toBe('data: {"n":1}\n\ndata: {"n":2}\n\n');
  });

  test('behavior: a reader that takes nothing is waited for, then cut off', async () => {
    const { frames, state } = endless(64 * 1024);
    const { port, done } = await serve((response) =>
      writeEvents({ response, frames, drain: never, stallLimit: 200 }),
    );
    const socket = connect(port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    socket.pause();
    await done;
    expect(state.left).toBe(true);
    // What the kernel buffers took, and no more.
    expect(state.taken).toBeLessThan(400);
    socket.destroy();
  });

  test('behavior: a reader that goes while nothing happens leaves the events at once', async () => {
    let stopped = false;
    const stream = createEventStream<{ readonly type: string }>({
      source: async function* (signal) {
        signal.addEventListener('abort', () => {
          stopped = true;
        });
        await new Promise(() => {});
        yield { type: 'never' };
      },
      deliveryOf: () => 'every',
      failed: () => ({ type: 'error' }),
    });
    const { url, done } = await serve((response) =>
      writeEvents({
        response,
        drain: never,
        frames: stream.listen() as unknown as AsyncIterable<Uint8Array>,
      }),
    );
    const controller = new AbortController();
    await fetch(url, { signal: controller.signal });
    controller.abort();
    await done;
    expect(stopped).toBe(true);
  });

  test('behavior: when the service stops, a hint when to come back and the last words', async () => {
    const drain = new AbortController();
    const { frames } = endless(10);
    const { url } = await serve((response) =>
      writeEvents({ response, frames, drain: drain.signal, goodbye: eventFrame({ bye: true }) }),
    );
    const answer = await fetch(url);
    drain.abort();
    expect(await answer.text()).toMatch(/^x*retry: [1-5]\d{3}\n\ndata: \{"bye":true\}\n\n$/);
  });
});

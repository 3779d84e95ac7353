import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createManualEventSource } from './testing/manual-event-source.ts';
import { createSseTestBed } from './testing/sse-test-server.ts';

const { serve, defer, close } = createSseTestBed();
afterEach(close);

/** Reads a response incrementally. */
async function read(url: string, init: RequestInit = {}) {
  const response = await fetch(url, init);
  const client = (response.body as ReadableStream<Uint8Array>).getReader();
  let text = '';
  const ended = (async () => {
    for (;;) {
      const { value, done } = await client.read();
      if (done) return;
      text += Buffer.from(value).toString();
    }
  })();
  ended.catch(() => {});
  return { answer: response, ended, text: () => text };
}

/** Sends raw request text and collects the response. */
async function sendRaw(port: number, request: string) {
  const socket = connect(port, '127.0.0.1');
  defer(() => socket.destroy());
  let text = '';
  socket.on('data', (bytes) => {
    text += bytes.toString('latin1');
  });
  socket.on('error', () => {});
  socket.write(request);
  return { socket, text: () => text, body: () => text.slice(text.indexOf('\r\n\r\n') + 4) };
}

const get = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

describe('an SSE broadcast', () => {
  test('default: events are subscribed and encoded once for all clients', async () => {
    const eventSource = createManualEventSource();
    const { url } = await serve(eventSource.subscribe);
    const all = await Promise.all(Array.from({ length: 20 }, () => read(url)));
    eventSource.emit('one', 'conflate');
    const texts = () => all.map((one) => one.text());
    await expect.poll(texts).toEqual(all.map(() => 'data: one\n\n'));
    eventSource.emit('two');
    eventSource.emit('end', 'terminal');
    await Promise.all(all.map(({ ended }) => ended));
    for (const one of all) {
      expect(one.answer.headers.get('content-type')).toBe('text/event-stream');
      expect(one.text()).toBe('data: one\n\ndata: two\n\ndata: end\n\n');
    }
    expect(eventSource.state).toEqual({ opened: 1, left: 0, made: 3 });
  });

  test('default: each frame is one HTTP chunk, and an empty chunk ends the response', async () => {
    const eventSource = createManualEventSource();
    const { port } = await serve(eventSource.subscribe);
    const client = await sendRaw(port, get);
    await expect.poll(() => client.text()).toContain('\r\n\r\n');
    eventSource.emit('x'.repeat(20));
    const first = `1c\r\ndata: ${'x'.repeat(20)}\n\n\r\n`;
    await expect.poll(() => client.body()).toBe(first);
    eventSource.emit('end', 'terminal');
    const last = 'b\r\ndata: end\n\n\r\n0\r\n\r\n';
    await expect.poll(() => client.body()).toBe(first + last);
  });

  test('behavior: a connection serves the next request after its stream, pipelined or not', async () => {
    const eventSource = createManualEventSource();
    const { port, responses } = await serve(eventSource.subscribe);
    const client = await sendRaw(port, get + get);
    await expect.poll(() => responses).toHaveLength(2);
    eventSource.emit('one');
    eventSource.emit('end', 'terminal');
    const response = 'b\r\ndata: one\n\n\r\nb\r\ndata: end\n\n\r\n0\r\n\r\n';
    await expect.poll(() => client.text().split(response)).toHaveLength(3);
    client.socket.write(get);
    await expect.poll(() => responses).toHaveLength(3);
    eventSource.emit('end', 'terminal');
    await expect.poll(() => client.text().match(/0\r\n\r\n/g)).toHaveLength(3);
    expect(client.text().match(/^HTTP\/1.1 200/gm)).toHaveLength(3);
  });

  test('behavior: a client of HTTP/1.0 gets the frames without chunks, then the end of the connection', async () => {
    const eventSource = createManualEventSource();
    const { port } = await serve(eventSource.subscribe);
    const client = await sendRaw(port, 'GET / HTTP/1.0\r\n\r\n');
    const closed = once(client.socket, 'close');
    await expect.poll(() => client.text()).toContain('\r\n\r\n');
    eventSource.emit('one');
    await expect.poll(() => client.body()).toBe('data: one\n\n');
    eventSource.emit('end', 'terminal');
    await closed;
    expect(client.body()).toBe('data: one\n\ndata: end\n\n');
    expect(client.text()).not.toMatch(/transfer-encoding/i);
  });

  test('behavior: a late client gets the newest conflated event and all replayed events', async () => {
    const eventSource = createManualEventSource();
    const { url } = await serve(eventSource.subscribe);
    const early = await read(url);
    eventSource.emit('done 1');
    eventSource.emit('50 %', 'conflate');
    eventSource.emit('tick', 'live');
    eventSource.emit('60 %', 'conflate');
    await expect.poll(() => early.text()).toContain('60 %');
    const late = await read(url);
    await expect.poll(() => late.text()).toBe('data: done 1\n\ndata: 60 %\n\n');
    eventSource.emit('end', 'terminal');
    await late.ended;
    expect(eventSource.state.opened).toBe(1);
  });

  test('behavior: the disconnect of the last client ends the subscription, also while it is being opened', async () => {
    const eventSource = createManualEventSource();
    const opening = Promise.withResolvers<void>();
    const signals: AbortSignal[] = [];
    const { url, sseRegistry } = await serve(async (signal) => {
      signals.push(signal);
      await opening.promise;
      return eventSource.subscribe(signal);
    });
    const [one, two] = [new AbortController(), new AbortController()];
    const gone = [one, two].map(({ signal }) => fetch(url, { signal }).catch(() => 'gone'));
    await expect.poll(() => sseRegistry.find('/')).toBeDefined();
    await sleep(50);
    one.abort();
    await sleep(50);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    two.abort();
    await expect.poll(() => signals[0]?.aborted).toBe(true);
    expect(await Promise.all(gone)).toEqual(['gone', 'gone']);
    expect(sseRegistry.find('/')).toBeUndefined();
    expect(sseRegistry.size()).toBe(0);
    opening.resolve();
    const next = await read(url);
    eventSource.emit('end', 'terminal');
    await next.ended;
    expect(signals).toHaveLength(2);
  });

  test('behavior: a client that disconnects between events does not affect the others', async () => {
    const eventSource = createManualEventSource();
    const { url } = await serve(eventSource.subscribe);
    const leaving = new AbortController();
    await read(url, { signal: leaving.signal });
    const staying = await read(url);
    leaving.abort();
    await sleep(50);
    expect(eventSource.state.left).toBe(0);
    eventSource.emit('end', 'terminal');
    await staying.ended;
    expect(staying.text()).toBe('data: end\n\n');
  });

  test('behavior: pings at the start and after a quiet interval, from one timer', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    defer(() => vi.useRealTimers());
    const eventSource = createManualEventSource();
    const protocol = { ping: Buffer.from(':\n\n') };
    const { url, sseRegistry } = await serve(eventSource.subscribe, {
      protocol,
      pingInterval: 12_000,
    });
    const clients = [await read(url), await read(url)];
    /** Advances the time and waits until all clients have received the given lines. */
    const pass = async (seconds: number, lines: string) => {
      vi.advanceTimersByTime(seconds * 1000);
      while (clients.some(({ text }) => text().length < lines.length)) await sleep(5);
      for (const client of clients) expect(client.text()).toBe(lines);
    };
    await pass(0, ':\n\n');
    expect(vi.getTimerCount()).toBe(1);
    await pass(12, ':\n\n:\n\n');
    await pass(6, ':\n\n:\n\n:\n\n');
    eventSource.emit('one');
    await pass(0, ':\n\n:\n\n:\n\ndata: one\n\n');
    await pass(6, ':\n\n:\n\n:\n\ndata: one\n\n');
    await pass(6, ':\n\n:\n\n:\n\ndata: one\n\n:\n\n');
    eventSource.emit('end', 'terminal');
    await Promise.all(clients.map(({ ended }) => ended));
    while (sseRegistry.size() > 0) await sleep(5);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('behavior: at shutdown every client is notified, waiting and new ones too', async () => {
    const eventSource = createManualEventSource();
    const protocol = { shutdownFrame: Buffer.from('data: bye\n\n') };
    const { url, shutdownSignal } = await serve(
      (signal) =>
        eventSource.state.opened === 0 ? eventSource.subscribe(signal) : new Promise(() => {}),
      { protocol },
    );
    const reading = await read(url);
    const waiting = read(`${url}other`);
    eventSource.emit('one');
    await expect.poll(() => reading.text()).toBe('data: one\n\n');
    await sleep(50);
    shutdownSignal.abort();
    const coming = await read(url);
    const farewell = /^(data: one\n\n)?retry: [1-5]\d{3}\n\ndata: bye\n\n$/;
    for (const client of [reading, await waiting, coming]) {
      await client.ended;
      expect(client.text()).toMatch(farewell);
    }
    expect(eventSource.state).toMatchObject({ opened: 1, left: 1 });
  });

  test('error: a source that cannot be opened fails for all waiting clients and leaves no state', async () => {
    const opening = Promise.withResolvers<never>();
    const { url, sseRegistry } = await serve(() => opening.promise);
    const responses = [fetch(url), fetch(url)];
    await expect.poll(() => sseRegistry.size()).toBe(1);
    await sleep(50);
    opening.reject(new Error('no events'));
    for (const response of await Promise.all(responses)) {
      expect(response.status).toBe(502);
      expect(await response.text()).toBe('no events');
    }
    await expect.poll(() => sseRegistry.size()).toBe(0);
  });

  test('error: a failing source aborts all responses, a source that ends completes them', async () => {
    const eventSource = createManualEventSource();
    const { url } = await serve(eventSource.subscribe);
    const cut = await read(url);
    eventSource.fail();
    await expect(cut.ended).rejects.toThrow();
    const whole = await read(url);
    eventSource.emit('one');
    eventSource.end();
    await whole.ended;
    expect(whole.text()).toBe('data: one\n\n');
  });
});

import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { createManualEventSource } from './testing/manual-event-source.ts';
import { createSseTestBed, type SseTestServer } from './testing/sse-test-server.ts';

const { serve, defer, close } = createSseTestBed();
afterEach(close);

/** Opens a client on a plain socket that records the data of each event. */
async function listen({ port, responses }: SseTestServer) {
  const before = responses.length;
  const socket = connect(port, '127.0.0.1');
  defer(() => socket.destroy());
  const words: string[] = [];
  const state = { closed: false };
  let rest = '';
  socket.on('data', (bytes) => {
    rest += bytes.toString('latin1');
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line.startsWith('data: ')) words.push(line.slice(6).trimEnd());
    }
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    state.closed = true;
  });
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect.poll(() => responses.length).toBeGreaterThan(before);
  return { socket, words, state, response: responses[before] };
}

const filler = 'x'.repeat(64 * 1024);
/** Sends enough events to fill the kernel's buffers, slowly enough for a client that reads. */
async function flood(tell: (number: number) => void, count = 200): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    tell(number);
    await sleep(1);
  }
}

describe('a client that reads nothing', () => {
  test('behavior: delays no other client, has no queued events, and is disconnected after the stall limit', async () => {
    const eventSource = createManualEventSource();
    const stallLimit = 4000;
    const server = await serve(eventSource.subscribe, { protocol: { stallLimit } });
    const stalled = await listen(server);
    const quick = await listen(server);
    stalled.socket.pause();
    const start = performance.now();
    await flood((number) => eventSource.emit(`${number} ${filler}`, 'conflate'));
    await expect.poll(() => quick.words.at(-1)).toMatch(/^199 /);
    expect(performance.now() - start).toBeLessThan(stallLimit);
    expect(quick.words.length).toBeGreaterThan(150);
    // Node buffers only up to its high-water mark: less than three of the 200 events.
    expect(stalled.response?.socket?.writableLength).toBeLessThan(3 * filler.length);
    await expect.poll(() => stalled.response?.destroyed).toBe(true);
    expect(quick.response?.destroyed).toBe(false);
    eventSource.emit('end', 'terminal');
    await expect.poll(() => quick.words.at(-1)).toBe('end');
  });

  test('behavior: is also disconnected when only the last bytes are unread', async () => {
    const eventSource = createManualEventSource();
    const server = await serve(eventSource.subscribe, { protocol: { stallLimit: 300 } });
    const stalled = await listen(server);
    stalled.socket.pause();
    eventSource.emit(filler.repeat(200), 'terminal');
    await expect.poll(() => stalled.response?.writableEnded).toBe(true);
    await expect.poll(() => stalled.response?.destroyed).toBe(true);
  });
});

describe('a slow client', () => {
  test('behavior: misses only conflated events, and gets the others in order', async () => {
    const eventSource = createManualEventSource();
    const server = await serve(eventSource.subscribe);
    const slow = await listen(server);
    const quick = await listen(server);
    slow.socket.pause();
    await flood((number) => {
      eventSource.emit(`progress ${number} ${filler}`, 'conflate');
      if (number % 10 === 0) eventSource.emit(`step ${number}`);
    });
    eventSource.emit('end', 'terminal');
    await expect.poll(() => quick.words.at(-1)).toBe('end');
    slow.socket.resume();
    await expect.poll(() => slow.words.at(-1)).toBe('end');
    const numbersOf = (kind: string) =>
      slow.words.filter((word) => word.startsWith(kind)).map((word) => Number(word.split(' ')[1]));
    expect(numbersOf('step')).toEqual(Array.from({ length: 20 }, (_, index) => index * 10));
    const progress = numbersOf('progress');
    expect(progress.length).toBeLessThan(190);
    expect(progress.at(-1)).toBe(199);
    expect(progress).toEqual([...progress].sort((left, right) => left - right));
    await expect.poll(() => slow.response?.writableFinished).toBe(true);
  });

  test('error: a client further behind than the retained events gets an error, the others continue', async () => {
    const eventSource = createManualEventSource();
    const server = await serve(eventSource.subscribe);
    const slow = await listen(server);
    const quick = await listen(server);
    slow.socket.pause();
    const line = 'x'.repeat(8 * 1024);
    for (let number = 0; number < 3000; number += 1) {
      eventSource.emit(`${number} ${line}`);
      if (number % 20 === 0) await sleep(1);
    }
    await expect.poll(() => quick.words).toHaveLength(3000);
    slow.socket.resume();
    await expect.poll(() => slow.words.at(-1)).toBe('too slow');
    await expect.poll(() => slow.response?.writableFinished).toBe(true);
    expect(slow.words.slice(0, -1)).toEqual(quick.words.slice(0, slow.words.length - 1));
    eventSource.emit('end', 'terminal');
    await expect.poll(() => quick.words.at(-1)).toBe('end');
    expect(slow.words.at(-1)).toBe('too slow');
  });
});

import { once } from 'node:events';
import { plainResponse } from '@dtf-graph/http1-client/testing/socket-server.ts';
import { afterEach, describe, expect, test } from 'vitest';
import {
  collectReceived,
  formatProxyGetRequest,
  getRaw,
  sendRaw,
  waitUntil,
} from './testing/proxy.ts';
import { createProxyWithUpstream } from './testing/proxy-with-upstream.ts';
import { chunkedHead, eventStreamHead, formatChunk } from './testing/raw-upstream.ts';

const pair = createProxyWithUpstream();
afterEach(pair.close);

describe('event streams', () => {
  test('default: frames are forwarded unchanged and at once, and headers forbid buffering', async () => {
    const parts = [
      '\ufeffdata: 1\n\n',
      ': comment\r\n',
      'data: a\rdata: b\r\r',
      'event: x\ndata: ',
      `${'y'.repeat(70_000)}\n\n`,
    ];
    let send: (text: string) => void = () => undefined;
    await pair.start((socket) => {
      socket.write(
        `${eventStreamHead}Cache-Control: max-age=60\r\nX-Accel-Buffering: yes\r\nX-A: 1\r\n${chunkedHead}`,
      );
      send = (text) => socket.write(formatChunk(text));
    });
    const client = sendRaw(pair.proxy.port, formatProxyGetRequest('/dn/x'));
    const seen = collectReceived(client);
    await waitUntil(() => seen.text.includes('\r\n\r\n'));
    const head = seen.text.toLowerCase();
    expect(head).toContain('content-type: text/event-stream');
    expect(head).toContain('x-accel-buffering: no');
    expect(head).toContain('cache-control: no-cache, no-store, must-revalidate');
    expect(head).toContain('x-a: 1');
    expect(head).not.toMatch(/max-age|content-length|buffering: yes|content-encoding/);
    let expected = '';
    for (const part of parts) {
      expected += part;
      send(part);
      const bytes = Buffer.from(expected).toString('latin1');
      await waitUntil(() => unchunk(seen.text.slice(seen.text.indexOf('\r\n\r\n') + 4)) === bytes);
    }
    client.destroy();
  });

  test('behavior: the Content-Length of an event stream is removed', async () => {
    await pair.start((socket) =>
      socket.write(`${eventStreamHead}Content-Length: 9\r\n\r\ndata: 1\n\n`),
    );
    const response = await getRaw(pair.proxy.port, '/dn/x');
    expect(response).not.toMatch(/content-length/i);
    expect(response).toContain('data: 1\n\n');
  });

  test('behavior: a client that reads nothing is disconnected, one that reads is not', async () => {
    await pair.start(
      (socket) => {
        socket.write(`${eventStreamHead}${chunkedHead}`);
        const frame = formatChunk(`data: ${'x'.repeat(60_000)}\n\n`);
        const fill = () => {
          while (!socket.destroyed && socket.write(frame));
        };
        socket.on('drain', fill);
        fill();
      },
      { stallLimit: 300 },
    );
    const stalled = sendRaw(pair.proxy.port, formatProxyGetRequest('/dn/x'));
    await once(stalled, 'data');
    stalled.pause();
    const reading = sendRaw(pair.proxy.port, formatProxyGetRequest('/dn/x'));
    reading.resume();
    await waitUntil(() => pair.proxy.ends.length === 1, 5000);
    expect(pair.proxy.ends).toEqual(['cut']);
    expect(reading.destroyed).toBe(false);
    expect(pair.proxy.reverseProxy.open()).toBe(1);
    stalled.destroy();
    reading.destroy();
    await waitUntil(() => pair.sockets() === 0);
  });

  test.each(['', 'Accept: text/event-stream\r\n'])(
    'error: above the limits 429 for the client and 503 for all, other responses continue (%j)',
    async (accept) => {
      await pair.start(
        (socket, head) => {
          socket.write(
            head.includes('/stream') ? `${eventStreamHead}${chunkedHead}` : plainResponse('ok'),
          );
        },
        {
          streams: { total: 2, perClient: 1 },
          clientOf: (req) => String(req.headers['x-client']),
        },
      );
      const open = (client: string) =>
        sendRaw(
          pair.proxy.port,
          formatProxyGetRequest('/dn/stream', `X-Client: ${client}\r\n${accept}`),
        );
      const ask = (client: string, path: string) =>
        getRaw(pair.proxy.port, path, `X-Client: ${client}\r\n${accept}`);
      const first = open('a');
      await once(first, 'data');
      expect(await ask('a', '/dn/stream')).toMatch(/^HTTP\/1.1 429 [\s\S]*Retry-After: \d/);
      const second = open('b');
      await once(second, 'data');
      expect(await ask('c', '/dn/stream')).toMatch(/^HTTP\/1.1 503 [\s\S]*Retry-After: \d/);
      if (accept === '') expect(await ask('a', '/dn/json')).toMatch(/^HTTP\/1.1 200 /);
      first.destroy();
      await waitUntil(() => pair.proxy.reverseProxy.open() === 1);
      const third = open('a');
      expect(String(await once(third, 'data'))).toMatch(/^HTTP\/1.1 200 /);
      for (const socket of [second, third]) socket.destroy();
    },
  );

  test('behavior: a shutdown between two events ends the stream with a random retry field', async () => {
    await pair.start((socket) =>
      socket.write(`${eventStreamHead}${chunkedHead}${formatChunk('data: 1\n\n')}`),
    );
    const seen = collectReceived(
      sendRaw(pair.proxy.port, formatProxyGetRequest('/dn/x', 'Connection: close\r\n')),
    );
    await waitUntil(() => seen.text.includes('data: 1'));
    pair.proxy.reverseProxy.endEventStreams();
    await waitUntil(() => seen.isClosed);
    expect(seen.text).toMatch(/retry: [1-5]\d{3}\n\n\r\n0\r\n\r\n$/);
    await waitUntil(() => pair.sockets() === 0, 1000);
  });

  test('behavior: a shutdown in the middle of an event aborts the response', async () => {
    await pair.start((socket) =>
      socket.write(`${eventStreamHead}${chunkedHead}${formatChunk('data: 1')}`),
    );
    const seen = collectReceived(sendRaw(pair.proxy.port, formatProxyGetRequest('/dn/x')));
    await waitUntil(() => seen.text.includes('data: 1'));
    pair.proxy.reverseProxy.endEventStreams();
    await waitUntil(() => seen.isClosed);
    expect(seen.text).not.toContain('retry');
    expect(seen.text.endsWith('0\r\n\r\n')).toBe(false);
  });
});

/** The bytes inside a chunked body received so far. */
function unchunk(body: string): string {
  const end = body.indexOf('\r\n');
  const size = end < 0 ? Number.NaN : Number.parseInt(body.slice(0, end), 16);
  if (!(size > 0)) return '';
  return body.slice(end + 2, end + 2 + size) + unchunk(body.slice(end + 4 + size));
}

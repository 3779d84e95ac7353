import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface, type Interface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendRaw } from './testing/proxy.ts';

const mega = 1024 * 1024;
const giga = 1024 * mega;
let upstream: Server;
let sent = 0;
let child: ChildProcessWithoutNullStreams;
let lines: Interface;
let port: number;

/** Sends `total` bytes as fast as the socket accepts them. */
const pour = (res: ServerResponse, total: number) => {
  const piece = Buffer.alloc(256 * 1024, 'x');
  let left = total;
  const fill = () => {
    while (left > 0) {
      const part = left < piece.length ? piece.subarray(0, left) : piece;
      left -= part.length;
      sent += part.length;
      if (!res.write(part)) return;
    }
    res.end();
  };
  res.on('drain', fill);
  fill();
};

const rss = async (): Promise<number> => {
  child.stdin.write('?\n');
  const [line] = await once(lines, 'line');
  return Number(line);
};

/** Returns the highest memory seen while the work runs. */
const peakDuring = async (work: Promise<unknown>): Promise<number> => {
  let peak = 0;
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    peak = Math.max(peak, await rss());
    await pause(50);
  }
  await done;
  return peak;
};

beforeAll(async () => {
  upstream = createServer((req, res) => {
    const isStream = req.url === '/stream';
    res.writeHead(200, { 'Content-Type': isStream ? 'text/event-stream' : 'application/json' });
    pour(res, isStream ? 100 * giga : giga);
  });
  upstream.listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  const url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
  const main = new URL('./testing/memory-main.ts', import.meta.url).pathname;
  child = spawn(process.execPath, ['--max-semi-space-size=16', main, url]);
  lines = createInterface(child.stdout);
  const [line] = await once(lines, 'line');
  port = Number(line);
});

afterAll(async () => {
  child.stdin.end();
  await once(child, 'exit');
  upstream.closeAllConnections();
  upstream.close();
});

const download = async (): Promise<number> => {
  const client = request({ port, path: '/dn/large' });
  client.end();
  const [response] = (await once(client, 'response')) as [IncomingMessage];
  let received = 0;
  response.on('data', (chunk: Buffer) => {
    received += chunk.length;
  });
  await once(response, 'end');
  return received;
};

test('behavior: 1 GB streams through in constant memory', { timeout: 60_000 }, async () => {
  expect(await download()).toBe(giga);
  const before = await rss();
  const work = download();
  const peak = await peakDuring(work);
  expect(await work).toBe(giga);
  process.stdout.write(
    `1 GB: ${Math.round(before / mega)} MB before, peak ${Math.round(peak / mega)} MB\n`,
  );
  expect(peak - before).toBeLessThan(96 * mega);
  expect(peak).toBeLessThan(300 * mega);
});

test('behavior: 20 stalled event streams pause the upstream and use little memory', {
  timeout: 30_000,
}, async () => {
  const before = await rss();
  sent = 0;
  const clients = Array.from({ length: 20 }, () => {
    const client = sendRaw(port, 'GET /dn/stream HTTP/1.1\r\nHost: x\r\n\r\n');
    client.pause();
    return client;
  });
  let settled = 0;
  // A busy machine takes longer to fill the buffers between server and client.
  for (let look = 0; look < 20 && (sent === 0 || sent !== settled); look += 1) {
    settled = sent;
    await pause(1000);
  }
  const after = await rss();
  process.stdout.write(`20 stalled: ${Math.round((after - before) / mega)} MB more\n`);
  expect(sent).toBeGreaterThan(0);
  expect(sent).toBe(settled);
  expect(after - before).toBeLessThan(64 * mega);
  for (const client of clients) client.destroy();
});

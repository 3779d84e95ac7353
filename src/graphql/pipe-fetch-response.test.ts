import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pipeFetchResponse } from './pipe-fetch-response.ts';

const part = new Uint8Array(1 << 20).fill(32);
const count = 40;

let stack: AsyncDisposableStack;
let isCancelled = false;
beforeEach(() => {
  stack = new AsyncDisposableStack();
  isCancelled = false;
});
afterEach(() => stack.disposeAsync());

/** Requests a response of large chunks and returns it unread. */
async function ask(stallLimit: number): Promise<IncomingMessage> {
  let left = count;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      left -= 1;
      if (left < 0) controller.close();
      else controller.enqueue(part);
    },
    cancel: () => {
      isCancelled = true;
    },
  });
  const server = createServer((_request, response) => {
    void pipeFetchResponse(new Response(body), response, { stallLimit });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  stack.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  const call = get({ host: '127.0.0.1', port: (server.address() as AddressInfo).port });
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  return response;
}

test('behavior: a client that stalls repeatedly receives everything and delays no other', async () => {
  const warnings: Error[] = [];
  const warn = (warning: Error) => void warnings.push(warning);
  process.on('warning', warn);
  stack.defer(() => void process.off('warning', warn));
  const response = await ask(5000);
  let bytes = 0;
  for await (const chunk of response) {
    bytes += (chunk as Buffer).length;
    if (bytes % (4 << 16) === 0) await sleep(1);
  }
  expect(bytes).toBe(count * part.length);
  expect(warnings).toEqual([]);
});

test('behavior: a client that reads nothing for long is disconnected, and the response is cancelled', async () => {
  const response = await ask(200);
  response.on('error', () => {});
  await expect.poll(() => isCancelled, { timeout: 3000 }).toBe(true);
  response.resume();
  await expect(once(response, 'end')).rejects.toThrow('aborted');
});

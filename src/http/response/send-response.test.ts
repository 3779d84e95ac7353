import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { toResponse } from './http-response.ts';
import { sendResponse } from './send-response.ts';

const texts = ['{"a":"é', '—'.repeat(9000), 'x'.repeat(5000), '"}'];
const headers = {
  'X-Shared': '1',
  'Content-Type': 'application/json',
  'Cache-Control': 'no-store',
};

/** Returns the bytes that a client receives, without the `Date`. */
async function fetchRaw(port: number, path: string, sent: Record<string, string>, method: string) {
  const requestInfo = request({ port, path, method, headers: sent }).end();
  const [response] = await once(requestInfo, 'response');
  const { date: _date, 'x-request-id': _id, ...rest } = response.headers;
  const chunks: Buffer[] = await response.toArray();
  return {
    status: response.statusCode,
    headers: rest,
    bytes: Buffer.concat(chunks).toString('hex'),
  };
}

test.each([
  ['a short body', texts.slice(0, 1), true],
  ['a long body', texts, true],
  ['a body without a tag', texts, false],
])('behavior: %s is the same in pieces and in one', async (_what, parts, hasEtag) => {
  const all = { headers, hasEtag };
  const responses = {
    '/whole': toResponse(parts.join(''), all),
    '/pieces': toResponse(
      parts.map((part) => Buffer.from(part)),
      all,
    ),
  };
  const server = createServer((requestInfo, response) => {
    const answer = responses[requestInfo.url as keyof typeof responses];
    void sendResponse(requestInfo, response, answer, { headers: { 'X-More': '1' } });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    for (const method of ['GET', 'HEAD', 'POST']) {
      for (const sent of [
        {},
        { connection: 'close' },
        { 'accept-encoding': 'br' },
        { 'accept-encoding': 'gzip' },
      ]) {
        const whole = await fetchRaw(port, '/whole', sent as Record<string, string>, method);
        expect(await fetchRaw(port, '/pieces', sent as Record<string, string>, method)).toEqual(
          whole,
        );
        expect(whole.status).toBe(200);
        expect(whole.bytes.length > 0).toBe(method !== 'HEAD');
      }
    }
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

import { connect } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import {
  type FakeUpstream,
  startGateway,
  startUpstream,
  type TestGateway,
} from '../support/gateway.ts';

const token = 'explorer-token-of-this-test';
let upstream: FakeUpstream | undefined;
let gateway: TestGateway;
const seen: string[] = [];

const start = async (
  answer: Parameters<typeof startUpstream>[0],
  env: Record<string, string> = {},
) => {
  seen.length = 0;
  upstream = await startUpstream((request, response) => {
    seen.push(JSON.stringify(request.headers));
    answer(request, response);
  });
  gateway = await startGateway({ DATA_NODE_URL: upstream.url, EXPLORER_TOKEN: token, ...env });
};
afterEach(async () => {
  await gateway[Symbol.asyncDispose]();
  await upstream?.[Symbol.asyncDispose]();
  upstream = undefined;
});

/** Sends bytes on a socket of its own; resolves to all that came back. */
async function exchange(bytes: string): Promise<string> {
  const { hostname, port } = new URL(gateway.url);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
  });
  socket.on('error', () => undefined);
  socket.write(bytes);
  // A reset after an early refusal is a close as well; `once` would throw on it.
  await new Promise((resolve) => socket.once('close', resolve));
  return text;
}
const get = (target: string) =>
  exchange(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);

describe('GET /dn/{path}', () => {
  test.each(['/api/dn', '/dn'])('default: %s gives the data node’s response', async (mount) => {
    await start((_request, response) => {
      response.writeHead(207, {
        'content-type': 'application/x-odd',
        'cache-control': 'max-age=7',
      });
      response.end('{"a":1}');
    });
    const response = await fetch(`${gateway.url}${mount}/sim/categories?b=2&a=1&a=%2F+`);
    expect(response.status).toBe(207);
    expect(response.headers.get('content-type')).toBe('application/x-odd');
    expect(response.headers.get('cache-control')).toBe('max-age=7');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(await response.text()).toBe('{"a":1}');
    expect(upstream?.asked).toEqual(['GET /sim/categories?b=2&a=1&a=%2F+']);
  });

  test('behavior: the token of the explorer route is not sent along', async () => {
    await start(
      (_request, response) => void response.writeHead(401).end('{"error":"unauthorized"}'),
    );
    const response = await gateway.rest('/dn/explorer/health/latest');
    expect(response.status).toBe(401);
    expect(seen.join()).not.toContain(token);
    expect(await response.text()).toBe('{"error":"unauthorized"}');
  });

  test.each(['/dn/%2e%2e/', '/api/dn/..', '/dn/a/%252e%252e/b', '/dn/..%2f', '/dn/%5c', '/dn/%00'])(
    'error: %s is 400 before the data node hears of it',
    async (target) => {
      await start((_request, response) => void response.end());
      expect(await get(target)).toMatch(/^HTTP\/1.1 400 [\s\S]*{"error":"[^"]+"}$/);
      expect(upstream?.asked).toEqual([]);
    },
  );

  test.each(['//host', '/http://evil.example/', '/a%2Fb', '/%zz'])(
    'behavior: %s reaches the data node and nobody else',
    async (path) => {
      await start((_request, response) => void response.end('ok'));
      expect(await get(`/api/dn${path}`)).toMatch(/^HTTP\/1.1 200 /);
      expect(upstream?.asked).toEqual([`GET ${path}`]);
    },
  );

  test('error: 100 kB of query are refused, the service goes on', async () => {
    await start((_request, response) => void response.end('ok'));
    expect(await get(`/dn/x?q=${'a'.repeat(100_000)}`)).toMatch(/^HTTP\/1.1 4(14|31) |^$/);
    expect((await gateway.rest('/dn/x')).status).toBe(200);
  });

  test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])('error: %s is 405', async (method) => {
    await start((_request, response) => void response.end());
    const response = await gateway.rest('/dn/x', { method });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, HEAD');
    expect(Object.keys((await response.json()) as object)).toEqual(['error']);
    expect(upstream?.asked).toEqual([]);
  });

  test('error: no data node is 502', async () => {
    gateway = await startGateway();
    const response = await gateway.rest('/dn/x');
    expect(response.status).toBe(502);
    expect(await response.json()).toEqual({ error: 'data node is unreachable' });
  });

  test('error: a path that the operator withholds is 403', async () => {
    await start((_request, response) => void response.end(), {
      DN_DENY: '/admin, /sim/invalidate',
    });
    expect((await gateway.rest('/dn/admin/x')).status).toBe(403);
    expect((await gateway.rest('/dn/sim/%69nvalidate?x')).status).toBe(403);
    for (const path of ['//x/sim/invalidate', '/%2fx/sim/invalidate', '/sim;%2f/invalidate/']) {
      expect((await gateway.rest(`/dn${path}`)).status, path).toBe(403);
    }
    expect((await gateway.rest('/dn/sim/run')).status).toBe(200);
    expect((await gateway.rest('/dn//x/sim/run%2F?a')).status).toBe(200);
    expect(upstream?.asked).toEqual(['GET /sim/run', 'GET //x/sim/run%2F?a']);
  });

  test('behavior: a stream is passed on frame by frame and ends with a hint when the service stops', async () => {
    await start((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: {"type":"progress"}\n\n');
    });
    const response = await gateway.rest('/dn/sim/run-stream');
    expect(response.headers.get('x-accel-buffering')).toBe('no');
    expect(response.headers.get('content-encoding')).toBeNull();
    const reader = response.body?.getReader();
    const first = await reader?.read();
    expect(Buffer.from(first?.value ?? []).toString()).toBe('data: {"type":"progress"}\n\n');
    const closing = gateway[Symbol.asyncDispose]();
    const last = await reader?.read();
    expect(Buffer.from(last?.value ?? []).toString()).toMatch(/^retry: \d{4}\n\n$/);
    expect((await reader?.read())?.done).toBe(true);
    await closing;
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { domainModules } from '../../src/domains/index.ts';
import { startGateway, type TestGateway } from '../support/gateway.ts';

/** The wildcard alone does not let a page send `Authorization` (Fetch, CORS non-wildcard request-header name). */
const anyHeader = '*, Authorization';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway[Symbol.asyncDispose]());

const ask = async (path: string, init?: RequestInit) => {
  const { status, headers, ...response } = await fetch(`${gateway.url}${path}`, init).then(
    async (got) => ({ status: got.status, headers: got.headers, text: await got.text() }),
  );
  return { status, allow: headers.get('allow'), headers, ...response };
};

describe('paths of the origin', () => {
  test.each(['/foo', '/dn', '/docs/nothing', '/assets/nothing.js'])(
    'error: GET %s is 404, kept by nobody',
    async (path) => {
      const { status, headers, text } = await ask(path);
      expect([status, text]).toEqual([404, '{"error":"unknown path"}']);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    },
  );

  test.each([
    '/healthz',
    '/readyz',
    '/metrics',
    '/openapi.json',
    '/schema.graphql',
    '/docs',
    '/docs/scalars',
    '/docs/start.js',
    '/docs/event-log.js',
    '/docs/types.md',
    '/llms.txt',
  ])('error: %s has GET and HEAD alone', async (path) => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const { status, allow, headers, text } = await ask(path, { method });
      expect([status, allow, text]).toEqual([405, 'GET, HEAD', '{"error":"use GET"}']);
      expect(headers.get('cache-control')).toBe('no-store');
    }
    expect((await ask(path, { method: 'HEAD' })).status).not.toBe(405);
  });
});

describe('OPTIONS', () => {
  const routes = domainModules
    .flatMap((domain) => domain.routes)
    .filter(({ kind }) => kind !== 'node')
    .map(({ path, method }) => ({ path: path.replace(/\{\w+\}/g, '1'), method }));

  test.each(routes)('default: of $path names $method and no other', async ({ path, method }) => {
    const headers = { origin: 'https://page.example', 'access-control-request-method': method };
    const methods = method === 'GET' ? 'GET, HEAD, OPTIONS' : 'POST, OPTIONS';
    for (const init of [{ method: 'OPTIONS', headers }, { method: 'OPTIONS' }]) {
      const seen = await ask(`/api${path}`, init);
      expect([seen.status, seen.text, seen.allow]).toEqual([204, '', methods]);
      expect(seen.headers.get('access-control-allow-methods')).toBe(methods);
      expect(seen.headers.get('access-control-allow-origin')).toBe('*');
      expect(seen.headers.get('access-control-allow-headers')).toBe(anyHeader);
    }
  });

  test.each([
    ['/graphql', 'GET, POST, QUERY, OPTIONS'],
    ['/graphql/stream', 'GET, POST, PUT, DELETE, OPTIONS'],
  ])('default: of %s names %s', async (path, methods) => {
    const headers = { origin: 'https://page.example', 'access-control-request-method': 'POST' };
    const seen = await ask(path, { method: 'OPTIONS', headers });
    expect([seen.status, seen.text]).toEqual([204, '']);
    expect(seen.headers.get('access-control-allow-methods')).toBe(methods);
    expect(seen.headers.get('access-control-allow-origin')).toBe('*');
    expect(seen.headers.get('access-control-allow-headers')).toBe(anyHeader);
  });

  test.each(['/dn/x', '/api/dn/x', '/api/vision/x'])(
    'default: of %s, which is passed on, lets a page send any header field',
    async (path) => {
      const headers = { origin: 'https://page.example', 'access-control-request-method': 'GET' };
      const seen = await ask(path, { method: 'OPTIONS', headers });
      expect(seen.status).toBe(204);
      expect(seen.headers.get('access-control-allow-headers')).toBe(anyHeader);
    },
  );

  test.each(['/api/nope', '/api/price/more'])('error: of %s is 404', async (path) => {
    const seen = await ask(path, { method: 'OPTIONS' });
    expect([seen.status, seen.text]).toEqual([404, '{"error":"unknown path"}']);
  });
});

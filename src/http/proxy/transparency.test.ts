import { plainResponse } from '@dtf-graph/http1-client/testing/socket-server.ts';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { checkProxyTarget } from './proxy-target.ts';
import { getRaw, type RunningProxy, sendRawAndRead, startProxy } from './testing/proxy.ts';
import { type RawUpstream, startRawUpstream } from './testing/raw-upstream.ts';

let upstream: RawUpstream;
let proxy: RunningProxy;

const start = async (
  response: Parameters<typeof startRawUpstream>[0],
  deny: readonly string[] = [],
) => {
  upstream = await startRawUpstream(response);
  proxy = await startProxy({ upstream: upstream.url, deny });
};
const always = (bytes: string) => start((socket) => socket.write(bytes, 'latin1'));

afterEach(async () => {
  await proxy.close();
  await upstream.close();
});

const requestLine = () => upstream.heads.at(-1)?.split('\r\n')[0];
const upstreamHeaders = () =>
  (upstream.heads.at(-1) ?? '')
    .split('\r\n')
    .slice(1)
    .map((line) => line.toLowerCase());

describe('requests', () => {
  test('behavior: path and query reach the upstream byte for byte', async () => {
    await always(plainResponse('ok'));
    const character = fc.constantFrom(
      ...'abcXYZ019-_~!$&\'()*+,:@=;/?"<>[]^`{|}',
      ...'%2F %2f %20 %25 %C3%A9 %ff %zz % .x'.split(' '),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(character, { maxLength: 40 }), async (characters) => {
        const target = `/${characters.join('')}`;
        // A bare % followed by two digits may encode a control character, which is rejected.
        fc.pre(checkProxyTarget(target, []).kind === 'forward');
        await getRaw(proxy.port, `/dn${target}`);
        expect(requestLine()).toBe(`GET ${target} HTTP/1.1`);
      }),
      { numRuns: 150 },
    );
  });

  test('behavior: origins in the path are only bytes of the path', async () => {
    await always(plainResponse('ok'));
    for (const path of ['//evil.example/x', '/http://169.254.169.254/latest', '/@evil.example/']) {
      expect(await getRaw(proxy.port, `/dn${path}`)).toMatch(/^HTTP\/1.1 200 /);
      expect(requestLine()).toBe(`GET ${path} HTTP/1.1`);
      expect(upstreamHeaders()).toContain(`host: ${upstream.url.host}`);
    }
  });

  test('behavior: both mounts lead to the same upstream paths', async () => {
    await always(plainResponse('ok'));
    await getRaw(proxy.port, '/api/dn/sim/categories?a=1');
    expect(requestLine()).toBe('GET /sim/categories?a=1 HTTP/1.1');
  });

  test('error: a traversal never reaches the upstream', async () => {
    await always(plainResponse('ok'));
    for (const path of ['/..', '/%2e%2e/x', '/..%252fx', '/a%5c..', '/x%00', '/x%0d%0aHost:y']) {
      const response = await getRaw(proxy.port, `/dn${path}`);
      expect(response).toMatch(/^HTTP\/1.1 400 /);
      expect(response).toContain('Cache-Control: no-store');
      expect(JSON.parse(response.split('\r\n\r\n')[1] ?? '')).toEqual({
        error: expect.any(String),
      });
    }
    expect(upstream.heads).toEqual([]);
  });

  test('error: a denied prefix is 403', async () => {
    await start((socket) => socket.write(plainResponse('ok')), ['/admin']);
    expect(await getRaw(proxy.port, '/dn/%61dmin/x')).toMatch(/^HTTP\/1.1 403 /);
    expect(upstream.heads).toEqual([]);
  });

  test('behavior: end-to-end header lines pass, the caller’s identity and hop-by-hop lines do not', async () => {
    await always(plainResponse('ok'));
    const passing = [
      'cache-control: no-cache',
      'if-none-match: "a", "b"',
      'range: bytes=0-1',
      'if-range: "a"',
      'last-event-id: 7',
      'accept: text/event-stream',
      'accept-encoding: br',
      'x-unknown: a',
      'x-unknown: b',
      'user-agent: me',
      'origin: https://a.example',
      'content-type: application/json',
      'x-latin: \u00e9\u00ff',
    ];
    const withheld = [
      'cookie: a=b',
      'authorization: Bearer t',
      'proxy-authorization: Basic x',
      'x-explorer-token: guess',
      'x-forwarded-for: 1.2.3.4',
      'x-forwarded-host: evil',
      'x-forwarded-anything: 1',
      'forwarded: for=1.2.3.4',
      'x-real-ip: 1.2.3.4',
      'x-original-url: /admin',
      'x-rewrite-url: /admin',
      'x-http-method-override: DELETE',
      'x-method-override: DELETE',
      'te: trailers',
      'trailer: x',
      'upgrade: h2c',
      'http2-settings: AAMAAABk',
      'keep-alive: timeout=99',
      'proxy-connection: keep-alive',
      'x-mine: named by connection',
    ];
    const lines = [...passing, ...withheld].map((line) => `${line}\r\n`).join('');
    await sendRawAndRead(
      proxy.port,
      `GET /dn/x HTTP/1.1\r\nHost: evil.example\r\nConnection: close, X-Mine, upgrade, http2-settings\r\n${lines}\r\n`,
    );
    expect(upstreamHeaders()).toEqual([
      `host: ${upstream.url.host}`,
      'connection: keep-alive',
      ...passing,
    ]);
  });

  test('behavior: the body of a GET is not forwarded', async () => {
    await always(plainResponse('ok'));
    const head = 'GET /dn/x HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 5\r\n\r\n';
    expect(await sendRawAndRead(proxy.port, `${head}hello`)).toMatch(/^HTTP\/1.1 200 /);
    expect(upstream.heads).toHaveLength(1);
    expect(upstreamHeaders().join()).not.toMatch(/content-length|transfer-encoding/);
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'OPTIONS', 'PROPFIND'])(
    'error: %s is 405',
    async (method) => {
      await always(plainResponse('ok'));
      const head = `${method} /dn/x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
      const response = await sendRawAndRead(proxy.port, head);
      expect(response).toMatch(/^HTTP\/1.1 405 /);
      expect(response).toContain('Allow: GET, HEAD');
      expect(upstream.heads).toEqual([]);
    },
  );
});

test('behavior: a CORS preflight gets its response without the upstream', async () => {
  await always(plainResponse('ok'));
  const response = await sendRawAndRead(
    proxy.port,
    'OPTIONS /dn/x HTTP/1.1\r\nHost: x\r\nConnection: close\r\nOrigin: https://a.example\r\nAccess-Control-Request-Method: GET\r\n\r\n',
  );
  expect(response).toMatch(/^HTTP\/1.1 204 /);
  expect(response).toContain('Access-Control-Allow-Origin: *');
  expect(upstream.heads).toEqual([]);
});

describe('responses', () => {
  test.each([
    '200 OK',
    '201 Made',
    '204 Nothing',
    '206 Partial Content',
    '301 Elsewhere',
    '302 Found',
    '304 Not Modified',
    '400 Bad',
    '401 Who',
    '403 No',
    '404 Nope',
    '418 Teapot',
    '429 Slow down',
    '500 Broken',
    '503 Later',
    '599 Odd',
  ])('behavior: %s with its reason, body and type', async (status) => {
    const bodiless = /^(204|304)/.test(status);
    const length = bodiless ? '' : 'Content-Length: 4\r\n';
    await always(
      `HTTP/1.1 ${status}\r\nContent-Type: text/x-odd\r\n${length}\r\n${bodiless ? '' : 'body'}`,
    );
    const response = await getRaw(proxy.port, '/dn/x');
    expect(response.split('\r\n')[0]).toBe(`HTTP/1.1 ${status}`);
    expect(response).toContain('Content-Type: text/x-odd');
    expect(response.split('\r\n\r\n')[1]).toBe(bodiless ? '' : 'body');
  });

  test('behavior: a redirect is forwarded, not followed', async () => {
    await always(plainResponse('', 'Location: http://169.254.169.254/\r\n', '302 Found'));
    expect(await getRaw(proxy.port, '/dn/x')).toContain('Location: http://169.254.169.254/');
    expect(upstream.heads).toHaveLength(1);
  });

  test('behavior: end-to-end header lines are forwarded in order, those about the gateway’s origin are not', async () => {
    const passing = [
      'Date: Thu, 01 Jan 2026 00:00:00 GMT',
      'ETag: "x"',
      'Vary: Accept',
      'Vary: Origin',
      'Cache-Control: max-age=9',
      'Content-Encoding: gzip',
      'X-Unknown: \u00e9',
      'Age: 3',
      'X-Snapshot-HMAC: ab',
      'Retry-After: 7',
      'WWW-Authenticate: x',
    ];
    const dropped = [
      'Set-Cookie: a=b',
      'Server: axum',
      'X-Powered-By: y',
      'Access-Control-Allow-Origin: https://a.example',
      'Access-Control-Allow-Credentials: true',
      'Strict-Transport-Security: max-age=1',
      'Keep-Alive: timeout=99',
      'Proxy-Authenticate: Basic',
      'Upgrade: h2c',
      'Trailer: x',
      'X-Mine: named',
    ];
    const lines = [...passing, ...dropped].map((line) => `${line}\r\n`).join('');
    await always(
      plainResponse('ok', `${lines}Connection: X-Mine, Access-Control-Allow-Origin\r\n`),
    );
    const head = (await getRaw(proxy.port, '/dn/x')).split('\r\n\r\n')[0] ?? '';
    expect(head.split('\r\n').slice(1)).toEqual([
      'Access-Control-Allow-Origin: *',
      'Access-Control-Expose-Headers: *',
      ...passing,
      'Content-Length: 2',
      'Connection: close',
    ]);
  });

  test('behavior: HEAD has the head of a GET and no body', async () => {
    await always('HTTP/1.1 200 OK\r\nContent-Length: 12345\r\nETag: "x"\r\n\r\n');
    const response = await sendRawAndRead(
      proxy.port,
      'HEAD /dn/x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    );
    expect(requestLine()).toBe('HEAD /x HTTP/1.1');
    expect(response).toContain('Content-Length: 12345');
    expect(response.endsWith('\r\n\r\n')).toBe(true);
  });

  test('behavior: range requests and 304 are left to the upstream', async () => {
    await start((socket, head) => {
      const isConditional = /if-none-match: "v1"/i.test(head);
      const partial = plainResponse('bc', 'Content-Range: bytes 1-2/4\r\n', '206 Partial Content');
      socket.write(isConditional ? 'HTTP/1.1 304 Not Modified\r\nETag: "v1"\r\n\r\n' : partial);
    });
    const ranged = await getRaw(proxy.port, '/dn/x', 'Range: bytes=1-2\r\n');
    expect(ranged).toContain('Content-Range: bytes 1-2/4');
    const unchanged = await getRaw(proxy.port, '/dn/x', 'If-None-Match: "v1"\r\n');
    expect(unchanged).toMatch(/^HTTP\/1.1 304 [\s\S]*\r\n\r\n$/);
    expect(unchanged).not.toMatch(/transfer-encoding|content-length/i);
  });

  test('behavior: informational responses are skipped', async () => {
    await always(
      `HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${plainResponse('ok', 'X-A: 1\r\n')}`,
    );
    const response = await getRaw(proxy.port, '/dn/x');
    expect(response).toMatch(/^HTTP\/1.1 200 OK\r\n/);
    expect(response).toContain('X-A: 1');
    expect(response).not.toContain('Link');
  });

  test('behavior: any body bytes are forwarded unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 3000 }), async (bytes) => {
        const body = Buffer.from(bytes).toString('latin1');
        const own = await startRawUpstream((socket) => {
          socket.write(
            `HTTP/1.1 200 OK\r\nContent-Length: ${bytes.length}\r\n\r\n${body}`,
            'latin1',
          );
        });
        const between = await startProxy({ upstream: own.url });
        const response = await getRaw(between.port, '/dn/x');
        await between.close();
        await own.close();
        expect(response.slice(response.indexOf('\r\n\r\n') + 4)).toBe(body);
      }),
      { numRuns: 15 },
    );
    await always(plainResponse('ok'));
  });
});

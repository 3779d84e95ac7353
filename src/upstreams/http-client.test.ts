import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { createTelemetry } from '../telemetry/telemetry.ts';
import { createHttpClient, type HttpClient, splitUpstreamUrl } from './http-client.ts';

const opened: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0)) await close();
});

/** Starts an upstream with this listener and a client of it, and counts the requests. */
async function connect(
  listener: RequestListener,
): Promise<{ client: HttpClient; asked: () => number; port: number }> {
  let count = 0;
  const server = createServer((request, response) => {
    count += 1;
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const client = clientOf(port);
  opened.push(async () => {
    await client.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { client, asked: () => count, port };
}

function clientOf(port: number, query = ''): HttpClient {
  return createHttpClient({
    name: 'upstream',
    baseUrl: `http://127.0.0.1:${port}/base${query}`,
    telemetry: createTelemetry(),
  });
}

const signal = AbortSignal.timeout(60_000);

describe('HTTP client', () => {
  test('default: returns status, JSON and size; the base path is prepended', async () => {
    const { client } = await connect((request, response) =>
      response.end(JSON.stringify({ url: request.url })),
    );
    const response = await client.get('/x?a=1', { signal });
    expect(response).toMatchObject({ status: 200, value: { url: '/base/x?a=1' }, bytes: 21 });
    expect(client.health()).toBe('up');
  });

  test('behavior: a query of the base URL is sent with every call', async () => {
    const urls: (string | undefined)[] = [];
    const { port } = await connect((request, response) => {
      urls.push(request.url);
      response.end('{}');
    });
    const client = clientOf(port, '?apikey=k%2Fk');
    opened.push(client.close);
    await client.get('/x', { signal });
    await client.get('/x?a=1', { signal });
    await client.post('', {}, { signal });
    await (await client.stream('/s', { signal })).body[Symbol.asyncIterator]().return?.();
    await client.probe({ signal });
    expect(urls).toEqual([
      '/base/x?apikey=k%2Fk',
      '/base/x?a=1&apikey=k%2Fk',
      '/base?apikey=k%2Fk',
      '/base/s?apikey=k%2Fk',
      '/base/health?apikey=k%2Fk',
    ]);
  });

  test('behavior: a failed read is retried once, a write never', async () => {
    const { client, asked } = await connect((_request, response) => response.writeHead(503).end());
    await expect(client.get('/', { signal })).rejects.toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
    });
    expect(asked()).toBe(2);
    await expect(client.post('/', {}, { signal })).rejects.toMatchObject({ status: 502 });
    expect(asked()).toBe(3);
    expect(client.health()).toBe('down');
  });

  test('behavior: a 4xx is a response, not an error', async () => {
    const { client, asked } = await connect((_request, response) =>
      response.writeHead(404).end('{"error":"no such thing"}'),
    );
    expect(await client.get('/', { signal })).toMatchObject({
      status: 404,
      value: { error: 'no such thing' },
    });
    expect(asked()).toBe(1);
  });

  test('error: a response that does not end fails at the deadline', async () => {
    const { client } = await connect(() => {});
    const started = performance.now();
    await expect(client.get('/', { signal, timeout: 100 })).rejects.toMatchObject({
      code: 'UPSTREAM_TIMEOUT',
    });
    expect(performance.now() - started).toBeLessThan(1000);
  });

  test('error: the deadline includes the retry', async () => {
    const { client, asked } = await connect((_request, response) => response.destroy());
    const started = performance.now();
    await expect(client.get('/', { signal, timeout: 30 })).rejects.toMatchObject({
      code: 'UPSTREAM_TIMEOUT',
    });
    expect(performance.now() - started).toBeLessThan(500);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(asked()).toBe(1);
  });

  test('error: a call with an aborted signal sends nothing', async () => {
    const { client, asked } = await connect((_request, response) => response.end('{}'));
    const reason = new Error('left');
    await expect(client.get('/', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(asked()).toBe(0);
  });

  test.each([
    ['not JSON', (_q, s) => s.end('<html>')],
    ['a byte order mark alone', (_q, s) => s.end(Buffer.from([0xef, 0xbb, 0xbf]))],
    ['a byte order mark and bad UTF-8', (_q, s) => s.end(Buffer.from([0xff, 0xfe, 0x7b, 0x7d]))],
    ['NaN', (_q, s) => s.end('{"a": NaN}')],
    [
      'truncated',
      (_q, s) => s.writeHead(200, { 'content-length': 100 }).write('{"a"', () => s.destroy()),
    ],
    [
      'compressed',
      (_q, s) => s.writeHead(200, { 'content-encoding': 'gzip' }).end(Buffer.from([31, 139, 8])),
    ],
    ['100,000 levels deep', (_q, s) => s.end(`${'['.repeat(100_000)}x`)],
  ] satisfies [string, RequestListener][])('error: a body that is %s', async (_name, listener) => {
    const { client } = await connect(listener);
    await expect(client.get('/', { signal })).rejects.toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
    });
  });

  test('error: a body above the limit is rejected while it is read', async () => {
    let sent = 0;
    const { client } = await connect((_request, response) => {
      const more = () => {
        while (!response.destroyed && sent < 200e6 && response.write(Buffer.alloc(65_536, 32)))
          sent += 65_536;
      };
      response.on('drain', more);
      more();
    });
    await expect(client.get('/', { signal, maxBytes: 1e6 })).rejects.toMatchObject({ status: 502 });
    expect(sent).toBeLessThan(60e6);
  });

  test('behavior: redirects are returned, not followed', async () => {
    const { client, asked } = await connect((_request, response) =>
      response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    );
    expect(await client.get('/', { signal })).toMatchObject({ status: 302 });
    expect(asked()).toBe(1);
  });

  test('behavior: an abort closes the upstream connection at once', async () => {
    let closed: (() => void) | undefined;
    const gone = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const { client } = await connect((request) => request.socket.once('close', () => closed?.()));
    const leave = new AbortController();
    const read = client.get('/', { signal: leave.signal });
    setTimeout(() => leave.abort(new Error('left')), 50);
    await expect(read).rejects.toThrow('left');
    await gone;
    expect(client.health()).toBe('unknown');
  });

  test('behavior: the breaker opens after consecutive failures and closes again by itself', async () => {
    let dead = true;
    const { client, asked } = await connect((_request, response) =>
      dead ? response.destroy() : response.end('{}'),
    );
    for (let i = 0; i < 6; i += 1) await client.get('/', { signal }).catch(() => {});
    const before = asked();
    await expect(client.get('/', { signal })).rejects.toMatchObject({ status: 502 });
    expect(asked()).toBe(before);
    dead = false;
    await new Promise((resolve) => setTimeout(resolve, 1100));
    expect(await client.get('/', { signal })).toMatchObject({ status: 200 });
    expect(client.health()).toBe('up');
  });

  test.each([
    [500, 'up', 200],
    [503, 'down', 502],
  ] as const)(
    'behavior: responses of status %i leave the upstream %s for other calls',
    async (status, health, other) => {
      const { client } = await connect(({ url }, response) =>
        response.writeHead(url?.endsWith('/broken') ? status : 200).end('{}'),
      );
      for (let i = 0; i < 6; i += 1) await client.get('/broken', { signal }).catch(() => {});
      expect(client.health()).toBe(health);
      const response = await client.get('/', { signal }).catch((error: unknown) => error);
      expect(response).toMatchObject({ status: other });
    },
  );

  test('behavior: while the breaker is half-open one trial call decides for all waiting calls', async () => {
    let dead = true;
    const { client, asked } = await connect((_request, response) =>
      dead ? response.destroy() : setTimeout(() => response.end('{}'), 100),
    );
    for (let i = 0; i < 6; i += 1) await client.get('/', { signal }).catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 1100));
    const before = asked();
    await expect(client.post('/', {}, { signal })).rejects.toMatchObject({ status: 502 });
    expect(asked()).toBe(before + 1);
    await expect(client.post('/', {}, { signal })).rejects.toMatchObject({ status: 502 });
    expect(asked()).toBe(before + 1);
    dead = false;
    await new Promise((resolve) => setTimeout(resolve, 1100));
    const responses = [1, 2, 3].map(() => client.get('/', { signal }));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(asked()).toBe(before + 2);
    expect(await Promise.all(responses)).toHaveLength(3);
    expect(asked()).toBe(before + 4);
    expect(client.health()).toBe('up');
  });

  test('error: a server that does not speak HTTP', async () => {
    const sockets = new Set<Socket>();
    const server = createTcpServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => {}).end('hello\r\n');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const client = clientOf((server.address() as AddressInfo).port);
    opened.push(async () => {
      await client.close();
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    });
    await expect(client.get('/', { signal })).rejects.toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
      message: 'the upstream is unavailable; try again later',
    });
  });

  test('behavior: a stream continues after the deadline of its headers and ends with its reader', async () => {
    let closed: (() => void) | undefined;
    const gone = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const { client } = await connect((request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const timer = setInterval(() => response.write('data: 1\n\n'), 20);
      request.socket.once('close', () => {
        clearInterval(timer);
        closed?.();
      });
    });
    const leave = new AbortController();
    const { body } = await client.stream('/', { signal: leave.signal, timeout: 100 });
    let received = 0;
    await expect(async () => {
      for await (const chunk of body) {
        received += chunk.length;
        if (received > 100) leave.abort(new Error('enough'));
      }
    }).rejects.toThrow();
    await gone;
    expect(received).toBeGreaterThan(100);
  });
});

describe('base URL', () => {
  test.each([
    ['http://h:1', '/a?b=1', 'http://h:1', '/a?b=1'],
    ['http://h', '', 'http://h', '/'],
    ['http://h/', '', 'http://h', '/'],
    ['http://h/p', '', 'http://h', '/p'],
    ['http://h/p/', '/a', 'http://h', '/p/a'],
    ['https://h/p?apikey=k', '', 'https://h', '/p?apikey=k'],
    ['https://h/p?apikey=k', '/a', 'https://h', '/p/a?apikey=k'],
    ['https://h?apikey=k%2F&v=1', '/a?b=%2F', 'https://h', '/a?b=%2F&apikey=k%2F&v=1'],
    ['https://h?k=a/', '', 'https://h', '/?k=a/'],
    ['https://me:a%40b@h/p', '/a', 'https://me:a%40b@h', '/p/a'],
    ['http://h/p#part', '/a', 'http://h', '/p/a'],
  ])('args: %s with %s', (url, path, origin, target) => {
    const base = splitUpstreamUrl(url);
    expect([base.origin, base.target(path)]).toEqual([origin, target]);
  });
});

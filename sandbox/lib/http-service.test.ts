import { once } from 'node:events';
import { Agent, get, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import {
  createBytesResponse,
  createEventStreamResponse,
  createHttpService,
  createJsonResponse,
  createNoContentResponse,
  formatSseEvent,
  type HttpService,
  readJson,
  ServiceError,
  type ServiceRoute,
} from './http-service.ts';

const open: HttpService[] = [];
const logged: string[] = [];

async function serve(routes: readonly ServiceRoute[], deadlineMs = 5_000): Promise<string> {
  const logError = (text: string) => void logged.push(text);
  const service = createHttpService({ name: 'test', routes, deadlineMs, logError });
  open.push(service);
  return service.listen({ host: '127.0.0.1', port: 0 });
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((service) => service.close()));
  logged.length = 0;
});

const echo: ServiceRoute = {
  method: 'GET',
  path: '/market/prices/:source/:asset/history',
  handle: ({ params, query }) => createJsonResponse({ ...params, from: query.get('from') }),
};

test('default: a route returns JSON for its decoded parameters and query', async () => {
  const url = await serve([echo]);
  const response = await fetch(`${url}/market/prices/fx/EUR%2FUSD/history?from=5`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(await response.json()).toEqual({ source: 'fx', asset: 'EUR/USD', from: '5' });
});

test('behavior: a literal path wins over a parameter', async () => {
  const named = {
    method: 'GET',
    path: '/a/:x',
    handle: () => createJsonResponse('parameter'),
  } as const;
  const url = await serve([
    named,
    { ...named, path: '/a/b', handle: () => createJsonResponse('literal') },
  ]);
  expect(await (await fetch(`${url}/a/b`)).json()).toBe('literal');
  expect(await (await fetch(`${url}/a/c`)).json()).toBe('parameter');
});

test('behavior: HEAD sends the headers of GET and no body', async () => {
  const url = await serve([
    { method: 'GET', path: '/x', handle: () => createBytesResponse('12345') },
  ]);
  const response = await fetch(`${url}/x`, { method: 'HEAD' });
  expect(response.headers.get('content-length')).toBe('5');
  expect(await response.text()).toBe('');
});

test('behavior: a connection is reused for the next request', async () => {
  const url = await serve([{ method: 'GET', path: '/x', handle: () => createJsonResponse(1) }]);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ports = new Set<number | undefined>();
  for (let turn = 0; turn < 3; turn += 1) {
    const call = get(`${url}/x`, { agent });
    const [response] = await once(call, 'response');
    ports.add(call.socket?.localPort);
    response.resume();
    await once(response, 'end');
    await sleep(1);
  }
  agent.destroy();
  expect(ports.size).toBe(1);
});

test('behavior: 204 has no body', async () => {
  const url = await serve([{ method: 'GET', path: '/x', handle: () => createNoContentResponse() }]);
  const response = await fetch(`${url}/x`);
  expect([response.status, await response.text()]).toEqual([204, '']);
});

const failures: readonly [string, number, RequestInit & { path: string }][] = [
  ['unknown path', 404, { path: '/nothing' }],
  ['wrong method', 405, { path: '/known', method: 'DELETE' }],
  ['malformed encoding', 400, { path: '/market/prices/%ff/x/history' }],
  ['thrown ServiceError', 418, { path: '/known' }],
  ['unforeseen error', 500, { path: '/broken' }],
  ['a handler over its deadline', 503, { path: '/slow' }],
  [
    'a body that is not JSON',
    400,
    { path: '/post', method: 'POST', body: '{', headers: { 'content-type': 'application/json' } },
  ],
  ['a body of another type', 415, { path: '/post', method: 'POST', body: '{}' }],
  [
    'a body too long',
    413,
    {
      path: '/post',
      method: 'POST',
      body: JSON.stringify('x'.repeat(200)),
      headers: { 'content-type': 'application/json' },
    },
  ],
];

test.each(failures)('error: %s responds {error} with its status', async (_, status, init) => {
  const url = await serve(
    [
      echo,
      {
        method: 'POST',
        path: '/post',
        handle: async (r) => createJsonResponse(await readJson(r, 100)),
      },
      { method: 'GET', path: '/slow', handle: () => sleep(3_000, createJsonResponse(1)) },
      {
        method: 'GET',
        path: '/known',
        handle: () => {
          throw new ServiceError(418, 'teapot');
        },
      },
      {
        method: 'GET',
        path: '/broken',
        handle: () => {
          throw new Error('secret detail');
        },
      },
    ],
    200,
  );
  const response = await fetch(`${url}${init.path}`, init);
  const body = (await response.json()) as { error: string };
  expect(response.status).toBe(status);
  expect(Object.keys(body)).toEqual(['error']);
  expect(body.error).not.toContain('secret');
  if (status === 405) expect(response.headers.get('allow')).toBe('GET, HEAD');
  expect(logged.some((text) => text.includes('secret detail'))).toBe(status === 500);
});

async function* endless(onReturn: () => void) {
  try {
    for (let n = 0; ; n += 1) {
      yield { event: 'n', data: { n } };
      await sleep(5);
    }
  } finally {
    onReturn();
  }
}

test('behavior: events arrive one by one, and the producer stops when the client leaves', async () => {
  const returned = Promise.withResolvers<void>();
  const handle = () => createEventStreamResponse(endless(returned.resolve));
  const url = await serve([{ method: 'GET', path: '/s', handle }]);
  const client = new AbortController();
  const response = await fetch(`${url}/s`, { signal: client.signal });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const reader = response.body?.getReader();
  const first = await reader?.read();
  expect(new TextDecoder().decode(first?.value)).toMatch(/^event: n\ndata: \{"n":0\}\n\n/);
  client.abort();
  await returned.promise;
});

test('behavior: a slow reader holds the producer back', async () => {
  let made = 0;
  const frame = formatSseEvent({ data: 'x'.repeat(100_000) });
  async function* many() {
    for (; made < 2_000; made += 1) yield frame;
  }
  const url = await serve([
    { method: 'GET', path: '/s', handle: () => createEventStreamResponse(many()) },
  ]);
  const call = request(`${url}/s`).end();
  const [response] = await once(call, 'response');
  response.pause();
  await sleep(300);
  expect(made).toBeLessThan(500);
  call.destroy();
});

test('behavior: closing ends streams and is done within two seconds', async () => {
  const service = createHttpService({
    name: 'test',
    routes: [
      {
        method: 'GET',
        path: '/s',
        handle: () => createEventStreamResponse(endless(() => undefined)),
      },
      { method: 'GET', path: '/hang', handle: () => new Promise<never>(() => undefined) },
    ],
  });
  const url = await service.listen({ host: '127.0.0.1', port: 0 });
  const stream = await fetch(`${url}/s`);
  const hanging = fetch(`${url}/hang`).catch(() => 'cut');
  await sleep(50);
  const started = performance.now();
  await service.close();
  expect(performance.now() - started).toBeLessThan(2_000);
  expect(await stream.text()).toContain('data:');
  expect(await hanging).toBe('cut');
});

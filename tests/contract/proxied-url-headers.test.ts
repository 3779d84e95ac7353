import { request as sendRequest } from 'node:http';
import { expect, test } from 'vitest';
import { startGateway, startUpstream } from '../support/gateway.ts';

type Lines = readonly (readonly [name: string, value: string])[];

/** Sends a GET, and resolves to status and headers; redirects are not followed. */
async function getHead(url: string, headers: string[] = []) {
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number | undefined;
    headers: Readonly<Record<string, string | string[] | undefined>>;
  }>();
  const request = sendRequest(
    url,
    { headers: ['Host', new URL(url).host, ...headers] },
    (response) => {
      response.resume();
      resolve({ status: response.statusCode, headers: response.headers });
    },
  );
  request.on('error', reject).end();
  return promise;
}

/** A gateway over an upstream below a base path, which responds with the given lines. */
async function startWith(linesFor: (origin: string) => Lines) {
  const stack = new AsyncDisposableStack();
  const upstream = stack.use(
    await startUpstream((_request, response) => {
      const lines = linesFor(upstream.url);
      response.writeHead(307, lines.flat()).end();
    }),
  );
  const base = `${upstream.url}/inner?apikey=SECRET`;
  const gateway = stack.use(await startGateway({ DATA_NODE_URL: base, ORACLE_URLS: base }));
  return { gateway, upstream, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

const targets: readonly (readonly [name: string, target: string, below: string | undefined])[] = [
  ['absolute', '{origin}/inner/price-list/?a=1&apikey=SECRET', '/price-list/?a=1'],
  ['scheme-relative', '//{host}/inner/price-list/?a=1&apikey=SECRET', '/price-list/?a=1'],
  ['host-relative', '/inner/price-list/?a=1&apikey=SECRET#part', '/price-list/?a=1#part'],
  ['path-relative', 'price-list/?apikey=SECRET&a=1', '/price-list/?a=1'],
  ['query alone', '?a=2&apikey=SECRET', '/price-list?a=2'],
  ['beside the base path', '/login?apikey=SECRET', undefined],
  ['of another port', 'http://127.0.0.1:1/x', undefined],
  ['with a moved secret', 'https://elsewhere.example/?next=%2F%3Fapikey=SECRET', undefined],
  ['with credentials', 'http://user:pass@{host}/inner/x', '/x'],
];

const mounts = ['/dn', '/api/dn', '/api/vision'];

test.each(mounts.flatMap((mount) => targets.map((target) => [mount, ...target] as const)))(
  'behavior: below %s a target that is %s becomes our own address',
  async (mount, _name, target, below) => {
    await using world = await startWith((origin) => {
      const url = target.replace('{origin}', origin).replace('{host}', new URL(origin).host);
      return [
        ['Location', url],
        ['Content-Location', url],
        ['Link', `<${url}>; rel="next"`],
        ['Refresh', `5; url=${url}`],
      ];
    });
    const { headers } = await getHead(`${world.gateway.url}${mount}/price-list?a=1`);
    // Oracles have their paths below /vision themselves.
    const inner =
      mount === '/api/vision' ? below?.replace(/^\/price-list(?=\?)/, '/vision/price-list') : below;
    const door = mount === '/api/vision' ? '/api' : mount;
    const relative = target.startsWith('price-list') && mount === '/api/vision';
    const own = inner && `${door}${relative ? '/vision' : ''}${inner}`;
    expect([headers.location, headers['content-location'], headers.link, headers.refresh]).toEqual([
      own,
      own,
      own && `<${own}>; rel="next"`,
      own && `5; url=${own}`,
    ]);
    expect(JSON.stringify(headers)).not.toContain('SECRET');
  },
);

test('behavior: other headers with a host or a secret of the upstream are removed', async () => {
  await using world = await startWith((origin) => [
    ['Location', 'https://elsewhere.example/a?b=c'],
    ['X-Backend', new URL(origin).host],
    ['X-Debug', 'key apikey=SECRET'],
    ['Report-To', `{"endpoints":[{"url":"${origin}/other"}]}`],
    ['X-Docs', 'https://docs.example/price'],
    ['Link', '</inner/a?apikey=SECRET>; rel=prev, </inner/b>; rel=next'],
  ]);
  const { status, headers } = await getHead(`${world.gateway.url}/dn/price-list`);
  expect([status, headers]).toMatchObject([
    307,
    {
      location: 'https://elsewhere.example/a?b=c',
      'x-docs': 'https://docs.example/price',
      link: '</dn/a>; rel=prev, </dn/b>; rel=next',
    },
  ]);
  expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['x-backend']));
  expect(Object.keys(headers).filter((name) => /x-backend|x-debug|report-to/.test(name))).toEqual(
    [],
  );
});

const parent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
const traceCases: readonly (readonly [name: string, sent: string[], passed: object])[] = [
  [
    'valid',
    ['traceparent', parent, 'tracestate', 'a=b,c@d=e', 'baggage', 'k=v;p'],
    { traceparent: parent, tracestate: 'a=b,c@d=e', baggage: 'k=v;p' },
  ],
  [
    'doubled',
    ['traceparent', parent, 'traceparent', parent, 'baggage', 'a=b', 'Baggage', 'c=d'],
    {},
  ],
  ['invalid', ['traceparent', '00-x', 'tracestate', 'a=b', 'baggage', 'no members'], {}],
  [
    'state outside the grammar',
    ['traceparent', parent, 'tracestate', 'a=\u00e9'],
    { traceparent: parent },
  ],
];

test.each(traceCases)('behavior: /dn passes on trace headers: %s', async (_name, sent, passed) => {
  let received: Readonly<Record<string, unknown>> = {};
  await using upstream = await startUpstream((request, response) => {
    received = request.headers;
    response.end();
  });
  await using gateway = await startGateway({ DATA_NODE_URL: upstream.url });
  await getHead(`${gateway.url}/dn/x`, sent);
  const { traceparent, tracestate, baggage } = received;
  expect(JSON.parse(JSON.stringify({ traceparent, tracestate, baggage }))).toEqual(passed);
});

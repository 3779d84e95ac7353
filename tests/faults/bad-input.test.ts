import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  callRoute,
  findProblem,
  jsonHeaders,
  type RouteCall,
} from '../support/cases/call-route.ts';
import { findErrorProblem, findRoute } from '../support/cases/check-response.ts';
import { type RouteCase, routeCases } from '../support/cases/route-cases.ts';
import { type FaultyWorld, startFaultyWorld } from '../support/faulty-world.ts';
import { failOnProcessWarnings } from '../support/process-warnings.ts';

failOnProcessWarnings();
let world: FaultyWorld;
beforeAll(async () => {
  world = await startFaultyWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const call = (path: string, options: RouteCall = {}) => callRoute(world.gateway.url, path, options);

/** One case of each route is enough here. */
const cases = routeCases.filter(
  (one, index) => routeCases.findIndex(({ route }) => route === one.route) === index,
);
const titled = cases.map((asked) => ({ asked, route: asked.route }));
const isPost = ({ route }: RouteCase) => route.startsWith('POST');
const gets = titled.filter(({ asked }) => !isPost(asked));
const isProxied = (asked: RouteCase) => findRoute(asked).kind === 'node';

/** Percent-encoded values that no parameter may take, or that mean nothing. */
const junk: readonly string[] = [
  '',
  '%20',
  '%00',
  'BTC%00',
  '%0d%0aX-Evil:%201',
  'null',
  'undefined',
  'NaN',
  '-1',
  '-0',
  '1e309',
  '9'.repeat(400),
  '0x',
  '%D9%A1%D9%A2',
  '%EF%BC%91',
  '__proto__',
  'constructor',
  'toString',
  '%5Bobject%20Object%5D',
  '..%2f..%2fetc',
  '%2e%2e%2f',
  '%252e%252e',
  '%27%20OR%201%3D1%20--',
  '%F0%9F%92%A5',
  '%E2%80%AE',
  '%ff%fe',
  '%ED%A0%80',
  '%',
  '%zz',
  'a'.repeat(5000),
];

/** The case with one query parameter in another way. */
function withParameter(asked: RouteCase, name: string, encoded: string): string {
  const [path = '', query = ''] = asked.path.split('?');
  const others = query.split('&').filter((pair) => pair !== '' && !pair.startsWith(`${name}=`));
  return `${path}?${[...others, encoded].join('&')}`;
}

const parametersOf = (asked: RouteCase) => Object.keys(findRoute(asked).query?.shape ?? {});

describe.each(gets)('$route', ({ asked }) => {
  const parameters = parametersOf(asked);

  test('args: a repeated parameter is 400 and named, in any spelling of it', async () => {
    for (const name of parameters) {
      for (const twice of [`${name}=1&${name}=1`, `${name}=1&${name}[]=1`, `${name}[0]=1`]) {
        const seen = await call(withParameter(asked, name, twice));
        expect([seen.status, JSON.parse(seen.text)]).toEqual([
          400,
          { error: `${name} must be given once` },
        ]);
        expect(findErrorProblem(seen)).toBeNull();
      }
    }
  });

  test('args: an invalid value of each parameter gets a response, never a failure', async () => {
    const problems: string[] = [];
    for (const [index, name] of parameters.entries()) {
      // Where there are many, each gets its share of the junk.
      const share = parameters.length > 5 ? 4 : 1;
      for (const value of junk.filter((_value, place) => (place + index) % share === 0)) {
        const seen = await call(withParameter(asked, name, `${name}=${value}`));
        const problem = findProblem(seen);
        if (problem) problems.push(`${name}=${value.slice(0, 40)}: ${problem}`);
      }
    }
    expect(problems).toEqual([]);
  });

  test('args: an invalid value of each path segment gets a response, never a failure', async () => {
    const problems: string[] = [];
    const [path = '', query = ''] = asked.path.split('?');
    const parts = path.split('/');
    for (const index of parts.keys()) {
      if (index === 0) continue;
      for (const value of junk) {
        const other = parts.with(index, value).join('/');
        const seen = await call(`${other}?${query}`);
        // Below /dn and /vision what is no route of ours is passed on, and the answer is the upstream's.
        const isOwn = !/^\/(dn|vision)\//.test(other) || seen.status >= 500;
        const problem = isOwn ? findProblem(seen) : null;
        if (problem) problems.push(`${other.slice(0, 60)}: ${problem}`);
      }
    }
    expect(problems).toEqual([]);
  });

  test('behavior: undeclared parameters change nothing', async () => {
    // Simulations refuse them: a misspelt parameter would silently give another backtest.
    if (asked.route.startsWith('GET /sim/') || isProxied(asked)) return;
    const plain = await call(asked.path);
    const more = `${asked.path}${asked.path.includes('?') ? '&' : '?'}__proto__=1&constructor=x&utm=1`;
    expect(await call(more)).toMatchObject({ status: plain.status, text: plain.text });
  });

  test('args: a query of 100 kB is refused as too large a head', async () => {
    const seen = await call(withParameter(asked, 'filler', `filler=${'x'.repeat(100_000)}`));
    expect(seen.status).toBe(431);
    expect(findErrorProblem(seen)).toBeNull();
  });

  test('args: a header of 16 kB is refused, one of 8 kB is not', async () => {
    const headed = (length: number) =>
      call(asked.path, { headers: { 'x-filler': 'x'.repeat(length) } });
    expect((await headed(16_384)).status).toBe(431);
    expect((await headed(8192)).status).toBe(200);
  });

  test('args: another method is 405 with what is allowed', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      const seen = await call(asked.path, { method, headers: jsonHeaders, body: '{}' });
      expect([method, seen.status, findErrorProblem(seen)]).toEqual([method, 405, null]);
      expect(seen.allow.split(', ').slice(0, 2)).toEqual(['GET', 'HEAD']);
    }
  });

  test('behavior: HEAD has the status and the type of GET, and no body', async () => {
    const [head, get] = [await call(asked.path, { method: 'HEAD' }), await call(asked.path)];
    expect([head.status, head.type, head.text]).toEqual([get.status, get.type, '']);
    if (parameters.length === 0 || isProxied(asked)) return;
    const bad = await call(
      withParameter(asked, parameters[0] ?? '', `${parameters[0]}=1&${parameters[0]}=1`),
      {
        method: 'HEAD',
      },
    );
    expect([bad.status, bad.text]).toEqual([400, '']);
  });

  test('behavior: what the client holds is 304, by tag, by list and by star', async () => {
    if (findRoute(asked).kind !== 'json') return;
    const first = await call(asked.path);
    const tag = /"etag":"\\"([^"\\]+)\\""/.exec(first.head)?.[1];
    expect(tag, first.head).toBeDefined();
    for (const held of [`"${tag}"`, `W/"${tag}"`, `"other", "${tag}"`, '*']) {
      const again = await call(asked.path, { headers: { 'if-none-match': held } });
      expect([held, again.status, again.text]).toEqual([held, 304, '']);
    }
    for (const held of ['"other"', tag ?? '', '', 'x'.repeat(4000)]) {
      expect((await call(asked.path, { headers: { 'if-none-match': held } })).status).toBe(200);
    }
  });

  test('behavior: OPTIONS lets pages of any origin ask, without credentials', async () => {
    const headers = { origin: 'https://page.example', 'access-control-request-method': 'GET' };
    const seen = await call(asked.path, { method: 'OPTIONS', headers });
    expect([seen.status, seen.text]).toEqual([204, '']);
    expect(seen.head).toContain('"access-control-allow-origin":"*"');
    expect(seen.head).not.toContain('allow-credentials');
    expect((await call(asked.path)).head).toContain('"access-control-allow-origin":"*"');
  });
});

test('behavior: any text in any parameter of any route gets a response, never a failure', async () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.double().map(String),
    fc.bigInt().map(String),
    fc.json(),
    fc.stringMatching(/^0x[0-9a-fA-F]{60,70}$/),
  );
  const parameter = fc
    .constantFrom(
      ...gets.map(({ asked }) => asked).filter((asked) => parametersOf(asked).length > 0),
    )
    .chain((asked) =>
      fc.tuple(fc.constant(asked), fc.constantFrom(...parametersOf(asked)), anyText),
    );
  await fc.assert(
    fc.asyncProperty(parameter, async ([asked, name, text]) => {
      const encoded = encodeURIComponent(text.toWellFormed());
      const seen = await call(withParameter(asked, name, `${name}=${encoded}`));
      expect(findProblem(seen)).toBeNull();
    }),
    { numRuns: 600 },
  );
});

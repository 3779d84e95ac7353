import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collectReceived, sendRaw, waitUntil } from '../../src/http/proxy/testing/proxy.ts';
import {
  callRoute,
  findProblem,
  jsonHeaders,
  type RouteCall,
} from '../support/cases/call-route.ts';
import { findErrorProblem } from '../support/cases/check-response.ts';
import { routeCases } from '../support/cases/route-cases.ts';
import { type FaultyWorld, startFaultyWorld } from '../support/faulty-world.ts';
import { failOnProcessWarnings } from '../support/process-warnings.ts';

failOnProcessWarnings();
let world: FaultyWorld;
beforeAll(async () => {
  world = await startFaultyWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const call = (path: string, options: RouteCall = {}) => callRoute(world.gateway.url, path, options);

const posts = routeCases
  .filter(({ route }) => route.startsWith('POST'))
  .map((asked) => ({ asked, route: asked.route }));

/** Things in the place of a member that is a text or a number. */
const members: readonly unknown[] = [
  null,
  true,
  [],
  ['1'],
  {},
  { toString: 1 },
  { toString: 'x', valueOf: 'y' },
  { length: 3 },
  '',
  ' ',
  'NaN',
  '\u0000',
  '٣',
  '１２',
  '💥',
  '9'.repeat(400),
  -1,
  1e308,
  2 ** 53,
];

describe.each(posts)('$route', ({ asked }) => {
  const good = asked.body as Record<string, unknown>;
  const post = (body: string, headers: Readonly<Record<string, string>> = jsonHeaders) =>
    call(asked.path, { method: 'POST', headers, body });

  test.each([
    ['no body', '', 400],
    ['no JSON', '{', 400],
    ['a list', '[]', 400],
    ['a text', '"x"', 400],
    ['a number', '1', 400],
    ['null', 'null', 400],
    ['NaN', '{"address": NaN}', 400],
    ['bytes that are no UTF-8', '{"a":"\ud800"}', 400],
    ['a prototype', '{"__proto__":{"address":"0x1"}}', 400],
    ['lists 20,000 deep', `{"address":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, 400],
    ['300 kB', JSON.stringify({ filler: 'x'.repeat(300_000) }), 413],
  ])('args: %s is %s', async (_what, body, status) => {
    const seen = await post(body);
    expect([seen.status, findErrorProblem(seen)]).toEqual([status, null]);
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    '',
  ])('args: a body of type %j is 415', async (type) => {
    const seen = await post(JSON.stringify(good), type === '' ? {} : { 'content-type': type });
    expect([seen.status, findErrorProblem(seen)]).toEqual([415, null]);
  });

  test('args: a compressed body is 415', async () => {
    const seen = await post(JSON.stringify(good), { ...jsonHeaders, 'content-encoding': 'gzip' });
    expect([seen.status, findErrorProblem(seen)]).toEqual([415, null]);
  });

  test('args: any JSON for each member gets a response, never a failure', async () => {
    const problems: string[] = [];
    for (const name of Object.keys(good)) {
      for (const member of members) {
        const seen = await post(JSON.stringify({ ...good, [name]: member }));
        const problem = findProblem(seen);
        if (problem) problems.push(`${name}: ${JSON.stringify(member)}: ${problem}`);
      }
      const { [name]: _left, ...rest } = good;
      const problem = findProblem(await post(JSON.stringify(rest)));
      if (problem) problems.push(`without ${name}: ${problem}`);
    }
    expect(problems).toEqual([]);
  });

  test('args: another method is 405 with what is allowed, OPTIONS is 204', async () => {
    for (const method of ['GET', 'PUT', 'DELETE', 'HEAD']) {
      const seen = await call(asked.path, { method });
      expect([method, seen.status, seen.allow]).toEqual([method, 405, 'POST, OPTIONS']);
    }
    expect((await call(asked.path, { method: 'OPTIONS' })).status).toBe(204);
  });
});

test.each(['/graphql', '/api/faucet'])(
  'error: a body of %s that turns out too large is refused, and its connection goes on',
  async (path) => {
    const socket = sendRaw(
      Number(new URL(world.gateway.url).port),
      `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    const seen = collectReceived(socket);
    const statuses = () => seen.text.match(/(?<=HTTP\/1\.1 )\d+/g) ?? [];
    const chunk = `${(60_000).toString(16)}\r\n${'x'.repeat(60_000)}\r\n`;
    // More than the request and the system keep of it.
    for (let sent = 0; sent < 50; sent += 1) socket.write(chunk);
    await waitUntil(() => statuses().length === 1);
    socket.write('0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    await waitUntil(() => statuses().length === 2);
    expect(statuses()).toEqual(['413', '200']);
    socket.destroy();
  },
);

test.each([
  '/nothing',
  '/price/x',
  '/PRICE',
  '/portfolio/history/x',
  '/%00',
  '/constructor',
  '/__proto__',
  '//',
])('error: the unknown path %s is 404', async (path) => {
  const seen = await call(path);
  expect([path, seen.status, findErrorProblem(seen)]).toEqual([path, 404, null]);
});

test('behavior: any JSON in the body of any route gets a response, never a failure', async () => {
  const body = fc.constantFrom(...posts.map(({ asked }) => asked)).chain((asked) => {
    const good = asked.body as Record<string, unknown>;
    const name = fc.constantFrom(...Object.keys(good));
    const spoilt = fc
      .tuple(name, fc.jsonValue())
      .map(([key, value]) => ({ ...good, [key]: value }));
    return fc.tuple(fc.constant(asked), fc.oneof(spoilt, fc.jsonValue()));
  });
  await fc.assert(
    fc.asyncProperty(body, async ([asked, value]) => {
      const seen = await call(asked.path, {
        method: 'POST',
        headers: jsonHeaders,
        body: JSON.stringify(value),
      });
      expect(findProblem(seen)).toBeNull();
    }),
    { numRuns: 300 },
  );
});

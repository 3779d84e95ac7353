import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { requestIdFor } from '../support/request-id-for.ts';

type Line = { readonly requestId?: string; readonly msg?: string; readonly path?: string };

let gateway: TestGateway;
const lines: Line[] = [];
beforeAll(async () => {
  const write = (line: string) => void lines.push(JSON.parse(line));
  gateway = await startGateway({}, { log: pino({ level: 'info', base: null }, { write }) });
});
afterAll(() => gateway[Symbol.asyncDispose]());

const json = { 'content-type': 'application/json' };
type Case = {
  readonly of: string;
  readonly path: string;
  readonly status: number;
  readonly init?: RequestInit;
};
const cases: readonly Case[] = [
  { of: 'parameters', path: '/api/price', status: 400 },
  { of: 'paths', path: '/api/nothing', status: 404 },
  { of: 'encoding', path: '/api/vision/batch/%E0%A4/state', status: 400 },
  { of: 'methods', path: '/api/price', status: 405, init: { method: 'PUT' } },
  { of: 'media-types', path: '/api/faucet', status: 415, init: { method: 'POST', body: 'x' } },
  {
    of: 'bodies',
    path: '/api/faucet',
    status: 400,
    init: { method: 'POST', body: '{', headers: json },
  },
  { of: 'configuration', path: '/api/explorer/health', status: 503 },
  { of: 'upstreams', path: '/api/price?asset=BTC', status: 502 },
  { of: 'streams', path: '/api/sim/run-stream', status: 400 },
];

test.each(cases)('error: a refusal ($of) has the request id, as the log does', async (asked) => {
  const { of, path, status, init = {} } = asked;
  const id = requestIdFor(of);
  const response = await fetch(gateway.url + path, {
    ...init,
    headers: { ...init.headers, 'x-request-id': id },
  });
  expect([response.status, response.headers.get('x-request-id')]).toEqual([status, id]);
  const found = () => lines.filter(({ requestId }) => requestId === id).map(({ msg }) => msg);
  await expect.poll(found).toContain('answered');
  if (status >= 502) expect(found()).toContain('upstream failed');
});

test('default: the log names requests whose responses are not ours, too', async () => {
  await fetch(`${gateway.url}/dn/health`, { headers: { 'x-request-id': requestIdFor('r-dn') } });
  await expect
    .poll(() => lines.find(({ path }) => path === '/dn/health'))
    .toMatchObject({ requestId: requestIdFor('r-dn') });
});

test.each([
  { of: 'r-data-node', path: '/dn/health', msg: 'the data node failed /dn' },
  { of: 'r-oracles', path: '/api/vision/anything', msg: 'the oracles failed' },
])(
  'error: what could not be passed on ($path) is logged by the id of its request',
  async (asked) => {
    const { of, path, msg } = asked;
    const id = requestIdFor(of);
    const response = await fetch(gateway.url + path, { headers: { 'x-request-id': id } });
    expect(response.status).toBe(502);
    expect(lines).toContainEqual(expect.objectContaining({ requestId: id, msg }));
  },
);

test.each(['a new document', 'a known document'])(
  'behavior: fields that fail alike (%s) are one line of the log',
  async (which) => {
    const id = requestIdFor(which);
    const fields = Array.from({ length: 30 }, (_, at) => `f${at}: dtfs(first: 1) { totalCount }`);
    const response = await fetch(`${gateway.url}/graphql`, {
      method: 'POST',
      headers: { ...json, 'x-request-id': id },
      body: JSON.stringify({ query: `{ ${fields.join(' ')} }` }),
    });
    expect((await response.text()).match(/"code":"UPSTREAM/g)).toHaveLength(30);
    const told = lines.filter(({ requestId, msg }) => requestId === id && msg === 'field failed');
    expect(told).toHaveLength(1);
  },
);

const failing = '{ dtfs(first: 1) { totalCount } }';
const parts = '{ asset(symbol: "BTC") { symbol } ... @defer { dtfs(first: 1) { totalCount } } }';
const followed = `subscription { nav(itpId: "0x${'1'.repeat(64)}") { wei } }`;
test.each([
  { of: 'a-new-document', query: failing, accept: 'application/json' },
  { of: 'a-known-document', query: failing, accept: 'application/json' },
  { of: 'a-later-part', query: parts, accept: 'multipart/mixed' },
  { of: 'a-subscription', query: followed, accept: 'text/event-stream' },
])('error: what fails in the graph ($of) is logged by the id of its request', async (asked) => {
  const { of, query, accept } = asked;
  const id = requestIdFor(of);
  const response = await fetch(`${gateway.url}/graphql`, {
    method: 'POST',
    headers: { ...json, accept, 'x-request-id': id },
    body: JSON.stringify({ query }),
  });
  expect(await response.text()).toMatch(/"code":"UPSTREAM/);
  expect(lines.filter(({ requestId }) => requestId === id)).toContainEqual(
    expect.objectContaining({ msg: 'field failed' }),
  );
});

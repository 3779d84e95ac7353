import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startGateway, type TestGateway } from '../support/gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway[Symbol.asyncDispose]());

const post = (path: string, body: unknown, headers: Record<string, string>) =>
  fetch(gateway.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const query = { query: '{ __typename }' };
const call = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

describe('a slash after the path', () => {
  test.each([
    ['/graphql/', query, 'application/json'],
    ['/graphql/?x=1', query, 'application/json'],
    ['/graphql/stream/', query, 'text/event-stream'],
    ['/mcp/', call, 'application/json, text/event-stream'],
  ])('behavior: %s is served as without it', async (path, body, accept) => {
    const response = await post(path, body, { accept });
    expect(response.status).toBe(200);
    expect(await response.text()).toMatch(/__typename|"tools"/);
  });

  test('error: other paths below are unknown', async () => {
    expect((await post('/graphql//', query, {})).status).toBe(404);
    expect((await post('/mcp/x', call, {})).status).toBe(404);
  });
});

describe('Accept at /mcp', () => {
  test.each([
    ['application/json, text/event-stream', 'text/event-stream'],
    ['*/*', 'text/event-stream'],
    ['text/*;q=0.5, application/json;q=0', 'text/event-stream'],
    ['application/json', 'application/json'],
    ['application/json;q=0.1, text/event-stream;q=0', 'application/json'],
  ])('behavior: %s gets %s', async (accept, type) => {
    const response = await post('/mcp', call, { accept });
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining(type),
    ]);
    expect(await response.text()).toContain('"tools"');
  });

  test.each(['text/html', '*/*;q=0'])('error: %s is 406', async (accept) => {
    const response = await post('/mcp', call, { accept });
    expect([response.status, await response.json()]).toEqual([
      406,
      { error: 'Accept must name text/event-stream or application/json' },
    ]);
  });
});

describe('Accept-Encoding', () => {
  test.each([
    ['br;q=0.1, gzip', 'gzip'],
    ['gzip;q=0, br;q=0', null],
    ['*', 'br'],
  ])('behavior: %s gives %s', async (accepts, encoding) => {
    const response = await fetch(`${gateway.url}/openapi.json`, {
      headers: { 'accept-encoding': accepts },
    });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    await response.arrayBuffer();
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FaultyWorld, startFaultyWorld } from '../support/faulty-world.ts';

let world: FaultyWorld;
beforeAll(async () => {
  world = await startFaultyWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const send = (method: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${world.gateway.url}/graphql`, {
    method,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
  });

const assets = { query: '{ assets(first: 3) { edges { node { symbol price } } } }' };

describe('the method QUERY', () => {
  test('default: serves what POST serves, with the cache headers of GET', async () => {
    const byPost = await (await send('POST', assets)).json();
    expect(byPost.data.assets.edges).toHaveLength(2);
    const url = `${world.gateway.url}/graphql?query=${encodeURIComponent(assets.query)}`;
    const byGet = await fetch(url, { headers: { accept: 'application/json' } });
    const byQuery = await send('QUERY', assets);
    expect([byQuery.status, await byQuery.json()]).toEqual([200, byPost]);
    for (const name of ['cache-control', 'etag', 'vary']) {
      expect(byQuery.headers.get(name)).toBe(byGet.headers.get(name));
    }
    expect(byQuery.headers.get('cache-control')).toMatch(/^public, .*s-maxage=\d+/);
  });

  test('behavior: a known ETag is a 304, also from the response cache', async () => {
    const etag = (await send('QUERY', assets)).headers.get('etag') ?? '';
    const seen: unknown[] = [];
    for (let count = 0; count < 3; count += 1) {
      const response = await send('QUERY', assets, { 'if-none-match': etag });
      seen.push([response.status, await response.text(), response.headers.get('etag')]);
    }
    expect(seen).toEqual([0, 1, 2].map(() => [304, '', etag]));
    expect((await send('QUERY', assets)).headers.get('x-cache')).toBe('HIT');
  });

  test('behavior: cached responses of POST and QUERY are apart', async () => {
    const query = { query: '{ assets(first: 2) { edges { node { symbol } } } }' };
    for (let count = 0; count < 3; count += 1) {
      expect((await send('POST', query)).headers.get('etag')).toBeNull();
      expect((await send('QUERY', query)).headers.get('etag')).toMatch(/^"[\w-]{27}"$/);
    }
    const other = await send('QUERY', {
      query: '{ assets(first: 1) { edges { node { symbol } } } }',
    });
    expect((await other.json()).data.assets.edges).toHaveLength(1);
  });

  test.each([{ accept: 'application/json' }, { accept: 'text/event-stream' }])(
    'error: a mutation is refused as by GET, with $accept',
    async (headers) => {
      const query =
        'mutation { requestFaucet(input: { address: "0x0000000000000000000000000000000000000001" }) { success } }';
      const response = await send('QUERY', { query }, headers);
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
      expect(await response.text()).toContain('BAD_REQUEST');
    },
  );

  test('default: results come as events to a client that prefers them', async () => {
    const response = await send('QUERY', assets, { accept: 'text/event-stream' });
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(await response.text()).toMatch(
      /event: next\ndata: \{"data":\{"assets".*\n\n.*event: complete/s,
    );
  });

  test.each([
    ['text/plain', 415],
    ['application/x-www-form-urlencoded', 415],
  ])('error: a body of %s is %i', async (type, status) => {
    const response = await send('QUERY', assets, { 'content-type': type });
    expect(response.status).toBe(status);
  });

  test('default: OPTIONS and a 405 name it and its media type', async () => {
    const options = await fetch(`${world.gateway.url}/graphql`, { method: 'OPTIONS' });
    const wrong = await fetch(`${world.gateway.url}/graphql`, { method: 'PATCH' });
    expect([options.status, wrong.status]).toEqual([204, 405]);
    for (const { headers } of [options, wrong]) {
      expect(headers.get('allow')).toBe('GET, POST, QUERY, OPTIONS');
      expect(headers.get('accept-query')).toBe('application/json');
    }
    expect(options.headers.get('access-control-allow-methods')).toContain('QUERY');
  });
});

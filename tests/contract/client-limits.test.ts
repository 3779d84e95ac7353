import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type GatewayOnNode, startGatewayOnNode } from '../support/data-node-formats.ts';
import { isolatedEnv, startGateway } from '../support/gateway.ts';
import { postJson } from '../support/post-json.ts';

const proxied = { TRUSTED_PROXIES: '127.0.0.1,::1' };
/** Headers of a request that a trusted proxy forwards for a client. */
const from = (client: string) => ({ 'X-Forwarded-For': client });

const fund = (first: number) => `{ dtfs(first: ${first}) { edges { node { name } } } }`;

describe('requests to REST', () => {
  let world: GatewayOnNode;
  beforeAll(async () => {
    world = await startGatewayOnNode({ ...proxied, RATE_LIMIT_REST_PER_MINUTE: '3' });
  });
  afterAll(() => world[Symbol.asyncDispose]());
  const get = (path: string, client: string) =>
    fetch(`${world.gateway.url}${path}`, { headers: from(client) });

  test('default: a client is refused beyond its limit, others are not', async () => {
    const path = '/api/aum-ranking';
    const statuses: number[] = [];
    for (let i = 0; i < 3; i++) statuses.push((await get(path, '192.0.2.1')).status);
    expect(statuses).not.toContain(429);
    const refused = await get(path, '192.0.2.1');
    expect(refused.status).toBe(429);
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(refused.headers.get('ratelimit')).toBe(`"rest";r=0;t=${seconds}`);
    expect(refused.headers.get('ratelimit-policy')).toBe('"rest";q=3;w=60');
    expect(refused.headers.get('cache-control')).toBe('no-store');
    expect(refused.headers.get('access-control-expose-headers')).toContain(
      'Retry-After, RateLimit, RateLimit-Policy',
    );
    expect(await refused.json()).toEqual({
      error: `a client may ask for 3 requests a minute; try again in ${seconds} s`,
    });
    expect((await get(path, '192.0.2.2')).status).not.toBe(429);
  });

  test('behavior: cached responses, streams, errors and the proxy count together', async () => {
    const client = '2001:db8::1';
    const paths = ['/api/price?symbol=', '/api/sim/run-stream?top_n=x', '/dn/health'];
    for (const path of paths) expect((await get(path, client)).status).not.toBe(429);
    // The same network is the same client.
    const neighbour = '2001:db8::2';
    for (const path of paths) expect((await get(path, neighbour)).status).toBe(429);
    const posted = await postJson(`${world.gateway.url}/api/faucet`, {}, { headers: from(client) });
    expect(posted.status).toBe(429);
  });

  test('behavior: probes, metrics, GraphQL and unknown paths are not limited', async () => {
    const client = '192.0.2.3';
    for (let i = 0; i < 4; i++) await get('/api/price?symbol=', client);
    for (const path of [
      '/healthz',
      '/readyz',
      '/metrics',
      '/openapi.json',
      '/graphql?query={__typename}',
    ])
      expect((await get(path, client)).status, path).not.toBe(429);
  });
});

describe('the cost of GraphQL', () => {
  let world: GatewayOnNode;
  beforeAll(async () => {
    world = await startGatewayOnNode({ ...proxied, RATE_LIMIT_GRAPHQL_COST_PER_MINUTE: '100' });
  });
  afterAll(() => world[Symbol.asyncDispose]());
  const query = (document: string, client: string, headers = {}) =>
    postJson(
      `${world.gateway.url}/graphql`,
      { query: document },
      { headers: { ...from(client), ...headers } },
    );
  /** How many times in a row a client gets the response to a document. */
  async function countAdmitted(document: string, client: string): Promise<number> {
    for (let count = 0; count < 1000; count++) {
      const { status } = await query(document, client);
      if (status === 429) return count;
      expect(status).toBe(200);
    }
    throw new Error('never refused');
  }

  test('default: a dear operation is refused earlier than a cheap one, cached or not', async () => {
    const cheap = await countAdmitted('{ __typename }', '192.0.2.1');
    const dear = await countAdmitted(fund(20), '192.0.2.2');
    expect(cheap).toBe(100);
    expect(dear).toBeGreaterThan(0);
    expect(dear).toBeLessThan(10);
    // Another client gets it from the cache, and pays the same.
    expect(await countAdmitted(fund(20), '192.0.2.3')).toBe(dear);
  });

  test.each(['application/json', 'application/graphql-response+json'])(
    'error: %s says the code, and when to come back',
    async (Accept) => {
      const client = `198.51.100.${Accept.length}`;
      await countAdmitted(fund(20), client);
      const refused = await query(fund(19), client, { Accept });
      expect(refused.status).toBe(429);
      const seconds = Number(refused.headers.get('retry-after'));
      expect(seconds).toBeGreaterThan(0);
      expect(refused.headers.get('ratelimit')).toBe(`"graphql";r=0;t=${seconds}`);
      expect(refused.headers.get('ratelimit-policy')).toBe('"graphql";q=100;w=60');
      const { errors } = (await refused.json()) as { errors: { extensions: { code: string } }[] };
      expect(errors).toMatchObject([
        {
          message: `a client may ask for 100 objects of GraphQL cost a minute; try again in ${seconds} s`,
          extensions: { code: 'RATE_LIMITED' },
        },
      ]);
      const mutation = 'mutation { __typename }';
      expect((await query(mutation, client, { Accept })).status).toBe(429);
    },
  );

  test('behavior: a refused client does not spoil the response of one that waits for the same', async () => {
    const poor = '203.0.113.1';
    await countAdmitted('{ __typename }', poor);
    const document = '{ dtfs(first: 3) { edges { node { symbol } } } }';
    const [refused, served] = await Promise.all([
      query(document, poor),
      query(document, '203.0.113.2'),
    ]);
    expect([refused.status, served.status]).toEqual([429, 200]);
  });

  test('behavior: a subscription is charged when it begins', async () => {
    const client = '203.0.113.3';
    await countAdmitted('{ __typename }', client);
    const response = await query('subscription { nav(itpId: "x") { __typename } }', client, {
      Accept: 'text/event-stream',
    });
    expect(await response.text()).toContain('RATE_LIMITED');
  });
});

test('error: a limit that is no number refuses the start', async () => {
  await expect(
    startGateway({ ...isolatedEnv, RATE_LIMIT_REST_PER_MINUTE: 'many' }),
  ).rejects.toThrow('RATE_LIMIT_REST_PER_MINUTE: must be a whole number');
});

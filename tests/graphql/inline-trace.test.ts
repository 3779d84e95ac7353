import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type GatewayOnNode, startGatewayOnNode } from '../support/data-node-formats.ts';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { postJson } from '../support/post-json.ts';

// What a trace holds is tested in `tests/clients/libraries`, which has Apollo's package.

let world: GatewayOnNode;
beforeAll(async () => {
  world = await startGatewayOnNode();
});
afterAll(() => world[Symbol.asyncDispose]());

const traceHeaders = { 'apollo-federation-include-trace': 'ftv1' };

async function read(response: Response) {
  const result = (await response.json()) as {
    readonly data?: unknown;
    readonly errors?: readonly unknown[];
    readonly extensions?: { readonly ftv1?: string };
  };
  const ftv1 = result.extensions?.ftv1;
  const trace = ftv1 === undefined ? null : Buffer.from(ftv1, 'base64').toString('latin1');
  return { result, trace, headers: response.headers };
}

const send = async (
  body: object,
  {
    gateway = world.gateway,
    headers = traceHeaders,
  }: { gateway?: TestGateway; headers?: Record<string, string> } = {},
) => read(await postJson(`${gateway.url}/graphql`, body, { headers }));

const query =
  '{ funds: dtfs(first: 2) { totalCount edges { node { id name holdings { asset { symbol price } } } } } }';

describe('requests for inline traces', () => {
  test('default: a router that wants one gets it beside the same data', async () => {
    const { result, trace, headers } = await send({ query });
    expect(result.data).toEqual((await send({ query }, { headers: {} })).result.data);
    expect(headers.get('cache-control')).toBe('no-store');
    for (const name of ['funds', 'totalCount', 'DtfConnection', 'symbol']) {
      expect(trace).toContain(name);
    }
  });

  test('default: no other request gets one', async () => {
    for (const headers of [{}, { 'apollo-federation-include-trace': 'ftv2' }]) {
      const { result, trace } = await send({ query }, { headers });
      expect(trace).toBeNull();
      expect(result.extensions).toBeUndefined();
    }
  });

  test('behavior: a trace is neither cached nor read from a cache', async () => {
    await using cached = await startGatewayOnNode();
    const { gateway } = cached;
    const asked = async (headers: Record<string, string>) => {
      const { trace, headers: sent } = await send({ query }, { gateway, headers });
      return [trace !== null, sent.get('x-cache'), sent.get('cache-control')];
    };
    for (let count = 0; count < 3; count += 1) {
      expect((await asked(traceHeaders))[0]).toBe(true);
      expect((await asked({}))[0]).toBe(false);
    }
    expect((await asked({}))[1]).toBe('HIT');
    const [has, , control] = await asked(traceHeaders);
    expect([has, control]).toEqual([true, 'no-store']);
  });

  test('behavior: also over GET, in which it changes nothing for others', async () => {
    const url = `${world.gateway.url}/graphql?query=${encodeURIComponent('{ dtfs(first: 1) { totalCount } }')}`;
    for (const headers of [{}, traceHeaders, {}, traceHeaders]) {
      const { result, trace } = await read(await fetch(url, { headers }));
      expect(result.data).toMatchObject({ dtfs: { totalCount: expect.any(Number) } });
      expect(trace === null).toBe(headers !== traceHeaders);
    }
  });

  test('error: its errors are those of the response, without secrets', async () => {
    const password = 'of-the-data-node';
    await using gateway = await startGateway({
      DATA_NODE_URL: `http://me:${password}@127.0.0.1:1/hidden`,
    });
    const failing = '{ dtfs(first: 1) { totalCount } latest: asset(symbol: "BTC") { price } }';
    const { result, trace } = await send({ query: failing }, { gateway });
    expect(result.errors?.length).toBeGreaterThan(0);
    expect(trace).toContain('UPSTREAM_UNAVAILABLE');
    for (const hidden of [password, '127.0.0.1', '/hidden', 'ECONNREFUSED', '/src/', 'stack']) {
      expect(trace).not.toContain(hidden);
    }
  });
});

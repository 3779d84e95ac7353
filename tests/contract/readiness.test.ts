import type { RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { respondByPath, startGateway, startUpstream, unreachableUrl } from '../support/gateway.ts';

type Readiness = { readonly status: string; readonly upstreams: Readonly<Record<string, string>> };

/** A gateway whose upstreams are all one, which answers as `play` says. */
async function startOverOne(stack: AsyncDisposableStack, play: RequestListener) {
  const upstream = stack.use(await startUpstream(play));
  const { url } = upstream;
  const gateway = stack.use(
    await startGateway({
      DATA_NODE_URL: url,
      ORACLE_URLS: url,
      L3_RPC_URL: url,
      SETTLEMENT_RPC_URL: url,
      MARKET_DATA_URL: url,
    }),
  );
  return async () => {
    const response = await fetch(`${gateway.url}/readyz`);
    const { status, upstreams } = (await response.json()) as Readiness;
    return { code: response.status, status, states: [...new Set(Object.values(upstreams))] };
  };
}

const ready = { code: 200, status: 'ready', states: ['up'] };
const unavailable = { code: 503, status: 'unavailable', states: ['down'] };

const response =
  (status: number): RequestListener =>
  (_request, response) =>
    response.writeHead(status).end('{}');

test('behavior: upstreams that were up and are gone are down, also without requests', async () => {
  await using stack = new AsyncDisposableStack();
  let play = response(200);
  const readyz = await startOverOne(stack, (...exchange) => play(...exchange));
  expect(await readyz()).toEqual(ready);
  play = (request) => request.socket.destroy();
  await expect.poll(readyz, { timeout: 10_000, interval: 500 }).toEqual(unavailable);
  play = response(404);
  await expect.poll(readyz, { timeout: 5000, interval: 200 }).toEqual(ready);
});

test.each([502, 503, 504])(
  'behavior: a proxy that answers %i has no upstream behind it',
  async (status) => {
    await using stack = new AsyncDisposableStack();
    const readyz = await startOverOne(stack, response(status));
    expect(await readyz()).toEqual(unavailable);
  },
);

test('behavior: upstreams that accept requests and never respond are down', async () => {
  await using stack = new AsyncDisposableStack();
  const readyz = await startOverOne(stack, () => {});
  expect(await readyz()).toEqual(unavailable);
});

test.each([200, 404, 405, 500])('default: an upstream that responds %i is up', async (status) => {
  await using stack = new AsyncDisposableStack();
  const readyz = await startOverOne(stack, response(status));
  expect(await readyz()).toEqual(ready);
});

test('error: with no upstream at all', async () => {
  await using gateway = await startGateway({ DATA_NODE_URL: unreachableUrl });
  expect((await fetch(`${gateway.url}/readyz`)).status).toBe(503);
});

test('behavior: a hanging upstream does not delay readiness checks', async () => {
  await using dataNode = await startUpstream(respondByPath({ '/health': {} }));
  await using hanging = await startUpstream(() => undefined);
  await using gateway = await startGateway({
    DATA_NODE_URL: dataNode.url,
    MARKET_DATA_URL: hanging.url,
  });
  for (const time of ['first', 'second']) {
    const startedAt = performance.now();
    const response = await fetch(`${gateway.url}/readyz`);
    expect([time, response.status]).toEqual([time, 200]);
    expect(await response.json()).toMatchObject({
      status: 'ready',
      upstreams: { 'data node': 'up' },
    });
    // Who asks for readiness waits for a second, where nobody has told it otherwise.
    expect(performance.now() - startedAt).toBeLessThan(900);
  }
});

test('default: both pools of connections to the data node are separate, in metrics as well', async () => {
  await using dataNode = await startUpstream(
    respondByPath({ '/health': {}, '/sim/categories': {} }),
  );
  await using gateway = await startGateway({ DATA_NODE_URL: dataNode.url });
  const { upstreams } = (await (await fetch(`${gateway.url}/readyz`)).json()) as Readiness;
  expect(upstreams).toMatchObject({ 'data node': 'up', 'data node streams': 'up' });
  const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
  for (const label of ['data node', 'data node streams', 'oracle 1']) {
    expect(metrics).toContain(`gateway_upstream_call_seconds_count{upstream="${label}"`);
  }
});

test('default: the graph says the same, never from a cache', async () => {
  await using stack = new AsyncDisposableStack();
  let play = response(200);
  const dataNode = stack.use(await startUpstream((...exchange) => play(...exchange)));
  const gateway = stack.use(
    await startGateway({ DATA_NODE_URL: dataNode.url, READY_REQUIRES: 'data-node' }),
  );
  const ask = async () => {
    const source = '{ gateway { version startedAt isSandbox ready upstreams { name status } } }';
    const { data } = await gateway.query<{
      gateway: { ready: boolean; upstreams: { name: string; status: string }[] };
    }>(source);
    const { ready, upstreams, ...rest } = data.gateway;
    expect(rest).toEqual({
      version: expect.stringMatching(/^\d/),
      startedAt: expect.stringMatching(/^\d{4}-/),
      isSandbox: false,
    });
    return [ready, upstreams.find(({ name }) => name === 'data node')?.status];
  };
  expect(await ask()).toEqual([true, 'UP']);
  play = (request) => request.socket.destroy();
  await expect.poll(ask, { timeout: 10_000, interval: 500 }).toEqual([false, 'DOWN']);
});

test.each([
  ['data-node', 200],
  ['data-node,oracles', 503],
  ['oracles', 503],
  ['l3', 503],
  ['settlement', 503],
  ['providers', 503],
])('args: with only the data node up, READY_REQUIRES=%s is %i', async (names, status) => {
  await using dataNode = await startUpstream(respondByPath({ '/health': {} }));
  await using gateway = await startGateway({
    DATA_NODE_URL: dataNode.url,
    DEFI_DATA_URL: unreachableUrl,
    READY_REQUIRES: names,
  });
  expect((await fetch(`${gateway.url}/readyz`)).status).toBe(status);
});

test('args: READY_REQUIRES is 200 with everything that it names', async () => {
  await using stack = new AsyncDisposableStack();
  const { url } = stack.use(await startUpstream(response(200)));
  const gateway = stack.use(
    await startGateway({
      DATA_NODE_URL: url,
      ORACLE_URLS: `${unreachableUrl},${url}`,
      L3_RPC_URL: url,
      SETTLEMENT_RPC_URL: url,
      MARKET_DATA_URL: url,
      READY_REQUIRES: 'data-node, oracles, l3, settlement, providers',
    }),
  );
  expect((await fetch(`${gateway.url}/readyz`)).status).toBe(200);
});

test.each([
  [
    'data-nodes',
    'READY_REQUIRES: must be names out of data-node, oracles, l3, settlement, providers, redis',
  ],
  ['redis', 'READY_REQUIRES: redis needs REDIS_URL'],
])('error: READY_REQUIRES=%s refuses the start', async (names, message) => {
  await expect(startGateway({ READY_REQUIRES: names })).rejects.toThrow(message);
});

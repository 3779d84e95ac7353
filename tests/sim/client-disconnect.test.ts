import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { startGateway, startUpstream } from '../support/gateway.ts';
import { categories, resultEvent, startFakeDataNode } from './support/fake-data-node.ts';

const base = 'category_id=all&top_n=5&weighting=equal&rebalance_days=30';
const body = JSON.stringify({
  query: `subscription { simulation(input: {categoryId: "all", topN: 5, weighting: "equal", rebalanceDays: 30}) { __typename } }`,
});

/** A data node that lists its categories and never says a word about a run. */
async function startSilentNode() {
  const sockets = new Set<Socket>();
  let asked = () => {};
  const wasAsked = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const node = await startUpstream((request, response) => {
    if (request.url === '/sim/categories') {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ categories }));
      return;
    }
    sockets.add(request.socket);
    request.socket.once('close', () => sockets.delete(request.socket));
    asked();
  });
  return { ...node, wasAsked, open: () => sockets.size };
}

test.each([
  ['/api/sim/run', `/api/sim/run?${base}`, {}],
  ['/api/sim/run-stream', `/api/sim/run-stream?${base}`, {}],
  ['/api/sim/sweep-stream', '/api/sim/sweep-stream?sweep=top_n&category_id=all', {}],
  [
    '/graphql/stream',
    '/graphql/stream',
    {
      method: 'POST',
      headers: { accept: 'text/event-stream', 'content-type': 'application/json' },
      body,
    },
  ],
])(
  'behavior: who leaves %s before the data node answers frees its connection within a second',
  async (_path, url, init) => {
    await using node = await startSilentNode();
    await using gateway = await startGateway({ DATA_NODE_URL: node.url });
    const controller = new AbortController();
    const response = fetch(gateway.url + url, { ...init, signal: controller.signal });
    response.catch(() => {});
    await node.wasAsked;
    expect(node.open()).toBe(1);
    const start = performance.now();
    controller.abort();
    await expect.poll(() => node.open(), { interval: 10 }).toBe(0);
    expect(performance.now() - start).toBeLessThan(1000);
  },
);

test('behavior: a client whose connection dies frees the data node, too', async () => {
  await using node = await startFakeDataNode();
  await using gateway = await startGateway({ DATA_NODE_URL: node.url });
  // Between client and gateway, so that the connection can be cut from outside.
  const { port } = new URL(gateway.url);
  const cables: Socket[] = [];
  const cable = createServer((client) => {
    const service = connect(Number(port), '127.0.0.1');
    cables.push(client, service);
    client.pipe(service).pipe(client);
    for (const end of [client, service]) end.on('error', () => {});
  });
  cable.listen(0, '127.0.0.1');
  await once(cable, 'listening');
  const address = cable.address();
  const local = typeof address === 'object' && address ? address.port : 0;
  const response = fetch(`http://127.0.0.1:${local}/api/sim/run-stream?${base}`);
  const run = await node.nextRun();
  await response;
  const start = performance.now();
  for (const end of cables) end.resetAndDestroy();
  await run.closed;
  expect(performance.now() - start).toBeLessThan(1000);
  cable.close();
});

test('behavior: a finished run is among the results at once', async () => {
  await using node = await startFakeDataNode();
  await using gateway = await startGateway({ DATA_NODE_URL: node.url });
  node.answers['/sim/results'] = { body: { results: [] } };
  node.answers['/sim/compare'] = { body: { simulations: [] } };
  const query = '{ simulations(ids: [7]) { runId } }';
  expect((await gateway.query(query)).data).toEqual({ simulations: [null] });
  const response = gateway.rest(`/sim/run?${base}`);
  (await node.nextRun()).send(resultEvent);
  await response;
  const { stats, config } = resultEvent;
  const entry = {
    ...{ id: 7, ...config, ...stats, base_fee_pct: 0.1, spread_multiplier: 1 },
    ...{ computed_at: '2026-01-01T00:00:00Z', duration_ms: 1 },
  };
  node.answers['/sim/results'] = { body: { results: [entry] } };
  const after = await gateway.query('{ simulations(ids: [7]) { runId cached } }');
  expect(after.data).toEqual({ simulations: [{ runId: 7, cached: true }] });
});

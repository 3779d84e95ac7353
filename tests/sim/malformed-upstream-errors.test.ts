import { expect, test } from 'vitest';
import { startGateway, startUpstream } from '../support/gateway.ts';
import { categories, startFakeDataNode } from './support/fake-data-node.ts';

const base = { categoryId: 'all', topN: 5, weighting: 'equal', rebalanceDays: 30 };
const simulation = 'query ($input: SimulationInput!) { simulation(input: $input) { runId } }';

test('error: a refusal that breaks off is the data node’s failure', async () => {
  await using node = await startUpstream((request, response) => {
    if (request.url?.startsWith('/sim/run-stream')) {
      response.writeHead(400, { 'content-length': '100' }).write('{"error":');
      setTimeout(() => response.socket?.resetAndDestroy(), 100);
    } else {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ categories }));
    }
  });
  await using gateway = await startGateway({ DATA_NODE_URL: node.url });
  const { errors } = await gateway.query(simulation, { input: base });
  expect(errors).toMatchObject([
    {
      message: 'the data node broke off the simulation',
      extensions: { code: 'UPSTREAM_UNAVAILABLE' },
    },
  ]);
});

test('error: lists that no data node would take in a request are the caller’s mistake', async () => {
  await using node = await startFakeDataNode();
  await using gateway = await startGateway({ DATA_NODE_URL: node.url });
  const vcInvestors = Array.from({ length: 100 }, (_, at) => `${'x'.repeat(900)}${at}`);
  const { errors } = await gateway.query(simulation, { input: { ...base, vcInvestors } });
  expect(errors).toMatchObject([
    {
      message: 'the lists of a simulation are too long for one request',
      extensions: { code: 'INVALID_INPUT' },
    },
  ]);
  expect(node.requests.filter((path) => path.includes('/sim/run'))).toEqual([]);
});

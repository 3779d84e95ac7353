import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  findErrorProblem,
  findRoute,
  findSuccessProblem,
  sendRequest,
} from '../support/cases/check-response.ts';
import { routeCases } from '../support/cases/route-cases.ts';
import type { Fault } from '../support/faulty-upstream.ts';
import { type FaultyWorld, startFaultyWorld } from '../support/faulty-world.ts';
import { itpId, wallet } from '../support/world/data-node-responses.ts';

let world: FaultyWorld;
beforeAll(async () => {
  world = await startFaultyWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const notFound = (type: string, body: string): Fault => ({
  name: `a 404 of ${type}`,
  kind: 'broken',
  respond: ({ response }) => void response.writeHead(404, { 'content-type': type }).end(body),
});
const faults = [
  notFound('application/json', '{"error":"not found"}'),
  notFound('text/html', '<h1>nothing here</h1>'),
  notFound('application/json', ''),
];

const cases = routeCases
  .filter((asked) => findRoute(asked).kind !== 'node')
  .flatMap((asked) =>
    asked.reads
      .filter(({ upstream }) => upstream === 'dataNode' || upstream === 'oracles')
      .map((reading) => ({ asked, reading, source: reading.path ?? reading.upstream })),
  );

test.each(cases)(
  'error: $asked.path answers a 404 of its $source with 404 only for what was named',
  async ({ asked, reading }) => {
    const { errors } = findRoute(asked);
    const problems: string[] = [];
    for (const fault of faults) {
      world.setFault(reading.upstream, fault, reading.path);
      world.forget();
      const seen = await sendRequest(world.gateway.url, asked);
      const isEmpty = seen.status === 200 && findSuccessProblem(seen, asked) === null;
      const isTold = (seen.status === 404 && 404 in errors) || seen.status === 502;
      const problem = isEmpty ? null : isTold ? findErrorProblem(seen) : 'not documented';
      if (problem) problems.push(`${fault.name}: ${seen.status} ${seen.text}: ${problem}`);
    }
    world.setFault(reading.upstream, null);
    expect(problems).toEqual([]);
  },
);

test('error: balances for a fund that does not exist are null in the graph', async () => {
  world.setFault('dataNode', faults[0] ?? null, '/user-state');
  world.forget();
  const { data, errors } = await world.gateway.query(
    `{ portfolio(address: "${wallet}") { lending { balances(itpId: "${itpId}") { usdc } } } }`,
  );
  world.setFault('dataNode', null);
  expect(errors).toBeUndefined();
  expect(data).toEqual({ portfolio: { lending: { balances: null } } });
});

import { expect, test } from 'vitest';
import type { TestGateway } from '../support/gateway.ts';
import type { FakeDataNode } from './support/fake-data-node.ts';
import { readEvents } from './support/read-events.ts';
import { withFakeDataNode } from './support/with-fake-data-node.ts';

let node: FakeDataNode;
let gateway: TestGateway;
withFakeDataNode((world) => {
  ({ node, gateway } = world);
});

const run = (fields: string) =>
  `simulation(input: { topN: 5, rebalanceDays: 30, ${fields} }) { __typename }`;
const sweep = (fields: string) => `sweep(input: { sweep: TOP_N, ${fields} }) { __typename }`;

/** What is wrong, asked as a query or heard before the first event. */
async function refusalOf(operation: string): Promise<string | undefined> {
  if (!operation.startsWith('subscription')) {
    return (await gateway.query(operation)).errors?.[0]?.message;
  }
  const query = new URLSearchParams({ query: operation });
  const stream = await readEvents(`${gateway.url}/graphql?${query}`);
  await stream.ended;
  return /"message":"((?:[^"\\]|\\.)*)"/.exec(stream.text())?.[1];
}

const unknown = 'unknown category_id: /sim/categories lists the valid ones';
const shown = 'unknown categoryId: simulationCategories lists the valid ones';
const plain = 'weighting: "equal", categoryId: "zz"';
const future = 'weighting: "equal", categoryId: "all", startDate: "2999-01-01"';
const defi = 'weighting: "tvl", categoryId: "all"';
const needsDefi = 'weighting tvl needs a DeFi category (categoryId starting with dl-)';

test.each([
  [`{ ${run(plain)} }`, shown],
  [`subscription { ${run(plain)} }`, shown],
  [`subscription { ${sweep('categoryId: "zz"')} }`, shown],
  [`{ ${run(future)} }`, 'startDate must not be after today'],
  [`subscription { ${run(future)} }`, 'startDate must not be after today'],
  [`{ ${run(defi)} }`, needsDefi],
  [`subscription { ${sweep(defi)} }`, needsDefi],
  [
    `{ ${run('weighting: "equal", categoryId: ""')} }`,
    'categoryId must be 1 to 100 letters, digits or .-_',
  ],
  [
    `{ ${run('weighting: "equal", categoryId: "all", vcInvestors: ["Elm, Ltd"]')} }`,
    'vcInvestors must be a list of items without commas',
  ],
  [
    `subscription { ${sweep('categoryId: "all", categories: ["all,dl-dexes"]')} }`,
    'categories must be a list of items without commas',
  ],
  [
    `{ ${run('weighting: "equal", categoryId: "all", vcInvestors: []')} }`,
    'vcInvestors must be a list of 1 to 100 items',
  ],
  ['{ benchmarks(startDate: "2030-01-01") { symbol } }', 'startDate must not be after 2026-06-30'],
  [
    '{ benchmarks(startDate: "2021-01-02", endDate: "2021-01-01") { symbol } }',
    'endDate must not be before startDate',
  ],
])('args: %s is refused in the words of the graph', async (operation, message) => {
  for (const path of ['/sim/run-stream', '/sim/sweep-stream']) {
    node.answers[path] = { status: 404, body: { error: unknown } };
  }
  node.answers['/sim/benchmarks'] = {
    status: 400,
    body: { error: 'start_date must not be after 2026-06-30' },
  };
  expect(await refusalOf(operation)).toBe(message);
});

test('args: a computation that is refused once begun says so in the words of the graph', async () => {
  const query = `subscription { simulation(input: { topN: 5, rebalanceDays: 30, weighting: "equal", categoryId: "all" }) {
    ... on SimulationFailure { message }
  } }`;
  const stream = await readEvents(`${gateway.url}/graphql?${new URLSearchParams({ query })}`);
  (await node.nextRun()).send({ type: 'error', error: 'not enough coins for top_n 5' });
  await stream.ended;
  expect(stream.text()).toContain('{"message":"not enough coins for topN 5"}');
});

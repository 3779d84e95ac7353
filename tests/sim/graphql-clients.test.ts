import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, createClient } from 'graphql-sse';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { TestGateway } from '../support/gateway.ts';
import {
  type FakeDataNode,
  progressEvent,
  resultEvent,
  variantEvent,
} from './support/fake-data-node.ts';
import { input, publicProgress, publicResult, simulation, sweep } from './support/operations.ts';
import { readEvents } from './support/read-events.ts';
import { withFakeDataNode } from './support/with-fake-data-node.ts';

let node: FakeDataNode;
let gateway: TestGateway;
withFakeDataNode((world) => {
  ({ node, gateway } = world);
});

/** What a client of graphql-sse receives for an operation. */
function follow(client: Client<boolean>, query: string, variables: Record<string, unknown> = {}) {
  const results: unknown[] = [];
  const { promise: ended, resolve } = Promise.withResolvers<'complete' | Error>();
  const leave = client.subscribe(
    { query, variables },
    {
      next: (result) => results.push(result),
      complete: () => resolve('complete'),
      error: (error) => resolve(error as Error),
    },
  );
  return { results, ended, disconnect: leave };
}

describe.each([
  ['distinct connections at /graphql', '/graphql', false],
  ['distinct connections at /graphql/stream', '/graphql/stream', false],
  ['a single connection', '/graphql/stream', true],
])('graphql-sse over %s', (_name, path, singleConnection) => {
  let client: Client<boolean>;
  beforeEach(() => {
    client = createClient({
      url: `${gateway.url}${path}`,
      singleConnection: singleConnection as boolean,
      retryAttempts: 0,
    }) as Client<boolean>;
  });
  afterEach(() => client.dispose());

  test('default: progress, the result, complete', async () => {
    const { results, ended } = follow(client, simulation, { input });
    const run = await node.nextRun();
    run.send(progressEvent(25));
    await expect.poll(() => results).toHaveLength(1);
    run.send(resultEvent);
    expect(await ended).toBe('complete');
    expect(results).toEqual([publicProgress(25), publicResult]);
  });

  test('default: variants of a sweep arrive as they finish', async () => {
    const { results, ended } = follow(client, sweep);
    const run = await node.nextRun();
    run.send({ ...progressEvent(10), variant: 'top_n=0', variant_index: 0, total_variants: 2 });
    await expect.poll(() => results).toHaveLength(1);
    run.send(variantEvent(0, 2));
    await expect.poll(() => results).toHaveLength(2);
    run.send({ ...variantEvent(1, 2), type: 'variant_error', error: 'not enough coins: 0' });
    run.send({ type: 'sweep_done', total_variants: 2, simulations: [] });
    expect(await ended).toBe('complete');
    expect(results.map((result) => (result as { data: { sweep: unknown } }).data.sweep)).toEqual([
      { __typename: 'SweepProgress', pct: 10, variant: 'top_n=0' },
      { __typename: 'SweepVariant', index: 0, run: { runId: 100 } },
      { __typename: 'SweepVariantFailure', index: 1, message: 'not enough coins: 0' },
      { __typename: 'SweepDone', totalVariants: 2, variants: [{ index: 0 }] },
    ]);
  });

  test('behavior: a query is executed, too', async () => {
    const { results, ended } = follow(client, '{ simulationCategories { slug } }');
    expect(await ended).toBe('complete');
    expect(results).toEqual([
      { data: { simulationCategories: [{ slug: 'all' }, { slug: 'dl-dexes' }] } },
    ]);
  });

  test('behavior: unsubscribing frees the data node within a second', async () => {
    const { results, disconnect } = follow(client, simulation, { input });
    const run = await node.nextRun();
    run.send(progressEvent(25));
    await expect.poll(() => results).toHaveLength(1);
    const before = performance.now();
    disconnect();
    await run.closed;
    expect(performance.now() - before).toBeLessThan(1000);
  });

  test('error: bad input is an error before the first event', async () => {
    const { results, ended } = follow(client, simulation, { input: { ...input, topN: 0 } });
    expect(await ended).toBe('complete');
    expect(results).toEqual([
      {
        errors: [
          expect.objectContaining({
            message: 'topN must be a whole number from 1 to 1000',
            extensions: { code: 'INVALID_INPUT' },
          }),
        ],
      },
    ]);
    expect(node.requests).toEqual([]);
  });

  test('error: a document that is refused is an event that suggests the right name', async () => {
    const { results, ended } = follow(client, 'subscription { simulations }');
    expect(await ended).toBe('complete');
    const [{ errors }] = results as [{ errors: { message: string; extensions: object }[] }];
    expect(errors[0]?.message).toContain(
      'Cannot query field "simulations" on type "Subscription". Did you mean "simulation"',
    );
    expect(errors[0]?.extensions).toEqual({ code: 'GRAPHQL_VALIDATION_FAILED' });
  });

  test.each([
    ['GRAPHQL_PARSE_FAILED', 'subscription {'],
    ['OPERATION_RESOLUTION_FAILURE', 'query A { __typename } query B { __typename }'],
  ])('error: %s is told in the words of a document', async (code, document) => {
    const { results, ended } = follow(client, document);
    expect(await ended).toBe('complete');
    expect(results).toMatchObject([{ errors: [{ extensions: { code } }] }]);
    expect(results).toEqual([await gateway.query(document)]);
  });

  test('error: the data node dies: a typed failure, then complete', async () => {
    const { results, ended } = follow(client, simulation, { input });
    const run = await node.nextRun();
    run.send(progressEvent(25));
    await expect.poll(() => results).toHaveLength(1);
    run.cut();
    expect(await ended).toBe('complete');
    expect(results.at(-1)).toEqual({
      data: {
        simulation: {
          __typename: 'SimulationFailure',
          message: 'the data node broke off the simulation',
          code: 'UPSTREAM_UNAVAILABLE',
        },
      },
    });
  });
});

describe('one computation', () => {
  test('default: REST and both modes of GraphQL share it, whatever the order of parameters', async () => {
    const rest = await readEvents(
      `${gateway.url}/api/sim/run-stream?rebalance_days=30&weighting=Equal&top_n=5&category_id=all`,
    );
    const single = createClient({ url: `${gateway.url}/graphql/stream`, singleConnection: true });
    const distinct = createClient({ url: `${gateway.url}/graphql` });
    const subscriptions = [single, distinct].map((client) =>
      follow(client as Client<boolean>, simulation, { input }),
    );
    const query = gateway.query(
      'query ($input: SimulationInput!) { simulation(input: $input) { runId } }',
      { input },
    );
    const run = await node.nextRun();
    run.send(progressEvent(50));
    const results = () => subscriptions.map((one) => one.results);
    await expect.poll(results).toEqual(subscriptions.map(() => [publicProgress(50)]));
    await sleep(50);
    run.send(resultEvent);
    for (const { ended, results } of subscriptions) {
      expect(await ended).toBe('complete');
      expect(results.at(-1)).toEqual(publicResult);
    }
    expect((await query).data).toEqual({ simulation: { runId: 7 } });
    await rest.ended;
    expect(rest.events().at(-1)?.run_id).toBe(7);
    expect(node.requests.filter((url) => url.startsWith('/sim/run'))).toHaveLength(1);
    single.dispose();
    distinct.dispose();
  });

  test('behavior: many operations share one connection, and end one by one', async () => {
    const client = createClient({
      url: `${gateway.url}/graphql/stream`,
      singleConnection: true,
    }) as Client<boolean>;
    const one = follow(client, simulation, { input });
    const other = follow(client, simulation, { input: { ...input, topN: 6 } });
    const runs = [await node.nextRun(), await node.nextRun()];
    const five = runs.find(({ query }) => query.get('top_n') === '5');
    const six = runs.find(({ query }) => query.get('top_n') === '6');
    five?.send(progressEvent(10));
    six?.send(progressEvent(20));
    await expect.poll(() => one.results).toEqual([publicProgress(10)]);
    await expect.poll(() => other.results).toEqual([publicProgress(20)]);
    one.disconnect();
    await five?.closed;
    six?.send(resultEvent);
    expect(await other.ended).toBe('complete');
    client.dispose();
  });
});

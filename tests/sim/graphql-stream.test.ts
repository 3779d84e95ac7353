import { setTimeout as sleep } from 'node:timers/promises';
import { EventSource } from 'eventsource';
import { type Client, createClient } from 'graphql-sse';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import {
  type FakeDataNode,
  progressEvent,
  resultEvent,
  startFakeDataNode,
  variantEvent,
} from './support/fake-data-node.ts';
import { readEvents } from './support/read-events.ts';

const simulation = `subscription ($input: SimulationInput!) {
  simulation(input: $input) {
    __typename
    ... on SimulationProgress { pct currentDate totalDates }
    ... on SimulationResult { run { runId stats { sharpeRatio } navSeries(maxPoints: 4) { nav } } }
    ... on SimulationFailure { message code }
  }
}`;
const sweep = `subscription {
  sweep(input: { sweep: TOP_N, categoryId: "all" }) {
    __typename
    ... on SweepProgress { pct variant }
    ... on SweepVariant { index run { runId } }
    ... on SweepVariantFailure { index message }
    ... on SweepDone { totalVariants variants { index } }
    ... on SimulationFailure { code }
  }
}`;
const input = { categoryId: 'all', topN: 5, weighting: 'equal', rebalanceDays: 30 };
const shownProgress = (pct: number) => ({
  data: {
    simulation: {
      __typename: 'SimulationProgress',
      pct,
      currentDate: '2021-01-02',
      totalDates: 3,
    },
  },
});
const shownResult = {
  data: {
    simulation: {
      __typename: 'SimulationResult',
      run: {
        runId: 7,
        stats: { sharpeRatio: 0.5 },
        navSeries: [{ nav: 1 }, { nav: 2.4 }, { nav: 1.2 }],
      },
    },
  },
};

let node: FakeDataNode;
let gateway: TestGateway;
beforeEach(async () => {
  node = await startFakeDataNode();
  gateway = await startGateway({ DATA_NODE_URL: node.url });
});
afterEach(async () => {
  await gateway[Symbol.asyncDispose]();
  await node[Symbol.asyncDispose]();
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
  return { results, ended, leave };
}

const addressOf = (query: string, variables: object = {}, path = '/graphql/stream') =>
  `${gateway.url}${path}?${new URLSearchParams({ query, variables: JSON.stringify(variables) })}`;

/** Ids of the events in the text of a stream. */
const idsOf = (text: string) => [...text.matchAll(/^id: (.*)$/gm)].map(([, id]) => id ?? '');

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
    await vi.waitFor(() => expect(results).toHaveLength(1));
    run.send(resultEvent);
    expect(await ended).toBe('complete');
    expect(results).toEqual([shownProgress(25), shownResult]);
  });

  test('default: variants of a sweep arrive as they finish', async () => {
    const { results, ended } = follow(client, sweep);
    const run = await node.nextRun();
    run.send({ ...progressEvent(10), variant: 'top_n=0', variant_index: 0, total_variants: 2 });
    await vi.waitFor(() => expect(results).toHaveLength(1));
    run.send(variantEvent(0, 2));
    await vi.waitFor(() => expect(results).toHaveLength(2));
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

  test('behavior: a query is answered, too', async () => {
    const { results, ended } = follow(client, '{ simulationCategories { id } }');
    expect(await ended).toBe('complete');
    expect(results).toEqual([
      { data: { simulationCategories: [{ id: 'all' }, { id: 'dl-dexes' }] } },
    ]);
  });

  test('behavior: unsubscribing frees the data node within a second', async () => {
    const { results, leave } = follow(client, simulation, { input });
    const run = await node.nextRun();
    run.send(progressEvent(25));
    await vi.waitFor(() => expect(results).toHaveLength(1));
    const before = performance.now();
    leave();
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

  test('error: a document that is refused is an event, without hints', async () => {
    const { results, ended } = follow(client, 'subscription { simulations }');
    expect(await ended).toBe('complete');
    const [{ errors }] = results as [{ errors: { message: string; extensions: object }[] }];
    expect(errors[0]?.message).toBe('Cannot query field "simulations" on type "Subscription".');
    expect(errors[0]?.extensions).toEqual({ code: 'GRAPHQL_VALIDATION_FAILED' });
    const broken = follow(client, 'subscription {');
    expect(await broken.ended).toBe('complete');
    expect(broken.results).toHaveLength(1);
  });

  test('error: the data node dies: a typed failure, then complete', async () => {
    const { results, ended } = follow(client, simulation, { input });
    const run = await node.nextRun();
    run.send(progressEvent(25));
    await vi.waitFor(() => expect(results).toHaveLength(1));
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
    await vi.waitFor(() => {
      for (const { results } of subscriptions) expect(results).toEqual([shownProgress(50)]);
    });
    await sleep(50);
    run.send(resultEvent);
    for (const { ended, results } of subscriptions) {
      expect(await ended).toBe('complete');
      expect(results.at(-1)).toEqual(shownResult);
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
    await vi.waitFor(() => expect(one.results).toEqual([shownProgress(10)]));
    await vi.waitFor(() => expect(other.results).toEqual([shownProgress(20)]));
    one.leave();
    await five?.closed;
    six?.send(resultEvent);
    expect(await other.ended).toBe('complete');
    client.dispose();
  });
});

describe('the protocol', () => {
  test('behavior: a document that comes back often keeps its literal arguments', async () => {
    for (let time = 0; time < 4; time += 1) {
      const client = await readEvents(addressOf(sweep));
      const run = await node.nextRun();
      expect(run.query.get('sweep')).toBe('top_n');
      run.send({ type: 'error', error: 'not enough coins: 0' });
      await client.ended;
    }
  });

  test('default: events have ids, the stream is never buffered', async () => {
    const client = await readEvents(addressOf(simulation, { input }));
    const run = await node.nextRun();
    run.send(progressEvent(25));
    await vi.waitFor(() => expect(idsOf(client.text())).toHaveLength(1));
    run.send(progressEvent(50.5));
    await vi.waitFor(() => expect(idsOf(client.text())).toHaveLength(2));
    run.send(resultEvent);
    await client.ended;
    expect(client.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'x-accel-buffering': 'no',
      'access-control-allow-origin': '*',
    });
    const ids = idsOf(client.text());
    expect(ids).toEqual([
      expect.stringMatching(/^[\w-]{12}\.25$/),
      expect.stringMatching(/^[\w-]{12}\.50\.5$/),
      ids[1],
      'complete',
    ]);
    expect(client.text()).toMatch(/^:\n\n/);
    expect(client.text()).toMatch(/\nevent: complete\ndata:\n\n$/);
  });

  test('behavior: Last-Event-ID leaves out the progress that was seen', async () => {
    const first = await readEvents(addressOf(simulation, { input }));
    const other = await readEvents(
      `${gateway.url}/api/sim/run-stream?category_id=all&top_n=5&weighting=equal&rebalance_days=30`,
    );
    const run = await node.nextRun();
    run.send(progressEvent(25));
    await vi.waitFor(() => expect(idsOf(first.text())).toHaveLength(1));
    const [seen = ''] = idsOf(first.text());
    first.leave();
    const again = await readEvents(addressOf(simulation, { input }), { 'last-event-id': seen });
    await sleep(100);
    expect(idsOf(again.text())).toEqual([]);
    run.send(progressEvent(30), resultEvent);
    await again.ended;
    expect(again.events()).toEqual([
      ...(again.events().length === 2 ? [shownProgress(30)] : []),
      shownResult,
    ]);
    other.leave();
    expect(node.requests.filter((url) => url.startsWith('/sim/run'))).toHaveLength(1);
  });

  test('behavior: Last-Event-ID of a sweep leaves out the variants that were seen, also anew', async () => {
    const first = await readEvents(addressOf(sweep));
    let run = await node.nextRun();
    run.send(variantEvent(0, 4), variantEvent(2, 4));
    await vi.waitFor(() => expect(idsOf(first.text())).toHaveLength(2));
    const seen = idsOf(first.text())[1] ?? '';
    first.leave();
    await run.closed;
    const again = await readEvents(addressOf(sweep), { 'last-event-id': seen });
    run = await node.nextRun();
    for (const index of [0, 1, 2, 3]) run.send(variantEvent(index, 4));
    run.send({ type: 'sweep_done', total_variants: 4, simulations: [] });
    await again.ended;
    const shown = again.events().map(({ data }) => (data as { sweep: object }).sweep);
    expect(shown).toEqual([
      expect.objectContaining({ index: 1 }),
      expect.objectContaining({ index: 3 }),
      expect.objectContaining({ totalVariants: 4 }),
    ]);
  });

  test('behavior: the position of another request is none', async () => {
    const first = await readEvents(addressOf(simulation, { input }));
    let run = await node.nextRun();
    run.send(progressEvent(90));
    await vi.waitFor(() => expect(idsOf(first.text())).toHaveLength(1));
    const [seen = ''] = idsOf(first.text());
    const other = { input: { ...input, topN: 6 } };
    const client = await readEvents(addressOf(simulation, other), { 'last-event-id': seen });
    run = await node.nextRun();
    run.send(progressEvent(10));
    await vi.waitFor(() => expect(client.events()).toEqual([shownProgress(10)]));
    first.leave();
    client.leave();
  });

  test('behavior: a real EventSource gets the events, and is told to stay away after the last', async () => {
    const source = new EventSource(addressOf(simulation, { input }, '/graphql'));
    const seen: string[] = [];
    source.addEventListener('next', ({ data, lastEventId }) => {
      seen.push(`${Object.keys(JSON.parse(data))} ${lastEventId.slice(13)}`);
    });
    const completed = new Promise((resolve) => source.addEventListener('complete', resolve));
    const run = await node.nextRun();
    run.send(progressEvent(25));
    await vi.waitFor(() => expect(seen).toHaveLength(1));
    run.send(resultEvent);
    await completed;
    expect(seen).toEqual(['data 25', 'data 25']);
    // It comes back on its own, with the last id, and gets 204: that closes it for good.
    await vi.waitFor(() => expect(source.readyState).toBe(EventSource.CLOSED), { timeout: 10_000 });
    expect(node.requests.filter((url) => url.startsWith('/sim/run'))).toHaveLength(1);
  });

  test('behavior: a stopping gateway ends the stream without complete, and says when to come back', async () => {
    const client = await readEvents(addressOf(simulation, { input }));
    const run = await node.nextRun();
    run.send(progressEvent(25));
    await vi.waitFor(() => expect(client.events()).toHaveLength(1));
    await gateway[Symbol.asyncDispose]();
    expect(await client.ended).toEqual({ clean: true });
    expect(client.text()).toMatch(/\n\nretry: [1-5]\d{3}\n\n$/);
    expect(client.text()).not.toContain('event: complete');
    await run.closed;
  });

  test('behavior: a connection that dies takes its operations with it', async () => {
    const url = `${gateway.url}/graphql/stream`;
    const token = await (await fetch(url, { method: 'PUT' })).text();
    const headers = { 'x-graphql-event-stream-token': token };
    const connection = await readEvents(url, headers);
    const operate = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({
        query: simulation,
        variables: { input },
        extensions: { operationId: 'one' },
      }),
    });
    expect(operate.status).toBe(202);
    const run = await node.nextRun();
    run.send(progressEvent(25));
    await vi.waitFor(() =>
      expect(connection.events()).toEqual([{ id: 'one', payload: shownProgress(25) }]),
    );
    const before = performance.now();
    connection.leave();
    await run.closed;
    expect(performance.now() - before).toBeLessThan(1000);
    await vi.waitFor(async () => expect((await fetch(url, { headers })).status).toBe(404));
  });

  test('behavior: operations may begin before their stream is opened', async () => {
    const url = `${gateway.url}/graphql/stream`;
    const token = await (await fetch(url, { method: 'PUT' })).text();
    const body = JSON.stringify({ query: '{ __typename }', extensions: { operationId: 'early' } });
    const headers = { 'content-type': 'application/json' };
    expect((await fetch(`${url}?token=${token}`, { method: 'POST', headers, body })).status).toBe(
      202,
    );
    const connection = await readEvents(`${url}?token=${token}`);
    await vi.waitFor(() =>
      expect(connection.events()).toEqual([
        { id: 'early', payload: { data: { __typename: 'Query' } } },
        { id: 'early' },
      ]),
    );
    const second = await readEvents(`${url}?token=${token}`);
    expect(second.status).toBe(409);
    connection.leave();
  });

  const json = { 'content-type': 'application/json' };
  const events = { accept: 'text/event-stream' };
  test.each([
    [
      'a form',
      { method: 'POST', headers: { ...events, 'content-type': 'text/plain' }, body: 'x' },
      415,
    ],
    ['no JSON', { method: 'POST', headers: { ...events, ...json }, body: '{' }, 400],
    ['no query', { method: 'POST', headers: { ...events, ...json }, body: '{}' }, 400],
    [
      'variables that are a list',
      { method: 'POST', headers: { ...events, ...json }, body: '{"query":"{a}","variables":[]}' },
      400,
    ],
    [
      'a body of 300 kB',
      { method: 'POST', headers: { ...events, ...json }, body: `"${'x'.repeat(300_000)}"` },
      413,
    ],
    ['another method', { method: 'PATCH', headers: events }, 405],
    [
      'neither a stream nor a token',
      { method: 'POST', headers: json, body: '{"query":"{__typename}"}' },
      404,
    ],
    [
      'an unknown token',
      { headers: { ...events, 'x-graphql-event-stream-token': '__proto__' } },
      404,
    ],
  ])('error: %s', async (_what, init, status) => {
    const answer = await fetch(`${gateway.url}/graphql/stream`, init as RequestInit);
    expect(answer.status).toBe(status);
    const { errors } = (await answer.json()) as { errors: { message: string }[] };
    expect(errors[0]?.message).toBeTruthy();
  });

  test('error: a mutation does not come over GET', async () => {
    const query =
      'mutation { requestFaucet(input: {address: "0x0000000000000000000000000000000000000001"}) { success } }';
    const answer = await fetch(addressOf(query), { headers: events });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('POST');
  });
});

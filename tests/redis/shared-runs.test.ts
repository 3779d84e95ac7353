import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  comparedRun,
  type FakeDataNode,
  progressEvent,
  resultEvent,
  startFakeDataNode,
  variantEvent,
} from '../sim/support/fake-data-node.ts';
import { readEvents } from '../sim/support/read-events.ts';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { startGatewayProcess } from '../support/gateway-process.ts';
import { hasRedis, type RedisServer } from './support/redis-server.ts';
import { pause } from './support/replica.ts';
import { topologies, useRedis } from './support/topologies.ts';

const base = 'category_id=all&top_n=5&weighting=equal&rebalance_days=30';

describe.skipIf(!hasRedis).each(topologies)('simulations among replicas on %s', (topology) => {
  const startRedis = useRedis(topology);
  let stack: AsyncDisposableStack;
  let redis: RedisServer;
  let node: FakeDataNode;
  let a: TestGateway;
  let b: TestGateway;
  const env = () => ({ DATA_NODE_URL: node.url, REDIS_URL: redis.url });
  beforeEach(async () => {
    stack = new AsyncDisposableStack();
    redis = stack.use(await startRedis());
    node = stack.use(await startFakeDataNode());
    a = stack.use(await startGateway(env()));
    b = stack.use(await startGateway(env()));
  });
  afterEach(() => stack.disposeAsync());

  const stream = (gateway: { readonly url: string }, query = base) =>
    readEvents(`${gateway.url}/api/sim/run-stream?${query}`);
  const sweep = (gateway: TestGateway) =>
    readEvents(`${gateway.url}/api/sim/sweep-stream?${base}&sweep=top_n`);
  const computed = () => node.requests.filter((path) => path.includes('-stream')).length;
  type Client = Awaited<ReturnType<typeof stream>>;
  const percents = (client: Client) =>
    client.events().flatMap((event) => (event.type === 'progress' ? [event.pct] : []));
  const seen = (client: Client, pct: number) => expect.poll(() => percents(client)).toContain(pct);

  /** A run that a client follows at 20 %. */
  async function begin(at: { readonly url: string }) {
    const first = await stream(at);
    const run = await node.nextRun();
    run.send(progressEvent(20));
    await seen(first, 20);
    return { first, run };
  }
  /** A run that a client of each replica follows from its beginning. */
  async function beginTogether() {
    const first = await stream(a);
    const run = await node.nextRun();
    const second = await stream(b);
    run.send(progressEvent(20));
    await seen(second, 20);
    return { first, second, run };
  }

  test('default: a run requested from two replicas is computed once, both see all of it', async () => {
    const { first, run } = await begin(a);
    // Late, it learns how far the run is, and then the rest.
    const second = await stream(b);
    await seen(second, 20);
    run.send(progressEvent(60));
    await seen(second, 60);
    run.send(resultEvent);
    expect(await first.ended).toEqual({ clean: true });
    expect(await second.ended).toEqual({ clean: true });
    expect(second.events().at(-1)).toEqual(first.events().at(-1));
    expect(first.events().at(-1)).toMatchObject({ type: 'result', cached: false, run_id: 7 });
    expect(computed()).toBe(1);
    // Whoever comes later gets it from what was kept, at either replica.
    for (const gateway of [a, b]) {
      const again = await stream(gateway);
      await again.ended;
      expect(again.events()).toMatchObject([{ type: 'result', cached: true, computed_in_ms: 0 }]);
    }
    expect(computed()).toBe(1);
  });

  test('behavior: a sweep comes over whole', async () => {
    const [first, second] = await Promise.all([sweep(a), sweep(b)]);
    const run = await node.nextRun();
    run.send(variantEvent(0, 2), variantEvent(1, 2), { type: 'sweep_done', total_variants: 2 });
    await Promise.all([first.ended, second.ended]);
    expect(second.events()).toEqual(first.events());
    expect(first.events().at(-1)).toMatchObject({
      type: 'sweep_done',
      simulations: [{ variant_index: 0 }, { variant_index: 1 }],
    });
    expect(computed()).toBe(1);
  });

  test('behavior: the computing replica is killed: another takes over, no event is sent twice', async () => {
    const dying = stack.use(await startGatewayProcess(env()));
    const { run } = await begin(dying);
    const second = await stream(b);
    run.send(progressEvent(40));
    await seen(second, 40);
    await dying.kill();
    const anew = await node.nextRun();
    anew.send(progressEvent(20), progressEvent(40), progressEvent(70));
    await seen(second, 70);
    anew.send(resultEvent);
    expect(await second.ended).toEqual({ clean: true });
    const told = percents(second);
    expect(told).toEqual([...new Set(told)].sort((left, right) => Number(left) - Number(right)));
    expect(second.events().at(-1)).toMatchObject({ type: 'result' });
    expect(computed()).toBe(2);
  });

  test('behavior: when the clients of the computing replica leave, it continues for the others', async () => {
    const { first, second, run } = await beginTogether();
    first.disconnect();
    await pause(500);
    run.send(progressEvent(50));
    await seen(second, 50);
    run.send(resultEvent);
    expect(await second.ended).toEqual({ clean: true });
    expect(computed()).toBe(1);
  });

  test('behavior: when everybody has left everywhere, the data node is let go', async () => {
    const { first, second, run } = await beginTogether();
    first.disconnect();
    second.disconnect();
    await run.closed;
    expect(node.openRuns()).toBe(0);
  });

  test('behavior: the replica that computes is stopped: another takes over at once', async () => {
    const stopping = await startGateway(env());
    await begin(stopping);
    const second = await stream(b);
    await seen(second, 20);
    await stopping[Symbol.asyncDispose]();
    const begun = Date.now();
    (await node.nextRun()).send(resultEvent);
    expect(Date.now() - begun).toBeLessThan(1500);
    expect(await second.ended).toEqual({ clean: true });
  });

  test('behavior: redis dies in the middle: every client gets its result', async () => {
    const { first, second, run } = await beginTogether();
    await redis.kill();
    const own = await node.nextRun();
    run.send(progressEvent(40), resultEvent);
    own.send(progressEvent(20), progressEvent(30), resultEvent);
    expect(await first.ended).toEqual({ clean: true });
    expect(await second.ended).toEqual({ clean: true });
    for (const client of [first, second]) {
      expect(client.events().at(-1)).toMatchObject({ type: 'result', run_id: 7 });
    }
    expect(percents(second)).toEqual([20, 30]);
  });

  test('behavior: a comparison that lacked the run finds it, at the other replica too', async () => {
    node.answers['/sim/compare'] = { body: { simulations: [] } };
    const comparedAt = async (gateway: TestGateway) =>
      (await gateway.rest('/sim/compare?run_ids=7')).json();
    for (const gateway of [a, b]) expect(await comparedAt(gateway)).toEqual({ simulations: [] });
    const { first, run } = await begin(a);
    node.answers['/sim/compare'] = { body: { simulations: [comparedRun] } };
    run.send(resultEvent);
    await first.ended;
    await expect.poll(() => comparedAt(b)).toMatchObject({ simulations: [{ run_id: 7 }] });
  });

  test('behavior: a run is among the results of every replica when it has ended', async () => {
    const results = async () => (await b.rest('/sim/results')).json();
    node.answers['/sim/results'] = { body: { results: [] } };
    expect(await results()).toEqual({ results: [] });
    const { first, run } = await begin(a);
    const entry = {
      ...{ id: 7, ...resultEvent.config, ...resultEvent.stats },
      ...{
        base_fee_pct: 0.1,
        spread_multiplier: 1,
        duration_ms: 1,
        computed_at: '2026-01-01T00:00:00Z',
      },
    };
    node.answers['/sim/results'] = { body: { results: [entry] } };
    expect(await results()).toEqual({ results: [] });
    run.send(resultEvent);
    await first.ended;
    await expect.poll(() => results()).toEqual({ results: [entry] });
  });

  test('error: a failure is the same at every replica', async () => {
    const [first, second] = await Promise.all([stream(a), stream(b)]);
    const run = await node.nextRun();
    run.send({ type: 'error', error: 'no data for this range' });
    await Promise.all([first.ended, second.ended]);
    expect(first.events()).toMatchObject([{ type: 'error' }]);
    expect(second.events()).toEqual(first.events());
    node.answers['/sim/run-stream'] = { status: 400, body: { error: 'top_n is too large' } };
    const responses = await Promise.all([a, b].map((gateway) => gateway.rest(`/sim/run?${base}`)));
    expect(responses.map(({ status }) => status)).toEqual([400, 400]);
  });

  test('behavior: force computes anew, though the run has just ended elsewhere', async () => {
    const first = await stream(a, `${base}&force=true`);
    (await node.nextRun()).send(resultEvent);
    await first.ended;
    const second = await stream(b, `${base}&force=true`);
    (await node.nextRun()).send({ ...resultEvent, run_id: 8 });
    await second.ended;
    expect(second.events().at(-1)).toMatchObject({ run_id: 8 });
  });

  test('behavior: what was computed anew at one replica is what the others tell from then on, however long its question is', async () => {
    const investors = Array.from({ length: 90 }, (_, n) => `${'capital '.repeat(6)}${n}`);
    const long = `${base}&vc_investors=${investors.join(',')}`;
    const first = await stream(a, long);
    (await node.nextRun()).send(resultEvent);
    await first.ended;
    const known = await b.rest(`/sim/run?${long}`);
    expect(await known.json()).toMatchObject({ run_id: resultEvent.run_id, cached: true });
    const anew = await stream(a, `${long}&force=true`);
    (await node.nextRun()).send({ ...resultEvent, run_id: 8 });
    await anew.ended;
    void node.nextRun().then((run) => run.send({ ...resultEvent, run_id: 8 }));
    const then = await Promise.all([a, b].map((gateway) => gateway.rest(`/sim/run?${long}`)));
    const results = (await Promise.all(then.map((response) => response.json()))) as object[];
    for (const result of results) expect(result).toMatchObject({ run_id: 8 });
  });
});

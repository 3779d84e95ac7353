import { describe, expect, test } from 'vitest';
import type { TestGateway } from '../support/gateway.ts';
import { getJson } from '../support/get-json.ts';
import { type FakeDataNode, publicSeries, resultEvent } from './support/fake-data-node.ts';
import { withFakeDataNode } from './support/with-fake-data-node.ts';

const base = 'category_id=all&top_n=5&weighting=equal&rebalance_days=30';
const { type: _type, ...result } = { ...resultEvent, nav_series: publicSeries };

let node: FakeDataNode;
let gateway: TestGateway;
withFakeDataNode((world) => {
  ({ node, gateway } = world);
});

const get = (path: string) => getJson(gateway, path);

describe('/sim/run', () => {
  test('default: the result of the stream, not cached', async () => {
    const response = get(`/sim/run?${base}`);
    (await node.nextRun()).send(resultEvent);
    const { status, body, headers } = await response;
    expect(status).toBe(200);
    expect(body).toEqual(result);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test('behavior: the same request again differs in cached and computed_in_ms only', async () => {
    const first = get(`/sim/run?${base}`);
    (await node.nextRun()).send(resultEvent);
    const { body } = await first;
    const again = await get(`/sim/run?${base}`);
    expect(again.body).toEqual({ ...body, cached: true, computed_in_ms: 0 });
    expect(again.headers.get('cache-control')).toBe('public, s-maxage=60');
    expect(again.headers.get('x-cache')).toBe('HIT');
    const bytes = await (await gateway.rest(`/sim/run?${base}`)).text();
    expect(bytes).toBe(JSON.stringify(again.body));
    expect(bytes.replace('"cached":true,"computed_in_ms":0', '')).toBe(
      JSON.stringify(body).replace('"cached":false,"computed_in_ms":42', ''),
    );
  });

  test('behavior: force never returns a cached result', async () => {
    for (const run_id of [1, 2]) {
      const response = get(`/sim/run?${base}&force=true`);
      (await node.nextRun()).send({ ...resultEvent, run_id });
      expect((await response).body).toMatchObject({ run_id, cached: false });
      expect((await response).headers.get('cache-control')).toBe('no-store');
    }
  });

  test('behavior: a category that is not listed is for the data node to know', async () => {
    const response = get(`/sim/run?${base.replace('all', 'three-coins')}`);
    const config = { ...resultEvent.config, category_id: 'three-coins' };
    (await node.nextRun()).send({ ...resultEvent, config });
    expect((await response).status).toBe(200);
  });

  test('error: a result of other parameters belongs to another request', async () => {
    const response = get(`/sim/run?${base}`);
    const config = { ...resultEvent.config, category_id: 'three-coins' };
    (await node.nextRun()).send({ ...resultEvent, config });
    expect(await response).toMatchObject({
      status: 502,
      body: { error: 'the data node responded to another request' },
    });
  });

  test.each([
    ['top_n=5', 'top_n=0', 'top_n must be'],
    ['top_n=5', 'top_n=NaN', 'top_n must be'],
    ['top_n=5', 'top_n=5&top_n=6', 'top_n must be given once'],
    ['top_n=5', 'top_n=5&topn=6', 'unknown parameter topn'],
    ['rebalance_days=30', 'rebalance_days=0', 'rebalance_days must be'],
    ['weighting=equal', 'weighting=best', 'weighting must be one of equal, mcap'],
    ['weighting=equal', 'weighting=yield', 'weighting yield_w needs a DeFi category'],
    [
      'rebalance_days=30',
      'rebalance_days=30&start_date=2999-01-01',
      'start_date must not be after',
    ],
  ])('error: %s replaced by %s is a 400, and nothing is computed', async (part, by, message) => {
    const { status, body, headers } = await get(`/sim/run?${base.replace(part, by)}`);
    expect(status).toBe(400);
    expect(Object.keys(body)).toEqual(['error']);
    expect(body.error).toContain(message);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(node.requests.filter((url) => url.startsWith('/sim/run'))).toEqual([]);
  });

  test('error: an unknown category is a 404, through every API', async () => {
    const unknown = base.replace('all', 'nothing');
    node.answers['/sim/run-stream'] = { status: 404, body: { error: 'unknown category' } };
    expect(await get(`/sim/run?${unknown}`)).toMatchObject({
      status: 404,
      body: { error: 'unknown category' },
    });
    expect(await get(`/sim/run-stream?${unknown}`)).toMatchObject({ status: 404 });
    const { errors } = await gateway.query(
      '{ simulation(input: { categoryId: "nothing", topN: 5, weighting: "equal", rebalanceDays: 30 }) { runId } }',
    );
    expect(errors?.[0]?.extensions.code).toBe('NOT_FOUND');
  });

  test('error: an older data node reports an unknown category in its stream: 404 all the same', async () => {
    const response = get(`/sim/run-stream?${base.replace('all', 'nothing')}`);
    const told = { type: 'error', error: 'no data: no coins in category nothing' };
    (await node.nextRun()).send(told);
    expect(await response).toMatchObject({
      status: 404,
      body: { error: 'unknown category_id; see /sim/categories' },
    });
  });

  test('error: nothing to compute is a 400', async () => {
    const response = get(`/sim/run?${base}`);
    (await node.nextRun()).send({
      type: 'error',
      error: 'not enough coins: 0 available, 5 required',
    });
    expect(await response).toMatchObject({
      status: 400,
      body: { error: 'not enough coins: 0 available, 5 required' },
    });
  });

  test.each([
    [
      400,
      'start_date must not be after 2026-06-30',
      400,
      'start_date must not be after 2026-06-30',
    ],
    [500, 'Simulation failed: no data: no coins', 400, 'Simulation failed: no data: no coins'],
    [500, 'panic at 10.0.0.1', 502, 'the simulation failed'],
    [500, 'relation sim_runs has no column fee', 502, 'the simulation failed'],
    [503, 'too many runs', 502, 'the simulation failed'],
    [302, 'elsewhere', 502, 'the data node refused the request'],
  ])('error: a data node that answers %i %s', async (sent, error, status, message) => {
    node.answers['/sim/run-stream'] = { status: sent, body: { error } };
    expect(await get(`/sim/run?${base}`)).toMatchObject({ status, body: { error: message } });
  });

  test('error: a run that breaks off is a 502 and is not cached', async () => {
    const response = get(`/sim/run?${base}`);
    (await node.nextRun()).cut();
    expect(await response).toMatchObject({
      status: 502,
      body: { error: 'the data node broke off the simulation' },
    });
    const again = get(`/sim/run?${base}`);
    (await node.nextRun()).send(resultEvent);
    expect((await again).status).toBe(200);
  });

  test('error: too many different runs at once: 503 with a time to come back', async () => {
    const one = (top_n: number) =>
      gateway.rest(`/sim/run?${base.replace('top_n=5', `top_n=${top_n}`)}`);
    const busy = Array.from({ length: 24 }, (_, index) => one(index + 1));
    const runs = await Promise.all(busy.map(() => node.nextRun()));
    const refused = await one(100);
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('5');
    const other = await gateway.rest('/sim/categories');
    expect(other.status).toBe(200);
    const { config: _config, ...unnamed } = resultEvent;
    for (const run of runs) run.send(unnamed);
    for (const response of await Promise.all(busy)) expect(response.status).toBe(200);
  });
});

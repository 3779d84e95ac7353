import { setTimeout as sleep } from 'node:timers/promises';
import { EventSource } from 'eventsource';
import { describe, expect, test } from 'vitest';
import type { TestGateway } from '../support/gateway.ts';
import {
  type FakeDataNode,
  progressEvent,
  publicSeries,
  resultEvent,
} from './support/fake-data-node.ts';
import { readEvents } from './support/read-events.ts';
import { withFakeDataNode } from './support/with-fake-data-node.ts';

const base = 'category_id=all&top_n=5&weighting=equal&rebalance_days=30';
const shownResult = { ...resultEvent, nav_series: publicSeries };

let node: FakeDataNode;
let gateway: TestGateway;
withFakeDataNode((world) => {
  ({ node, gateway } = world);
});

const stream = (query = base) => readEvents(`${gateway.url}/api/sim/run-stream?${query}`);

describe('a run as a stream', () => {
  test('default: progress, then the result, then a clean end', async () => {
    const client = await stream();
    const run = await node.nextRun();
    run.send(progressEvent(40), progressEvent(80));
    await expect.poll(() => client.events()).toHaveLength(2);
    run.send(resultEvent);
    expect(await client.ended).toEqual({ clean: true });
    expect(client.status).toBe(200);
    expect(client.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'x-accel-buffering': 'no',
      'cache-control': expect.stringContaining('no-store'),
    });
    expect(client.headers['content-encoding']).toBeUndefined();
    expect(client.headers['content-length']).toBeUndefined();
    expect(client.events()).toEqual([progressEvent(40), progressEvent(80), shownResult]);
    const blocks = client.text().split('\n\n').slice(0, -1);
    for (const block of blocks.slice(0, -1)) expect(block).toMatch(/^data: \{.*\}$/);
    expect(blocks.at(-1)).toMatch(/^data: \{.*\}\nid: [\w-]{12}\.end$/);
  });

  test.each(['*/*', 'application/json', 'text/event-stream;q=0, */*', 'text/*'])(
    'behavior: a client that accepts %s beside an EventSource gets data lines alone',
    async (accept) => {
      const url = `${gateway.url}/api/sim/run-stream?${base}`;
      const [client, source] = [await readEvents(url, { accept }), await stream()];
      (await node.nextRun()).send(progressEvent(40), resultEvent);
      await Promise.all([client.ended, source.ended]);
      expect(client.events().at(-1)).toEqual(shownResult);
      expect(client.text()).toMatch(/^(data: \{.*\}\n\n)+$/);
      expect(source.text()).toMatch(/\nid: [\w-]{12}\.end\n\n$/);
    },
  );

  test('behavior: headers are there before the first event', async () => {
    const client = await stream();
    expect(client.text()).toBe('');
    (await node.nextRun()).send(resultEvent);
    await client.ended;
  });

  test('behavior: a real EventSource reads it', async () => {
    const source = new EventSource(`${gateway.url}/api/sim/run-stream?${base}`);
    const types: string[] = [];
    const finished = new Promise<void>((resolve) => {
      source.onmessage = ({ data }) => {
        const event = JSON.parse(data) as { type: string };
        types.push(event.type);
        if (event.type === 'result') resolve();
      };
    });
    const run = await node.nextRun();
    run.send(progressEvent(50));
    await expect.poll(() => types).toEqual(['progress']);
    run.send(resultEvent);
    await finished;
    source.close();
    expect(types).toEqual(['progress', 'result']);
  });

  test('behavior: order and spelling of parameters share one computation', async () => {
    const first = await stream();
    const run = await node.nextRun();
    const second = await stream(
      'rebalance_days=030&weighting=EQUAL&top_n=5&category_id=ALL&base_fee_pct=0.10&fng_cash_pct=.4',
    );
    const body = gateway.rest(`/sim/run?${base}`);
    run.send(progressEvent(50));
    await expect.poll(() => second.events()).toHaveLength(1);
    run.send(resultEvent);
    await Promise.all([first.ended, second.ended]);
    expect(second.events().at(-1)).toEqual(shownResult);
    const { type: _type, ...result } = shownResult;
    expect(await (await body).json()).toEqual(result);
    expect(node.requests.filter((url) => url.startsWith('/sim/run'))).toHaveLength(1);
  });

  test('behavior: a late joiner gets the newest progress at once', async () => {
    const first = await stream();
    const run = await node.nextRun();
    run.send(progressEvent(10), progressEvent(20), progressEvent(30));
    await expect.poll(() => first.events()).toHaveLength(3);
    const late = await stream();
    await expect.poll(() => late.events()).toEqual([progressEvent(30)]);
    run.send(resultEvent);
    await late.ended;
    expect(late.events()).toEqual([progressEvent(30), shownResult]);
  });

  test('behavior: when it is finished, the next one gets the result alone, as cached', async () => {
    const first = await stream();
    (await node.nextRun()).send(resultEvent);
    await first.ended;
    const second = await stream();
    await second.ended;
    expect(second.events()).toEqual([{ ...shownResult, cached: true, computed_in_ms: 0 }]);
    expect(node.requests.filter((url) => url.startsWith('/sim/run'))).toHaveLength(1);
  });

  test('behavior: the last client to leave stops the computation within a second', async () => {
    const [one, two] = [await stream(), await stream()];
    const run = await node.nextRun();
    run.send(progressEvent(10));
    await expect.poll(() => two.events()).toHaveLength(1);
    one.disconnect();
    await sleep(100);
    expect(node.openRuns()).toBe(1);
    const before = performance.now();
    two.disconnect();
    await run.closed;
    expect(performance.now() - before).toBeLessThan(1000);
    expect(node.openRuns()).toBe(0);
  });

  test('behavior: a client that leaves before anything was computed frees the upstream, too', async () => {
    const controller = new AbortController();
    const response = gateway.rest(`/sim/run?${base}`, { signal: controller.signal });
    response.catch(() => {});
    const run = await node.nextRun();
    const before = performance.now();
    controller.abort();
    await run.closed;
    expect(performance.now() - before).toBeLessThan(1000);
  });

  test('behavior: after everybody left the next one starts anew', async () => {
    const gone = await stream();
    const abandoned = await node.nextRun();
    gone.disconnect();
    await abandoned.closed;
    const client = await stream();
    (await node.nextRun()).send(resultEvent);
    await client.ended;
    expect(client.events()).toEqual([shownResult]);
  });

  test('behavior: force computes again, together with others that force', async () => {
    const first = await stream();
    (await node.nextRun()).send(resultEvent);
    await first.ended;
    const forced = [await stream(`${base}&force=true`), await stream(`force=1&${base}`)];
    const run = await node.nextRun();
    expect(run.query.get('force')).toBe('true');
    run.send({ ...resultEvent, run_id: 8 });
    await Promise.all(forced.map((client) => client.ended));
    for (const client of forced)
      expect(client.events().at(-1)).toMatchObject({ run_id: 8, cached: false });
    const after = await stream();
    await after.ended;
    expect(after.events()[0]).toMatchObject({ run_id: 8, cached: true });
  });

  test('behavior: a bare result of an older data node is understood', async () => {
    const client = await stream();
    const { type: _type, config: _config, ...bare } = resultEvent;
    const series = bare.nav_series.map(({ nav_date, nav }) => ({ date: nav_date, nav }));
    (await node.nextRun()).send({ ...bare, nav_series: series });
    await client.ended;
    expect(client.events()).toEqual([
      { ...shownResult, config: expect.objectContaining({ category_id: 'all', top_n: 5 }) },
    ]);
  });

  test('error: the data node dies: one error event and a clean end', async () => {
    const client = await stream();
    const run = await node.nextRun();
    run.send(progressEvent(10));
    await expect.poll(() => client.events()).toHaveLength(1);
    run.cut();
    expect(await client.ended).toEqual({ clean: true });
    const message = 'the data node broke off the simulation';
    expect(client.events()).toEqual([
      progressEvent(10),
      { type: 'error', error: message, message },
    ]);
  });

  test('error: the data node ends without a result: one error event', async () => {
    const client = await stream();
    const run = await node.nextRun();
    run.send(progressEvent(10));
    run.end();
    expect(await client.ended).toEqual({ clean: true });
    expect(client.events().filter(({ type }) => type === 'error')).toHaveLength(1);
    expect(client.events().at(-1)?.type).toBe('error');
  });

  test.each([
    ['garbage', 'data: {"type":"progress"\n\n'],
    ['a result without a series', 'data: {"type":"result","run_id":1}\n\n'],
    [
      'a result whose numbers are none',
      `data: ${JSON.stringify(resultEvent).replace('2.4', '1e999')}\n\n`,
    ],
  ])('error: %s becomes one error event', async (_what, bytes) => {
    const client = await stream();
    const run = await node.nextRun();
    run.write(bytes);
    await client.ended;
    const message = 'the data node sent an event of unknown shape';
    expect(client.events()).toEqual([{ type: 'error', error: message, message }]);
    await run.closed;
  });

  test.each([
    ['an event without data', 'data:\n\n', 'empty'],
    ['a blank event', 'data: \n\n', 'empty'],
    ['a heartbeat by name', 'event: heartbeat\ndata: {"at":1}\n\n', 'name'],
    ['a heartbeat that is no JSON', 'event: ping\ndata: 2026-01-01\n\n', 'name'],
  ])('behavior: %s before the result is ignored and counted', async (_what, bytes, reason) => {
    const client = await stream(`${base}&force=true`);
    const run = await node.nextRun();
    run.write(bytes);
    run.send(progressEvent(10));
    run.write(bytes);
    run.send(resultEvent);
    run.end();
    await client.ended;
    expect(client.events().map(({ type }) => type)).toEqual(['progress', 'result']);
    const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
    expect(metrics).toMatch(
      new RegExp(`events_ignored_total\\{upstream="data node streams",reason="${reason}"\\} [2-9]`),
    );
  });

  test('behavior: events that are named by their type are read', async () => {
    const client = await stream(`${base}&force=true`);
    const run = await node.nextRun();
    run.write(`event: result\ndata: ${JSON.stringify(resultEvent)}\n\n`);
    run.end();
    await client.ended;
    expect(client.events().map(({ type }) => type)).toEqual(['result']);
  });

  test('error: an error event shows its reason, but not the insides of the data node', async () => {
    const failing = async (error: string) => {
      const client = await stream(`${base}&force=true`);
      (await node.nextRun()).send({ type: 'error', error });
      await client.ended;
      return client.events().at(-1)?.message;
    };
    expect(await failing('not enough coins: 0 available, 5 required')).toBe(
      'not enough coins: 0 available, 5 required',
    );
    expect(await failing('cannot connect to postgres://10.0.0.1/db')).toBe('the simulation failed');
  });

  test('error: nothing runs, the data node is down: 502 before any stream', async () => {
    await node[Symbol.asyncDispose]();
    const client = await stream();
    await client.ended;
    expect(client.status).toBe(502);
    expect(JSON.parse(client.text())).toEqual({
      error: 'the data node is unavailable; try again later',
    });
  });

  test('error: a malformed parameter is a 400 before any stream, without an upstream call', async () => {
    const client = await stream(base.replace('top_n=5', 'top_n=0'));
    await client.ended;
    expect(client.status).toBe(400);
    expect(client.headers['content-type']).toMatch(/^application\/json/);
    expect(JSON.parse(client.text())).toEqual({
      error: 'top_n must be a whole number from 1 to 1000',
    });
    expect(node.requests).toEqual([]);
  });

  test('behavior: HEAD shows the headers and computes nothing', async () => {
    const response = await gateway.rest(`/sim/run-stream?${base}`, { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(node.requests).toEqual([]);
  });

  test('behavior: a stopping gateway says when to come back, and ends cleanly', async () => {
    const client = await stream();
    const run = await node.nextRun();
    run.send(progressEvent(10));
    await expect.poll(() => client.events()).toHaveLength(1);
    const before = performance.now();
    await gateway[Symbol.asyncDispose]();
    expect(performance.now() - before).toBeLessThan(2000);
    expect(await client.ended).toEqual({ clean: true });
    expect(client.text()).toMatch(/\n\nretry: [1-5]\d{3}\n\n/);
    expect(client.events().at(-1)).toMatchObject({ type: 'error', error: expect.any(String) });
    await run.closed;
  });
});

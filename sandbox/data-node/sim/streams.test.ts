import { on } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listSweepWeightings } from '../engine/parameters/weighting.ts';
import {
  plainRunQuery,
  type ServedSimulator,
  type StreamEvent,
  serveSimulator,
} from './testing/serve-simulator.ts';

/** A simulator without pauses, for tests that do not depend on the duration of a run. */
let quick: ServedSimulator;
beforeAll(async () => {
  quick = await serveSimulator();
});
afterAll(() => quick[Symbol.asyncDispose]());

const progressOf = (events: readonly StreamEvent[]) =>
  events.filter(({ type }) => type === 'progress').map(({ pct }) => pct as number);

function expectRising(values: readonly number[]): void {
  expect(values.length).toBeGreaterThanOrEqual(20);
  for (const [place, value] of values.entries()) {
    if (place > 0) expect(value).toBeGreaterThan(values[place - 1] as number);
    if (place < values.length - 1) expect(value).toBeLessThan(100);
  }
}

/** Opens a stream and waits for its first bytes. */
function open(url: string): Promise<{ response: IncomingMessage; first: string }> {
  return new Promise((resolve, reject) => {
    get(url, { agent: false }, (response) => {
      response.setEncoding('utf8');
      response.once('data', (first) => resolve({ response, first }));
      response.on('error', () => undefined);
    }).on('error', reject);
  });
}

/** Reads until a frame reports progress above 0 %. */
async function untilMoving(response: IncomingMessage): Promise<void> {
  for await (const [chunk] of on(response, 'data')) if (/"pct":[^0]/.test(`${chunk}`)) return;
}

test('default: progress rises to 100, then one result with the body of the run', async () => {
  const served = quick;
  const events = await served.events(`/sim/run-stream?${plainRunQuery}&base_fee_pct=0.7`);
  const progress = progressOf(events);
  expectRising(progress);
  expect(progress.at(0)).toBe(0);
  expect(progress.at(-1)).toBe(100);
  expect(events[0]).toEqual({
    type: 'progress',
    pct: 0,
    current_date: '2020-01-02',
    total_dates: 1099,
  });
  expect(events.slice(progress.length).map(({ type }) => type)).toEqual(['result']);
  const { type: _, ...result } = events.at(-1) as StreamEvent;
  const { body } = await served.json(`/sim/run?${plainRunQuery}&base_fee_pct=0.7`);
  expect(result).toEqual({
    ...(body as object),
    cached: false,
    computed_in_ms: result.computed_in_ms,
  });
});

test('behavior: a known run is one result and no progress', async () => {
  const served = quick;
  await served.text(`/sim/run?${plainRunQuery}`);
  const events = await served.events(`/sim/run-stream?${plainRunQuery}`);
  expect(events).toHaveLength(1);
  expect(events[0]).toMatchObject({ type: 'result', cached: true, computed_in_ms: 0 });
});

test('behavior: the stream has the headers of one, and its first byte comes at once', async () => {
  await using served = await serveSimulator({ paceMs: 100 });
  const requested = performance.now();
  const { response, first } = await open(`${served.url}/sim/run-stream?${plainRunQuery}`);
  expect(performance.now() - requested).toBeLessThan(1_000);
  expect(first).toMatch(/^data: \{"type":"progress","pct":0,/);
  expect(response.headers).toMatchObject({
    'content-type': expect.stringContaining('text/event-stream'),
    'cache-control': expect.stringContaining('no-cache'),
    'x-accel-buffering': 'no',
    connection: 'keep-alive',
  });
  expect(response.headers['content-length']).toBeUndefined();
  response.destroy();
});

test('behavior: equal requests share one computation, late ones get the newest progress', async () => {
  await using served = await serveSimulator({ paceMs: 10 });
  const early = served.events(`/sim/run-stream?${plainRunQuery}`);
  const { response } = await open(`${served.url}/sim/run-stream?${plainRunQuery}`);
  await untilMoving(response);
  const [first, late, direct, forced] = await Promise.all([
    early,
    served.events(`/sim/run-stream?weighting=MCAP&${plainRunQuery.replace('&weighting=mcap', '')}`),
    served.json(`/sim/run?${plainRunQuery}`),
    served.events(`/sim/run-stream?${plainRunQuery}&force=true`),
  ]);
  response.destroy();
  expect(progressOf(late)[0]).toBeGreaterThan(0);
  expect(late.at(-1)).toEqual(first.at(-1));
  expect(forced.at(-1)).toEqual(first.at(-1));
  expect(direct.body).toMatchObject({ run_id: first.at(-1)?.run_id, cached: false });
});

test('behavior: when the last listener leaves the thread is free within moments', async () => {
  // One thread, and a run with 40 pauses of 100 ms.
  await using served = await serveSimulator({ paceMs: 100, threads: 1 });
  const one = await open(`${served.url}/sim/run-stream?${plainRunQuery}`);
  const two = await open(`${served.url}/sim/run-stream?${plainRunQuery}`);
  await untilMoving(one.response);
  one.response.destroy();
  await sleep(150);
  two.response.destroy();
  const left = performance.now();
  const next = await open(
    `${served.url}/sim/run-stream?${plainRunQuery}&top_n=5`.replace('top_n=10&', ''),
  );
  await new Promise((resolve) => next.response.once('data', resolve));
  expect(performance.now() - left).toBeLessThan(1_000);
  next.response.destroy();
  expect((await served.json('/sim/results')).body).toEqual({ results: [] });
});

test('behavior: a run continues while it has a subscriber', async () => {
  await using served = await serveSimulator({ paceMs: 10 });
  const { response } = await open(`${served.url}/sim/run-stream?${plainRunQuery}`);
  const stays = served.events(`/sim/run-stream?${plainRunQuery}`);
  await sleep(50);
  response.destroy();
  expect((await stays).at(-1)).toMatchObject({ type: 'result', cached: false });
});

test('behavior: a run waits its turn when all threads are busy, and may be given up while waiting', async () => {
  await using served = await serveSimulator({ paceMs: 20, threads: 1 });
  const busy = served.events(`/sim/run-stream?${plainRunQuery}`);
  await sleep(20);
  const waiting = await open(`${served.url}/sim/run-stream?${plainRunQuery.replace('=10', '=9')}`);
  waiting.response.destroy();
  const patient = served.events(`/sim/run-stream?${plainRunQuery.replace('=10', '=8')}`);
  expect((await busy).at(-1)?.type).toBe('result');
  expect((await patient).at(-1)?.type).toBe('result');
  const { body } = await served.json('/sim/results');
  expect(
    (body as { results: readonly { top_n: number }[] }).results.map(({ top_n }) => top_n),
  ).toEqual([8, 10]);
});

test('error: a run that comes to nothing ends with one error event', async () => {
  const served = quick;
  const events = await served.events(`/sim/run-stream?${plainRunQuery}&vc_min_amount_m=100000`);
  const message = expect.stringMatching(/^not enough coins/);
  expect(events.at(-1)).toEqual({ type: 'error', error: message, message });
  expect(events.slice(0, -1).every(({ type }) => type === 'progress')).toBe(true);
});

test('default: a sweep is a run for each value, then all of them', async () => {
  const served = quick;
  const base = 'category_id=dl-some&top_n=8&rebalance_days=20';
  const events = await served.events(`/sim/sweep-stream?sweep=weighting&${base}`);
  expectRising(progressOf(events));
  const done = events.filter(({ type }) => type === 'variant_done');
  const names = listSweepWeightings('dl-some');
  expect(done.map(({ variant }) => variant)).toEqual(names.map((name) => `weighting=${name}`));
  expect(done.map((event) => event.variant_index as number)).toEqual([...names.keys()]);
  expect(events.at(-1)).toEqual({ type: 'sweep_done', total_variants: 20, simulations: done });
  for (const [place, weighting] of names.entries()) {
    const { body } = await served.json(`/sim/run?${base}&weighting=${weighting}`);
    const { run_id, stats, nav_series, cached } = body as Record<string, unknown>;
    expect(cached).toBe(true);
    expect(done[place]).toMatchObject({
      run_id,
      stats,
      nav_series,
      total_variants: 20,
      cached: false,
    });
  }
  const again = await served.events(`/sim/sweep-stream?sweep=weighting&${base}`);
  expect(again).toHaveLength(21);
  expect(again.slice(0, -1).every(({ cached }) => cached === true)).toBe(true);
});

test('behavior: progress of a sweep names its variant', async () => {
  const served = quick;
  const [first] = await served.events(
    '/sim/sweep-stream?sweep=top_n&category_id=all&base_fee_pct=0.6',
  );
  expect(first).toEqual({
    type: 'progress',
    variant: 'top_n=5',
    variant_index: 0,
    total_variants: 7,
    pct: 0,
    current_date: '2020-01-02',
    total_dates: 1099,
    message: 'top_n=5: 2020-01-02',
  });
});

const labels: readonly (readonly [string, readonly string[]])[] = [
  ['top_n', [5, 10, 20, 30, 50, 100, 200].map((n) => `top_n=${n}`)],
  [
    'rebalance',
    [
      ...[14, 30, 60, 90, 180].map((days) => `periodic ${days}d`),
      ...[3, 5, 10, 15].map((band) => `drift ${band}%`),
    ],
  ],
  ['threshold', ['off', ...[3, 5, 10, 15, 20].map((band) => `drift ${band}%`)]],
];

test.each(labels)('behavior: the values of a sweep over %s', async (sweep, expected) => {
  const served = quick;
  const events = await served.events(
    `/sim/sweep-stream?sweep=${sweep}&category_id=all&threshold_pct=7`,
  );
  const done = events.filter(({ type }) => type === 'variant_done');
  expect(done.map(({ variant }) => variant)).toEqual(expected);
});

test('behavior: a sweep goes on after a value that cannot be run', async () => {
  const served = quick;
  const query = 'sweep=category&category_id=all&categories=few,nowhere,dl-some&weighting=tvl';
  const events = await served.events(`/sim/sweep-stream?${query}`);
  const outcomes = events.filter(({ type }) => type !== 'progress');
  expect(outcomes.map(({ type, variant }) => [type, variant])).toEqual([
    ['variant_error', 'few'],
    ['variant_error', 'nowhere'],
    ['variant_done', 'dl-some'],
    ['sweep_done', undefined],
  ]);
  expect(outcomes[0]).toMatchObject({
    variant_index: 0,
    total_variants: 3,
    error: expect.stringContaining('DeFi category'),
  });
  expect(outcomes.at(-1)?.simulations).toHaveLength(1);
});

test('behavior: a sweep without a subscriber stops', async () => {
  await using served = await serveSimulator({ paceMs: 20 });
  const { response } = await open(`${served.url}/sim/sweep-stream?sweep=top_n&category_id=all`);
  response.destroy();
  await sleep(1_500);
  expect((await served.json('/sim/results')).body).toEqual({ results: [] });
});

test('behavior: heavy runs leave the event loop free', async () => {
  await using served = await serveSimulator({ threads: 2 });
  await served.text(`/sim/run?${plainRunQuery}`);
  const before = performance.eventLoopUtilization();
  const heavy = 'category_id=all&top_n=40&rebalance_days=2';
  await Promise.all(
    ['risk_parity_90', 'min_var_90', 'risk_parity_60', 'min_var_60'].map((weighting) =>
      served.text(`/sim/run?${heavy}&weighting=${weighting}`),
    ),
  );
  const { active, idle } = performance.eventLoopUtilization(before);
  expect(active + idle).toBeGreaterThan(200);
  expect(active / (active + idle)).toBeLessThan(0.5);
});

test('behavior: the simulator closes while runs are under way', async () => {
  const served = await serveSimulator({ paceMs: 100 });
  const { response } = await open(`${served.url}/sim/run-stream?${plainRunQuery}`);
  const ended = new Promise((resolve) => response.on('close', resolve).resume());
  const begin = performance.now();
  await served[Symbol.asyncDispose]();
  await ended;
  expect(performance.now() - begin).toBeLessThan(3_000);
  expect(served.logged).toEqual([]);
});

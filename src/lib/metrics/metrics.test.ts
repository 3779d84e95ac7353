import { setTimeout as sleep } from 'node:timers/promises';
import {
  collectDefaultMetrics,
  Counter as PromCounter,
  Histogram as PromHistogram,
  Registry,
} from 'prom-client';
import { expect, test } from 'vitest';
import { createCounter } from './counter.ts';
import { createHistogram } from './histogram.ts';
import { createProcessMetricsRegistry } from './process-metrics.ts';

const described = { name: 'seconds', help: 'Some time.', labelNames: ['api', 'status'] as const };
const buckets = [0.1, 1, 2.5];

test('default: a histogram is exported as prom-client exports its own', async () => {
  const [ours, theirs] = [new Registry(), new Registry()];
  const own = createHistogram({ ...described, buckets, registry: ours });
  const other = new PromHistogram({ ...described, buckets, registers: [theirs] });
  for (const [api, status, value] of [
    ['rest', '200', 0.05],
    ['rest', '200', 0.1],
    ['rest', '500', 2],
    ['graphql', '200', 99],
    ['rest', '200', 1.5],
  ] as const) {
    own.labels(api, status).observe(value);
    other.observe({ api, status }, value);
  }
  expect(await ours.metrics()).toBe(await theirs.metrics());
});

test('default: a counter is exported as prom-client exports its own, on every read', async () => {
  const [ours, theirs] = [new Registry(), new Registry()];
  const own = createCounter({ ...described, registry: ours });
  const other = new PromCounter({ ...described, registers: [theirs] });
  for (let round = 0; round < 2; round += 1) {
    for (const [api, status] of [
      ['rest', '200'],
      ['graphql', '200'],
      ['rest', '200'],
      ['rest', '500'],
    ] as const) {
      own.add(api, status);
      other.inc({ api, status });
    }
    const lines = async (registry: Registry) => (await registry.metrics()).split('\n').sort();
    expect(await lines(ours)).toEqual(await lines(theirs));
  }
});

/** Gauges of prom-client with names of counters, which `promtool check metrics` rejects. */
const misnamed = ['handles', 'requests', 'resources'].map((kind) => `nodejs_active_${kind}_total`);

test('default: the process metrics are those of prom-client without its misnamed gauges', () => {
  const [ours, theirs] = [createProcessMetricsRegistry(), new Registry()];
  collectDefaultMetrics({ register: theirs });
  const told = (registry: Registry) =>
    registry
      .getMetricsAsArray()
      .map(({ name }) => name)
      .sort();
  expect(told(ours)).toEqual(told(theirs).filter((name) => !misnamed.includes(name)));
});

test('behavior: the event loop lag covers the time since the last scrape and contains no timer interval', async () => {
  const registry = createProcessMetricsRegistry();
  const lag = async (statistic: string) => {
    const text = await registry.metrics();
    const value = new RegExp(`^nodejs_eventloop_lag_${statistic}_seconds (.*)$`, 'm').exec(text);
    return Number(value?.[1]);
  };
  const hold = (time: number) => {
    for (const began = performance.now(); performance.now() - began < time; );
  };
  await sleep(50);
  await lag('max');
  setTimeout(() => hold(200));
  await sleep(250);
  expect(await lag('max')).toBeGreaterThan(0.19);
  for (let turn = 0; turn < 20; turn += 1) await sleep(1);
  expect(await lag('p50')).toBeLessThan(0.009);
});

import { setTimeout as sleep } from 'node:timers/promises';
import { collectDefaultMetrics, Registry } from '@prometheus-io/client';
import { expect, test } from 'vitest';
import { createProcessMetricsRegistry } from './process-metrics.ts';

/** Metrics of the library whose names `promtool check metrics` rejects. */
const misnamed = [
  ...['handles', 'requests', 'resources'].map((kind) => `nodejs_active_${kind}_total`),
  ...['histogram', 'summary'].map((type) => `nodejs_eventloop_utilization_${type}`),
];

test('default: the process metrics are those of the library without its misnamed gauges', () => {
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

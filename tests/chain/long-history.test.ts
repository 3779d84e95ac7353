import { expect, test } from 'vitest';
import { longHistory, startLongHistory } from '../support/long-history.ts';
import { postJson } from '../support/post-json.ts';
import { residentBytes } from '../support/processes.ts';

const mebibyte = 2 ** 20;

test('behavior: a million blocks with 100,000 events are read within a heap of 96 MB', async () => {
  await using history = await startLongHistory();
  const before = residentBytes(history.pid);
  const started = performance.now();
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, residentBytes(history.pid));
  }, 50);
  using _timer = { [Symbol.dispose]: () => clearInterval(timer) };
  const { query, data } = longHistory;
  const ask = async () => (await postJson(`${history.url}/graphql`, { query })).json();
  await expect.poll(ask, { timeout: 280_000, interval: 500 }).toMatchObject({ data });
  const seconds = (performance.now() - started) / 1000;
  process.stdout.write(
    `${seconds.toFixed(1)} s, ${history.countLogCalls()} calls, ${((peak - before) / mebibyte).toFixed(0)} MiB grown\n`,
  );
  expect(history.countLogCalls()).toBeLessThan(600);
  expect(peak - before).toBeLessThan(150 * mebibyte);
}, 300_000);

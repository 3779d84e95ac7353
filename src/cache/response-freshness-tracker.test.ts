import { expect, test } from 'vitest';
import { createResponseFreshnessTracker } from './response-freshness-tracker.ts';

const meta = { policy: 'ranking', storedAt: 1000, freshUntil: 301_000, tag: 'dtf' } as const;

test('behavior: a degraded response is fresh until the given time at most, whatever its values', () => {
  const freshness = createResponseFreshnessTracker();
  freshness.record(meta, 'HIT');
  freshness.markDegraded(11_000);
  freshness.record({ ...meta, freshUntil: 200_000 }, 'HIT');
  expect(freshness.summary()).toMatchObject({ degraded: true, oldest: 1000, freshUntil: 11_000 });
});

test('behavior: a response without a failure is not degraded', () => {
  const freshness = createResponseFreshnessTracker();
  freshness.record(meta, 'HIT');
  expect(freshness.summary()).toMatchObject({ degraded: false, freshUntil: 301_000 });
});

test('behavior: the summary has for each policy the oldest time, the freshness and the worst outcome', () => {
  const freshness = createResponseFreshnessTracker();
  freshness.record({ ...meta, storedAt: 3000 }, 'HIT');
  freshness.record({ ...meta, policy: 'nav', storedAt: 2500 }, 'HIT');
  freshness.record({ ...meta, storedAt: 2000, freshUntil: 12_000 }, 'STALE');
  freshness.record(meta, 'HIT');
  expect(freshness.summary().rows).toEqual(
    new Map([
      ['ranking', { oldest: 1000, freshUntil: 12_000, outcome: 'STALE', tags: new Set(['dtf']) }],
      ['nav', { oldest: 2500, freshUntil: 301_000, outcome: 'HIT', tags: new Set(['dtf']) }],
    ]),
  );
});

test('behavior: it is servable as long as each of its values is', () => {
  const freshness = createResponseFreshnessTracker();
  freshness.record({ ...meta, freshUntil: 11_000 }, 'HIT');
  expect(freshness.summary()).toMatchObject({ freshUntil: 11_000, staleUntil: 71_000 });
  freshness.record({ ...meta, policy: 'nav', freshUntil: 30_000 }, 'HIT');
  expect(freshness.summary()).toMatchObject({ freshUntil: 11_000, staleUntil: 30_000 });
  freshness.markDegraded(20_000);
  expect(freshness.summary()).toMatchObject({ freshUntil: 11_000, staleUntil: 20_000 });
});

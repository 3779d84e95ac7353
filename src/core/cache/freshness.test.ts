import { expect, test } from 'vitest';
import { createFreshness } from './freshness.ts';

const stamp = { policy: 'ranking', storedAt: 1000, freshUntil: 301_000 } as const;

test('behavior: a degraded answer lives no longer than it is told, whatever it is made of', () => {
  const freshness = createFreshness();
  freshness.note(stamp, 'HIT');
  freshness.degrade(11_000);
  freshness.note({ ...stamp, freshUntil: 200_000 }, 'HIT');
  expect(freshness.summary()).toMatchObject({ degraded: true, oldest: 1000, freshUntil: 11_000 });
});

test('behavior: an answer of which nothing failed is not degraded', () => {
  const freshness = createFreshness();
  freshness.note(stamp, 'HIT');
  expect(freshness.summary()).toMatchObject({ degraded: false, freshUntil: 301_000 });
});

test('behavior: it names the rows of its values, each with its oldest, its life and its worst outcome', () => {
  const freshness = createFreshness();
  freshness.note({ ...stamp, storedAt: 3000 }, 'HIT');
  freshness.note({ ...stamp, policy: 'nav', storedAt: 2500 }, 'HIT');
  freshness.note({ ...stamp, storedAt: 2000, freshUntil: 12_000 }, 'STALE');
  freshness.note(stamp, 'HIT');
  expect(freshness.summary().rows).toEqual(
    new Map([
      ['ranking', { oldest: 1000, freshUntil: 12_000, outcome: 'STALE' }],
      ['nav', { oldest: 2500, freshUntil: 301_000, outcome: 'HIT' }],
    ]),
  );
});

test('behavior: it may be shown as long as each of its values', () => {
  const freshness = createFreshness();
  freshness.note({ ...stamp, freshUntil: 11_000 }, 'HIT');
  expect(freshness.summary()).toMatchObject({ freshUntil: 11_000, staleUntil: 71_000 });
  freshness.note({ ...stamp, policy: 'nav', freshUntil: 30_000 }, 'HIT');
  expect(freshness.summary()).toMatchObject({ freshUntil: 11_000, staleUntil: 30_000 });
  freshness.degrade(20_000);
  expect(freshness.summary()).toMatchObject({ freshUntil: 11_000, staleUntil: 20_000 });
});

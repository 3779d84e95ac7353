import { expect, test } from 'vitest';
import { createFreshness } from './freshness.ts';

const read = {
  value: 1,
  policy: 'ranking' as const,
  storedAt: 1000,
  freshUntil: 301_000,
  outcome: 'HIT' as const,
};

test('behavior: a degraded answer lives no longer than it is told, whatever it is made of', () => {
  const freshness = createFreshness();
  freshness.note(read);
  freshness.degrade(11_000);
  freshness.note({ ...read, freshUntil: 200_000 });
  expect(freshness.summary()).toMatchObject({ degraded: true, oldest: 1000, freshUntil: 11_000 });
});

test('behavior: an answer of which nothing failed is not degraded', () => {
  const freshness = createFreshness();
  freshness.note(read);
  expect(freshness.summary()).toMatchObject({ degraded: false, freshUntil: 301_000 });
});

test('behavior: it names the rows of its values, each with its oldest, its life and its worst outcome', () => {
  const freshness = createFreshness();
  freshness.note({ ...read, storedAt: 3000 });
  freshness.note({ ...read, policy: 'nav', storedAt: 2500 });
  freshness.note({ ...read, storedAt: 2000, freshUntil: 12_000, outcome: 'STALE' });
  freshness.note(read);
  expect(freshness.summary().rows).toEqual(
    new Map([
      ['ranking', { oldest: 1000, freshUntil: 12_000, outcome: 'STALE' }],
      ['nav', { oldest: 2500, freshUntil: 301_000, outcome: 'HIT' }],
    ]),
  );
});

test('behavior: it may be shown as long as each of its values', () => {
  const freshness = createFreshness();
  freshness.note({ ...read, freshUntil: 11_000 });
  expect(freshness.summary()).toMatchObject({ freshUntil: 11_000, staleUntil: 71_000 });
  freshness.note({ ...read, policy: 'nav', freshUntil: 30_000 });
  expect(freshness.summary()).toMatchObject({ freshUntil: 11_000, staleUntil: 30_000 });
  freshness.degrade(20_000);
  expect(freshness.summary()).toMatchObject({ freshUntil: 11_000, staleUntil: 20_000 });
});

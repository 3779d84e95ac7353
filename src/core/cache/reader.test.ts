import { expect, test, vi } from 'vitest';
import { createFreshness } from './freshness.ts';
import { createReader } from './reader.ts';
import { createValueCache } from './value-cache.ts';

function setup(maxMisses = 3) {
  const cache = createValueCache({ clock: { now: () => 1_000_000 }, maxBytes: 100_000 });
  const freshness = createFreshness();
  const reader = createReader({
    cache,
    freshness,
    signal: new AbortController().signal,
    maxMisses,
  });
  return { reader, freshness };
}

test('default: tallies the answer from everything that was read', async () => {
  const { reader, freshness } = setup();
  expect(freshness.summary()).toMatchObject({ oldest: null, freshUntil: null });
  await reader.read('ranking', 'a', async () => ({ value: 1, bytes: 1 }));
  await reader.read('nav', 'a', async () => ({ value: 1, bytes: 1 }));
  expect(freshness.summary()).toMatchObject({
    oldest: 1_000_000,
    freshUntil: 1_002_000,
    outcome: 'MISS',
  });
});

test('behavior: the same thing asked for a thousand times at once counts once', async () => {
  const { reader } = setup(1);
  const fetch = vi.fn(async () => ({ value: 7, bytes: 1 }));
  const reads = Array.from({ length: 1000 }, () => reader.read('price', 'all', fetch));
  expect(new Set(await Promise.all(reads))).toEqual(new Set([7]));
  expect(fetch).toHaveBeenCalledTimes(1);
});

test('error: more different things than a request may cause', async () => {
  const { reader } = setup(3);
  const read = (key: string) => reader.read('nav', key, async () => ({ value: key, bytes: 1 }));
  await Promise.all(['a', 'b', 'c'].map(read));
  expect(() => read('d')).toThrow('more than 3 upstream reads');
  expect(read('a')).toBe('a');
});

import { expect, test } from 'vitest';
import { createDocumentCache } from './document-cache.ts';

test('default: the response to a repeated request is cached', () => {
  const cache = createDocumentCache<object>(100_000_000);
  const [first, second] = [{}, {}];
  expect(cache.get('a')).toBeUndefined();
  cache.set('a', first);
  expect(cache.get('a')).toBeUndefined();
  cache.set('a', second);
  expect(cache.get('a')).toBe(second);
});

test('behavior: documents that are sent once evict no repeated ones', () => {
  const cache = createDocumentCache<object>(100_000_000);
  const known = {};
  cache.set('known', known);
  cache.set('known', known);
  for (let index = 0; index < 5000; index += 1) cache.set(`new ${index}`, {});
  expect(cache.get('known')).toBe(known);
});

test('behavior: cached long documents are bounded', () => {
  const cache = createDocumentCache<object>(240_000_000);
  const texts = Array.from({ length: 40 }, (_, index) => `${index}`.padEnd(100_000));
  for (const text of [...texts, ...texts.slice(-15), ...texts.slice(-15)]) cache.set(text, {});
  const cached = texts.filter((text) => cache.get(text) !== undefined);
  expect(cached.length).toBeGreaterThan(5);
  expect(cached.length).toBeLessThanOrEqual(20);
});

import fc from 'fast-check';
import { LRUCache } from 'lru-cache';
import { expect, test } from 'vitest';
import { createAbsentKeyFilter } from './absent-key-filter.ts';

const text = fc.oneof(fc.string({ maxLength: 3 }), fc.string({ minLength: 15, maxLength: 25 }));

test('default: has every key of the set after any additions and removals', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), text), { maxLength: 200 }), (steps) => {
      const keyFilter = createAbsentKeyFilter();
      const there = new Set<string>();
      for (const [comes, name] of steps) {
        if (comes === there.has(name)) continue;
        if (comes) {
          there.add(name);
          keyFilter.add(name);
        } else {
          there.delete(name);
          keyFilter.remove(name);
        }
        for (const known of there) expect(keyFilter.mayContain(known)).toBe(true);
      }
    }),
  );
});

test('default: lacks nearly all short keys that are not in the set', () => {
  const keyFilter = createAbsentKeyFilter();
  const names = (kind: string) =>
    Array.from({ length: 1000 }, (_, at) => `/price?asset=${kind}${at}`);
  for (const name of names('A')) keyFilter.add(name);
  const others = names('B').filter(keyFilter.mayContain);
  expect(others.length).toBeLessThan(100);
});

test('default: lacks keys that were removed', () => {
  const keyFilter = createAbsentKeyFilter();
  keyFilter.add('gone');
  keyFilter.remove('gone');
  expect(keyFilter.mayContain('gone')).toBe(false);
});

test('behavior: follows a cache that evicts, replaces and rejects entries', () => {
  const step = fc.record({
    name: fc.nat(20),
    size: fc.integer({ min: 1, max: 12 }),
    keeps: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const keyFilter = createAbsentKeyFilter();
      const cache = new LRUCache<string, { readonly size: number }>({
        maxSize: 10,
        onInsert: (_value, key, reason) => reason !== 'update' && keyFilter.add(key),
        dispose: (_value, key) => keyFilter.remove(key),
      });
      for (const { name, size, keeps } of steps) {
        if (keeps) cache.set(String(name), { size }, { size });
        else cache.delete(String(name));
        for (const key of cache.keys()) expect(keyFilter.mayContain(key)).toBe(true);
      }
      for (const key of [...cache.keys()]) cache.delete(key);
      for (let at = 0; at <= 20; at += 1) expect(keyFilter.mayContain(String(at))).toBe(false);
    }),
  );
});

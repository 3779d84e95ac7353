import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createEntryReusingMap, type MapValueSlot } from './entry-reusing-map.ts';

type Thing = { readonly number: number };

/** Long keys, so that few of them exceed the limit at which empty entries are dropped. */
const keyOf = (name: number): string => `${name}`.padEnd(20_000, '-');

const step = fc.record({
  what: fc.constantFrom('set', 'release', 'delete'),
  name: fc.nat(11),
  /** Index of the earlier value to settle. */
  earlier: fc.nat(30),
});

test('default: it behaves like a Map, and release deletes only the value of its entry', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const map = createEntryReusingMap<Thing>();
      const model = new Map<string, Thing>();
      const put: { key: string; thing: Thing; entry: MapValueSlot<Thing> }[] = [];
      for (const { what, name, earlier } of steps) {
        const key = keyOf(name);
        const one = put[earlier];
        if (what === 'set') {
          const thing = { number: put.length };
          put.push({ key, thing, entry: map.set(key, thing) });
          model.set(key, thing);
        } else if (what === 'delete') {
          map.delete(key);
          model.delete(key);
        } else if (what === 'release' && one) {
          map.release(one.entry, one.thing);
          if (model.get(one.key) === one.thing) model.delete(one.key);
        }
        for (let at = 0; at < 12; at += 1) {
          expect(map.get(keyOf(at))).toBe(model.get(keyOf(at)));
          expect(map.has(keyOf(at))).toBe(model.has(keyOf(at)));
        }
        expect([...map.keys()].toSorted()).toEqual([...model.keys()].toSorted());
      }
    }),
  );
});

test('behavior: the entry of a deleted value is empty and gets the next value of its key', () => {
  const map = createEntryReusingMap<Thing>();
  const thing = { number: 1 };
  const entry = map.set('key', thing);
  map.release(entry, thing);
  expect(entry.value).toBeUndefined();
  expect(map.set('key', { number: 2 })).toBe(entry);
});

test('behavior: keys of empty entries are dropped beyond a limit', () => {
  const map = createEntryReusingMap<Thing>();
  const first = map.set('first', { number: 0 });
  map.delete('first');
  for (let number = 1; number <= 6; number += 1) {
    const thing = { number };
    map.release(map.set(keyOf(number), thing), thing);
  }
  map.set('another', { number: 7 });
  expect(map.set('first', { number: 8 })).not.toBe(first);
});

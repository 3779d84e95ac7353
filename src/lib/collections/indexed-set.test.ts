import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createIndexedSet } from './indexed-set.ts';

test('default: contains the members that were added and not deleted, whatever the order', () => {
  const step = fc.record({ joins: fc.boolean(), who: fc.nat(20) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const people = Array.from({ length: 21 }, (_, name) => ({ index: -1, name }));
      const set = createIndexedSet<(typeof people)[number]>();
      const there = new Set<number>();
      for (const { joins, who } of steps) {
        const person = people[who] as (typeof people)[number];
        if (!joins) {
          set.delete(person);
          there.delete(who);
        } else if (!there.has(who)) {
          set.add(person);
          there.add(who);
        }
        expect(set.size()).toBe(there.size);
        expect(new Set(set.values().map(({ name }) => name))).toEqual(there);
      }
    }),
  );
});

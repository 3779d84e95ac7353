import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCrowd } from './crowd.ts';

test('default: holds whoever joined and has not left, whatever the order', () => {
  const step = fc.record({ joins: fc.boolean(), who: fc.nat(20) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const people = Array.from({ length: 21 }, (_, name) => ({ place: -1, name }));
      const crowd = createCrowd<(typeof people)[number]>();
      const there = new Set<number>();
      for (const { joins, who } of steps) {
        const person = people[who] as (typeof people)[number];
        if (!joins) {
          crowd.leave(person);
          there.delete(who);
        } else if (!there.has(who)) {
          crowd.join(person);
          there.add(who);
        }
        expect(crowd.size()).toBe(there.size);
        expect(new Set(crowd.all().map(({ name }) => name))).toEqual(there);
      }
    }),
  );
});

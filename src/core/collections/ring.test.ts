import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRing, isRingEmpty, joinRing, type Linked, leaveRing, membersOf } from './ring.ts';

type Named = Linked & { readonly name: number };

test('behavior: it holds who has come and not gone, in that order, whatever happens', () => {
  const steps = fc.array(fc.record({ isLeaving: fc.boolean(), name: fc.nat(5) }));
  fc.assert(
    fc.property(steps, (taken) => {
      const ring = createRing<Named>();
      const all = Array.from({ length: 6 }, (_, name): Named => {
        return { name, before: undefined, behind: undefined };
      });
      let present: number[] = [];
      for (const { isLeaving, name } of taken) {
        const member = all[name] as Named;
        if (isLeaving) {
          leaveRing(member);
          present = present.filter((one) => one !== name);
        } else if (!present.includes(name)) {
          joinRing(ring, member);
          present.push(name);
        }
        expect(membersOf(ring).map((one) => one.name)).toEqual(present);
        expect(isRingEmpty(ring)).toBe(present.length === 0);
      }
    }),
  );
});

test('behavior: who has left knows nobody', () => {
  const ring = createRing<Named>();
  const member: Named = { name: 1, before: undefined, behind: undefined };
  joinRing(ring, member);
  leaveRing(member);
  leaveRing(member);
  expect(member).toEqual({ name: 1, before: undefined, behind: undefined });
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  appendNode,
  createLinkedList,
  isListEmpty,
  type LinkedListNode,
  linkedListToArray,
  removeNode,
} from './linked-list.ts';

type Named = LinkedListNode & { readonly name: number };

test('behavior: it contains the appended nodes that were not removed, in insertion order', () => {
  const steps = fc.array(fc.record({ isLeaving: fc.boolean(), name: fc.nat(5) }));
  fc.assert(
    fc.property(steps, (taken) => {
      const ring = createLinkedList<Named>();
      const all = Array.from({ length: 6 }, (_, name): Named => {
        return { name, previous: undefined, next: undefined };
      });
      let present: number[] = [];
      for (const { isLeaving, name } of taken) {
        const member = all[name] as Named;
        if (isLeaving) {
          removeNode(member);
          present = present.filter((one) => one !== name);
        } else if (!present.includes(name)) {
          appendNode(ring, member);
          present.push(name);
        }
        expect(linkedListToArray(ring).map((one) => one.name)).toEqual(present);
        expect(isListEmpty(ring)).toBe(present.length === 0);
      }
    }),
  );
});

test('behavior: a removed node refers to no other node', () => {
  const ring = createLinkedList<Named>();
  const member: Named = { name: 1, previous: undefined, next: undefined };
  appendNode(ring, member);
  removeNode(member);
  removeNode(member);
  expect(member).toEqual({ name: 1, previous: undefined, next: undefined });
});

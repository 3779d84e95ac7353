import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDeadlineSet, type DeadlineSetMember } from './deadline-set.ts';

type Named = DeadlineSetMember & { readonly name: string };

/** A deadline set of names; records which expired and how late, milliseconds. */
function setup(onOver: (member: Named) => void = () => {}) {
  const over: { readonly name: string; readonly late: number }[] = [];
  const set = createDeadlineSet<Named>((member) => {
    over.push({ name: member.name, late: performance.now() - member.expiresAt });
    onOver(member);
  });
  const join = (name: string, ms: number): Named => {
    const now = performance.now();
    const member = { index: -1, name, expiresAt: now + ms };
    set.add(member, now);
    return member;
  };
  return { crowd: set, add: join, over, names: () => over.map(({ name }) => name) };
}

const byName = (one: Named, other: Named) => one.name.localeCompare(other.name);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('default: each member expires at its own deadline, whatever the order of adding', () => {
  const { add, names } = setup();
  add('late', 60);
  add('soon', 20);
  add('never', 60_000);
  vi.advanceTimersByTime(19);
  expect(names()).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(names()).toEqual(['soon']);
  vi.advanceTimersByTime(40);
  expect(names()).toEqual(['soon', 'late']);
});

test('behavior: a deleted member does not expire, the others do', () => {
  const { crowd: set, add, names } = setup();
  const gone = add('gone', 10);
  add('here', 30);
  set.delete(gone);
  set.delete(gone);
  vi.advanceTimersByTime(60);
  expect(names()).toEqual(['here']);
  add('again', 10);
  vi.advanceTimersByTime(10);
  expect(names()).toEqual(['here', 'again']);
});

test('behavior: a member deleted by the callback of another one does not expire', () => {
  const members: Named[] = [];
  const {
    crowd: set,
    add,
    names,
  } = setup(() => {
    for (const member of members) set.delete(member);
  });
  members.push(add('first', 10), add('second', 10));
  vi.advanceTimersByTime(40);
  expect(names()).toHaveLength(1);
});

test('behavior: no member expires early, never, or later than the time between two scans', () => {
  const step = fc.record({
    joins: fc.integer({ min: 1, max: 300 }),
    leaves: fc.option(fc.nat(40)),
  });
  const steps = fc.array(fc.tuple(step, fc.nat(50)), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(steps, (all) => {
      const { crowd: set, add, over, names } = setup();
      const joined: Named[] = [];
      const left = new Set<string>();
      for (const [{ joins, leaves }, pause] of all) {
        joined.push(add(`${joined.length}`, joins));
        const leaver = leaves === null ? undefined : joined[leaves];
        if (leaver && !names().includes(leaver.name)) left.add(leaver.name);
        if (leaver) set.delete(leaver);
        const here = joined.filter(({ name }) => !left.has(name) && !names().includes(name));
        expect(set.all().toSorted(byName)).toEqual(here.toSorted(byName));
        expect(set.size()).toBe(here.length);
        vi.advanceTimersByTime(pause);
      }
      vi.advanceTimersByTime(400);
      const staying = joined.map(({ name }) => name).filter((name) => !left.has(name));
      expect(names().sort()).toEqual(staying.sort());
      for (const { late } of over) {
        expect(late).toBeGreaterThanOrEqual(0);
        expect(late).toBeLessThanOrEqual(6);
      }
    }),
  );
});

test('behavior: a member whose deadline is moved expires at the new one', () => {
  const { crowd: set, add, names } = setup();
  const stream = add('stream', 10) as { expiresAt: number } & Named;
  add('read', 10);
  stream.expiresAt += 40;
  vi.advanceTimersByTime(20);
  expect(names()).toEqual(['read']);
  expect(set.all()).toEqual([stream]);
  vi.advanceTimersByTime(40);
  expect(names()).toEqual(['read', 'stream']);
  expect(set.size()).toBe(0);
});

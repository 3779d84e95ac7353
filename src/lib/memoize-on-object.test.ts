import { expect, test } from 'vitest';
import { memoizeOnObject } from './memoize-on-object.ts';

test('default: computes once for an object, and again for another object that is equal', () => {
  let calls = 0;
  const lengthOf = memoizeOnObject((list: readonly number[]) => {
    calls += 1;
    return list.length;
  });
  const list = [1, 2];
  expect([lengthOf(list), lengthOf(list), lengthOf([1, 2])]).toEqual([2, 2, 2]);
  expect(calls).toBe(2);
});

test('behavior: two functions cache on the same object separately and invisibly', () => {
  const first = memoizeOnObject((one: object) => ({ of: one }));
  const second = memoizeOnObject(() => undefined);
  const value = { a: 1 };
  expect(first(value)).toBe(first(value));
  expect(second(value)).toBeUndefined();
  expect(first(value)).toEqual({ of: { a: 1 } });
  expect(Reflect.ownKeys({ ...value })).toEqual(['a']);
  expect(JSON.stringify(value)).toBe('{"a":1}');
  expect(value).toEqual({ a: 1 });
});

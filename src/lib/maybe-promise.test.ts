import { expect, test } from 'vitest';
import { InvalidInputError, NotFoundError } from './errors.ts';
import {
  allMaybePromises,
  catchMaybePromise,
  mapMaybePromise,
  valueOrIfNotFound,
} from './maybe-promise.ts';
import { memoizeOnObject } from './memoize-on-object.ts';

const increase = (number: number) => number + 1;

test('default: a value that is no promise is used synchronously', () => {
  expect(mapMaybePromise(1, increase)).toBe(2);
  expect(allMaybePromises(1, 'a')).toEqual([1, 'a']);
});

test('behavior: passes on data that has a member `then`', () => {
  const data = JSON.parse('{"then":"text"}');
  expect(mapMaybePromise<unknown, unknown>(data, (value) => value)).toBe(data);
});

test('behavior: a promise is awaited before its value is used', async () => {
  const soon = Promise.resolve(1);
  expect(mapMaybePromise(soon, increase)).toBeInstanceOf(Promise);
  expect(await mapMaybePromise(soon, increase)).toBe(2);
  expect(await allMaybePromises(soon, 'a')).toEqual([1, 'a']);
  expect(await allMaybePromises('a', soon)).toEqual(['a', 1]);
});

test('behavior: memoizeOnObject returns the same result for the same object', () => {
  const derive = memoizeOnObject((list: readonly number[]) => list.map(increase));
  const list = [1, 2];
  expect(derive(list)).toEqual([2, 3]);
  expect(derive(list)).toBe(derive(list));
  expect(derive([1, 2])).not.toBe(derive(list));
});

test('error: a throw and a rejection are recovered in the same way', async () => {
  const failing = (error: Error) => () => {
    throw error;
  };
  const failingLater = (error: Error) => () => Promise.reject(error);
  const messageOf = (error: unknown) => (error as Error).message;
  expect(catchMaybePromise(() => 1, messageOf)).toBe(1);
  for (const fails of [failing, failingLater]) {
    expect(await catchMaybePromise(fails(new Error('lost')), messageOf)).toBe('lost');
    expect(await valueOrIfNotFound(fails(new NotFoundError('gone')), null)).toBeNull();
    const refused = async () => valueOrIfNotFound(fails(new InvalidInputError('wrong')), null);
    await expect(refused).rejects.toThrow('wrong');
  }
});

import { expect, test } from 'vitest';
import { andThen, bothOf, foundOr, orElse } from './and-then.ts';
import { InvalidInputError, NotFoundError } from './errors.ts';
import { memoizeByValue } from './memoize-by-value.ts';

const increase = (number: number) => number + 1;

test('default: goes on at once with what is at hand', () => {
  expect(andThen(1, increase)).toBe(2);
  expect(bothOf(1, 'a')).toEqual([1, 'a']);
});

test('behavior: waits for what is under way', async () => {
  const soon = Promise.resolve(1);
  expect(andThen(soon, increase)).toBeInstanceOf(Promise);
  expect(await andThen(soon, increase)).toBe(2);
  expect(await bothOf(soon, 'a')).toEqual([1, 'a']);
  expect(await bothOf('a', soon)).toEqual(['a', 1]);
});

test('behavior: what is derived from a value is the same object as long as the value is', () => {
  const derive = memoizeByValue((list: readonly number[]) => list.map(increase));
  const list = [1, 2];
  expect(derive(list)).toEqual([2, 3]);
  expect(derive(list)).toBe(derive(list));
  expect(derive([1, 2])).not.toBe(derive(list));
});

test('error: what fails at once and what fails later are made good alike', async () => {
  const failing = (error: Error) => () => {
    throw error;
  };
  const failingLater = (error: Error) => () => Promise.reject(error);
  const messageOf = (error: unknown) => (error as Error).message;
  expect(orElse(() => 1, messageOf)).toBe(1);
  for (const fails of [failing, failingLater]) {
    expect(await orElse(fails(new Error('lost')), messageOf)).toBe('lost');
    expect(await foundOr(fails(new NotFoundError('gone')), null)).toBeNull();
    const refused = async () => foundOr(fails(new InvalidInputError('wrong')), null);
    await expect(refused).rejects.toThrow('wrong');
  }
});

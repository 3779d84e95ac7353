import { expect, test } from 'vitest';
import { memoizeByString } from './memoize-by-string.ts';

test('default: a text is checked once', () => {
  const asked: string[] = [];
  const lengthOf = memoizeByString(10, (text) => asked.push(text) && text.length);
  expect([lengthOf('a'), lengthOf('bc'), lengthOf('a')]).toEqual([1, 2, 1]);
  expect(asked).toEqual(['a', 'bc']);
});

test('behavior: no more than `max` texts are remembered', () => {
  const asked: string[] = [];
  const lengthOf = memoizeByString(2, (text) => asked.push(text) && text.length);
  for (const text of ['a', 'b', 'c', 'c', 'a']) lengthOf(text);
  expect(asked).toEqual(['a', 'b', 'c', 'a']);
});

import { expect, test } from 'vitest';
import { memoizeByString } from './memoize-by-string.ts';

test('default: the function is called once for each text', () => {
  const asked: string[] = [];
  const lengthOf = memoizeByString(10, (text) => asked.push(text) && text.length);
  expect([lengthOf('a'), lengthOf('bc'), lengthOf('a')]).toEqual([1, 2, 1]);
  expect(asked).toEqual(['a', 'bc']);
});

test('behavior: at most `max` results are cached', () => {
  const asked: string[] = [];
  const lengthOf = memoizeByString(2, (text) => asked.push(text) && text.length);
  for (const text of ['a', 'b', 'c', 'c', 'a']) lengthOf(text);
  expect(asked).toEqual(['a', 'b', 'c', 'a']);
});

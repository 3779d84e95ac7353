import { expect, test } from 'vitest';
import { codeFiles, read } from './source-tree.ts';

/** Files that may be longer than the limit, and why. */
const longOnPurpose: Readonly<Record<string, string>> = {};

const limit = 400;

const sized = codeFiles.map((path) => ({ path, lines: read(path).split('\n').length - 1 }));
const tooLong = sized.filter(({ lines }) => lines > limit);

test('default: no file has more than 400 lines', () => {
  expect(tooLong.filter(({ path }) => !(path in longOnPurpose))).toEqual([]);
});

test('default: the allow-list names only files that need it', () => {
  expect(Object.keys(longOnPurpose)).toEqual(tooLong.map(({ path }) => path));
});

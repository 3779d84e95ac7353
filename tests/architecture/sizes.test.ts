import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { codeFiles, isTest, read } from './source-tree.ts';

/** Files that may be longer than the wall, and why. */
const longOnPurpose: Readonly<Record<string, string>> = {};

const wall = 300;
const long = 200;
const aim = 80;
const roomSize = 14;

const sized = codeFiles.map((path) => ({ path, lines: read(path).split('\n').length - 1 }));
const sources = sized.filter(({ path }) => !isTest(path));

test('default: no file stands above the wall of 300 lines', () => {
  const above = sized.filter(({ path, lines }) => lines > wall && !(path in longOnPurpose));
  expect(above).toEqual([]);
});

test('default: 95 of 100 source files have at most 200 lines', () => {
  const longer = sources.filter(({ lines }) => lines > long);
  const share = longer.length / sources.length;
  expect(share, longer.map(({ path }) => path).join('\n')).toBeLessThanOrEqual(0.05);
});

test('default: half of the source files have at most 80 lines', () => {
  const lengths = sources.map(({ lines }) => lines).sort((a, b) => a - b);
  expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThanOrEqual(aim);
});

test('default: a folder holds at most 14 source files', () => {
  const perFolder = Map.groupBy(sources, ({ path }) => dirname(path));
  const crowded = [...perFolder].filter(([, inside]) => inside.length > roomSize);
  expect(crowded.map(([folder, inside]) => `${folder}: ${inside.length}`)).toEqual([]);
});

test('default: the allow-list names only files that need it', () => {
  const needed = sized.filter(({ lines }) => lines > wall).map(({ path }) => path);
  expect(Object.keys(longOnPurpose)).toEqual(needed);
});

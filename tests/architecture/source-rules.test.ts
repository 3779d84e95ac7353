import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { sourceRules } from './source-rules.ts';
import { codeFiles, files, read } from './source-tree.ts';

const texts = files.map((path) => ({ path, text: read(path) }));

test.each(sourceRules)('default: $rule', ({ holdsFor, forbids, except }) => {
  const held = texts.filter(({ path }) => holdsFor.test(path) && !except?.test(path));
  expect(held.length).toBeGreaterThan(0);
  const broken = held.filter(({ text }) => forbids.test(text));
  expect(broken.map(({ path, text }) => `${path}: ${forbids.exec(text)?.[0].trim()}`)).toEqual([]);
});

test.each(sourceRules)(
  'error: the check of "$rule" finds what breaks it',
  ({ forbids, example }) => {
    expect(forbids.test(example)).toBe(true);
  },
);

test('default: files and folders are kebab-case', () => {
  const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*$/;
  const bad = codeFiles
    .filter((path) => !path.endsWith('.sol'))
    .filter((path) => !path.split('/').every((name) => kebab.test(name)));
  expect(bad).toEqual([]);
});

test('default: contracts are named after their file', () => {
  const bad = codeFiles
    .filter((path) => path.endsWith('.sol'))
    .filter(
      (path) =>
        !new RegExp(`\\b(contract|library|interface) ${basename(path, '.sol')}\\b`).test(
          read(path),
        ),
    );
  expect(bad).toEqual([]);
});

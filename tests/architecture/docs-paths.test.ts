import { expect, test } from 'vitest';
import { exists, namedPaths } from './docs-paths.ts';
import { files, read } from './source-tree.ts';

const pages = files.filter((path) => path.endsWith('.md'));

test('default: every path that a page names exists', () => {
  expect(pages).toContain('docs/architecture.md');
  const missing = pages.flatMap((page) =>
    namedPaths(page, read(page))
      .filter((path) => !exists(path))
      .map((path) => `${page} names ${path}`),
  );
  expect(missing).toEqual([]);
});

test('args: code spans and links are read, other words and fenced code are not', () => {
  const text = [
    'See `src/main.ts`, `application/json`, [the walk](request-flow.md#one), [out](https://example.org).',
    '```sh\ncat src/nothing.ts\n```',
    'A slice has `src/domains/<slice>/routes.ts`.',
  ].join('\n');
  expect(namedPaths('docs/x.md', text)).toEqual([
    'src/main.ts',
    'src/domains/<slice>/routes.ts',
    'docs/request-flow.md',
  ]);
});

test('error: a path that does not exist is found out', () => {
  expect(exists('src/nothing.ts')).toBe(false);
  expect(exists('src/domains/<slice>/nothing.ts')).toBe(false);
  expect(exists('tests/architecture/docs-paths.ts')).toBe(true);
  expect(exists('tests/<folder>/docs-paths.ts')).toBe(true);
});

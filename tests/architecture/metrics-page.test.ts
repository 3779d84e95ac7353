import { expect, test } from 'vitest';
import { codeFiles, isTest, read } from './source-tree.ts';

/** The names in the first column of the page's table. */
const documented = [...read('docs/metrics.md').matchAll(/^\| (`gateway_.+?) \|/gm)].flatMap(
  ([, names = '']) => names.split(', ').map((name) => name.replaceAll('`', '')),
);

test('default: the page names every metric of the gateway, and no other', () => {
  const sources = codeFiles.filter((path) => path.startsWith('src/') && !isTest(path));
  const made = sources.flatMap((path) =>
    [...read(path).matchAll(/'(gateway_\w+)'/g)].map(([, name = '']) => name),
  );
  expect(made.length).toBeGreaterThan(8);
  expect(documented.toSorted()).toEqual([...new Set(made)].toSorted());
});

import { expect, test } from 'vitest';
import { read } from './source-tree.ts';
import { specifiedRoutes } from './specification-routes.ts';

const rows = [
  ...read('docs/specification.md').matchAll(/^\| `(GET|POST) (\S+)` \| (.+?) \| `(\S+)` \|$/gm),
].map(([, method, path = '', specified, heldBy = '']) => ({ method, path, specified, heldBy }));

test('default: the table names every route and where it is specified', () => {
  expect(rows.map(({ method, path, specified }) => ({ method, path, specified }))).toEqual(
    specifiedRoutes.map(({ method, path, source }) => ({
      method,
      path,
      specified: typeof source === 'number' ? `line ${source}` : 'decisions',
    })),
  );
});

test.each(rows)('default: $heldBy asks for $path', ({ path, heldBy }) => {
  const fixedPart = path.replace(/\/?\{.*/, '');
  expect(read(heldBy)).toContain(fixedPart);
});

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { read, root } from './source-tree.ts';

const lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      integrity: z.string().optional(),
      /** A workspace package: a folder of the project, without a hash. */
      link: z.boolean().optional(),
      resolved: z.string().optional(),
      optionalDependencies: z.record(z.string(), z.string()).optional(),
    }),
  ),
});
const packages = Object.entries(lock.parse(JSON.parse(read('package-lock.json'))).packages).filter(
  ([path, { link }]) => link !== true && !path.startsWith('packages/'),
);

test('default: every platform of a package is locked, or npm ci refuses the lockfile', () => {
  const locked = new Set(packages.map(([path]) => path));
  const missing = packages.flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !locked.has(`node_modules/${name}`) && !locked.has(`${path}/node_modules/${name}`),
    ),
  );
  expect(missing).toEqual([]);
});

test('default: what is installed here is locked by its hash', () => {
  const installed = packages.filter(([path]) => path !== '' && existsSync(join(root, path)));
  expect(installed.length).toBeGreaterThan(300);
  const loose = installed.filter(([, { integrity }]) => integrity === undefined);
  expect(loose.map(([path]) => path)).toEqual([]);
});

test('default: packages may come from any registry', () => {
  expect(packages.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
});

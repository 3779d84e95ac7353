import { expect, test } from 'vitest';
import { z } from 'zod';
import { read } from './source-tree.ts';

const lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      integrity: z.string().optional(),
      resolved: z.string().optional(),
      link: z.boolean().optional(),
      optionalDependencies: z.record(z.string(), z.string()).optional(),
    }),
  ),
});
const packages = Object.entries(lock.parse(JSON.parse(read('package-lock.json'))).packages);
const fromRegistry = packages.filter(
  ([path, { link }]) => path.includes('node_modules/') && link !== true,
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

test('default: every package is locked by its hash, those of other platforms as well', () => {
  expect(fromRegistry.length).toBeGreaterThan(300);
  const loose = fromRegistry.filter(([, { integrity }]) => integrity === undefined);
  expect(loose.map(([path]) => path)).toEqual([]);
});

test('default: packages may come from any registry', () => {
  expect(
    fromRegistry.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path),
  ).toEqual([]);
});

test.each(['package.json', 'bench/package.json', 'explorer/package.json'])(
  'default: the scripts of %s are plain commands; those that run for long begin with exec',
  (file) => {
    const { scripts = {} } = JSON.parse(read(file)) as { scripts?: Record<string, string> };
    for (const command of Object.values(scripts).flatMap((script) => script.split(' && '))) {
      expect(command).toMatch(/^(exec )?(node|npm|tsc|biome|vitest|vite)( [\w./:=@-]+)*$/);
    }
  },
);

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { root } from './source-tree.ts';

const tsc = (...args: readonly string[]) =>
  spawnSync(process.execPath, [join(root, 'node_modules/typescript-compiler/bin/tsc'), ...args], {
    cwd: root,
    encoding: 'utf8',
  });

let dir: string;
beforeEach(() => {
  mkdirSync(join(root, '.tsbuild'), { recursive: true });
  dir = mkdtempSync(join(root, '.tsbuild', 'wall-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** Compiles one more file under the settings of a project of ours. */
function compile(project: string, alsoIncludes: string, imported: string) {
  const up = relative(dir, root);
  writeFileSync(join(dir, 'probe.ts'), `import '${up}/${imported}';\n`);
  const config = {
    extends: `${up}/${project}/tsconfig.json`,
    compilerOptions: { rootDir: up, noEmit: true },
    include: ['probe.ts', `${up}/${alsoIncludes}`],
  };
  writeFileSync(join(dir, 'tsconfig.json'), JSON.stringify(config));
  return tsc('-p', dir);
}

test('error: the gateway does not compile with an import of the sandbox', () => {
  const { status, stdout } = compile('src', 'src/lib/clock.ts', 'sandbox/world/market-history.ts');
  expect(status).not.toBe(0);
  expect(stdout).toContain('error TS6307');
});

test('error: the sandbox does not compile with an import of the gateway', () => {
  const { status, stdout } = compile(
    'sandbox',
    'sandbox/world/market-history.ts',
    'src/lib/units.ts',
  );
  expect(status).not.toBe(0);
  expect(stdout).toContain('error TS6307');
});

test('args: an import of its own compiles, so it is the wall that fails the others', () => {
  const { status, stdout } = compile(
    'sandbox',
    'sandbox/world/market-history.ts',
    'sandbox/world/market-history.ts',
  );
  expect(stdout).toBe('');
  expect(status).toBe(0);
});

test.each([
  ['src', /^\.\/(\.\.\/(sandbox|tests|scripts)|sandbox)/],
  ['sandbox', /^\.\/\.\.\/(src|tests|scripts)/],
])('default: the project %s takes in no file from behind the wall', (project, foreign) => {
  const { status, stdout } = tsc('-p', `${project}/tsconfig.json`, '--showConfig');
  expect(status).toBe(0);
  const { files } = JSON.parse(stdout) as { files: readonly string[] };
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((file) => foreign.test(file))).toEqual([]);
});

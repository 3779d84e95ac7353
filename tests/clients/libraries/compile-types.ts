import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** This package, and the project. */
export const here = dirname(fileURLToPath(import.meta.url));
export const root = join(here, '../../..');

const compiler = join(root, 'node_modules/typescript-compiler/bin/tsc');
const options =
  '--ignoreConfig --noEmit --strict --skipLibCheck --allowImportingTsExtensions --target es2023 --lib es2023,dom --module esnext --moduleResolution bundler';

/** Declares `Equal`, which is `true` for two types that are the same. */
export const equalType = `
type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
`;

/** Writes a module into a folder below this package and compiles it; returns the compiler's errors. */
export function compileTypes(folder: string, name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  const args = [compiler, ...options.split(' '), file];
  return spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' }).stdout;
}

import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../../..');
const run = promisify(execFile);

/** A folder that has the packed client, and packages of the project, as its only packages. */
export type ClientFolder = AsyncDisposable & {
  readonly path: string;
  /** The packed file. */
  readonly tarball: string;
};

/** Packs `@dtf-graph/client` and unpacks it in an empty folder, beside the named packages. */
export async function installPackedClient(others: readonly string[]): Promise<ClientFolder> {
  const path = await mkdtemp(join(tmpdir(), 'packed-client-'));
  // Built aside, because other tests pack at the same time.
  const source = join(root, 'packages/client');
  const copy = join(path, 'source');
  await mkdir(copy);
  for (const name of ['package.json', 'README.md'])
    await copyFile(join(source, name), join(copy, name));
  const tsc = join(root, 'node_modules/typescript-compiler/bin/tsc');
  const config = join(source, 'tsconfig.build.json');
  await run(process.execPath, [tsc, '-p', config, '--outDir', join(copy, 'dist')]);
  const options = ['--silent', '--ignore-scripts', '--pack-destination', path];
  const { stdout } = await run('npm', ['pack', ...options], { cwd: copy });
  const tarball = join(path, stdout.trim());
  const installed = join(path, 'node_modules/@dtf-graph/client');
  await mkdir(installed, { recursive: true });
  await run('tar', ['xzf', tarball, '-C', installed, '--strip-components=1']);
  for (const name of others) {
    const link = join(path, 'node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(join(root, 'node_modules', name), link, 'dir');
  }
  return {
    path,
    tarball,
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  };
}

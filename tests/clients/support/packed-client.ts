import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../../..');
const run = promisify(execFile);

/** A folder that has the packed client, and packages of the project, as its only packages. */
export type ClientFolder = AsyncDisposable & {
  readonly path: string;
  /** The packed file. */
  readonly tarball: string;
};

/**
 * Packs `@dtf-graph/client` as a fresh clone does, by `npm run pack:client`, and unpacks it in an
 * empty folder, beside the named packages.
 */
export async function installPackedClient(others: readonly string[]): Promise<ClientFolder> {
  const path = await mkdtemp(join(tmpdir(), 'packed-client-'));
  const clone = join(path, 'clone');
  for (const name of ['package.json', '.npmrc', 'tsconfig.base.json', 'packages/client']) {
    // An earlier build is left out.
    const filter = (from: string) => basename(from) !== 'dist';
    await cp(join(root, name), join(clone, name), { recursive: true, filter });
  }
  await symlink(join(root, 'node_modules'), join(clone, 'node_modules'), 'dir');
  await run('npm', ['run', 'pack:client', '--', '--pack-destination', path], { cwd: clone });
  const packed = (await readdir(path)).find((name) => name.endsWith('.tgz'));
  if (packed === undefined) throw new Error('npm run pack:client has packed nothing');
  const tarball = join(path, packed);
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

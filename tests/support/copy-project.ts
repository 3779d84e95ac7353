import { cp, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A copy of the project that a test may change. */
export type ProjectCopy = AsyncDisposable & { readonly path: string };

/** Copies the sources and the schema; everything else is a link to what is here. */
export async function copyProject(): Promise<ProjectCopy> {
  const path = await mkdtemp(join(tmpdir(), 'project-'));
  const copied = ['src', 'schema', 'generated'];
  for (const name of await readdir(root)) {
    const [from, to] = [join(root, name), join(path, name)];
    if (copied.includes(name)) await cp(from, to, { recursive: true });
    else await symlink(from, to);
  }
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/**
 * Builds the web application into `explorer/dist` if its sources have changed since the last build.
 * `npm run build` runs it, and `npm start` before it starts the gateway, with `--if-installed`: it
 * then does nothing without the build tools, as after `npm ci --omit=dev`.
 */
import { hash } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// A test runner's value would build React's development version.
process.env.NODE_ENV = 'production';
const root = fileURLToPath(new URL('..', import.meta.url));
const explorer = join(root, 'explorer');
const stampFile = join(explorer, 'dist/.sources');

if ((await readFile(stampFile, 'utf8').catch(() => null)) !== (await digestSources())) {
  const vite = await import('vite').catch((error: NodeJS.ErrnoException) => {
    const isMissing = error.code === 'ERR_MODULE_NOT_FOUND';
    if (isMissing && process.argv.includes('--if-installed')) return null;
    throw new Error('the explorer cannot be built; `npm ci` installs what it needs', {
      cause: error,
    });
  });
  await vite?.build({
    root: explorer,
    configFile: join(explorer, 'vite.config.ts'),
    logLevel: 'error',
  });
  if (vite !== null) {
    await writeFile(stampFile, await digestSources());
    console.log('the explorer was built');
  }
}

/** Digest of everything that the build depends on. */
async function digestSources(): Promise<string> {
  const paths = globSync(['src/**/*.*', '*.*'], { cwd: explorer }).sort();
  const generated = globSync('generated/{abi,clients}/*.ts', { cwd: root }).sort();
  const files = [
    ...paths.map((path) => join(explorer, path)),
    ...[...generated, 'package-lock.json'].map((path) => join(root, path)),
  ];
  const contents = await Promise.all(files.map((path) => readFile(path, 'base64')));
  return hash('sha256', JSON.stringify([paths, contents]));
}

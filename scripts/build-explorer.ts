/**
 * Builds the web application into `explorer/dist` if its sources have changed since the last build.
 * `npm run build` runs it, and `npm start` before it starts the gateway.
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
  // Without the build tools, as after `npm ci --omit=dev`, there is nothing to build with.
  const vite = await import('vite').catch(() => null);
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

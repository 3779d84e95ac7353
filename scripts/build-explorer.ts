/**
 * Builds the web application into `explorer/dist` if its sources have changed since the last build.
 * `npm run build` runs it. `npm start` runs it with `--if-installed` before the gateway starts; it
 * then does nothing if the build tools are missing, as after `npm ci --omit=dev`.
 */
import { globSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { digestFileName, digestFiles, readBuildDigest } from './build/source-digest.ts';

// With the value of a test runner, React's development version would be built.
process.env.NODE_ENV = 'production';
const root = fileURLToPath(new URL('..', import.meta.url));
const explorer = join(root, 'explorer');
const output = join(explorer, 'dist');

const digest = digestSources();
if ((await readBuildDigest(output)) !== digest) {
  const vite = await import('vite').catch((error: NodeJS.ErrnoException) => {
    const isMissing = error.code === 'ERR_MODULE_NOT_FOUND';
    if (isMissing && process.argv.includes('--if-installed')) return null;
    throw new Error('the explorer cannot be built: run `npm ci` to install its packages', {
      cause: error,
    });
  });
  await vite?.build({
    root: explorer,
    configFile: join(explorer, 'vite.config.ts'),
    logLevel: 'error',
  });
  if (vite !== null) {
    await writeFile(join(output, digestFileName), digest);
    console.log('the explorer was built');
  }
}

/** Returns the digest of everything that the build depends on. */
function digestSources(): string {
  const patterns = [
    'explorer/src/**/*.*',
    'explorer/*.*',
    'docs/**/*.md',
    'generated/{abi,clients}/*.ts',
    'packages/client/src/**/*.ts',
  ];
  return digestFiles(root, [...globSync(patterns, { cwd: root }), 'package-lock.json']);
}

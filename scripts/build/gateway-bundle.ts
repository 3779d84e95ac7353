import { spawn } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { digestFileName, digestFiles, readBuildDigest } from './source-digest.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const output = join(root, 'dist/gateway');

/**
 * Sources of the bundle's entries. `main` is the gateway process; `start` is the gateway of `npm
 * start`, whose file does not exist when the container image is built. `gateway` exports
 * `createGateway`, for the tests that run on the bundle.
 */
const sources = {
  main: join(root, 'src/main.ts'),
  gateway: join(root, 'src/gateway.ts'),
  start: join(root, 'scripts/start/gateway-main.ts'),
};

/** Path of the bundle of `src/main.ts`, the gateway process. */
export const gatewayBundlePath = join(output, 'main.js');

const sourceFolders = ['src', 'packages', 'generated', 'scripts', 'sandbox/lib'];

/**
 * Milliseconds after which a stale bundle is built, so that the first requests are not slowed down.
 */
const buildDelay = 5000;

/**
 * Returns the file that starts the gateway: the bundle, or the sources if the bundle is stale.
 * Building the bundle first would take longer than a start from the sources.
 */
export async function findGatewayEntry(name: 'main' | 'start'): Promise<string> {
  const stamp = await readBuildDigest(output);
  const isCurrent = stamp !== null && stamp === digestSources();
  return isCurrent ? join(output, `${name}.js`) : sources[name];
}

/**
 * Builds a stale bundle for the next start, in a child process of low priority that ends with this
 * process. Errors are printed to stderr. Does nothing if the bundler is not installed.
 *
 * @param entry - The result of `findGatewayEntry`.
 */
export function buildForNextStart(entry: string): void {
  if (entry.startsWith(output) || !existsSync(join(root, 'node_modules/rolldown'))) return;
  setTimeout(() => {
    const script = join(root, 'scripts/build-gateway.ts');
    const args = [script, '--in-background'];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
    child.on('error', (error) => console.error('the gateway cannot be bundled:', error.message));
    child.unref();
    process.once('exit', () => child.kill());
  }, buildDelay).unref();
}

/**
 * Bundles the gateway into `dist/gateway` if its sources have changed since the last build. The
 * bundle starts in half the time of the sources, which are 2,000 modules including libraries.
 * Resolves to false if the bundler is not installed.
 */
export async function buildGateway(): Promise<boolean> {
  const digest = digestSources();
  if ((await readBuildDigest(output)) === digest) return true;
  const rolldown = await import('rolldown').catch(() => null);
  if (rolldown === null) return false;
  const require = createRequire(import.meta.url);
  await replaceOutput(digest, async (dir) => {
    await rolldown.build({
      cwd: root,
      input: Object.fromEntries(Object.entries(sources).filter(([, file]) => existsSync(file))),
      platform: 'node',
      // Libraries that are CommonJS and those that are not must share one copy of graphql.
      resolve: { alias: { graphql$: require.resolve('graphql') } },
      logLevel: 'warn',
      output: {
        dir,
        format: 'esm',
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
      },
    });
    await writeFile(join(dir, digestFileName), digest);
  });
  return true;
}

/**
 * Writes a new folder and renames it to the output folder, unless another process has built the
 * same bundle meanwhile.
 */
async function replaceOutput(digest: string, write: (dir: string) => Promise<void>): Promise<void> {
  // Not in the system's temporary folder, because only the owner could read the result.
  const dir = `${output}-${process.pid}`;
  const removeDir = () => rmSync(dir, { recursive: true, force: true });
  process.once('exit', removeDir);
  try {
    await mkdir(dir, { recursive: true });
    await write(dir);
    if ((await readBuildDigest(output)) === digest) return;
    await rm(output, { recursive: true, force: true });
    await rename(dir, output);
  } finally {
    process.off('exit', removeDir);
    removeDir();
  }
}

/** Returns the digest of everything that the bundle depends on. */
function digestSources(): string {
  const folders = sourceFolders.filter((folder) => existsSync(join(root, folder)));
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
      .map((path) => join(folder, path)),
  );
  return digestFiles(root, [...files, 'package-lock.json']);
}

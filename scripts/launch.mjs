/**
 * Runs a TypeScript entry with a Node that can read it: `node scripts/launch.mjs scripts/start.ts`.
 * Without an entry it only makes sure that the next `node` of an npm script is that one.
 * Plain JavaScript, because older versions of Node must be able to read this file.
 */
import { spawn } from 'node:child_process';
import { existsSync, symlinkSync } from 'node:fs';
import module from 'node:module';
import { constants } from 'node:os';
import { relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const [entry, ...args] = process.argv.slice(2);
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const isNewEnough = major > 22 || (major === 22 && minor >= 19);
const bundled = findBundled();

if (bundled !== undefined) linkBundled(bundled);
if (!isNewEnough && bundled === undefined) {
  console.error(
    `Node 22.19 or newer is needed, this is ${process.versions.node}, and the one this project brings is not installed. ` +
      'Run `npm ci` without --omit=optional, or install a newer Node.',
  );
  process.exitCode = 1;
} else if (entry !== undefined && isNewEnough) {
  stopWithParent();
  keepCompiledCode();
  process.argv.splice(1, 2, resolve(entry));
  await import(pathToFileURL(resolve(entry)).href);
} else if (entry !== undefined && bundled !== undefined) {
  // Through this file again, so that the child, too, notices the end of its parent.
  const own = fileURLToPath(import.meta.url);
  const child = spawn(bundled, [...process.execArgv, own, entry, ...args], { stdio: 'inherit' });
  // A terminal sends SIGINT to the child as well, which takes the second for the first.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  // A shell reports a process that a signal killed as 128 + the signal's number.
  child.on('exit', (code, signal) =>
    process.exit(code ?? (signal === null ? 1 : 128 + constants.signals[signal])),
  );
}

/**
 * npm that is killed outright leaves its script running: the script must notice by itself. Scripts
 * that run for long begin with `exec`, so that npm is their parent and no shell.
 */
function stopWithParent() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && process.kill(process.pid, 'SIGTERM'), 500).unref();
}

/** Lets this process and its children read the compiled code of an earlier start, where they can. */
function keepCompiledCode() {
  const folder = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url));
  process.env.NODE_COMPILE_CACHE ??= folder;
  module.enableCompileCache?.(process.env.NODE_COMPILE_CACHE);
}

/** The Node that `npm ci` installed on this platform: see `scripts/bundled-node/package.json`. */
function findBundled() {
  const isWindows = process.platform === 'win32';
  const platform = `${isWindows ? 'win' : process.platform}-${process.arch}`;
  const program = isWindows ? 'node.exe' : 'node';
  return [`node-${platform}`, `node-bin-${platform}`]
    .map((name) =>
      fileURLToPath(new URL(`../node_modules/${name}/bin/${program}`, import.meta.url)),
    )
    .find((file) => existsSync(file));
}

/** npm 10 removes the link that npm 11 makes, together with those of the platforms it leaves out. */
function linkBundled(file) {
  const folder = fileURLToPath(new URL('../node_modules/.bin', import.meta.url));
  const link = resolve(folder, 'node');
  // On Windows npm's own `node.cmd` does this.
  if (process.platform === 'win32' || existsSync(link) || !existsSync(folder)) return;
  try {
    symlinkSync(relative(folder, file), link);
  } catch {
    // Somebody else was quicker, or the folder is read-only: the re-exec below works without it.
  }
}

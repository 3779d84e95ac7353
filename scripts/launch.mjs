/**
 * Runs a TypeScript file with a version of Node that supports TypeScript: `node scripts/launch.mjs
 * scripts/start.ts`. Without a file it only ensures that the next `node` of an npm script is such a
 * version. This file is plain JavaScript, because older versions of Node must be able to run it.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
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
  warnOfMissingPackages();
  stopWithParent();
  keepCompiledCode();
  process.argv.splice(1, 2, resolve(entry));
  await import(pathToFileURL(resolve(entry)).href);
} else if (entry !== undefined && bundled !== undefined) {
  // The child runs this file as well, so that it also detects the exit of its parent.
  const own = fileURLToPath(import.meta.url);
  const child = spawn(bundled, [...process.execArgv, own, entry, ...args], { stdio: 'inherit' });
  // A terminal also sends SIGINT to the child directly; the child ignores the second signal.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  // As in a shell, the exit code of a process killed by a signal is 128 + the signal's number.
  child.on('exit', (code, signal) =>
    process.exit(code ?? (signal === null ? 1 : 128 + constants.signals[signal])),
  );
}

/**
 * Prints what to do when `npm ci` has left out the compiled part of the bundler: it does so, without
 * a word, under a Node that the part does not support. Without the bundler there is no explorer.
 */
function warnOfMissingPackages() {
  const modules = fileURLToPath(new URL('../node_modules', import.meta.url));
  const bundler = resolve(modules, 'rolldown', 'package.json');
  if (!existsSync(bundler)) return;
  const part = findCompiledPart(JSON.parse(readFileSync(bundler, 'utf8')));
  if (part === undefined || existsSync(resolve(modules, part))) return;
  console.error(
    `npm has left out ${part}, as it does under Node before 20.19 and 22.0 to 22.11: ` +
      'the explorer cannot be built. Run `npm ci` again with another version of Node.',
  );
}

/** Returns the name of the bundler's compiled part for this platform; undefined if it has none. */
function findCompiledPart({ optionalDependencies = {} }) {
  const stem = `@rolldown/binding-${process.platform}-${process.arch}`;
  const parts = Object.keys(optionalDependencies).filter((name) =>
    `${name}-`.startsWith(`${stem}-`),
  );
  if (process.platform !== 'linux') return parts[0];
  const isGlibc = process.report.getReport().header.glibcVersionRuntime !== undefined;
  return parts.find((name) => name.includes(isGlibc ? '-gnu' : '-musl'));
}

/**
 * Sends this process SIGTERM when npm has ended. npm passes SIGTERM on to its shell alone, which ends
 * with it, and an npm that is killed passes on nothing.
 */
function stopWithParent() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const npm = parentOfShell(parent);
  const hasEnded = () =>
    process.ppid !== parent || (npm !== undefined && parentOfShell(parent) !== npm);
  const timer = setInterval(() => {
    if (!hasEnded()) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 200).unref();
}

/**
 * Returns the id of the process that runs a shell, where Linux tells it; undefined if the process is
 * no shell. Shells that replace themselves by their only command (bash, zsh) are gone by now.
 */
function parentOfShell(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return /^\d+ \((?:sh|dash|ash|busybox)\) \S (\d+)/.exec(stat)?.[1];
  } catch {
    return undefined;
  }
}

/** Enables Node's compile cache for this process and its children, if Node supports it. */
function keepCompiledCode() {
  const folder = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url));
  process.env.NODE_COMPILE_CACHE ??= folder;
  module.enableCompileCache?.(process.env.NODE_COMPILE_CACHE);
}

/**
 * Returns the path of the Node that `npm ci` has installed for this platform
 * (`scripts/bundled-node/package.json`).
 */
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

/**
 * Creates the link to the installed Node, because npm 10 removes the link that npm 11 creates,
 * together with those of other platforms.
 */
function linkBundled(file) {
  const folder = fileURLToPath(new URL('../node_modules/.bin', import.meta.url));
  const link = resolve(folder, 'node');
  // On Windows npm's own `node.cmd` is used.
  if (process.platform === 'win32' || existsSync(link) || !existsSync(folder)) return;
  try {
    symlinkSync(relative(folder, file), link);
  } catch {
    // Another process has created the link, or the folder is read-only. This script also works
    // without the link.
  }
}

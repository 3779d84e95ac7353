/**
 * Runs a TypeScript entry with a Node that can read it: `node scripts/launch.mjs scripts/start.ts`.
 * Plain JavaScript, because older versions of Node must be able to read this file.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const [entry, ...args] = process.argv.slice(2);
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const isNewEnough = major > 22 || (major === 22 && minor >= 19);
const bundled = fileURLToPath(new URL('../node_modules/.bin/node', import.meta.url));

if (entry === undefined) {
  fail('usage: node scripts/launch.mjs <entry.ts> [arguments]');
} else if (isNewEnough) {
  process.argv.splice(1, 2, resolve(entry));
  await import(pathToFileURL(resolve(entry)).href);
} else if (existsSync(bundled)) {
  const child = spawn(bundled, [entry, ...args], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => {
      // A terminal sends SIGINT to the child as well.
      if (signal === 'SIGTERM') child.kill(signal);
    });
  }
  child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 128)));
} else {
  fail(
    `Node 22.19 or newer is needed, this is ${process.versions.node}, and the one this project brings is not installed. ` +
      'Run `npm ci` without --omit=optional, or install a newer Node.',
  );
}

function fail(message) {
  console.error(message);
  process.exit(1);
}

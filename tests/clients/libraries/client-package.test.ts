import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ClientFolder, installPackedClient } from '../support/packed-client.ts';
import { here } from './compile-types.ts';

const run = promisify(execFile);

const stack = new AsyncDisposableStack();
let folder: ClientFolder;
beforeAll(async () => {
  folder = stack.use(await installPackedClient([]));
});
afterAll(() => stack.disposeAsync());

test('default: publint finds nothing in the packed client', async () => {
  const pkgDir = join(folder.path, 'node_modules/@dtf-graph/client');
  const { messages, pkg } = await publint({ pkgDir, strict: true, pack: false });
  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
});

test('default: the types are right for every kind of module resolution that reads ES modules', async () => {
  const attw = join(here, 'node_modules/.bin/attw');
  // Colours, which a `CI` in the environment turns on, would stand between the words.
  const env = { ...process.env, FORCE_COLOR: '0' };
  const options = ['--profile', 'esm-only', '--no-emoji', '--format', 'ascii'];
  const { stdout } = await run(attw, [folder.tarball, ...options], { env });
  // The exit status is an error where there is a problem.
  expect(stdout.match(/^(bundler|node16 \(from ESM\)): OK/gm)).toHaveLength(2 * 4);
});

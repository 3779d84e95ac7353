import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

const childModule = pathToFileURL(`${import.meta.dirname}/child-process.ts`).href;

/** A parent of a child that ends before what it waits for has come about. */
const parent = `
  import { spawnChild } from '${childModule}';
  const come = Promise.withResolvers();
  const child = spawnChild({
    name: 'early', file: '/nowhere/early.mjs', env: process.env, startDeadline: 60_000,
    begins: come.promise, log: () => {},
  });
  await child.ready.catch((error) => console.log(error.message.split('\\n')[0]));
  await child.exited;
  come.resolve();`;

test('error: a child that exits before it may begin is reported once, and nothing waits for it', async () => {
  const args = ['--input-type=module', '-e', parent];
  const running = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: 12_000,
  });
  let said = '';
  running.stdout.on('data', (chunk) => {
    said += chunk;
  });
  expect(await once(running, 'close')).toEqual([0, null]);
  expect(said).toBe('early exited with code 1\n');
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

const childModule = pathToFileURL(`${import.meta.dirname}/child-process.ts`).href;

/** Program of a parent whose child exits before its dependencies are ready. */
const parent = `
  import { spawnChild } from '${childModule}';
  const dependencies = Promise.withResolvers();
  const child = spawnChild({
    name: 'early', file: '/nowhere/early.mjs', env: process.env, startDeadline: 60_000,
    dependenciesReady: dependencies.promise, log: () => {},
  });
  await child.ready.catch((error) => console.log(error.message.split('\\n')[0]));
  await child.exited;
  dependencies.resolve();`;

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

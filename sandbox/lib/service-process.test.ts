import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { startOnMessageFlag } from './service-process.ts';

const libUrl = pathToFileURL(`${import.meta.dirname}/`).href;
const children: ChildProcess[] = [];
afterEach(() => children.splice(0).forEach((child) => void child.kill('SIGKILL')));

const serving = `
  import { createHttpService, createJsonResponse } from '${libUrl}http-service.ts';
  import { runService } from '${libUrl}service-process.ts';
  await runService({ name: 'demo', start: async () => {
    const service = createHttpService({ name: 'demo', routes: [{ method: 'GET', path: '/', handle: () => createJsonResponse(1) }] });
    return { ready: { url: await service.listen({ host: '127.0.0.1', port: 0 }) }, close: service.close };
  } });`;

const failing = `
  import { runService } from '${libUrl}service-process.ts';
  await runService({ name: 'demo', start: () => Promise.reject(new Error('port taken')) });`;

const waiting = `
  import { runService } from '${libUrl}service-process.ts';
  await runService({ name: 'demo', start: async (_signal, dependenciesReady) => {
    process.stderr.write('loaded ');
    await dependenciesReady;
    process.stderr.write('started ');
    return { ready: {}, close: async () => {} };
  } });`;

function run(code: string, ...args: readonly string[]) {
  const stdio = ['ignore', 'pipe', 'pipe', 'ipc'] as const;
  const all = ['--input-type=module', '-e', code, '--', ...args];
  const child = spawn(process.execPath, all, { stdio: [...stdio] });
  children.push(child);
  let errors = '';
  child.stderr?.on('data', (chunk) => {
    errors += chunk;
  });
  const line = async () => String((await once(child.stdout ?? child, 'data'))[0]);
  return { child, line, exit: once(child, 'exit'), errors: () => errors };
}

test('default: prints the ready line and stops with 0 on SIGTERM, after ignoring SIGINT', async () => {
  const { child, line, exit } = run(serving);
  const ready = JSON.parse(await line());
  expect(ready).toEqual({ ready: true, name: 'demo', url: expect.stringMatching(/^http:\/\/127/) });
  child.kill('SIGINT');
  expect(await (await fetch(ready.url)).json()).toBe(1);
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
});

test('behavior: stops when the parent goes away', async () => {
  const { child, line, exit } = run(serving);
  await line();
  child.disconnect();
  expect(await exit).toEqual([0, null]);
});

test('error: a failed start says why and exits with 1', async () => {
  const { exit, errors } = run(failing);
  expect(await exit).toEqual([1, null]);
  expect(errors()).toBe('demo: port taken\n');
});

test('behavior: one that begins when it is notified waits for that', async () => {
  const { child, line, exit, errors } = run(waiting, startOnMessageFlag);
  await expect.poll(errors).toBe('loaded ');
  child.send(startOnMessageFlag);
  expect(JSON.parse(await line())).toEqual({ ready: true, name: 'demo' });
  expect(errors()).toBe('loaded started ');
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
});

test('behavior: one that is notified before it waits, or by no sender, begins at once', async () => {
  const early = run(waiting, startOnMessageFlag);
  early.child.send(startOnMessageFlag);
  for (const { line } of [early, run(waiting)]) expect(await line()).toContain('"ready":true');
});

test('behavior: a waiting process exits with 0 on SIGTERM, and when its parent exits', async () => {
  for (const end of ['kill', 'disconnect'] as const) {
    const { child, exit, errors } = run(waiting, startOnMessageFlag);
    await expect.poll(errors).toBe('loaded ');
    child[end]();
    expect(await exit).toEqual([0, null]);
    expect(errors()).toBe('loaded ');
  }
});

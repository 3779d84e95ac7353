import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deploymentFileNames } from './deployment-files.ts';

// The tests start complete processes, possibly on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

let directory: string;
const children: ChildProcess[] = [];
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'chain-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) killGroup(child);
  await rm(directory, { recursive: true });
});

function run(env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    // A separate process group, so that the test finds processes that the child leaves running.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      L3_PORT: '0',
      SETTLEMENT_PORT: '0',
      SANDBOX_END_DATE: '2020-04-30',
      DEPLOYMENTS_DIR: directory,
      ...env,
    },
  });
  children.push(child);
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const exit = once(child, 'close').then(([code]) => code as number | null);
  const ready = once(child.stdout, 'data').then(([chunk]) => JSON.parse(String(chunk)));
  ready.catch(() => undefined);
  return { child, exit, ready, errors: () => errors };
}

/** Whether a process of the child's group is still running. */
function isAnyoneLeft(child: ChildProcess): boolean {
  try {
    return process.kill(-(child.pid ?? 0), 0);
  } catch {
    return false;
  }
}

function pidOfChain(child: ChildProcess, chainId: number): number {
  const list = execFileSync('ps', ['-A', '-o', 'pid=,pgid=,args='], { encoding: 'utf8' });
  const line = list.split('\n').find((text) => {
    return text.includes(` ${child.pid} `) && text.includes(`--chain-id ${chainId}`);
  });
  return Number(line?.trim().split(/\s+/)[0]);
}

function killGroup(child: ChildProcess): void {
  if (isAnyoneLeft(child)) process.kill(-(child.pid ?? 0), 'SIGKILL');
}

test('default: it says where the chains are, and stops with them', async () => {
  const { child, ready, exit } = run();
  const url = expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(await ready).toEqual({ ready: true, name: 'chain', l3: url, settlement: url });
  expect(await readdir(directory)).toEqual(expect.arrayContaining([...deploymentFileNames]));
  child.kill('SIGTERM');
  expect(await exit).toBe(0);
  expect(isAnyoneLeft(child)).toBe(false);
});

test.each([250, 600, 900, 1_200])(
  'behavior: asked to stop after %d ms, nothing is left',
  async (ms) => {
    const { child, exit } = run({ SANDBOX_END_DATE: '2024-12-31' });
    await setTimeout(ms);
    child.kill('SIGTERM');
    // Before Node has loaded the program, the signal ends the process without a handler.
    expect([0, null]).toContain(await exit);
    expect(isAnyoneLeft(child)).toBe(false);
  },
);

test('error: a taken port ends it in plain words, with both chains gone', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const { child, exit, errors } = run({ SETTLEMENT_PORT: `${port}` });
  expect(await exit).toBe(1);
  expect(errors()).toMatch(/^chain: anvil \(chain 14601\)[\s\S]*in use/i);
  expect(isAnyoneLeft(child)).toBe(false);
  server.close();
});

test('error: invalid settings are named', async () => {
  const { exit, errors } = run({ L3_PORT: 'many', SANDBOX_SPEED: '-1' });
  expect(await exit).toBe(1);
  expect(errors()).toContain('L3_PORT: must be a port number');
  expect(errors()).toContain('SANDBOX_SPEED');
});

test('error: a chain that dies takes the process along, and the other chain', async () => {
  const { child, ready, exit, errors } = run();
  await ready;
  process.kill(pidOfChain(child, 14_601), 'SIGKILL');
  expect(await exit).toBe(1);
  expect(errors()).toContain('the settlement chain ended');
  expect(isAnyoneLeft(child)).toBe(false);
});

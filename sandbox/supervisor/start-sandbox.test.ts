import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startOnMessageFlag } from '../lib/service-process.ts';
import { parseSandboxSettings, type SandboxOptions } from './sandbox-options.ts';
import type { SandboxProcess, SandboxProcessName } from './sandbox-processes.ts';
import { type Sandbox, startSandbox } from './start-sandbox.ts';

const say = `import { appendFileSync } from 'node:fs';
const note = (what) => appendFileSync(process.env.SANDBOX_STATE_DIR + '/notes', what + ' ');
process.on('disconnect', () => process.exit(0));
if (process.argv.includes('${startOnMessageFlag}')) {
  await new Promise((begin) => process.once('message', begin));
}
`;
const sources = {
  steady: `${say}
    process.on('SIGTERM', () => { note('end-' + process.env.PART); process.exit(0); });
    setInterval(() => undefined, 1000);
    note('start-' + process.env.PART + ':' + process.pid);
    console.log(JSON.stringify({ ready: true, name: process.env.PART }));`,
  dying: `${say} console.error('the disk is full'); process.exit(3);`,
  stubborn: `${say}
    process.on('SIGTERM', () => undefined);
    setInterval(() => undefined, 1000);
    note('start-' + process.env.PART + ':' + process.pid);
    console.log(JSON.stringify({ ready: true, name: process.env.PART }));`,
  silent: `${say} setInterval(() => undefined, 1000); note('start-' + process.env.PART + ':' + process.pid);`,
  parental: `${say}
    import { spawn } from 'node:child_process';
    const child = spawn(process.execPath, ['-e', 'setInterval(() => 0, 1000)'], { stdio: 'inherit' });
    note('start-grandchild:' + child.pid);
    setInterval(() => undefined, 1000);
    console.log(JSON.stringify({ ready: true, name: process.env.PART }));`,
};

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'supervisor-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

async function part(
  name: SandboxProcessName,
  kind: keyof typeof sources,
  dependsOn: readonly SandboxProcessName[] = [],
): Promise<SandboxProcess> {
  const file = join(dir, `${name}.mjs`);
  await writeFile(file, sources[kind]);
  return { name, file, dependsOn, env: () => ({ PART: name }) };
}

async function options(
  parts: readonly SandboxProcess[],
  extra: Partial<SandboxOptions> = {},
): Promise<SandboxOptions> {
  return {
    ...parseSandboxSettings({}),
    ports: { l3: 0, settlement: 0, dataNode: 0, providers: 0, oracles: [0, 0, 0] },
    stateDir: dir,
    deploymentsDir: join(dir, 'deployments'),
    inheritedEnv: {},
    log: () => undefined,
    parts,
    ...extra,
  };
}

const notes = async () => (await readFile(join(dir, 'notes'), 'utf8').catch(() => '')).trim();
const words = async () => (await notes()).replace(/:\d+/g, '').split(' ');
const pids = async () => [...(await notes()).matchAll(/:(\d+)/g)].map((match) => Number(match[1]));

/** Whether a process is running. A zombie process counts as exited. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch (error) {
    return error instanceof Error && 'path' in error && !existsSync('/proc/self');
  }
}

async function expectAllGone(): Promise<void> {
  const all = await pids();
  expect(all.length).toBeGreaterThan(0);
  expect(all.filter(isAlive)).toEqual([]);
}

test('behavior: starts a part after those it depends on and stops it before them', async () => {
  const sandbox = await startSandbox(
    await options([
      await part('chain', 'steady'),
      await part('data-node', 'steady', ['chain']),
      await part('oracle-1', 'steady', ['chain', 'data-node']),
    ]),
  );
  await sandbox.stop();
  expect(await words()).toEqual([
    'start-chain',
    'start-data-node',
    'start-oracle-1',
    'end-oracle-1',
    'end-data-node',
    'end-chain',
  ]);
  await expectAllGone();
});

test('error: a part that dies at the start is named with its reason, the others are stopped', async () => {
  const starting = startSandbox(
    await options([
      await part('chain', 'steady'),
      await part('data-node', 'dying', ['chain']),
      await part('oracle-1', 'steady', ['data-node']),
    ]),
  );
  await expect(starting).rejects.toThrow('data-node exited with code 3\n  the disk is full');
  expect(await words()).toEqual(['start-chain', 'end-chain']);
  await expectAllGone();
});

test('error: a part that is killed later is named, the others are stopped', async () => {
  const sandbox = await startSandbox(
    await options([await part('chain', 'steady'), await part('data-node', 'steady', ['chain'])]),
  );
  process.kill((await pids())[1] ?? Number.NaN, 'SIGKILL');
  const failure = await sandbox.failure;
  expect(failure.child).toBe('data-node');
  expect(failure.message).toBe('data-node was killed by SIGKILL');
  await expectAllGone();
});

test('behavior: a restartable process that dies is named and started again, the others go on', async () => {
  const lines: string[] = [];
  const oracle = { ...(await part('oracle-1', 'steady', ['chain'])), isRestartable: true };
  await using sandbox = await startSandbox(
    await options([await part('chain', 'steady'), oracle], { log: (line) => lines.push(line) }),
  );
  const [chain, first] = await pids();
  process.kill(first ?? Number.NaN, 'SIGKILL');
  await expect.poll(async () => (await pids()).length).toBe(3);
  expect(lines.join('\n')).toContain('oracle-1 was killed by SIGKILL');
  expect(isAlive(chain ?? Number.NaN)).toBe(true);
  await sandbox.stop();
  await expectAllGone();
});

test('error: a restartable process that cannot stay alive ends everything', async () => {
  const oracle = { ...(await part('oracle-1', 'steady')), isRestartable: true };
  const sandbox = await startSandbox(await options([oracle]));
  for (let death = 0; death < 6; death += 1) {
    await expect.poll(async () => (await pids()).length).toBe(death + 1);
    process.kill((await pids())[death] ?? Number.NaN, 'SIGKILL');
  }
  expect((await sandbox.failure).child).toBe('oracle-1');
  await expectAllGone();
});

test('behavior: a stop during the start leaves nothing behind', async () => {
  const stopping = new AbortController();
  const starting = startSandbox(
    await options([await part('chain', 'steady'), await part('data-node', 'silent', ['chain'])], {
      signal: stopping.signal,
    }),
  );
  starting.catch(() => undefined);
  await expect.poll(words).toContain('start-data-node');
  stopping.abort(new Error('no longer wanted'));
  await expect(starting).rejects.toThrow('no longer wanted');
  await expectAllGone();
});

test('behavior: a part that ignores SIGTERM is killed after the grace period', async () => {
  const sandbox = await startSandbox(await options([await part('chain', 'stubborn')]));
  const before = performance.now();
  await sandbox.stop();
  expect(performance.now() - before).toBeGreaterThan(4_500);
  expect(performance.now() - before).toBeLessThan(8_000);
  await expectAllGone();
});

test('behavior: what a killed part had started goes with it', async () => {
  const sandbox = await startSandbox(await options([await part('chain', 'parental')]));
  await sandbox.kill('chain');
  await expect.poll(async () => (await pids()).filter(isAlive)).toEqual([]);
  await sandbox.stop();
});

test('behavior: kill and restart replace one part and leave the others alone', async () => {
  await using sandbox: Sandbox = await startSandbox(
    await options([await part('chain', 'steady'), await part('data-node', 'steady', ['chain'])]),
  );
  const [chain, dataNode] = await pids();
  await sandbox.kill('data-node');
  expect([chain, dataNode].map((pid) => isAlive(pid ?? 0))).toEqual([true, false]);
  await sandbox.restart('data-node');
  expect(await words()).toEqual(['start-chain', 'start-data-node', 'start-data-node']);
  expect((await pids()).map(isAlive)).toEqual([true, false, true]);
});

test('error: every taken port is named with the variable that moves it, nothing is started', async () => {
  const holders = [createServer(), createServer()];
  const ports = await Promise.all(holders.map(listen));
  try {
    const starting = startSandbox(
      await options([await part('chain', 'steady')], {
        ports: {
          l3: ports[0] ?? 0,
          settlement: 0,
          dataNode: ports[1] ?? 0,
          providers: 0,
          oracles: [0, 0, 0],
        },
      }),
    );
    await expect(starting).rejects.toThrow(
      `port ${ports[0]} (the L3 chain) is in use: stop the process that holds it, or set SANDBOX_L3_PORT to another port (0 = any free one)\n` +
        `port ${ports[1]} (the data node) is in use: stop the process that holds it, or set SANDBOX_DATA_NODE_PORT`,
    );
    expect(await notes()).toBe('');
  } finally {
    for (const holder of holders) holder.close();
  }
});

function listen(server: ReturnType<typeof createServer>): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
}

test('behavior: an outage stops one oracle and starts it again', async () => {
  const lines: string[] = [];
  const steady = await part('oracle-3', 'steady');
  await using sandbox = await startSandbox(
    await options([steady], {
      scenario: 'outage',
      scenarioTimes: { delay: 100, outage: 300 },
      log: (line) => lines.push(line),
    }),
  );
  await expect.poll(() => lines.filter((line) => line.includes('outage')).length).toBe(2);
  expect(sandbox.options.scenario).toBe('outage');
  const notes = await readFile(join(dir, 'notes'), 'utf8');
  expect(notes.match(/start-oracle-3/g)).toHaveLength(2);
});

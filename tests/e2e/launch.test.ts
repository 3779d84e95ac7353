import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { pickInheritedEnv } from '../../sandbox/supervisor/inherited-env.ts';
import { isolatedEnv } from '../support/gateway.ts';
import { canListProcesses, processesWith } from '../support/processes.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Starts a command that will run a gateway, and waits for its ready line. */
async function startGatewayBy(file: string, args: readonly string[]) {
  const dir = await mkdtemp(join(tmpdir(), 'launch-'));
  const child = spawn(file, args, {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...pickInheritedEnv(process.env), ...isolatedEnv, STATE_DIR: dir },
  });
  const exited = once(child, 'exit');
  const processes = () => processesWith(dir);
  onTestFinished(async () => {
    for (const { pid } of processes()) process.kill(pid, 'SIGKILL');
    await rm(dir, { recursive: true, force: true, maxRetries: 3 });
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  await expect.poll(() => output, { timeout: 30_000 }).toContain('"ready":true');
  return { exited, processes, kill: (signal: NodeJS.Signals) => child.kill(signal) };
}

/** Makes the child of this process take its Node for one that cannot read TypeScript. */
const oldNode = `data:text/javascript,
  if (process.ppid === ${process.pid})
    Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.0' } });`;

test.runIf(canListProcesses).each(['SIGINT', 'SIGTERM'] as const)(
  'behavior: %s to a launcher with an old Node alone ends what it runs with the new one',
  async (signal) => {
    const args = ['--import', oldNode, 'scripts/launch.mjs', 'src/main.ts'];
    const { exited, processes, kill } = await startGatewayBy(process.execPath, args);
    expect(processes()).toHaveLength(2);
    kill(signal);
    expect(await exited).toEqual([0, null]);
    expect(processes()).toEqual([]);
  },
);

test.runIf(canListProcesses).each([
  ['SIGKILL', 137],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)(
  'error: a child that %s kills makes a launcher with an old Node exit with %i',
  async (signal, code) => {
    const dir = await mkdtemp(join(tmpdir(), 'launch-'));
    onTestFinished(() => rm(dir, { recursive: true, force: true }));
    const entry = join(dir, 'entry.ts');
    await writeFile(entry, 'console.log(process.pid); setInterval(() => undefined, 1_000);');
    const launcher = spawn(process.execPath, ['--import', oldNode, 'scripts/launch.mjs', entry], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: pickInheritedEnv(process.env),
    });
    const exited = once(launcher, 'exit');
    const [pid] = await once(launcher.stdout.setEncoding('utf8'), 'data');
    process.kill(Number(pid), signal);
    expect(await exited).toEqual([code, null]);
  },
);

test.runIf(canListProcesses)(
  'error: a gateway that SIGKILL ends makes npm start exit with 137',
  async () => {
    const dir = await mkdtemp(join(tmpdir(), 'launch-'));
    onTestFinished(() => rm(dir, { recursive: true, force: true, maxRetries: 3 }));
    const start = spawn(process.execPath, ['scripts/launch.mjs', 'scripts/start.ts'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...pickInheritedEnv(process.env), ...isolatedEnv, STATE_DIR: dir },
    });
    const exited = once(start, 'exit');
    let output = '';
    for (const stream of [start.stdout, start.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    await expect.poll(() => output, { timeout: 30_000 }).toMatch(/\bready\b/);
    const gateway = processesWith(dir).find(({ command }) =>
      /(dist\/gateway\/start\.js|scripts\/start\/gateway-main\.ts)/.test(command),
    );
    process.kill(gateway?.pid ?? Number.NaN, 'SIGKILL');
    expect(await exited).toEqual([137, null]);
    expect(output).toContain('gateway was killed by SIGKILL');
  },
);

test.runIf(canListProcesses)(
  'error: when npm is killed outright, the gateway that it ran stops',
  async () => {
    const { exited, processes, kill } = await startGatewayBy('npm', ['run', 'gateway']);
    expect(processes().length).toBeGreaterThan(1);
    kill('SIGKILL');
    await exited;
    await expect.poll(processes).toEqual([]);
  },
);

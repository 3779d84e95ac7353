import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { pickInheritedEnv } from '../../sandbox/supervisor/inherited-env.ts';
import { processesWith, type RunningProcess } from './processes.ts';

/**
 * `npm start` as a user's terminal runs it: a process group of its own, on free ports and temporary folders.
 * What is left of it when the test ends, however it ends, is killed and removed.
 */
export type StartProcess = {
  /** What it wrote so far, stdout and stderr. */
  readonly output: () => string;
  /** The origin in the line that says `ready`; `null` before. */
  readonly origin: () => string | null;
  readonly exited: Promise<number | NodeJS.Signals | null>;
  /** Sends a signal to the first process alone. */
  readonly signal: (signal: NodeJS.Signals) => void;
  /** What a terminal's Ctrl-C does: SIGINT to the whole group. */
  readonly ctrlC: () => void;
  /** Every process of this run, the first one included. */
  readonly processes: () => readonly RunningProcess[];
  /** Where its files are; removed when it is disposed. */
  readonly dir: string;
};

const root = fileURLToPath(new URL('../..', import.meta.url));

const freePorts = {
  PORT: '0',
  SANDBOX_L3_PORT: '0',
  SANDBOX_SETTLEMENT_PORT: '0',
  SANDBOX_DATA_NODE_PORT: '0',
  SANDBOX_PROVIDERS_PORT: '0',
  SANDBOX_ORACLE_PORTS: '0,0,0',
};

/**
 * Runs `npm start`, or its script without npm.
 *
 * @param env - Added to free ports and temporary folders.
 */
export async function spawnStart(
  command: 'npm start' | 'script',
  env: Readonly<Record<string, string>> = {},
): Promise<StartProcess> {
  const dir = await mkdtemp(join(tmpdir(), 'dtf-graph-start-'));
  const [file, args] =
    command === 'script' ? [process.execPath, ['scripts/start.ts']] : ['npm', ['start']];
  const child = spawn(file, args, {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...pickInheritedEnv(process.env),
      ...freePorts,
      SANDBOX_STATE_DIR: join(dir, 'state'),
      DEPLOYMENTS_DIR: join(dir, 'deployments'),
      ...env,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const exited = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.once('close', (code, signal) => resolve(code ?? signal));
  });
  const pid = child.pid ?? Number.NaN;
  const processes = () => processesWith(dir);
  onTestFinished(async () => {
    for (const { pid: left } of processes()) killIfRunning(left);
    await rm(dir, { recursive: true, force: true, maxRetries: 3 });
  });
  return {
    output: () => output,
    origin: () => /\bready\b.*?(http:\/\/\S+)\/api\b/.exec(output)?.[1] ?? null,
    exited,
    signal: (signal) => process.kill(pid, signal),
    ctrlC: () => process.kill(-pid, 'SIGINT'),
    processes,
    dir,
  };
}

/** Kills a process, unless it has ended since it was listed: children end by themselves, too. */
function killIfRunning(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

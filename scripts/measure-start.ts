import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pickInheritedEnv } from '../sandbox/supervisor/inherited-env.ts';

/**
 * Usage: `npm run measure:start`, on Linux and with nothing else running.
 *
 * Measures the median time until the gateway alone, and `npm start` with the files of an earlier
 * run, are ready, and the resident memory of an idle gateway.
 */
const runs = 5;
const idleTime = 3000;
const nowhere = 'http://127.0.0.1:1';
const upstreams = {
  ...{ DATA_NODE_URL: nowhere, ORACLE_URLS: nowhere, MARKET_DATA_URL: nowhere },
  ...{ L3_RPC_URL: nowhere, SETTLEMENT_RPC_URL: nowhere },
};
const sandbox = {
  ...{ SANDBOX_L3_PORT: '0', SANDBOX_SETTLEMENT_PORT: '0', SANDBOX_DATA_NODE_PORT: '0' },
  ...{ SANDBOX_PROVIDERS_PORT: '0', SANDBOX_ORACLE_PORTS: '0,0,0' },
};
const scripts = JSON.parse(readFileSync('package.json', 'utf8')).scripts as Record<string, string>;

const dir = await mkdtemp(join(tmpdir(), 'measure-start-'));
try {
  const [, , ...args] = (scripts.gateway ?? '').split(' ');
  const gateway = () => measure([process.execPath, ...args], { ...upstreams, STATE_DIR: dir });
  const world = () =>
    measure(['npm', 'start'], { ...sandbox, SANDBOX_STATE_DIR: dir, DEPLOYMENTS_DIR: dir });
  const alone = await repeat(gateway);
  console.log(`gateway alone: ready after ${median(alone.map(({ ready }) => ready))} s`);
  console.log(`idle gateway: ${median(alone.map(({ resident }) => resident))} MiB`);
  const starts = await repeat(world);
  console.log(`npm start: ready after ${median(starts.map(({ ready }) => ready))} s`);
} finally {
  await rm(dir, { recursive: true, force: true, maxRetries: 3 });
}

type Measured = { readonly ready: number; readonly resident: number };

/**
 * Measures several times. The first run is left out, because it writes files that later runs read.
 */
async function repeat(one: () => Promise<Measured>): Promise<readonly Measured[]> {
  await one();
  const measured: Measured[] = [];
  while (measured.length < runs) measured.push(await one());
  return measured;
}

/**
 * Starts a process and measures it.
 *
 * @returns seconds until the process reports that it is ready, and its memory in MiB after it has
 * been idle.
 */
async function measure(
  [file = '', ...args]: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Measured> {
  const dependenciesReady = performance.now();
  const child = spawn(file, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...pickInheritedEnv(process.env), PORT: '0', ...env },
  });
  const exited = once(child, 'exit');
  try {
    await readiness(child);
    const ready = (performance.now() - dependenciesReady) / 1000;
    await sleep(idleTime);
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    return { ready, resident: Number(/VmRSS:\s*(\d+)/.exec(status)?.[1]) / 1024 };
  } finally {
    child.kill('SIGTERM');
    await exited;
  }
}

function readiness({ stdout }: ChildProcess): Promise<void> {
  let output = '';
  return new Promise((resolve, reject) => {
    stdout?.on('data', (chunk: Buffer) => {
      output += chunk;
      if (/"ready":true|ready at http/.test(output)) resolve();
    });
    stdout?.on('end', () => reject(new Error(`it ended before it was ready: ${output}`)));
  });
}

function median(values: readonly number[]): string {
  const sorted = values.toSorted((one, other) => one - other);
  return (sorted[Math.floor(sorted.length / 2)] ?? Number.NaN).toFixed(1);
}

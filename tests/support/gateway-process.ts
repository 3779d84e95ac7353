import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { loneEnv } from './gateway.ts';

/** A gateway that can be killed. */
export type GatewayProcess = AsyncDisposable & {
  readonly url: string;
  /** Dies at once, without a word to anybody. */
  readonly kill: () => Promise<void>;
  /** Is asked to end; resolves to its exit code. */
  readonly stop: () => Promise<number | null>;
};

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Starts a gateway as a process of its own; upstreams that are not named refuse connections. */
export async function startGatewayProcess(
  env: Readonly<Record<string, string>>,
): Promise<GatewayProcess> {
  const dir = await mkdtemp(join(tmpdir(), 'gateway-process-'));
  const child = spawn(process.execPath, ['src/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      ...loneEnv,
      STATE_DIR: dir,
      ...env,
    },
  });
  const kill = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    }
    await rm(dir, { recursive: true, force: true });
  };
  const stop = async () => {
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    const [code] = (await gone) as [number | null];
    return code;
  };
  return { url: await readyUrl(child), kill, stop, [Symbol.asyncDispose]: kill };
}

async function readyUrl(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('the process has no output');
  for await (const line of createInterface({ input: child.stdout })) {
    const said = JSON.parse(line) as { ready?: boolean; url?: string };
    if (said.ready && said.url) return said.url;
  }
  throw new Error('the gateway did not start');
}

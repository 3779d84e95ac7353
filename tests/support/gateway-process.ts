import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { isolatedEnv } from './gateway.ts';

/** A gateway that can be killed. */
export type GatewayProcess = AsyncDisposable & {
  readonly url: string;
  readonly pid: number;
  /** Dies at once, without a word to anybody. */
  readonly kill: () => Promise<void>;
  /** Is asked to end; resolves to its exit code. */
  readonly stop: () => Promise<number | null>;
  /** All that it has written, to either output. */
  readonly written: () => string;
};

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Starts a gateway as a process of its own; upstreams that are not named refuse connections.
 *
 * @param project - The folder of another version of the project.
 * @throws {Error} it ended before it was ready; the message has its exit code and what it has written to stderr.
 */
export async function startGatewayProcess(
  env: Readonly<Record<string, string>>,
  project = root,
): Promise<GatewayProcess> {
  const dir = await mkdtemp(join(tmpdir(), 'gateway-process-'));
  const child = spawn(process.execPath, ['src/main.ts'], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      // Read and written by the processes that `scripts/launch.mjs` starts as well.
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
      ...isolatedEnv,
      STATE_DIR: dir,
      ...env,
    },
  });
  // Told when both outputs have been read to their end.
  const gone = once(child, 'close') as Promise<[number | null]>;
  const ready = Promise.withResolvers<string>();
  const written = { stdout: '', stderr: '' };
  for (const output of ['stdout', 'stderr'] as const) {
    createInterface({ input: child[output] }).on('line', (line) => {
      written[output] += `${line}\n`;
      const url = readyUrl(line);
      if (url !== undefined) ready.resolve(url);
    });
  }
  void gone.then(([code]) =>
    ready.reject(new Error(`the gateway ended with ${code}\n${written.stderr}`)),
  );

  const kill = async () => {
    child.kill('SIGKILL');
    await gone;
    await rm(dir, { recursive: true, force: true });
  };
  const stop = async () => {
    child.kill('SIGTERM');
    const [code] = await gone;
    return code;
  };
  try {
    const url = await ready.promise;
    return {
      url,
      pid: child.pid ?? Number.NaN,
      kill,
      stop,
      written: () => written.stdout + written.stderr,
      [Symbol.asyncDispose]: kill,
    };
  } catch (error) {
    await kill();
    throw error;
  }
}

/** Where the gateway listens, if this is the line that says that it is ready. */
function readyUrl(line: string): string | undefined {
  if (!line.includes('"ready"')) return undefined;
  const said = JSON.parse(line) as { ready?: boolean; url?: string };
  return said.ready === true ? said.url : undefined;
}

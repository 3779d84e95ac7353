import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';

/** An oracle in a process of its own. */
export type OracleProcess = {
  readonly url: string;
  /** Sends SIGKILL and waits for the exit. */
  readonly kill: () => Promise<void>;
  /** Sends SIGTERM; returns the exit code. */
  readonly terminate: () => Promise<number | null>;
  /** Returns the output of the process. */
  readonly output: () => string;
};

const main = new URL('../main.ts', import.meta.url).pathname;

/**
 * Runs `main.ts` with these environment variables.
 *
 * @throws {Error} the process exited or was not ready in time; the message has its output.
 */
export async function startOracleProcess(
  env: Readonly<Record<string, string>>,
): Promise<OracleProcess> {
  const child = spawn(process.execPath, [main], {
    env: { ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ready = Promise.withResolvers<string>();
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      output += `${line}\n`;
      if (line.startsWith('{"ready":true')) ready.resolve(JSON.parse(line).url);
    });
  }
  child.once('exit', () => ready.reject(new Error(`the oracle ended\n${output}`)));
  const timer = setTimeout(() => ready.reject(new Error(`not ready\n${output}`)), 60_000);
  try {
    const url = await ready.promise;
    return {
      url,
      kill: () => kill(child),
      terminate: async () => {
        child.kill('SIGTERM');
        if (child.exitCode === null) await once(child, 'exit');
        return child.exitCode;
      },
      output: () => output,
    };
  } catch (error) {
    await kill(child);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

/** Finds free ports of the loopback interface. */
export async function findFreePorts(count: number): Promise<readonly number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => {
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  });
  await Promise.all(
    servers.map((server) => {
      server.close();
      return once(server, 'close');
    }),
  );
  return ports;
}

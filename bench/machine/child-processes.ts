import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runtimeV8Flags } from '../../src/v8-flags.ts';
import { removeScratchFolders } from './scratch-folders.ts';

/** A server process of the suite. */
export type ServerProcess = {
  readonly url: string;
  readonly pid: number;
  /** Sends a message over the IPC channel. Resolves to the next message from the process. */
  readonly sendMessage: <T>(message: object) => Promise<T>;
  readonly stop: () => Promise<void>;
};

/** The project's folder. */
export const projectFolder = fileURLToPath(new URL('../..', import.meta.url));

/**
 * The V8 flags with which our gateway ships: those of `npm run gateway` and those that the gateway
 * sets itself.
 */
export const tunedFlags: readonly string[] = [
  '--max-semi-space-size=64',
  '--min-semi-space-size=8',
  ...runtimeV8Flags,
];

/**
 * Maximum time of a start in milliseconds. Processes that compile much code start slowly on a busy
 * machine.
 */
const startTime = 120_000;
/**
 * Maximum time of a stop in milliseconds, longer than the 10 s in which a gateway completes its
 * requests.
 */
const stopTime = 12_000;
const replyTime = 60_000;
/** Milliseconds that child processes get to stop when this process exits. */
const endTime = 500;
const running = new Set<ChildProcess>();

/** Stops all child processes and removes all scratch folders when this process exits. */
export function killChildrenOnExit(): void {
  process.on('exit', () => {
    if (killAll() > 0) sleepSync(endTime);
    removeScratchFolders();
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => process.exit(130));
  }
}

function killAll(): number {
  for (const child of running) child.kill('SIGTERM');
  return running.size;
}

/** Blocks, because an `exit` handler cannot wait for asynchronous work. */
function sleepSync(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/**
 * Starts a program, pinned to a core unless `core` is null. It is stopped with this process.
 *
 * @param options.isOurs - A Node process that ends when its IPC channel closes.
 * @param options.cwd - Working directory; the project's folder if omitted.
 */
export function startProcess(
  command: readonly string[],
  options: {
    readonly core: number | null;
    readonly env?: Readonly<Record<string, string>>;
    readonly isOurs?: boolean;
    readonly cwd?: string | undefined;
  },
): ChildProcess {
  const pin = options.core === null ? [] : ['taskset', '-c', String(options.core)];
  const [file = '', ...args] = [...pin, ...command];
  const child = spawn(file, args, {
    cwd: options.cwd ?? projectFolder,
    stdio: ['ignore', 'pipe', 'inherit', ...(options.isOurs ? (['ipc'] as const) : [])],
    env: {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'production',
      NODE_COMPILE_CACHE: join(projectFolder, 'node_modules/.cache/compiled'),
      ...options.env,
    },
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

/** Sends SIGTERM, and SIGKILL if the process does not exit in time. */
export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), stopTime);
  await gone;
  clearTimeout(timer);
}

/**
 * Starts a Node process that prints a line `{"ready":true,"url":…}` when it serves.
 *
 * @throws {Error} the process ends or times out before it is ready.
 */
export async function startNode(options: {
  readonly script: readonly string[];
  readonly flags: readonly string[];
  readonly core: number | null;
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string | undefined;
}): Promise<ServerProcess> {
  const { script, flags, ...rest } = options;
  const child = startProcess([process.execPath, ...flags, ...script], { ...rest, isOurs: true });
  const url = await readyUrl(child, script.join(' '));
  return {
    url,
    pid: child.pid ?? 0,
    sendMessage: (message) => exchangeMessage(child, message),
    stop: () => stopProcess(child),
  };
}

async function exchangeMessage<T>(child: ChildProcess, message: object): Promise<T> {
  const exited = new AbortController();
  const onExit = () => exited.abort(new Error('the process ended'));
  child.once('exit', onExit);
  const signal = AbortSignal.any([exited.signal, AbortSignal.timeout(replyTime)]);
  try {
    const reply = once(child, 'message', { signal });
    child.send(message);
    const [response] = (await reply) as [T];
    return response;
  } finally {
    child.off('exit', onExit);
  }
}

async function readyUrl(child: ChildProcess, name: string): Promise<string> {
  const ended = new AbortController();
  child.once('exit', () => ended.abort(new Error(`${name} ended before it was ready`)));
  const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(startTime)]);
  let output = '';
  try {
    for (;;) {
      const [chunk] = (await once(child.stdout ?? child, 'data', { signal })) as [Buffer];
      output += chunk.toString();
      const line = output.split('\n').find((one) => one.includes('"ready":true'));
      if (line?.endsWith('}')) return (JSON.parse(line) as { url: string }).url;
    }
  } catch (cause) {
    await stopProcess(child);
    throw new Error(`${name} did not start`, { cause });
  }
}

/**
 * Runs a program and resolves to its output.
 *
 * @throws {Error} the program does not exit with 0, or misses the deadline.
 */
export async function runTool(
  file: string,
  args: readonly string[],
  options: { readonly core: number; readonly deadline: number },
): Promise<string> {
  const child = startProcess([file, ...args], { core: options.core });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), options.deadline);
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(timer);
  if (code !== 0) throw new Error(`${file} ended with ${code}: ${output}`);
  return output;
}

/** Finds a free port on the loopback interface. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { startOnMessageFlag } from '../lib/service-process.ts';
import { ChildFailedError, describeExit, type ExitReport } from './exit-report.ts';
import { parseReadyLine, type ReadyLine } from './ready-line.ts';

/** Options of a Node process of this project. */
export type ChildOptions = {
  /** Name of the process in logs and errors. */
  readonly name: string;
  /** Absolute path of its `main.ts`. */
  readonly file: string;
  /** Command-line options of Node. */
  readonly nodeArgs?: readonly string[];
  /** The complete environment of the process. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /**
   * Maximum time until the ready line in milliseconds, counted from the spawn or from the start
   * message.
   */
  readonly startDeadline: number;
  /**
   * For a service of the sandbox: the process loads its modules, and starts its work when this
   * promise resolves.
   */
  readonly dependenciesReady?: Promise<unknown>;
  /** Receives each line of output except the ready line. */
  readonly log: (line: string, stream: 'stdout' | 'stderr') => void;
};

/** A Node process that was started and reports when it is ready. */
export type Child = {
  readonly name: string;
  readonly pid: number | undefined;
  /** Resolves when the process has loaded its modules, has become ready or has failed. */
  readonly loaded: Promise<unknown>;
  /**
   * Resolves with the ready line.
   *
   * @throws {ChildFailedError} the process exited or missed the deadline.
   */
  readonly ready: Promise<ReadyLine>;
  /** Resolves when the process and all others of its process group have exited. */
  readonly exited: Promise<ExitReport>;
  /** Sends SIGTERM, and kills the process group after `graceMs` milliseconds. */
  readonly stop: (graceMs: number) => Promise<ExitReport>;
  /** Kills the process group at once. */
  readonly kill: () => Promise<ExitReport>;
};

const maxLastLines = 20;

/**
 * Runs a `main.ts` with this Node in a process group of its own, so that a terminal's Ctrl-C does
 * not reach it. It has an IPC channel, through which it detects the exit of this process.
 */
export function spawnChild(options: ChildOptions): Child {
  const { name, file, nodeArgs = [], env, log, dependenciesReady } = options;
  const startArgs = dependenciesReady === undefined ? [] : [startOnMessageFlag];
  const child = spawn(process.execPath, [...nodeArgs, file, ...startArgs], {
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const lastLines: string[] = [];
  const readyLine = Promise.withResolvers<ReadyLine>();
  readyLine.promise.catch(() => undefined);

  eachLine(child.stdout, (line) => {
    const ready = parseReadyLine(line);
    if (ready === null) log(line, 'stdout');
    else readyLine.resolve(ready);
  });
  eachLine(child.stderr, (line) => {
    lastLines.push(line.slice(0, 500));
    if (lastLines.length > maxLastLines) lastLines.shift();
    log(line, 'stderr');
  });

  let deadline: NodeJS.Timeout | undefined;
  const sendStartMessage = () => {
    if (dependenciesReady !== undefined) {
      // The process has already exited, which `exited` reports.
      if (!child.connected) return;
      child.send(startOnMessageFlag, () => undefined);
    }
    deadline = setTimeout(() => {
      const seconds = options.startDeadline / 1000;
      readyLine.reject(
        new ChildFailedError(name, `was not ready within ${seconds} s`, { lastLines }),
      );
    }, options.startDeadline);
  };
  // If the dependencies fail, the supervisor stops all processes, including this one.
  if (dependenciesReady === undefined) sendStartMessage();
  else dependenciesReady.then(sendStartMessage, () => undefined);
  const exited = watchExit(child, lastLines);
  exited.then((report) => {
    readyLine.reject(new ChildFailedError(name, describeExit(report), report));
  });
  const settled = readyLine.promise.catch(() => undefined);
  settled.finally(() => clearTimeout(deadline));
  // The only IPC message of the process reports that its modules are loaded.
  const loadedMessage = new Promise((resolve) => child.once('message', resolve));
  const loaded = Promise.race([loadedMessage, settled]);

  const kill = () => {
    killGroup(child);
    return exited;
  };
  const stop = (graceMs: number) => {
    const timer = setTimeout(() => killGroup(child), graceMs);
    exited.finally(() => clearTimeout(timer));
    child.kill('SIGTERM');
    return exited;
  };
  return { name, pid: child.pid, loaded, ready: readyLine.promise, exited, stop, kill };
}

/**
 * Waits for the exit. `close` is emitted after the last byte of output. Remaining processes of the
 * group are killed first, because they would keep the pipes open.
 */
function watchExit(child: ChildProcess, lastLines: readonly string[]): Promise<ExitReport> {
  return new Promise((resolve) => {
    child.once('error', (error) => {
      if (child.pid === undefined) {
        resolve({ code: null, signal: null, spawnError: error.message, lastLines });
      }
    });
    child.once('exit', () => killGroup(child));
    child.once('close', (code, signal) => resolve({ code, signal, spawnError: null, lastLines }));
  });
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // All processes of the group have exited.
  }
}

function eachLine(stream: Readable | null, take: (line: string) => void): void {
  if (stream === null) return;
  createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY }).on('line', take);
}

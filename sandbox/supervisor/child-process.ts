import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { startOnMessageFlag } from '../lib/service-process.ts';
import { ChildFailedError, describeExit, type ExitReport } from './exit-report.ts';
import { parseReadyLine, type ReadyLine } from './ready-line.ts';

/** What it takes to run one Node process of ours. */
export type ChildOptions = {
  /** How it is called in logs and failures. */
  readonly name: string;
  /** Absolute path of its `main.ts`. */
  readonly file: string;
  /** Options of Node itself, before the file. */
  readonly nodeArgs?: readonly string[];
  /** Its whole environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Milliseconds from the spawn, or from its beginning, to the ready line. */
  readonly startDeadline: number;
  /** For a service of the sandbox: it loads its modules and waits until this is so before it begins. */
  readonly begins?: Promise<unknown>;
  /** Takes each line the process writes, but for the ready line. */
  readonly log: (line: string, stream: 'stdout' | 'stderr') => void;
};

/** A running Node process that has, or will have, said that it is ready. */
export type Child = {
  readonly name: string;
  readonly pid: number | undefined;
  /** Settles when it has loaded its modules, or there is nothing to wait for any more. */
  readonly loaded: Promise<unknown>;
  /** @throws {ChildFailedError} it ended or let the deadline pass without a ready line. */
  readonly ready: Promise<ReadyLine>;
  /** Settles once the process and everything it left in its process group are gone. */
  readonly exited: Promise<ExitReport>;
  /** Sends SIGTERM, and kills its whole group after `graceMs`. */
  readonly stop: (graceMs: number) => Promise<ExitReport>;
  /** Kills its whole group at once. */
  readonly kill: () => Promise<ExitReport>;
};

const keptLines = 20;

/**
 * Runs a `main.ts` with this Node in a process group of its own, so that a terminal's Ctrl-C does not reach it,
 * and with an IPC channel, by which it notices the death of this process.
 */
export function spawnChild(options: ChildOptions): Child {
  const { name, file, nodeArgs = [], env, log, begins } = options;
  const when = begins === undefined ? [] : [startOnMessageFlag];
  const child = spawn(process.execPath, [...nodeArgs, file, ...when], {
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
    if (lastLines.length > keptLines) lastLines.shift();
    log(line, 'stderr');
  });

  let deadline: NodeJS.Timeout | undefined;
  const begin = () => {
    if (begins !== undefined) {
      // It has exited already: `exited` reports it, and nothing waits for it.
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
  // What does not come about ends the whole world, this process with it.
  if (begins === undefined) begin();
  else begins.then(begin, () => undefined);
  const exited = watchExit(child, lastLines);
  exited.then((report) => {
    readyLine.reject(new ChildFailedError(name, describeExit(report), report));
  });
  const settled = readyLine.promise.catch(() => undefined);
  settled.finally(() => clearTimeout(deadline));
  // It says nothing else by this way.
  const said = new Promise((resolve) => child.once('message', resolve));
  const loaded = Promise.race([said, settled]);

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

/** `close` comes after the last byte of output; what the process left running is killed before, or it would hold the pipes. */
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
    // The group has no process left.
  }
}

function eachLine(stream: Readable | null, take: (line: string) => void): void {
  if (stream === null) return;
  createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY }).on('line', take);
}

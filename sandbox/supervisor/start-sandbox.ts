import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { outageDuration, scenarioDelay } from '../world/scenario.ts';
import { type Child, spawnChild } from './child-process.ts';
import { ChildFailedError, describeExit } from './exit-report.ts';
import { buildProcessEnv } from './process-env.ts';
import type { SandboxOptions } from './sandbox-options.ts';
import { resolvePorts } from './sandbox-ports.ts';
import {
  type SandboxProcess,
  type SandboxProcessName,
  sandboxProcesses,
} from './sandbox-processes.ts';
import { type SandboxUrls, sandboxHost, sandboxUrls } from './sandbox-urls.ts';

/** A running sandbox world. */
export type Sandbox = AsyncDisposable & {
  readonly urls: SandboxUrls;
  readonly options: SandboxOptions;
  /**
   * Settles when a part ended without being asked to, after everything else was stopped. A
   * replaceable part is started again instead, unless it exits too often.
   */
  readonly failure: Promise<ChildFailedError>;
  /** Ends every part, in the reverse order of their start; kills what is left after five seconds. */
  readonly stop: () => Promise<void>;
  /** Kills one part (SIGKILL) and leaves the others running. */
  readonly kill: (name: SandboxProcessName) => Promise<void>;
  /** Starts a killed part again, on the same port and state; kills it first where it runs. */
  readonly restart: (name: SandboxProcessName) => Promise<void>;
};

const startDeadline = 90_000;
const stopGrace = 5_000;
const leastGrace = 500;
/** A replaceable part may die this often within the window (milliseconds). */
const maxRestarts = 5;
const restartWindow = 60_000;

/**
 * Starts the processes of the sandbox world, each in its turn.
 *
 * @throws {PortTakenError} a wanted port is in use; nothing was started.
 * @throws {ChildFailedError} a part failed to start; everything was stopped.
 * @throws the reason of `options.signal` when it aborted; everything was stopped.
 */
export async function startSandbox(given: SandboxOptions): Promise<Sandbox> {
  const { scenarioTimes = { delay: scenarioDelay, outage: outageDuration } } = given;
  const options = {
    ...given,
    scenarioAt: Date.now() + scenarioTimes.delay,
    stateDir: resolve(given.stateDir),
    deploymentsDir: resolve(given.deploymentsDir),
    dataDir: given.dataDir === undefined ? undefined : resolve(given.dataDir),
  };
  options.signal?.throwIfAborted();
  const chosen = options.parts ?? sandboxProcesses;
  const ports = await resolvePorts(options.ports, sandboxHost);
  const urls = sandboxUrls(ports);
  await mkdir(options.stateDir, { recursive: true });
  await mkdir(options.deploymentsDir, { recursive: true });

  const running = new Map<SandboxProcessName, Child>();
  const expectedToEnd = new WeakSet<Child>();
  const failure = Promise.withResolvers<ChildFailedError>();
  const halted = new AbortController();
  const mayRestart = createRestartBudget();
  let isComplete = false;
  let stopped: Promise<void> | undefined;

  const stop = (reason: unknown = new Error('the sandbox was stopped')) => {
    halted.abort(reason);
    for (const child of running.values()) expectedToEnd.add(child);
    stopped ??= stopAll(chosen, running);
    return stopped;
  };

  const launch = (part: SandboxProcess, begins: Promise<unknown> = Promise.resolve()): Child => {
    halted.signal.throwIfAborted();
    const child = spawnChild({
      name: part.name,
      file: part.file,
      env: buildProcessEnv(part, options, ports),
      startDeadline,
      begins,
      log: (line) => options.log(`[${part.name}] ${line}`),
    });
    running.set(part.name, child);
    child.exited.then((report) => {
      if (running.get(part.name) === child) running.delete(part.name);
      if (expectedToEnd.has(child)) return;
      const error = new ChildFailedError(part.name, describeExit(report), report);
      if (part.isReplaceable && isComplete && mayRestart(part.name)) {
        options.log(`[sandbox] ${error.message}\n[sandbox] ${part.name} is started again`);
        const next = launch(part);
        // `exited` reports an exit; this reports only a process that never becomes ready.
        next.ready.catch((late) => running.get(part.name) === next && fail(late));
      } else fail(error);
    });
    return child;
  };

  const fail = (error: ChildFailedError) => {
    if (halted.signal.aborted) return;
    void stop(error).then(() => failure.resolve(error));
  };

  const kill = async (name: SandboxProcessName) => {
    const child = running.get(name);
    if (child === undefined) return;
    expectedToEnd.add(child);
    await child.kill();
  };

  const restart = async (name: SandboxProcessName) => {
    await kill(name);
    await launch(partNamed(chosen, name)).ready;
  };

  /** Takes an oracle away at the scenario's time and brings it back. */
  const playOutage = () => {
    const { signal } = halted;
    const begins = Math.max(0, options.scenarioAt - Date.now());
    const play = async () => {
      await sleep(begins, undefined, { signal });
      options.log('[sandbox] outage: oracle-3 is stopped');
      await kill('oracle-3');
      await sleep(scenarioTimes.outage, undefined, { signal });
      await restart('oracle-3');
      options.log('[sandbox] outage: oracle-3 is running again');
    };
    play().catch((error: unknown) => {
      if (!signal.aborted) options.log(`[sandbox] outage: ${error}`);
    });
  };

  const onAbort = () => void stop(options.signal?.reason);
  options.signal?.addEventListener('abort', onAbort, { once: true });
  if (options.signal?.aborted) onAbort();
  try {
    await startInOrder(chosen, launch, {
      onLoaded: ({ name }) => options.onPartLoaded?.(name, urls),
      onReady: ({ name }) => options.onPartReady?.(name),
    });
    halted.signal.throwIfAborted();
    isComplete = true;
    if (options.scenario === 'outage') playOutage();
  } catch (error) {
    await stop(error);
    throw halted.signal.reason;
  } finally {
    options.signal?.removeEventListener('abort', onAbort);
  }

  return {
    urls,
    options,
    failure: failure.promise,
    stop: () => stop(),
    kill,
    restart,
    [Symbol.asyncDispose]: () => stop(),
  };
}

/** Returns whether a part may be started once more: not when it exited too often lately. */
function createRestartBudget(): (name: SandboxProcessName) => boolean {
  const deaths = new Map<SandboxProcessName, number[]>();
  return (name) => {
    const now = performance.now();
    const recent = (deaths.get(name) ?? []).filter((at) => now - at < restartWindow);
    deaths.set(name, [...recent, now]);
    return recent.length < maxRestarts;
  };
}

/**
 * Launches each part when the one before it has loaded its modules; it begins when those that it
 * depends on are ready. Loading takes a part longer than anything else, and the first one's work
 * leaves time for it: all at once they would be in its way.
 */
async function startInOrder(
  chosen: readonly SandboxProcess[],
  launch: (part: SandboxProcess, begins: Promise<unknown>) => Child,
  told: {
    readonly onLoaded: (part: SandboxProcess) => void;
    readonly onReady: (part: SandboxProcess) => void;
  },
): Promise<void> {
  const ready = new Map<SandboxProcessName, Promise<void>>();
  let before: Promise<unknown> = Promise.resolve();
  for (const part of chosen) {
    const begins = Promise.all(part.dependsOn.flatMap((name) => ready.get(name) ?? []));
    begins.catch(() => undefined);
    const launched = before.then(() => launch(part, begins));
    const loaded = launched.then((child) => child.loaded).then(() => told.onLoaded(part));
    // `ready` reports why a process could not be started.
    before = loaded.catch(() => undefined);
    ready.set(
      part.name,
      launched.then((child) => child.ready).then(() => told.onReady(part)),
    );
  }
  await Promise.all(ready.values());
}

/** Ends the dependants before what they depend on, all within one grace period. */
async function stopAll(
  chosen: readonly SandboxProcess[],
  running: ReadonlyMap<SandboxProcessName, Child>,
): Promise<void> {
  const deadline = performance.now() + stopGrace;
  const stopping = new Map<SandboxProcessName, Promise<unknown>>();
  for (const part of [...chosen].reverse()) {
    const child = running.get(part.name);
    if (child === undefined) continue;
    const dependants = chosen.filter((other) => other.dependsOn.includes(part.name));
    const before = Promise.all(dependants.map((other) => stopping.get(other.name)));
    stopping.set(
      part.name,
      before.then(() => child.stop(Math.max(leastGrace, deadline - performance.now()))),
    );
  }
  await Promise.all(stopping.values());
}

function partNamed(chosen: readonly SandboxProcess[], name: SandboxProcessName): SandboxProcess {
  const part = chosen.find((candidate) => candidate.name === name);
  if (part === undefined) throw new RangeError(`no part of the sandbox is called ${name}`);
  return part;
}

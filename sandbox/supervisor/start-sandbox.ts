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
import { createSandboxUrls, type SandboxUrls, sandboxHost } from './sandbox-urls.ts';
import { lockState } from './state-lock.ts';

/** A running sandbox. */
export type Sandbox = AsyncDisposable & {
  readonly urls: SandboxUrls;
  readonly options: SandboxOptions;
  /**
   * Resolves when a process has exited unexpectedly, after all others have been stopped. A
   * restartable process is restarted instead, unless it exits too often.
   */
  readonly failure: Promise<ChildFailedError>;
  /** Stops all processes, dependants first; kills the remaining ones after five seconds. */
  readonly stop: () => Promise<void>;
  /** Kills one process (SIGKILL). The others continue to run. */
  readonly kill: (name: SandboxProcessName) => Promise<void>;
  /** Restarts a process with the same port and state; kills it first if it is running. */
  readonly restart: (name: SandboxProcessName) => Promise<void>;
};

const startDeadline = 90_000;
const stopGrace = 5_000;
const leastGrace = 500;
/** Maximum number of restarts of a process within `restartWindow` milliseconds. */
const maxRestarts = 5;
const restartWindow = 60_000;

/**
 * Starts the processes of the sandbox in their order.
 *
 * @throws {PortTakenError} a configured port is in use; no process was started.
 * @throws {StateInUseError} another sandbox uses the state folder; no process was started.
 * @throws {ChildFailedError} a process failed to start; all were stopped.
 * @throws the reason of `options.signal` if it aborted; all processes were stopped.
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
  const urls = createSandboxUrls(ports);
  const unlock = await lockState(options.stateDir, ports);
  await mkdir(options.deploymentsDir, { recursive: true });

  const running = new Map<SandboxProcessName, Child>();
  const expectedToExit = new WeakSet<Child>();
  const failure = Promise.withResolvers<ChildFailedError>();
  const halted = new AbortController();
  const mayRestart = createRestartLimiter();
  let isComplete = false;
  let stopped: Promise<void> | undefined;

  const stop = (reason: unknown = new Error('the sandbox was stopped')) => {
    halted.abort(reason);
    for (const child of running.values()) expectedToExit.add(child);
    stopped ??= stopAll(chosen, running).finally(unlock);
    return stopped;
  };

  const launch = (
    part: SandboxProcess,
    dependenciesReady: Promise<unknown> = Promise.resolve(),
  ): Child => {
    halted.signal.throwIfAborted();
    const child = spawnChild({
      name: part.name,
      file: part.file,
      env: buildProcessEnv(part, options, ports),
      startDeadline,
      dependenciesReady,
      log: (line) => options.log(`[${part.name}] ${line}`),
    });
    running.set(part.name, child);
    child.exited.then((report) => {
      if (running.get(part.name) === child) running.delete(part.name);
      if (expectedToExit.has(child)) return;
      const error = new ChildFailedError(part.name, describeExit(report), report);
      if (part.isRestartable && isComplete && mayRestart(part.name)) {
        options.log(`[sandbox] ${error.message}\n[sandbox] ${part.name} is restarted`);
        const next = launch(part);
        // An exit is handled by `exited`; this handles a process that does not become ready.
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
    expectedToExit.add(child);
    await child.kill();
  };

  const restart = async (name: SandboxProcessName) => {
    await kill(name);
    await launch(findProcess(chosen, name)).ready;
  };

  /** Stops an oracle at the time of the scenario and restarts it after the outage. */
  const playOutage = () => {
    const { signal } = halted;
    const delay = Math.max(0, options.scenarioAt - Date.now());
    const play = async () => {
      await sleep(delay, undefined, { signal });
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

/**
 * Creates a function that returns whether a process may be restarted. It returns false if the
 * process has exited too often recently.
 */
function createRestartLimiter(): (name: SandboxProcessName) => boolean {
  const exits = new Map<SandboxProcessName, number[]>();
  return (name) => {
    const now = performance.now();
    const recent = (exits.get(name) ?? []).filter((at) => now - at < restartWindow);
    exits.set(name, [...recent, now]);
    return recent.length < maxRestarts;
  };
}

/**
 * Launches each process when the previous one has loaded its modules. A process starts its work
 * when its dependencies are ready. Loading modules takes most of the start; processes that load at
 * the same time would slow each other down.
 */
async function startInOrder(
  chosen: readonly SandboxProcess[],
  launch: (part: SandboxProcess, dependenciesReady: Promise<unknown>) => Child,
  callbacks: {
    readonly onLoaded: (part: SandboxProcess) => void;
    readonly onReady: (part: SandboxProcess) => void;
  },
): Promise<void> {
  const ready = new Map<SandboxProcessName, Promise<void>>();
  let before: Promise<unknown> = Promise.resolve();
  for (const part of chosen) {
    const dependenciesReady = Promise.all(part.dependsOn.flatMap((name) => ready.get(name) ?? []));
    dependenciesReady.catch(() => undefined);
    const launched = before.then(() => launch(part, dependenciesReady));
    const loaded = launched.then((child) => child.loaded).then(() => callbacks.onLoaded(part));
    // A failed start is reported by `ready`.
    before = loaded.catch(() => undefined);
    ready.set(
      part.name,
      launched.then((child) => child.ready).then(() => callbacks.onReady(part)),
    );
  }
  await Promise.all(ready.values());
}

/** Stops dependants before their dependencies, all within one grace period. */
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

function findProcess(chosen: readonly SandboxProcess[], name: SandboxProcessName): SandboxProcess {
  const part = chosen.find((candidate) => candidate.name === name);
  if (part === undefined) throw new RangeError(`the sandbox has no process ${name}`);
  return part;
}

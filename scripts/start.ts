import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findAnvil } from '../sandbox/chain/anvil-binary.ts';
import { type Child, spawnChild } from '../sandbox/supervisor/child-process.ts';
import { ChildFailedError, describeExit } from '../sandbox/supervisor/exit-report.ts';
import { pickInheritedEnv } from '../sandbox/supervisor/inherited-env.ts';
import { withPortBase } from '../sandbox/supervisor/port-base.ts';
import type { SandboxSettings } from '../sandbox/supervisor/sandbox-options.ts';
import { assertPortsFree, listPortClaims } from '../sandbox/supervisor/sandbox-ports.ts';
import { sandboxHost } from '../sandbox/supervisor/sandbox-urls.ts';
import { type Sandbox, startSandbox } from '../sandbox/supervisor/start-sandbox.ts';
import { assertStateFree } from '../sandbox/supervisor/state-lock.ts';
import { buildForNextStart, findGatewayEntry } from './build/gateway-bundle.ts';
import { formatBanner } from './start/banner.ts';
import { buildGatewayEnv, type Env, readVariable } from './start/gateway-env.ts';
import { planStart } from './start/plan-start.ts';

const execute = promisify(execFile);

/** Entry of `npm start`. Runs the gateway, and a sandbox behind it if no upstream is configured. */
const stopping = new AbortController();
const stopped = new Promise<void>((resolve) => {
  stopping.signal.addEventListener('abort', () => resolve());
});
// Further signals have no effect, as shutdown is already in progress.
process.on('SIGINT', () => stopping.abort());
process.on('SIGTERM', () => stopping.abort());

const env = withPortBase(process.env);

/** Milliseconds before SIGKILL. The gateway finishes work for up to ten seconds. */
const gatewayGrace = 12_000;
/** No load balancer stands in front of `npm start`. */
const drainSeconds = readVariable(process.env, 'DRAIN_SECONDS') ?? '0';
const stopGrace = gatewayGrace + 1000 * Number(drainSeconds);
const gatewayStartDeadline = 30_000;

try {
  await run();
} catch (error) {
  if (!stopping.signal.aborted) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = error instanceof ChildFailedError ? error.exitCode : 1;
  }
}

async function run(): Promise<void> {
  const { host, port, sandbox } = planStart(env, process.argv.slice(2));
  // Throws before any process starts if the development packages are not installed.
  if (sandbox !== null) {
    findAnvil();
    await assertStateFree(resolve(sandbox.stateDir));
  }
  await assertPortsFree([
    { host, port, owner: 'the gateway', variable: 'PORT' },
    ...(sandbox ? listPortClaims(sandbox.ports, sandboxHost) : []),
  ]);
  const built = buildStaleExplorer();
  if (sandbox !== null) await runSandbox(sandbox, built);
  else {
    await built;
    await runGateway(await spawnGateway(env, Promise.resolve()), null);
  }
}

/**
 * Builds the web application while other processes start. The gateway reads its files when it is
 * created, so the gateway is spawned after the build; it also starts if the build fails.
 */
async function buildStaleExplorer(): Promise<void> {
  if (process.env.EXPLORER === 'off') return;
  const script = fileURLToPath(new URL('./build-explorer.ts', import.meta.url));
  try {
    const { stdout } = await execute(process.execPath, [script, '--if-installed'], {
      signal: stopping.signal,
    });
    if (stdout !== '') console.error(stdout.trim());
  } catch (error) {
    if (stopping.signal.aborted) return;
    console.error('the explorer cannot be built:', error instanceof Error ? error.message : error);
  }
}

/**
 * Runs the sandbox and the gateway. The gateway process starts after the data node has loaded its
 * modules, and connects when the chains are ready, because it reconciles with them.
 */
async function runSandbox(settings: SandboxSettings, built: Promise<void>): Promise<void> {
  let spawned: Promise<Child> | undefined;
  const chain = Promise.withResolvers<void>();
  try {
    const sandbox = await startSandbox({
      ...settings,
      inheritedEnv: pickInheritedEnv(process.env),
      log: (line) => console.error(line),
      onPartLoaded: (name, urls) => {
        if (name !== 'data-node') return;
        const gatewayEnv = buildGatewayEnv(env, settings, urls);
        spawned = built.then(() => spawnGateway(gatewayEnv, chain.promise));
      },
      onPartReady: (name) => name === 'chain' && chain.resolve(),
      signal: stopping.signal,
    });
    try {
      const gateway = await spawned;
      if (gateway !== undefined) await runGateway(gateway, sandbox);
    } finally {
      await sandbox.stop();
    }
  } finally {
    const gateway = await spawned;
    await gateway?.stop(stopGrace);
  }
}

async function spawnGateway(env: Env, dependenciesReady: Promise<void>): Promise<Child> {
  const entry = await findGatewayEntry('start');
  const gateway = spawnChild({
    name: 'gateway',
    file: entry,
    nodeArgs: ['--max-semi-space-size=64', '--min-semi-space-size=8'],
    env: { ...env, DRAIN_SECONDS: drainSeconds },
    startDeadline: gatewayStartDeadline,
    dependenciesReady,
    log: (line, stream) => (stream === 'stdout' ? console.log(line) : console.error(line)),
  });
  gateway.ready.then(
    () => buildForNextStart(entry),
    () => undefined,
  );
  return gateway;
}

/**
 * Prints the gateway's URL, then waits for a signal or for a failure of the gateway or the sandbox.
 */
async function runGateway(gateway: Child, sandbox: Sandbox | null): Promise<void> {
  const failed = Promise.race([gatewayFailure(gateway), ...(sandbox ? [sandbox.failure] : [])]);
  try {
    const ready = await Promise.race([gateway.ready, failed, stopped]);
    if (ready instanceof Error) throw ready;
    if (ready?.url !== undefined) console.log(formatBanner(ready.url, sandbox?.urls ?? null));
    const failure = await Promise.race([failed, stopped]);
    if (failure instanceof Error) throw failure;
  } finally {
    await gateway.stop(stopGrace);
  }
}

/**
 * Waits for the gateway's exit. The error has no last lines, because the gateway's output is
 * already on stderr.
 */
async function gatewayFailure(gateway: Child): Promise<ChildFailedError> {
  const report = await gateway.exited;
  return new ChildFailedError('gateway', describeExit(report), { ...report, lastLines: [] });
}

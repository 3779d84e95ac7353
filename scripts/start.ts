import { fileURLToPath } from 'node:url';
import { type Child, spawnChild } from '../sandbox/supervisor/child.ts';
import { ChildFailedError, describeExit } from '../sandbox/supervisor/exit-report.ts';
import { inheritedEnv } from '../sandbox/supervisor/inherited-env.ts';
import { assertPortsFree } from '../sandbox/supervisor/ports.ts';
import { type Sandbox, startSandbox } from '../sandbox/supervisor/sandbox.ts';
import { banner } from './start/banner.ts';
import { type Env, gatewayEnv } from './start/gateway-env.ts';
import { planStart } from './start/plan.ts';

/** `npm start`: the gateway, and with no upstream configured a sandbox world behind it. */
const stopping = new AbortController();
const stopped = new Promise<void>((resolve) => {
  stopping.signal.addEventListener('abort', () => resolve());
});
// Further signals change nothing: the stop is under way.
process.on('SIGINT', () => stopping.abort());
process.on('SIGTERM', () => stopping.abort());

// npm that is killed outright leaves its script running: the script must notice by itself.
if (process.env.npm_lifecycle_event !== undefined) {
  const npm = process.ppid;
  setInterval(() => process.ppid !== npm && stopping.abort(), 500).unref();
}

/** The gateway drains for up to ten seconds; what is left after that is cut. */
const gatewayGrace = 12_000;
const gatewayStartDeadline = 30_000;

try {
  await run();
} catch (error) {
  if (!stopping.signal.aborted) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

async function run(): Promise<void> {
  const plan = planStart(process.env);
  const claim = { port: plan.port, owner: 'the gateway', variable: 'PORT' };
  await assertPortsFree([claim], plan.host);
  if (plan.sandbox === null) return runGateway(process.env, null);
  const sandbox = await startSandbox({
    ...plan.sandbox,
    inheritedEnv: inheritedEnv(process.env),
    log: (line) => console.error(line),
    signal: stopping.signal,
  });
  try {
    await runGateway(gatewayEnv(process.env, sandbox.options, sandbox.urls), sandbox);
  } finally {
    await sandbox.stop();
  }
}

/** Runs the gateway until a signal, or until it or the sandbox fails. */
async function runGateway(env: Env, sandbox: Sandbox | null): Promise<void> {
  const gateway = spawnChild({
    name: 'gateway',
    file: fileURLToPath(new URL('../src/main.ts', import.meta.url)),
    nodeArgs: ['--max-semi-space-size=64'],
    env,
    startDeadline: gatewayStartDeadline,
    log: (line, stream) => (stream === 'stdout' ? console.log(line) : console.error(line)),
  });
  const failed = Promise.race([gatewayFailure(gateway), ...(sandbox ? [sandbox.failure] : [])]);
  try {
    const ready = await Promise.race([gateway.ready, failed, stopped]);
    if (ready instanceof Error) throw ready;
    if (ready?.url !== undefined) console.log(banner(ready.url, sandbox?.urls ?? null));
    const failure = await Promise.race([failed, stopped]);
    if (failure instanceof Error) throw failure;
  } finally {
    await gateway.stop(gatewayGrace);
  }
}

/** Its last words are on stderr already. */
async function gatewayFailure(gateway: Child): Promise<ChildFailedError> {
  const report = await gateway.exited;
  return new ChildFailedError('gateway', describeExit(report));
}

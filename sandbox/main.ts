import { ChildFailedError } from './supervisor/exit-report.ts';
import { pickInheritedEnv } from './supervisor/inherited-env.ts';
import { parseSandboxSettings } from './supervisor/sandbox-options.ts';
import { type Sandbox, startSandbox } from './supervisor/start-sandbox.ts';

/** Entry of `npm run sandbox`: runs the sandbox without a gateway until SIGINT or SIGTERM. */
const stopping = new AbortController();
const requestStop = () => stopping.abort();
process.on('SIGINT', requestStop);
process.on('SIGTERM', requestStop);

let sandbox: Sandbox | undefined;
try {
  sandbox = await startSandbox({
    ...parseSandboxSettings(process.env),
    inheritedEnv: pickInheritedEnv(process.env),
    log: (line) => console.error(line),
    signal: stopping.signal,
  });
  console.log(JSON.stringify({ ready: true, name: 'sandbox', ...sandbox.urls }));
  const failure = await Promise.race([
    sandbox.failure,
    new Promise<void>((resolve) => {
      if (stopping.signal.aborted) resolve();
      stopping.signal.addEventListener('abort', () => resolve());
    }),
  ]);
  if (failure !== undefined) throw failure;
  await sandbox.stop();
} catch (error) {
  if (!stopping.signal.aborted) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = error instanceof ChildFailedError ? error.exitCode : 1;
  }
}

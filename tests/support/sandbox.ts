import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pickInheritedEnv } from '../../sandbox/supervisor/inherited-env.ts';
import {
  parseSandboxSettings,
  type SandboxOptions,
} from '../../sandbox/supervisor/sandbox-options.ts';
import { type Sandbox, startSandbox } from '../../sandbox/supervisor/start-sandbox.ts';
import { buildGatewayEnv, type Env } from '../../scripts/start/gateway-env.ts';

/** A sandbox on free ports that keeps its files in a folder of its own. */
export type TestSandbox = Sandbox & {
  /** What a gateway on it needs, with `PORT` 0 and a state folder of its own. */
  readonly gatewayEnv: Env;
};

/** No fixed ports, so that several can run at once. */
export const freePorts: SandboxOptions['ports'] = {
  l3: 0,
  settlement: 0,
  dataNode: 0,
  providers: 0,
  oracles: [0, 0, 0],
};

/**
 * Starts a sandbox for tests; disposing it ends the processes and removes its files.
 *
 * @param overrides - What differs from the defaults of `npm start`; `log` prints nothing unless given.
 */
export async function startTestSandbox(
  overrides: Partial<SandboxOptions> = {},
): Promise<TestSandbox> {
  const dir = await mkdtemp(join(tmpdir(), 'dtf-graph-'));
  const removeDir = () => rm(dir, { recursive: true, force: true, maxRetries: 3 });
  const started = startSandbox({
    ...parseSandboxSettings({}),
    ports: freePorts,
    stateDir: join(dir, 'state'),
    deploymentsDir: join(dir, 'deployments'),
    inheritedEnv: pickInheritedEnv(process.env),
    log: () => undefined,
    ...overrides,
  });
  const sandbox = await started.catch(async (error: unknown) => {
    await removeDir();
    throw error;
  });
  const stop = async () => {
    await sandbox.stop();
    await removeDir();
  };
  const env = { ...pickInheritedEnv(process.env), PORT: '0', LOG_LEVEL: 'silent' };
  return {
    ...sandbox,
    gatewayEnv: buildGatewayEnv(env, sandbox.options, sandbox.urls),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

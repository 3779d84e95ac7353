import type { SandboxOptions } from './sandbox-options.ts';
import type { SandboxPorts } from './sandbox-ports.ts';
import type { Env, SandboxProcess } from './sandbox-processes.ts';
import { formatLocalUrl, sandboxHost } from './sandbox-urls.ts';

/** Returns the complete environment of a process. */
export function buildProcessEnv(
  part: SandboxProcess,
  options: SandboxOptions & { readonly scenarioAt: number },
  ports: SandboxPorts,
): Env {
  return {
    ...options.inheritedEnv,
    ...options.partSettings,
    HOST: sandboxHost,
    SANDBOX_SPEED: `${options.speed}`,
    SANDBOX_SEED: `${options.seed}`,
    SANDBOX_STATE_DIR: options.stateDir,
    SANDBOX_END_DATE: options.endDate,
    SANDBOX_DIALECT: options.wireFormat,
    SANDBOX_SCENARIO: options.scenario,
    SANDBOX_SCENARIO_AT: `${options.scenarioAt}`,
    DATA_DIR: options.dataDir,
    DEPLOYMENTS_DIR: options.deploymentsDir,
    EXPLORER_TOKEN: options.explorerToken,
    L3_RPC_URL: formatLocalUrl(ports.l3),
    SETTLEMENT_RPC_URL: formatLocalUrl(ports.settlement),
    DATA_NODE_URL: formatLocalUrl(ports.dataNode),
    ...part.env(ports),
  };
}

import { join } from 'node:path';
import type { SandboxSettings } from '../../sandbox/supervisor/sandbox-options.ts';
import type { SandboxUrls } from '../../sandbox/supervisor/sandbox-urls.ts';

/** Anvil's first published development account. It has no value outside the sandbox's chains. */
const faucetKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';

/** Environment variables of a process. */
export type Env = Readonly<Record<string, string | undefined>>;

/** Returns the trimmed value of a variable; undefined if it is blank or not set. */
export const readVariable = (env: Env, name: string): string | undefined =>
  env[name]?.trim() || undefined;

/**
 * Adds the variables that connect a gateway to a sandbox. Other variables of `env` are unchanged.
 */
export function buildGatewayEnv(env: Env, settings: SandboxSettings, urls: SandboxUrls): Env {
  return {
    ...env,
    DATA_NODE_URL: urls.dataNode,
    ORACLE_URLS: urls.oracles.join(','),
    L3_RPC_URL: urls.l3,
    L3_RPC_PASSTHROUGH: 'on',
    SETTLEMENT_RPC_URL: urls.settlement,
    MARKET_DATA_URL: urls.providers,
    EXPLORER_TOKEN: settings.explorerToken,
    FAUCET_PRIVATE_KEY: readVariable(env, 'FAUCET_PRIVATE_KEY') ?? faucetKey,
    DEPLOYMENTS_DIR: settings.deploymentsDir,
    STATE_DIR: readVariable(env, 'STATE_DIR') ?? join(settings.stateDir, 'gateway'),
  };
}

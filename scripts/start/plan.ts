import { parseSandboxSettings, type SandboxSettings } from '../../sandbox/supervisor/options.ts';
import { parseConfig } from '../../src/core/config.ts';
import { type Env, gatewayEnv } from './gateway-env.ts';

/** What `npm start` runs: the gateway on configured upstreams, or with a sandbox world behind it. */
export type StartPlan = {
  /** Where the gateway will listen. */
  readonly host: string;
  readonly port: number;
  /** `null`: every upstream is configured, the gateway runs alone. */
  readonly sandbox: SandboxSettings | null;
};

const upstreamVariables = [
  'DATA_NODE_URL',
  'ORACLE_URLS',
  'L3_RPC_URL',
  'SETTLEMENT_RPC_URL',
  'MARKET_DATA_URL',
  'DEFI_DATA_URL',
];

/**
 * Decides from the environment: a sandbox world when no upstream is configured, else the gateway alone.
 *
 * @throws {ConfigError} naming every missing or malformed variable of the gateway.
 * @throws {SettingsError} naming every malformed variable of the sandbox.
 */
export function planStart(env: Env): StartPlan {
  if (upstreamVariables.some((name) => (env[name] ?? '') !== '')) {
    const { host, port } = parseConfig(env);
    return { host, port, sandbox: null };
  }
  const sandbox = parseSandboxSettings(env);
  // The ports may still be open, the rest of the gateway's variables can be judged before anything starts.
  const anyUrl = 'http://127.0.0.1:1';
  const urls = {
    l3: anyUrl,
    settlement: anyUrl,
    dataNode: anyUrl,
    providers: anyUrl,
    oracles: [anyUrl],
  };
  const { host, port } = parseConfig(gatewayEnv(env, sandbox, urls));
  return { host, port, sandbox };
}

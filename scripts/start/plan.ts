import { SettingsError } from '../../sandbox/lib/settings.ts';
import { parseSandboxSettings, type SandboxSettings } from '../../sandbox/supervisor/options.ts';
import { ConfigError, parseConfig } from '../../src/config.ts';
import { type Env, gatewayEnv, given } from './gateway-env.ts';

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

/** Nothing can be started with this environment; the message names every variable that is wrong. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** Before the sandbox runs its ports may still be open; the rest of the variables can be judged. */
const anyUrl = 'http://127.0.0.1:1';
const anyUrls = {
  l3: anyUrl,
  settlement: anyUrl,
  dataNode: anyUrl,
  providers: anyUrl,
  oracles: [anyUrl],
};

/**
 * Decides from the environment: a sandbox world when no upstream is configured, else the gateway alone.
 *
 * @throws {StartError} naming every missing or malformed variable of the gateway, and of the sandbox
 * where there is one.
 */
export function planStart(env: Env): StartPlan {
  const isAlone = upstreamVariables.some((name) => given(env, name) !== undefined);
  const problems: string[] = [];
  const sandbox = isAlone ? null : noting(problems, () => parseSandboxSettings(env));
  const config = noting(problems, () =>
    parseConfig(isAlone ? env : gatewayEnv(env, sandbox ?? parseSandboxSettings({}), anyUrls)),
  );
  if (config === null || problems.length > 0) throw new StartError(problems.join('\n'));
  const { host, port } = config;
  return { host, port, sandbox };
}

/** What is read, or null and a note why not. */
function noting<T>(problems: string[], read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof SettingsError)) throw error;
    problems.push(error.message);
    return null;
  }
}

import { SettingsError } from '../../sandbox/lib/settings.ts';
import { withPortBase } from '../../sandbox/supervisor/port-base.ts';
import {
  parseSandboxSettings,
  type SandboxSettings,
} from '../../sandbox/supervisor/sandbox-options.ts';
import { ConfigError, parseConfig } from '../../src/config.ts';
import { buildGatewayEnv, type Env, readVariable } from './gateway-env.ts';

/**
 * What `npm start` runs: the gateway alone on configured upstreams, or with a sandbox behind it.
 */
export type StartPlan = {
  /** Address on which the gateway will listen. */
  readonly host: string;
  readonly port: number;
  /** Null if an upstream is configured, so that the gateway runs alone. */
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

/** The environment does not allow a start. The message names every variable that is wrong. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/**
 * Placeholder URLs. The sandbox's ports are not known yet, but the other variables can be checked.
 */
const anyUrl = 'http://127.0.0.1:1';
const anyUrls = {
  l3: anyUrl,
  settlement: anyUrl,
  dataNode: anyUrl,
  providers: anyUrl,
  oracles: [anyUrl],
};

/**
 * Decides what to run: the gateway with a sandbox if no upstream is configured, otherwise the
 * gateway alone.
 *
 * @throws {StartError} a variable of the gateway, or of the sandbox if there is one, is missing or
 * malformed; the message names each of them.
 */
export function planStart(variables: Env, args: readonly string[] = []): StartPlan {
  const { env, problems } = withArguments(withPortBase(variables), args);
  const isAlone = upstreamVariables.some((name) => readVariable(env, name) !== undefined);
  const sandbox = isAlone ? null : collectError(problems, () => parseSandboxSettings(env));
  const config = collectError(problems, () =>
    parseConfig(isAlone ? env : buildGatewayEnv(env, sandbox ?? parseSandboxSettings({}), anyUrls)),
  );
  if (config === null || problems.length > 0) throw new StartError(problems.join('\n'));
  const { host, port } = config;
  return { host, port, sandbox };
}

/** Adds the command line's arguments to the environment; the only one is `--scenario=NAME`. */
function withArguments(
  variables: Env,
  args: readonly string[],
): { readonly env: Env; readonly problems: string[] } {
  const prefix = '--scenario=';
  const problems = args
    .filter((arg) => !arg.startsWith(prefix))
    .map((arg) => `${arg}: unknown argument; the only one is ${prefix}NAME`);
  const scenario = args.find((arg) => arg.startsWith(prefix))?.slice(prefix.length);
  if (scenario === undefined) return { env: variables, problems };
  const configured = upstreamVariables.find((name) => readVariable(variables, name) !== undefined);
  if (configured !== undefined) {
    problems.push(`${prefix}${scenario}: needs the sandbox, but ${configured} is set`);
  }
  return { env: { ...variables, SANDBOX_SCENARIO: scenario || '(empty)' }, problems };
}

/** Returns the result of `read`, or null after adding its error message to `problems`. */
function collectError<T>(problems: string[], read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof SettingsError)) throw error;
    problems.push(error.message);
    return null;
  }
}

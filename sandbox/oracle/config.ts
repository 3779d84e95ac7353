import { z } from 'zod';
import { commonSettingsSchema, oracleTimeSettings, parseSettings } from '../lib/settings.ts';

const url = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/+$/, ''));

const settings = commonSettingsSchema.extend({
  L3_RPC_URL: url.default('http://127.0.0.1:8545'),
  DATA_NODE_URL: url.default('http://127.0.0.1:8200'),
  ORACLE_INDEX: z.coerce.number().int().min(0).max(31).default(0),
  /** Base URLs of all oracles in the order of their indexes, this one included. */
  ORACLE_PEERS: z
    .string()
    .default('http://127.0.0.1:10001,http://127.0.0.1:10002,http://127.0.0.1:10003')
    .transform((list) => list.split(',').map((each) => each.trim()))
    .pipe(z.array(url).min(1).max(32)),
  REVEAL_WINDOW_SECS: oracleTimeSettings.REVEAL_WINDOW_SECS.default(600),
  CHAIN_POLL_MS: oracleTimeSettings.CHAIN_POLL_MS.default(2_000),
});

/** Configuration of one oracle. */
export type OracleConfig = {
  readonly host: string;
  readonly port: number;
  readonly index: number;
  readonly peers: readonly string[];
  readonly chainUrl: string;
  readonly dataNodeUrl: string;
  readonly deploymentsDir: string;
  readonly stateDir: string;
  readonly wireFormat: 'spec' | 'wild';
  /** Delay from the end of a tick to its reveal, seconds. */
  readonly revealWindow: number;
  /** Interval between polls of the chain, milliseconds. */
  readonly pollInterval: number;
};

/**
 * Parses an oracle's configuration from environment variables.
 *
 * @throws {SettingsError} variables are malformed; the message names all of them.
 */
export function parseOracleConfig(
  environment: Readonly<Record<string, string | undefined>>,
): OracleConfig {
  const vars = parseSettings(settings, environment);
  return {
    host: vars.HOST,
    port: vars.PORT,
    index: vars.ORACLE_INDEX,
    peers: vars.ORACLE_PEERS,
    chainUrl: vars.L3_RPC_URL,
    dataNodeUrl: vars.DATA_NODE_URL,
    deploymentsDir: vars.DEPLOYMENTS_DIR,
    stateDir: vars.SANDBOX_STATE_DIR,
    wireFormat: vars.SANDBOX_DIALECT,
    revealWindow: vars.REVEAL_WINDOW_SECS,
    pollInterval: vars.CHAIN_POLL_MS,
  };
}

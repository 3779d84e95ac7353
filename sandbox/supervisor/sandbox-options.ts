import { z } from 'zod';
import { commonSettingsSchema, oracleTimeSettings, parseSettings } from '../lib/settings.ts';
import type { ScenarioName } from '../world/scenario.ts';
import type { SandboxPorts } from './sandbox-ports.ts';
import type { SandboxProcess, SandboxProcessName } from './sandbox-processes.ts';
import type { SandboxUrls } from './sandbox-urls.ts';

/** How the sandbox world is set up. */
export type SandboxOptions = {
  readonly ports: SandboxPorts;
  /** How much faster than real time the world runs; 1 = real time. */
  readonly speed: number;
  readonly seed: number;
  /** Where the parts keep their SQLite files. */
  readonly stateDir: string;
  /** Where the chains' deployment files are written. */
  readonly deploymentsDir: string;
  /** Last day of history, ISO date. */
  readonly endDate: string;
  /** Folder with real history; absent: synthetic. */
  readonly dataDir?: string | undefined;
  /** Wire format of the data node and the oracles: the specified one, or the legacy variant. */
  readonly wireFormat: 'spec' | 'wild';
  /** Token that `/explorer/health` of the data node requires. */
  readonly explorerToken: string;
  /** The event that the world plays a minute after its start; absent: none. */
  readonly scenario?: ScenarioName | undefined;
  /** Milliseconds from the start to the event, and how long an outage lasts. */
  readonly scenarioTimes?: { readonly delay: number; readonly outage: number };
  /** Settings that single parts know, passed on to all as they are. */
  readonly partSettings: Readonly<Record<string, string | undefined>>;
  /** Environment that the parts inherit: `PATH`, `HOME` and the like. */
  readonly inheritedEnv: Readonly<Record<string, string | undefined>>;
  /** Takes each line that a part writes. */
  readonly log: (line: string) => void;
  /** The processes to run; absent: all of `sandbox-processes.ts`. */
  readonly parts?: readonly SandboxProcess[];
  /** Called for each part once it has loaded its modules, with the URLs that all of them will have. */
  readonly onPartLoaded?: (name: SandboxProcessName, urls: SandboxUrls) => void;
  /** Called for each part once it is ready. */
  readonly onPartReady?: (name: SandboxProcessName) => void;
  /** Aborting it during start-up stops everything. */
  readonly signal?: AbortSignal;
};

const port = z.coerce.number<string>('must be a port number').int().min(0).max(65_535);

const setByParent = { HOST: true, PORT: true, SANDBOX_SCENARIO_AT: true } as const;
const settings = commonSettingsSchema.omit(setByParent).extend({
  SANDBOX_L3_PORT: port.default(8545),
  SANDBOX_SETTLEMENT_PORT: port.default(8546),
  SANDBOX_DATA_NODE_PORT: port.default(8200),
  SANDBOX_PROVIDERS_PORT: port.default(8300),
  SANDBOX_ORACLE_PORTS: z
    .string()
    .default('10001,10002,10003')
    .transform((list) => list.split(','))
    .pipe(z.tuple([port, port, port], 'must be three port numbers')),
  EXPLORER_TOKEN: z.string().default('sandbox-explorer-token'),
  REVEAL_WINDOW_SECS: oracleTimeSettings.REVEAL_WINDOW_SECS.transform(String).optional(),
  CHAIN_POLL_MS: oracleTimeSettings.CHAIN_POLL_MS.transform(String).optional(),
});

/** The part of the options that comes from environment variables. */
export type SandboxSettings = Omit<
  SandboxOptions,
  'inheritedEnv' | 'log' | 'scenarioTimes' | 'parts' | 'onPartLoaded' | 'onPartReady' | 'signal'
>;

/**
 * Reads the sandbox's options from environment variables; empty ones count as unset.
 *
 * @throws {SettingsError} naming every malformed variable.
 */
export function parseSandboxSettings(
  env: Readonly<Record<string, string | undefined>>,
): SandboxSettings {
  const vars = parseSettings(settings, env);
  return {
    ports: {
      l3: vars.SANDBOX_L3_PORT,
      settlement: vars.SANDBOX_SETTLEMENT_PORT,
      dataNode: vars.SANDBOX_DATA_NODE_PORT,
      providers: vars.SANDBOX_PROVIDERS_PORT,
      oracles: vars.SANDBOX_ORACLE_PORTS,
    },
    speed: vars.SANDBOX_SPEED,
    seed: vars.SANDBOX_SEED,
    stateDir: vars.SANDBOX_STATE_DIR,
    deploymentsDir: vars.DEPLOYMENTS_DIR,
    endDate: vars.SANDBOX_END_DATE,
    dataDir: vars.DATA_DIR,
    wireFormat: vars.SANDBOX_DIALECT,
    explorerToken: vars.EXPLORER_TOKEN,
    scenario: vars.SANDBOX_SCENARIO,
    partSettings: {
      REVEAL_WINDOW_SECS: vars.REVEAL_WINDOW_SECS,
      CHAIN_POLL_MS: vars.CHAIN_POLL_MS,
    },
  };
}

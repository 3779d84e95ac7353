import { z } from 'zod';
import { commonSettingsSchema, oracleTimeSettings, parseSettings } from '../lib/settings.ts';
import type { ScenarioName } from '../world/scenario.ts';
import { withPortBase } from './port-base.ts';
import type { SandboxPorts } from './sandbox-ports.ts';
import type { SandboxProcess, SandboxProcessName } from './sandbox-processes.ts';
import type { SandboxUrls } from './sandbox-urls.ts';

/** Options of a sandbox. */
export type SandboxOptions = {
  readonly ports: SandboxPorts;
  /** Factor by which the world runs faster than real time; 1 is real time. */
  readonly speed: number;
  readonly seed: number;
  /** Folder in which the processes store their SQLite files. */
  readonly stateDir: string;
  /** Folder to which the deployment files are written. */
  readonly deploymentsDir: string;
  /** Last day of the history, ISO date. */
  readonly endDate: string;
  /** Folder with real history; synthetic history if absent. */
  readonly dataDir?: string | undefined;
  /** Wire format of the data node and the oracles: as specified, or the legacy variant (`wild`). */
  readonly wireFormat: 'spec' | 'wild';
  /** Token that the data node requires for `/explorer/health`. */
  readonly explorerToken: string;
  /** The event that the world plays one minute after its start; none if absent. */
  readonly scenario?: ScenarioName | undefined;
  /** Milliseconds from the start to the event, and the duration of an outage in milliseconds. */
  readonly scenarioTimes?: { readonly delay: number; readonly outage: number };
  /** Variables of single processes, which are passed unchanged to all. */
  readonly partSettings: Readonly<Record<string, string | undefined>>;
  /** Variables that all processes inherit, such as `PATH` and `HOME`. */
  readonly inheritedEnv: Readonly<Record<string, string | undefined>>;
  /** Receives each line of output of the processes. */
  readonly log: (line: string) => void;
  /** The processes to run; all of `sandbox-processes.ts` if absent. */
  readonly parts?: readonly SandboxProcess[];
  /** Called when a process has loaded its modules, with the URLs that all processes will have. */
  readonly onPartLoaded?: (name: SandboxProcessName, urls: SandboxUrls) => void;
  /** Called when a process is ready. */
  readonly onPartReady?: (name: SandboxProcessName) => void;
  /** Aborting this signal during the start stops all processes. */
  readonly signal?: AbortSignal;
};

const port = z.coerce.number<string>('must be a port number').int().min(0).max(65_535);

const setByParent = { HOST: true, PORT: true, SANDBOX_SCENARIO_AT: true } as const;
const settings = commonSettingsSchema.omit(setByParent).extend({
  PORT_BASE: z.coerce
    .number('must be a port number from 1 to 65528')
    .int()
    .min(1)
    .max(65_528)
    .optional(),
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

/** The options that come from environment variables. */
export type SandboxSettings = Omit<
  SandboxOptions,
  'inheritedEnv' | 'log' | 'scenarioTimes' | 'parts' | 'onPartLoaded' | 'onPartReady' | 'signal'
>;

/**
 * Parses the sandbox's options from environment variables; empty ones count as not set.
 *
 * @throws {SettingsError} variables are malformed; the message names all of them.
 */
export function parseSandboxSettings(
  env: Readonly<Record<string, string | undefined>>,
): SandboxSettings {
  const vars = parseSettings(settings, withPortBase(env));
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

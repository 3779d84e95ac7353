import { z } from 'zod';
import type { Part } from './parts.ts';
import type { SandboxPorts } from './ports.ts';

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
  /** Spelling of the data node's and the oracles' answers: as specified, or as met in the wild. */
  readonly dialect: 'spec' | 'wild';
  /** Token that the data node's explorer health asks for. */
  readonly explorerToken: string;
  /** Environment that the parts inherit: `PATH`, `HOME` and the like. */
  readonly inheritedEnv: Readonly<Record<string, string | undefined>>;
  /** Takes each line that a part writes. */
  readonly log: (line: string) => void;
  /** The processes to run; absent: all of `parts.ts`. */
  readonly parts?: readonly Part[];
  /** Aborting it during start-up stops everything. */
  readonly signal?: AbortSignal;
};

/** One or more of the sandbox's variables are malformed. */
export class SandboxConfigError extends Error {
  override readonly name = 'SandboxConfigError';
}

const port = z.coerce.number<string>().int().min(0).max(65_535);
const filled = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema);

const envSchema = z.object({
  SANDBOX_L3_PORT: filled(port.default(8545)),
  SANDBOX_SETTLEMENT_PORT: filled(port.default(8546)),
  SANDBOX_DATA_NODE_PORT: filled(port.default(8200)),
  SANDBOX_PROVIDERS_PORT: filled(port.default(8300)),
  SANDBOX_ORACLE_PORTS: filled(
    z
      .string()
      .default('10001,10002,10003')
      .transform((list) => list.split(','))
      .pipe(z.tuple([port, port, port])),
  ),
  SANDBOX_SPEED: filled(z.coerce.number().positive().default(1)),
  SANDBOX_SEED: filled(z.coerce.number().int().nonnegative().default(20_200_101)),
  SANDBOX_STATE_DIR: filled(z.string().default('.sandbox')),
  SANDBOX_END_DATE: filled(z.iso.date().optional()),
  SANDBOX_DIALECT: filled(z.enum(['spec', 'wild']).default('spec')),
  DATA_DIR: filled(z.string().optional()),
  DEPLOYMENTS_DIR: filled(z.string().default('deployments')),
  EXPLORER_TOKEN: filled(z.string().default('sandbox-explorer-token')),
});

/** The part of the options that comes from environment variables. */
export type SandboxSettings = Omit<SandboxOptions, 'log' | 'parts' | 'signal' | 'inheritedEnv'>;

/**
 * Reads the sandbox's options from environment variables.
 *
 * @param env - Empty strings count as unset.
 * @param now - The last day of history defaults to the UTC day before it.
 * @throws {SandboxConfigError} naming every malformed variable.
 */
export function parseSandboxSettings(
  env: Readonly<Record<string, string | undefined>>,
  now: Date,
): SandboxSettings {
  const parsed = envSchema.safeParse(env);
  if (!parsed.success) throw new SandboxConfigError(describeIssues(parsed.error));
  const vars = parsed.data;
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
    endDate: vars.SANDBOX_END_DATE ?? dayBefore(now),
    dataDir: vars.DATA_DIR,
    dialect: vars.SANDBOX_DIALECT,
    explorerToken: vars.EXPLORER_TOKEN,
  };
}

/** The UTC calendar day before `now`, `YYYY-MM-DD`. */
export function dayBefore(now: Date): string {
  return new Date(now.getTime() - 86_400_000).toISOString().slice(0, 10);
}

function describeIssues(error: z.ZodError): string {
  const lines = error.issues.map((issue) => `${issue.path[0]?.toString()}: ${issue.message}`);
  return [...new Set(lines)].join('\n');
}

import { z } from 'zod';
import { type Scenario, type ScenarioName, scenarioNames } from '../world/scenario.ts';
import { syntheticEndDates } from '../world/synthetic-end-dates.ts';

/** Environment variables are invalid. The message lists every problem. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/**
 * Parses settings from environment variables. Values are trimmed, and empty ones count as not set.
 *
 * @throws {SettingsError} one or more variables are missing or malformed; the message names all of
 * them.
 */
export function parseSettings<S extends z.ZodType>(
  schema: S,
  environment: Readonly<Record<string, string | undefined>>,
): z.output<S> {
  const trimmed = Object.entries(environment).map(([name, value]) => [name, value?.trim()]);
  const given = trimmed.filter(([, value]) => value !== '');
  const result = schema.safeParse(Object.fromEntries(given));
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new SettingsError(`invalid settings: ${problems.join('; ')}`);
}

/** Returns the last complete day in UTC as `YYYY-MM-DD`. */
export function formatYesterday(): string {
  return new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
}

const { first, last } = syntheticEndDates;
const endDate = z.iso
  .date('must be YYYY-MM-DD')
  .refine((day) => day >= first && day <= last, `must be from ${first} to ${last}`);

/** Variables of the oracles, without defaults. */
export const oracleTimeSettings = {
  /** Maximum delay from the end of a tick to its reveal, seconds. */
  REVEAL_WINDOW_SECS: z.coerce.number<string>('must be seconds').int().min(0),
  /** Interval between polls of the chain, milliseconds. */
  CHAIN_POLL_MS: z.coerce
    .number<string>('must be milliseconds from 50 to 60000')
    .int()
    .min(50)
    .max(60_000),
};

/** Variables of every process of the sandbox, with defaults. */
export const commonSettingsSchema = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number('must be a port number').int().min(0).max(65_535).default(0),
  SANDBOX_SPEED: z.coerce.number('must be a number').positive('must be more than 0').default(1),
  SANDBOX_SEED: z.coerce.number('must be a whole number').int().min(0).default(20_200_101),
  SANDBOX_STATE_DIR: z.string().default('.sandbox'),
  SANDBOX_END_DATE: endDate.default(formatYesterday),
  SANDBOX_DIALECT: z.enum(['spec', 'wild'], 'must be spec or wild').default('spec'),
  DATA_DIR: z.string().optional(),
  DEPLOYMENTS_DIR: z.string().default('deployments'),
  SANDBOX_SCENARIO: z.enum(scenarioNames, `must be one of ${scenarioNames.join(', ')}`).optional(),
  /** Start of the scenario, which the supervisor sets: milliseconds since 1970-01-01 UTC. */
  SANDBOX_SCENARIO_AT: z.coerce.number('must be milliseconds').int().optional(),
});

/** Returns the scenario that a process plays; `null` if there is none. */
export function readScenario(settings: {
  readonly SANDBOX_SCENARIO?: ScenarioName | undefined;
  readonly SANDBOX_SCENARIO_AT?: number | undefined;
}): Scenario | null {
  const { SANDBOX_SCENARIO: name, SANDBOX_SCENARIO_AT: startsAt } = settings;
  return name === undefined || startsAt === undefined ? null : { name, startsAt };
}

/** Scenarios that the world can play after its start. */
export const scenarioNames = ['crash', 'depeg', 'outage', 'liquidation', 'pause'] as const;

export type ScenarioName = (typeof scenarioNames)[number];

/** A scenario with its time, which is the same in every process of the sandbox. */
export type Scenario = {
  readonly name: ScenarioName;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly startsAt: number;
};

/** Milliseconds of real time from the start of the sandbox to the scenario. */
export const scenarioDelay = 60_000;

/** Duration of an outage, milliseconds. */
export const outageDuration = 100_000;

/** The source of the data node that is unavailable during an outage. */
export const outageSource = 'stocks';

const stablecoins = new Set(['tether', 'usd-coin', 'dai']);

/**
 * A fall of prices. The log of the price changes by `log` within `rampMs`; `isHit` selects the
 * assets.
 */
type Fall = {
  readonly log: number;
  readonly rampMs: number;
  readonly isHit: (assetId: string) => boolean;
};

const falls: Readonly<Partial<Record<ScenarioName, Fall>>> = {
  crash: { log: Math.log(0.68), rampMs: 60_000, isHit: (id) => !stablecoins.has(id) },
  liquidation: { log: Math.log(0.82), rampMs: 30_000, isHit: (id) => !stablecoins.has(id) },
  depeg: { log: Math.log(0.9), rampMs: 30_000, isHit: (id) => id === 'tether' },
};

/**
 * Returns what a scenario adds to the log of an asset's price at a time in milliseconds; 0 before
 * the scenario.
 */
export type PriceShock = (assetId: string, ms: number) => number;

/** Creates the price shock of a scenario, which is the same in every process. */
export function createPriceShock(scenario: Scenario | null): PriceShock {
  const fall = scenario === null ? undefined : falls[scenario.name];
  if (scenario === null || fall === undefined) return () => 0;
  return (assetId, ms) => {
    const since = ms - scenario.startsAt;
    if (since <= 0 || !fall.isHit(assetId)) return 0;
    return fall.log * Math.min(1, since / fall.rampMs);
  };
}

/** Returns whether an outage makes the data source unavailable at a time in milliseconds. */
export function isSourceDown(scenario: Scenario | null, sourceId: string, ms: number): boolean {
  if (scenario?.name !== 'outage' || sourceId !== outageSource) return false;
  return ms >= scenario.startsAt && ms < scenario.startsAt + outageDuration;
}

import type { LoanHealth } from '../generated/graphql.ts';
import { formatFixed, formatPercent } from '../lib/format.ts';
import { Badge } from './figures.tsx';

/** Health factor below which a loan that cannot be liquidated yet is said to be near it. */
const nearBelow = 1.1;

/** The health factor that leaves a fifth of the price until liquidation. */
export const marginHealth = 1.25;

/** What the words for the health of a loan mean. */
export const healthLevels =
  'Safe from 1.5; Watch from 1.1; Near liquidation from 1.0; below 1.0 anybody may repay the debt and take the collateral.';

const states = {
  SAFE: ['up', 'Safe'],
  NO_DEBT: ['neutral', 'No debt'],
  WARNING: ['second', 'Watch'],
  LIQUIDATABLE: ['down', 'Liquidatable'],
} as const satisfies Record<LoanHealth, readonly [tone: string, label: string]>;

const healthTones: Readonly<Record<LoanHealth, string>> = {
  NO_DEBT: 'muted',
  SAFE: 'stress up',
  WARNING: 'stress close',
  LIQUIDATABLE: 'stress down',
};

/** Whether a loan that cannot be liquidated yet is near it. */
const isNearLiquidation = (state: LoanHealth, healthFactor: number | null | undefined): boolean =>
  state === 'WARNING' && healthFactor != null && healthFactor < nearBelow;

/** Returns the state of a loan with this health factor, as the gateway does. */
export const stateOf = (healthFactor: number): LoanHealth =>
  healthFactor < 1 ? 'LIQUIDATABLE' : healthFactor < 1.5 ? 'WARNING' : 'SAFE';

/** Shows a health factor in the colour of the state of its loan. */
export function HealthFactor(props: {
  readonly value: number | null | undefined;
  readonly state: LoanHealth | undefined;
  /** Whether the value counts an estimate. */
  readonly isEstimate?: boolean;
}) {
  const { value, state = 'NO_DEBT', isEstimate = false } = props;
  return (
    <span className={healthTones[isNearLiquidation(state, value) ? 'LIQUIDATABLE' : state]}>
      {isEstimate && '≈'}
      {formatHealth(value)}
    </span>
  );
}

/** Formats a health factor; truncated, so that none below a threshold is shown as the threshold. */
export const formatHealth = (value: number | null | undefined) =>
  formatFixed(value == null ? value : Math.floor(value * 100 + 1e-6) / 100);

/** Shows how near a loan is to its liquidation, and the fall of the price that leads there. */
export function LoanState(props: {
  readonly state: LoanHealth;
  readonly healthFactor: number | null;
  /** Whether to say how far the price can fall. */
  readonly withFall?: boolean;
}) {
  const { state, healthFactor, withFall = false } = props;
  const [tone, label] = isNearLiquidation(state, healthFactor)
    ? (['down', 'Near liquidation'] as const)
    : states[state];
  return (
    <>
      <Badge tone={tone}>{label}</Badge>
      {withFall && healthFactor !== null && healthFactor > 1 && (
        <div className="muted small">a {formatPercent(100 * (1 - 1 / healthFactor))} fall away</div>
      )}
    </>
  );
}

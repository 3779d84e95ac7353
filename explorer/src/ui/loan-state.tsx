import type { LoanHealth } from '../generated/graphql.ts';
import { formatFixed, formatPercent } from '../lib/format.ts';
import { Badge } from './figures.tsx';

const states = {
  SAFE: ['up', 'Safe'],
  NO_DEBT: ['neutral', 'No debt'],
  WARNING: ['second', 'Near liquidation'],
  LIQUIDATABLE: ['down', 'Liquidatable'],
} as const satisfies Record<LoanHealth, readonly [tone: string, label: string]>;

const healthTones: Readonly<Record<LoanHealth, string>> = {
  NO_DEBT: 'muted',
  SAFE: 'stress up',
  WARNING: 'stress close',
  LIQUIDATABLE: 'stress down',
};

/** Shows a health factor in the colour of the state of its loan. */
export function HealthFactor(props: {
  readonly value: number | null | undefined;
  readonly state: LoanHealth | undefined;
}) {
  const { value, state = 'NO_DEBT' } = props;
  return <span className={healthTones[state]}>{formatFixed(value)}</span>;
}

/** Shows how near a loan is to its liquidation; with a health factor, also the fall that leads there. */
export function LoanState(props: {
  readonly state: LoanHealth;
  readonly healthFactor?: number | null;
}) {
  const { state, healthFactor } = props;
  const [tone, label] = states[state];
  return (
    <>
      <Badge tone={tone}>{label}</Badge>
      {state === 'WARNING' && healthFactor != null && (
        <div className="muted small">a {formatPercent(100 * (1 - 1 / healthFactor))} fall away</div>
      )}
    </>
  );
}

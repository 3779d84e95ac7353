import type { LoanHealth } from '../generated/graphql.ts';
import { Badge } from './figures.tsx';

const states = {
  SAFE: ['up', 'Safe'],
  NO_DEBT: ['neutral', 'No debt'],
  WARNING: ['second', 'Close'],
  LIQUIDATABLE: ['down', 'Liquidatable'],
} as const satisfies Record<LoanHealth, readonly [tone: string, label: string]>;

/** Shows how near a loan is to its liquidation. */
export function LoanState({ state }: { readonly state: LoanHealth }) {
  const [tone, label] = states[state];
  return <Badge tone={tone}>{label}</Badge>;
}

import { type FragmentType, readFragment } from '../../generated/fragment-masking.ts';
import { graphql } from '../../generated/gql.ts';
import { formatLocalDay, formatPercent, formatPrice, formatUsdc } from '../../lib/format.ts';
import { Hint } from '../../ui/fields.tsx';
import { HealthFactor, LoanState, marginHealth, stateOf } from '../../ui/loan-state.tsx';
import { type DueInterest, dueInterestDefinition, readDueInterest } from './accrued-interest.ts';

const readLoan = graphql(`
  fragment LoanReading on LendingPosition {
    id
    ...AccruingLoan
    oraclePrice {
      usd
    }
  }
`);

const marginDefinition = `At a health factor of ${marginHealth} a fall in the share price of ${formatPercent(100 * (1 - 1 / marginHealth), 0)} leads to liquidation. Interest due is counted.`;

/** Interest below it is not worth a sentence, USDC. */
const leastInterest = 0.01;

/** Says up to when the debt of a loan includes interest, what is due since, and what that leaves. */
export function LoanReading(props: { readonly loan: FragmentType<typeof readLoan> }) {
  const loan = readFragment(readLoan, props.loan);
  const due = readDueInterest(loan);
  if (due === null) return null;
  return (
    <p className="loan-reading small">
      Interest included to {formatLocalDay(due.accruedAt)}
      {due.usdc < leastInterest ? '. ' : <WithInterest due={due} price={loan.oraclePrice.usd} />}
      <Margin due={due} />
      <Hint label={`a health of ${marginHealth}`} text={marginDefinition} />
    </p>
  );
}

/** Says what is due beside the debt, and the health of the loan with it. */
function WithInterest({ due, price }: { readonly due: DueInterest; readonly price: number }) {
  const { healthFactor } = due;
  const state = stateOf(healthFactor);
  return (
    <>
      ; since then about <strong>{formatUsdc(due.usdc)}</strong> more, at{' '}
      {formatPercent(due.borrowRatePct, 2)} a year
      <Hint label="interest since" text={dueInterestDefinition} />
      <br />
      With it: {formatUsdc(due.owedUsdc)} owed, health{' '}
      <HealthFactor value={healthFactor} state={state} />{' '}
      <LoanState state={state} healthFactor={healthFactor} />
      {healthFactor > 1 &&
        `, liquidation at ${formatPrice(price / healthFactor)}, ${formatPercent(100 * (1 - 1 / healthFactor))} below`}
      .{' '}
    </>
  );
}

/** Says what leads to the margin: a fall of the price, or a repayment where the loan is below it. */
function Margin({ due: { healthFactor, owedUsdc } }: { readonly due: DueInterest }) {
  const move =
    healthFactor >= marginHealth
      ? `A fall of ${formatPercent(100 * (1 - marginHealth / healthFactor))}`
      : `Repaying ${formatUsdc(owedUsdc * (1 - healthFactor / marginHealth))}`;
  return `${move} leads to a health of ${marginHealth}.`;
}

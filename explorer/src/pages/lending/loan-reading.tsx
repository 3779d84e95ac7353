import { type FragmentType, readFragment } from '../../generated/fragment-masking.ts';
import { graphql } from '../../generated/gql.ts';
import { formatLocalDay, formatPercent, formatPrice, formatUsdc } from '../../lib/format.ts';
import { joinUnits } from '../../lib/join-units.ts';
import { Hint } from '../../ui/fields.tsx';
import { HealthFactor, marginHealth, stateOf } from '../../ui/loan-state.tsx';
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

const marginDefinition = `At a health factor of ${marginHealth} a fall in the share price of ${formatPercent(100 * (1 - 1 / marginHealth))} leads to liquidation. Interest due is counted. That interest alone brings the health to 1 supposes that it compounds, as each use of the market makes it. Health factors are cut to two decimals, not rounded.`;

/** Says what interest is due on a loan, what the contract states without it, and when it is too much. */
export function LoanReading(props: { readonly loan: FragmentType<typeof readLoan> }) {
  const loan = readFragment(readLoan, props.loan);
  const due = readDueInterest(loan);
  if (due === null) return null;
  return (
    <p className="loan-reading small">
      {due.isTrifle ? (
        `Debt with interest to ${formatLocalDay(due.accruedAt)}. `
      ) : (
        <WithoutInterest due={due} price={loan.oraclePrice.usd} />
      )}
      <Margin due={due} />
      <Hint label={`a health of ${marginHealth}`} text={marginDefinition} /> <Limit due={due} />
    </p>
  );
}

/** Says what is due beside the debt, and what the contract states without it. */
function WithoutInterest({ due, price }: { readonly due: DueInterest; readonly price: number }) {
  const { statedHealthFactor } = due;
  const state = stateOf(statedHealthFactor);
  return (
    <>
      Interest due since {formatLocalDay(due.accruedAt)} is counted: about{' '}
      <strong>{joinUnits(formatUsdc(due.usdc))}</strong>, at{' '}
      {joinUnits(formatPercent(due.borrowRatePct))} a year
      <Hint label="interest due" text={dueInterestDefinition} />
      <br />
      By the contract, <HealthFactor value={statedHealthFactor} state={state} /> without the
      interest since {formatLocalDay(due.accruedAt)}: {joinUnits(formatUsdc(due.debtUsdc))} owed
      {statedHealthFactor > 1 &&
        `, liquidation at ${formatPrice(price / statedHealthFactor)}, ${joinUnits(formatPercent(100 * (1 - 1 / statedHealthFactor)))} below`}
      .
      <br />
    </>
  );
}

/** Says what leads to the margin: a fall of the price, or a repayment where the loan is below it. */
function Margin({ due: { healthFactor, owedUsdc } }: { readonly due: DueInterest }) {
  const move =
    healthFactor >= marginHealth
      ? `A fall of ${formatPercent(100 * (1 - marginHealth / healthFactor))}`
      : `Repaying ${formatUsdc(owedUsdc * (1 - healthFactor / marginHealth))}`;
  return `${joinUnits(move)} leads to a health of ${marginHealth}.`;
}

const tenYears = 10 * 365 * 86_400;

/** Says when interest alone lets anybody liquidate the loan. */
function Limit({ due: { limitAt, healthFactor } }: { readonly due: DueInterest }) {
  if (healthFactor <= 1) return null;
  const day =
    limitAt === null || limitAt > Date.now() / 1000 + tenYears
      ? 'beyond 10 years'
      : `on ${formatLocalDay(limitAt)}`;
  return `Interest alone, at the present price and rate, brings it to 1 ${day}.`;
}

import { stressedLoanDefinitions } from '../../generated/definitions.ts';
import { type FragmentType, readFragment } from '../../generated/fragment-masking.ts';
import { graphql } from '../../generated/gql.ts';
import type { StressedLoanRowFragment } from '../../generated/graphql.ts';
import { formatLocalDay } from '../../lib/format.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { formatHealth, HealthFactor, healthLevels, LoanState } from '../../ui/loan-state.tsx';
import { addDueInterest } from '../lending/accrued-interest.ts';
import { type Pair, pairUp } from './pair-up.ts';

const stressedLoan = graphql(`
  fragment StressedLoanRow on StressedLoan {
    healthFactor
    state
    market {
      id
      rates {
        borrowRatePct
        accruedAt
      }
      dtf {
        id
        symbol
      }
    }
  }
`);

type StressedLoan = StressedLoanRowFragment;
type Loan = Pair<StressedLoan>;

const healthDefinition = `${stressedLoanDefinitions.healthFactor} The debt is today’s with the interest that is due, an estimate: a liquidation adds it first.`;

/** Returns the health of a loan with the interest that is due. */
const healthOf = (loan: StressedLoan | undefined) =>
  loan && addDueInterest(loan, loan.market.rates);

function Health({ loan }: { readonly loan: StressedLoan | undefined }) {
  const health = healthOf(loan);
  return (
    <HealthFactor
      value={health?.healthFactor}
      state={health?.state}
      isEstimate={health?.isEstimate === true}
    />
  );
}

const loanColumns: readonly Column<Loan>[] = [
  {
    key: 'collateral',
    label: 'Loan',
    cell: ({ after }) => after.market.dtf?.symbol ?? '–',
    csv: {
      loan_against: ({ after }) => after.market.dtf?.symbol,
      market: ({ after }) => after.market.id,
    },
  },
  {
    key: 'now',
    label: 'Health',
    window: 'now',
    definition: healthDefinition,
    align: 'right',
    cell: ({ now }) => <Health loan={now} />,
    csv: {
      health_factor_now: ({ now }) => now?.healthFactor,
      estimated_health_factor_now_with_interest: ({ now }) => healthOf(now)?.healthFactor,
    },
  },
  {
    key: 'health',
    label: 'Health',
    window: 'after',
    definition: healthDefinition,
    align: 'right',
    cell: ({ after }) => <Health loan={after} />,
    csv: {
      health_factor_after: ({ after }) => after.healthFactor,
      estimated_health_factor_after_with_interest: ({ after }) => healthOf(after)?.healthFactor,
    },
  },
  {
    key: 'state',
    label: 'State',
    window: 'after',
    definition: healthLevels,
    align: 'right',
    cell: ({ after }) => {
      const { state, healthFactor } = addDueInterest(after, after.market.rates);
      return <LoanState state={state} healthFactor={healthFactor} withFall />;
    },
    csv: {
      state_after: ({ after }) => after.state,
      estimated_state_after_with_interest: ({ after }) => healthOf(after)?.state,
    },
  },
];

/** The loans before and after the changes, and up to when the contracts count interest. */
export function StressedLoans(props: {
  readonly now: readonly FragmentType<typeof stressedLoan>[];
  readonly after: readonly FragmentType<typeof stressedLoan>[];
}) {
  const now = readFragment(stressedLoan, props.now);
  const after = readFragment(stressedLoan, props.after);
  const dues = now.flatMap((loan) => {
    const { rates } = loan.market;
    return rates !== null && healthOf(loan)?.isEstimate ? [{ loan, rates }] : [];
  });
  return (
    <>
      <DataTable
        label="Loans after the change"
        columns={loanColumns}
        rows={pairUp(now, after, ({ market }) => market.id)}
        rowKey={({ after: { market } }) => market.id}
        csv="wallet-stress-loans"
      />
      {dues.length > 0 && (
        <p className="muted small measure">
          By the contracts, health now is{' '}
          {dues
            .map(
              ({ loan, rates }) =>
                `${formatHealth(loan.healthFactor)} for ${loan.market.dtf?.symbol ?? 'an unknown fund'} without the interest since ${formatLocalDay(rates.accruedAt)}`,
            )
            .join(', ')}
          .
        </p>
      )}
    </>
  );
}

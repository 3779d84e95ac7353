import { Link } from 'react-router';
import { type FragmentType, readFragment } from '../../generated/fragment-masking.ts';
import { graphql } from '../../generated/gql.ts';
import type { LoanStressFragment } from '../../generated/graphql.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Hint } from '../../ui/fields.tsx';
import { HealthFactor } from '../../ui/loan-state.tsx';
import { addDueInterest } from './accrued-interest.ts';

const loanStress = graphql(`
  fragment LoanStress on LendingPosition {
    id
    healthFactor
    market {
      id
      rates {
        borrowRatePct
        accruedAt
      }
      dtf {
        id
        itpId
        symbol
      }
    }
    fall0: stress(pricePct: 0) {
      ...LoanAfterFall
    }
    fall10: stress(pricePct: -10) {
      ...LoanAfterFall
    }
    fall20: stress(pricePct: -20) {
      ...LoanAfterFall
    }
    fall30: stress(pricePct: -30) {
      ...LoanAfterFall
    }
    fall40: stress(pricePct: -40) {
      ...LoanAfterFall
    }
    fall50: stress(pricePct: -50) {
      ...LoanAfterFall
    }
  }
`);

const loanAfterFall = graphql(`
  fragment LoanAfterFall on StressedLoan {
    healthFactor
    state
  }
`);

const definition =
  'Collateral · price after the fall · liquidation threshold / debt. Below 1 a loan can be liquidated. The debt is that in the table above, with the interest that is due; later interest and repayments are not counted.';

/** Falls of the share price, percent. */
const falls = [0, 10, 20, 30, 40, 50] as const;

const readAfter = (loan: LoanStressFragment, fall: (typeof falls)[number]) =>
  readFragment(loanAfterFall, loan[`fall${fall}`]);

const readWithInterest = (loan: LoanStressFragment, fall: (typeof falls)[number]) => {
  const after = readAfter(loan, fall);
  return after && addDueInterest(after, loan.market.rates);
};

const nameOf = (fall: number) =>
  fall === 0 ? 'health_factor' : `health_factor_after_${fall}_pct_fall`;

const columns: readonly Column<LoanStressFragment>[] = [
  {
    key: 'fund',
    label: 'Collateral',
    cell: ({ market }) => market.dtf?.symbol ?? 'Unknown fund',
    csv: {
      collateral: ({ market }) => market.dtf?.symbol,
      itp_id: ({ market }) => market.dtf?.itpId,
    },
  },
  ...falls.map(
    (fall): Column<LoanStressFragment> => ({
      key: `fall-${fall}`,
      label: fall === 0 ? 'Now' : `−${fall} %`,
      align: 'right',
      minor: fall === 10 || fall === 40,
      cell: (loan) => {
        const after = readWithInterest(loan, fall);
        return (
          <HealthFactor
            value={after?.healthFactor}
            state={after?.state}
            isEstimate={after?.isEstimate === true}
          />
        );
      },
      csv: {
        [nameOf(fall)]: (loan) => readAfter(loan, fall)?.healthFactor,
        [`estimated_${nameOf(fall)}_with_interest`]: (loan) =>
          readWithInterest(loan, fall)?.healthFactor,
      },
    }),
  ),
];

/** A table of the health factors of loans after falls of the price of their collateral. */
export function LoanStress(props: {
  readonly address: string;
  readonly loans: readonly FragmentType<typeof loanStress>[];
}) {
  const loans = readFragment(loanStress, props.loans).filter(
    ({ healthFactor }) => healthFactor !== null,
  );
  if (loans.length === 0) return null;
  return (
    <div className="tight-table below-controls">
      <h3>
        Health if the share price falls{' '}
        <Hint label="Health if the share price falls" text={definition} />
      </h3>
      <DataTable
        label="Health if the share price falls"
        columns={columns}
        rows={loans}
        rowKey={({ market }, index) => market.dtf?.itpId ?? String(index)}
        csv="loan-stress"
      />
      <p className="small more">
        <Link to={`/portfolio/${props.address}/analysis?shocks=BTC:-30,ETH:-40`}>
          Falls of single assets
        </Link>
      </p>
    </div>
  );
}

import { Link } from 'react-router';
import { type FragmentType, readFragment } from '../../generated/fragment-masking.ts';
import { graphql } from '../../generated/gql.ts';
import type { LoanStressFragment } from '../../generated/graphql.ts';
import { formatFixed } from '../../lib/format.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Hint } from '../../ui/fields.tsx';

const loanStress = graphql(`
  fragment LoanStress on LendingPosition {
    healthFactor
    market {
      dtf {
        id
        itpId
        symbol
      }
    }
  }
`);

/** Falls of the share price, percent. */
const falls = [0, 10, 20, 30, 40, 50] as const;

const definition =
  'Health factor × (1 − fall): collateral · price · liquidation threshold / debt is proportional to the price. Below 1 a loan can be liquidated. Interest and repayments are not counted.';

const healthAfter = ({ healthFactor }: LoanStressFragment, fall: number) =>
  healthFactor === null ? null : healthFactor * (1 - fall / 100);

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
        const after = healthAfter(loan, fall);
        return <span className={toneOf(after)}>{formatFixed(after)}</span>;
      },
      csv: {
        [fall === 0 ? 'health_factor' : `health_factor_after_${fall}_pct_fall`]: (loan) =>
          healthAfter(loan, fall),
      },
    }),
  ),
];

/** Health factor from which a loan is safe, as `LoanHealth.SAFE`. */
const safeFrom = 1.5;

const toneOf = (healthFactor: number | null) =>
  healthFactor === null
    ? 'muted'
    : healthFactor < 1
      ? 'stress down'
      : healthFactor < safeFrom
        ? 'stress close'
        : 'stress up';

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
    <div className="below-controls">
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

import { type FragmentType, readFragment } from '../../generated/fragment-masking.ts';
import { graphql } from '../../generated/gql.ts';
import type { LoanFragment } from '../../generated/graphql.ts';
import {
  formatExactWei,
  formatIso,
  formatPercent,
  formatPrice,
  formatWei,
  weiToNumber,
} from '../../lib/format.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { MarkedFund } from '../../ui/fund-column.tsx';
import { HealthFactor, healthLevels, LoanState } from '../../ui/loan-state.tsx';
import { readDueInterest } from './accrued-interest.ts';
import { LoanReading } from './loan-reading.tsx';

const loan = graphql(`
  fragment Loan on LendingPosition {
    id
    ...AccruingLoan
    ...LoanReading
    collateral
    debt
    healthFactor
    maxBorrow
    maxWithdraw
    state
    oraclePrice {
      usd
    }
    liquidationPrice {
      usd
    }
    market {
      id
      dtf {
        id
        itpId
        symbol
        unchangedPricesPct
      }
    }
  }
`);

/** Returns how far the price can fall before the loan can be liquidated, percent. */
const distanceOf = ({ oraclePrice, liquidationPrice }: LoanFragment) =>
  liquidationPrice === null ? null : (1 - liquidationPrice.usd / oraclePrice.usd) * 100;

const describeDistance = (row: LoanFragment) => {
  const distance = distanceOf(row) ?? 0;
  return distance > 0 ? `${formatPercent(distance)} below` : 'reached';
};

const columns: readonly Column<LoanFragment>[] = [
  {
    key: 'fund',
    label: 'Collateral',
    cell: ({ market, collateral }) => (
      <>
        {market.dtf !== null && <MarkedFund {...market.dtf} />}{' '}
        <span className="muted">{formatWei(collateral, 'shares')}</span>
      </>
    ),
    csv: {
      collateral: ({ market }) => market.dtf?.symbol,
      itp_id: ({ market }) => market.dtf?.itpId,
      collateral_shares: (row) => formatExactWei(row.collateral),
    },
  },
  {
    key: 'debt',
    label: 'Debt',
    window: 'USDC',
    definition:
      'USDC owed with the interest that the market has added; the line below says up to when.',
    align: 'right',
    cell: ({ debt }) => formatWei(debt, ''),
    sortBy: ({ debt }) => weiToNumber(debt),
    csv: {
      debt_usdc: (row) => formatExactWei(row.debt),
      debt_includes_interest_to: (row) => formatIso(readDueInterest(row)?.accruedAt),
      estimated_interest_since_usdc: (row) => readDueInterest(row)?.usdc,
    },
  },
  {
    key: 'health',
    label: 'Health',
    window: 'factor',
    definition: `Collateral · price · liquidation threshold / debt, without a unit. ${healthLevels}`,
    align: 'right',
    cell: ({ healthFactor, state }) => (
      <>
        <HealthFactor value={healthFactor} state={state} />{' '}
        <span className="minor">
          <LoanState state={state} healthFactor={healthFactor} />
        </span>
      </>
    ),
    sortBy: ({ healthFactor }) => healthFactor,
    csv: {
      health_factor: ({ healthFactor }) => healthFactor,
      estimated_health_factor_with_interest: (row) => readDueInterest(row)?.healthFactor,
      state: ({ state }) => state,
    },
  },
  {
    key: 'liquidation',
    label: 'Liquidation',
    window: 'at a price',
    definition:
      'The price of a share, USD, below which the loan can be liquidated, and how far that is below the current price, percent.',
    align: 'right',
    cell: (row) =>
      row.liquidationPrice === null ? (
        '–'
      ) : (
        <>
          {formatPrice(row.liquidationPrice.usd)}{' '}
          <span className="muted loan-distance">{describeDistance(row)}</span>
        </>
      ),
    sortBy: distanceOf,
    csv: {
      price_usd: ({ oraclePrice }) => oraclePrice.usd,
      liquidation_price_usd: ({ liquidationPrice }) => liquidationPrice?.usd,
      distance_pct: distanceOf,
    },
  },
];

/** What the market still allows. */
const limits: readonly Column<LoanFragment>[] = [
  {
    key: 'borrow',
    label: 'Can still borrow',
    definition:
      'The most the market still lends; borrowing it leaves a health factor of 1, the limit.',
    align: 'right',
    minor: true,
    cell: ({ maxBorrow }) => formatWei(maxBorrow, 'USDC'),
    sortBy: ({ maxBorrow }) => weiToNumber(maxBorrow),
    csv: { can_still_borrow_usdc: ({ maxBorrow }) => formatExactWei(maxBorrow) },
  },
  {
    key: 'withdraw',
    label: 'Can withdraw',
    definition:
      'Shares the debt does not need; without them a loan has a health factor of 1, the limit.',
    align: 'right',
    minor: true,
    cell: ({ maxWithdraw }) => formatWei(maxWithdraw, 'shares'),
    sortBy: ({ maxWithdraw }) => weiToNumber(maxWithdraw),
    csv: { can_withdraw_shares: ({ maxWithdraw }) => formatExactWei(maxWithdraw) },
  },
];

const limitsNote =
  ' Borrowing or withdrawing all that is allowed leads to 1.0, where the smallest fall in the price or a day of interest lets anybody liquidate the loan; interest due reduces both amounts.';

/** A table of loans with the distance of each to liquidation. */
export function Loans(props: {
  readonly loans: readonly FragmentType<typeof loan>[];
  /** Whether to show how much more can be borrowed and withdrawn. */
  readonly withLimits: boolean;
}) {
  const rows = readFragment(loan, props.loans);
  return (
    <>
      <div className="loan-table tight-table">
        <DataTable
          label="Loans"
          csv="loans"
          columns={props.withLimits ? [...columns, ...limits] : columns}
          rows={rows}
          rowKey={({ market }, index) => market.dtf?.itpId ?? String(index)}
          detail={(row) => <LoanReading loan={row} />}
          empty="This wallet has no loan."
        />
      </div>
      {rows.length > 0 && (
        <p className="muted small measure">
          Health: {healthLevels}
          {props.withLimits && limitsNote}
        </p>
      )}
    </>
  );
}

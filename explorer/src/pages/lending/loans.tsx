import { type FragmentType, readFragment } from '../../generated/fragment-masking.ts';
import { graphql } from '../../generated/gql.ts';
import type { LoanFragment } from '../../generated/graphql.ts';
import {
  formatExactWei,
  formatPercent,
  formatPrice,
  formatWei,
  weiToNumber,
} from '../../lib/format.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { FundLink } from '../../ui/figures.tsx';
import { HealthFactor, LoanState } from '../../ui/loan-state.tsx';

const loan = graphql(`
  fragment Loan on LendingPosition {
    id
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
      }
    }
  }
`);

/** Returns how far the price can fall before the loan can be liquidated, percent. */
const distanceOf = ({ oraclePrice, liquidationPrice }: LoanFragment) =>
  liquidationPrice === null ? null : (1 - liquidationPrice.usd / oraclePrice.usd) * 100;

const columns: readonly Column<LoanFragment>[] = [
  {
    key: 'fund',
    label: 'Collateral',
    cell: ({ market, collateral }) => (
      <>
        {market.dtf !== null && <FundLink itpId={market.dtf.itpId} symbol={market.dtf.symbol} />}{' '}
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
    definition: 'USDC owed now, with interest.',
    align: 'right',
    cell: ({ debt }) => formatWei(debt, 'USDC'),
    sortBy: ({ debt }) => weiToNumber(debt),
    csv: { debt_usdc: (row) => formatExactWei(row.debt) },
  },
  {
    key: 'health',
    label: 'Health',
    window: 'factor',
    definition:
      'Collateral · price · liquidation threshold / debt, without a unit. Below 1 the loan can be liquidated.',
    align: 'right',
    cell: ({ healthFactor, state }) => (
      <>
        <HealthFactor value={healthFactor} state={state} />{' '}
        <span className="minor">
          <LoanState state={state} />
        </span>
      </>
    ),
    sortBy: ({ healthFactor }) => healthFactor,
    csv: { health_factor: ({ healthFactor }) => healthFactor, state: ({ state }) => state },
  },
  {
    key: 'liquidation',
    label: 'Liquidation',
    window: 'at a price of',
    definition:
      'The price of a share, USD, below which the loan can be liquidated, and how far it is below the price now, percent.',
    align: 'right',
    cell: (row) =>
      row.liquidationPrice === null ? (
        '–'
      ) : (
        <>
          {formatPrice(row.liquidationPrice.usd)}{' '}
          <span className="muted loan-distance">{formatPercent(distanceOf(row))} below</span>
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
    definition: 'The most that the market still lends; it leaves a health factor of 1, the limit.',
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
      'Shares that the debt does not need; without them a loan has a health factor of 1, the limit.',
    align: 'right',
    minor: true,
    cell: ({ maxWithdraw }) => formatWei(maxWithdraw, 'shares'),
    sortBy: ({ maxWithdraw }) => weiToNumber(maxWithdraw),
    csv: { can_withdraw_shares: ({ maxWithdraw }) => formatExactWei(maxWithdraw) },
  },
];

/** A table of loans with the distance of each to liquidation. */
export function Loans(props: {
  readonly loans: readonly FragmentType<typeof loan>[];
  /** Whether to show how much more can be borrowed and withdrawn. */
  readonly withLimits: boolean;
}) {
  const rows = readFragment(loan, props.loans);
  return (
    <>
      <div className="loan-table">
        <DataTable
          label="Loans"
          csv="loans"
          columns={props.withLimits ? [...columns, ...limits] : columns}
          rows={rows}
          rowKey={({ market }, index) => market.dtf?.itpId ?? String(index)}
          empty="This wallet has no loan."
        />
      </div>
      {props.withLimits && rows.length > 0 && (
        <p className="muted small measure">
          Borrowing or withdrawing all that is allowed leads to the limit: at a health factor of 1,
          the smallest fall of the price or a day of interest lets anybody liquidate the loan.
        </p>
      )}
    </>
  );
}

import { type FragmentType, readFragment } from '../../generated/fragment-masking.ts';
import { graphql } from '../../generated/gql.ts';
import type { LoanFragment } from '../../generated/graphql.ts';
import {
  formatExactWei,
  formatIso,
  formatNumber,
  formatPercent,
  formatPrice,
  formatWei,
  weiToNumber,
} from '../../lib/format.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { MarkedFund } from '../../ui/fund-column.tsx';
import { HealthFactor, healthLevels, LoanState } from '../../ui/loan-state.tsx';
import { readDueInterest, readHealth } from './accrued-interest.ts';
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

/** Returns the debt with the interest that is due, USDC. */
const owedOf = (row: LoanFragment) => readDueInterest(row)?.owedUsdc ?? weiToNumber(row.debt);

/** Returns the price at which the loan can be liquidated, with the interest that is due. */
const liquidationPriceOf = (row: LoanFragment) => {
  const { healthFactor } = readHealth(row);
  return row.liquidationPrice === null || healthFactor === null
    ? null
    : row.oraclePrice.usd / healthFactor;
};

/** Returns how far the price can fall before the loan can be liquidated, percent. */
const distanceOf = (row: LoanFragment) => {
  const price = liquidationPriceOf(row);
  return price === null ? null : (1 - price / row.oraclePrice.usd) * 100;
};

const describeDistance = (row: LoanFragment) => {
  const distance = distanceOf(row) ?? 0;
  return distance > 0 ? `${formatPercent(distance)} below` : 'reached';
};

/** Marks a figure that counts an estimate. */
const markOf = (row: LoanFragment) => (readHealth(row).isEstimate ? '≈' : '');

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
      'USDC owed with the interest that is due, an estimate; the line below has the debt by the contract.',
    align: 'right',
    cell: (row) =>
      readHealth(row).isEstimate ? `≈${formatNumber(owedOf(row))}` : formatWei(row.debt, ''),
    sortBy: owedOf,
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
    definition: `Collateral · price · liquidation threshold / (debt + interest due), without a unit: a liquidation adds the interest first. ${healthLevels}`,
    align: 'right',
    cell: (row) => {
      const { healthFactor, state, isEstimate } = readHealth(row);
      return (
        <>
          <HealthFactor value={healthFactor} state={state} isEstimate={isEstimate} />{' '}
          <span className="minor">
            <LoanState state={state} healthFactor={healthFactor} />
          </span>
        </>
      );
    },
    sortBy: (row) => readHealth(row).healthFactor,
    csv: {
      health_factor: ({ healthFactor }) => healthFactor,
      estimated_health_factor_with_interest: (row) => readDueInterest(row)?.healthFactor,
      state: ({ state }) => state,
      estimated_state_with_interest: (row) => readHealth(row).state,
    },
  },
  {
    key: 'liquidation',
    label: 'Liquidation',
    window: 'at a price',
    definition:
      'The price of a share, USD, below which the loan can be liquidated, with the interest that is due, and how far that is below the current price, percent.',
    align: 'right',
    cell: (row) =>
      row.liquidationPrice === null ? (
        '–'
      ) : (
        <>
          {markOf(row)}
          {formatPrice(liquidationPriceOf(row))}{' '}
          <span className="muted loan-distance">{describeDistance(row)}</span>
        </>
      ),
    sortBy: distanceOf,
    csv: {
      price_usd: ({ oraclePrice }) => oraclePrice.usd,
      liquidation_price_usd: ({ liquidationPrice }) => liquidationPrice?.usd,
      estimated_liquidation_price_with_interest_usd: liquidationPriceOf,
      estimated_distance_with_interest_pct: distanceOf,
    },
  },
];

/** Returns what can still be borrowed once the market has added the interest that is due, USDC. */
function stillToBorrow(row: LoanFragment): number {
  const [due, most] = [readDueInterest(row), weiToNumber(row.maxBorrow)];
  if (due === null) return most;
  const limit = due.debtUsdc * due.statedHealthFactor;
  return Math.max(0, Math.min(most, limit - due.owedUsdc));
}

/** Returns how many shares are free once the market has added the interest that is due. */
function freeShares(row: LoanFragment): number {
  const [due, most] = [readDueInterest(row), weiToNumber(row.maxWithdraw)];
  if (due === null) return most;
  const collateral = weiToNumber(row.collateral);
  return Math.max(0, Math.min(most, collateral - collateral / due.healthFactor));
}

/** What the market still allows. */
const limits: readonly Column<LoanFragment>[] = [
  {
    key: 'borrow',
    label: 'Can still borrow',
    definition:
      'The most the market still lends, less the interest that is due; borrowing it leaves a health factor of 1, the limit.',
    align: 'right',
    minor: true,
    cell: (row) => `${markOf(row)}${formatNumber(stillToBorrow(row), 2)} USDC`,
    sortBy: stillToBorrow,
    csv: {
      can_still_borrow_usdc: ({ maxBorrow }) => formatExactWei(maxBorrow),
      estimated_can_still_borrow_with_interest_usdc: stillToBorrow,
    },
  },
  {
    key: 'withdraw',
    label: 'Can withdraw',
    definition:
      'Shares the debt and the interest due do not need; without them a loan has a health factor of 1, the limit.',
    align: 'right',
    minor: true,
    cell: (row) => `${markOf(row)}${formatNumber(freeShares(row), 2)} shares`,
    sortBy: freeShares,
    csv: {
      can_withdraw_shares: ({ maxWithdraw }) => formatExactWei(maxWithdraw),
      estimated_can_withdraw_with_interest_shares: freeShares,
    },
  },
];

const limitsNote =
  ' Borrowing or withdrawing all that is allowed leads to 1.0, where the smallest fall in the price or a day of interest lets anybody liquidate the loan.';

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

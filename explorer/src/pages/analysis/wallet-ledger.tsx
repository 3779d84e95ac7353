import { useSearchParams } from 'react-router';
import { ledgerTotalsDefinitions as definitions } from '../../generated/definitions.ts';
import { graphql } from '../../generated/gql.ts';
import type { LedgerMethod, WalletLedgerQuery } from '../../generated/graphql.ts';
import {
  formatExactWei,
  formatIso,
  formatNumber,
  formatUsd,
  formatWei,
  weiToNumber,
} from '../../lib/format.ts';
import { FigureList } from '../../performance/figure-list.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { SegmentedControl } from '../../ui/fields.tsx';
import { UsdGain } from '../../ui/figures.tsx';
import { fundColumn } from '../../ui/fund-column.tsx';
import { EmptyNote } from '../../ui/page-section.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { FormattedTime } from '../../ui/time.tsx';
import { LedgerDifference } from './ledger-difference.tsx';

const ledgerQuery = graphql(`
  query WalletLedger($address: Address!, $method: LedgerMethod!) {
    portfolio(address: $address) {
      id
      ...LedgerDifference
      byMethod: ledger(method: $method) {
        lots {
          acquiredAt
          shares
          costUsd
          valueUsd
          unrealizedUsd
          dtf {
            id
            itpId
            symbol
          }
        }
        realized {
          soldAt
          acquiredAt
          shares
          proceedsUsd
          costUsd
          gainUsd
          holdingDays
          dtf {
            id
            itpId
            symbol
          }
        }
        totals {
          boughtUsd
          soldUsd
          realizedUsd
          unrealizedUsd
          unmatchedSales
        }
      }
    }
  }
`);

type Ledger = NonNullable<WalletLedgerQuery['portfolio']['byMethod']>;
type Lot = Ledger['lots'][number];
type Sale = Ledger['realized'][number];

const lotColumns: readonly Column<Lot>[] = [
  fundColumn({ fundOf: ({ dtf }) => dtf }),
  {
    key: 'acquired',
    label: 'First bought',
    definition:
      'Day of the first purchase of the lot. By average cost a fund has one lot, which later purchases join.',
    minor: true,
    cell: ({ acquiredAt }) => <FormattedTime at={acquiredAt} show="day" />,
    sortBy: ({ acquiredAt }) => acquiredAt,
    csv: { bought_at: ({ acquiredAt }) => formatIso(acquiredAt) },
  },
  {
    key: 'shares',
    label: 'Shares',
    definition: 'Shares of the lot, in the wallet or pledged for a loan.',
    align: 'right',
    minor: true,
    cell: ({ shares }) => formatWei(shares, '', 3),
    sortBy: ({ shares }) => weiToNumber(shares),
    csv: { shares: (row) => formatExactWei(row.shares) },
  },
  {
    key: 'cost',
    label: 'Cost',
    definition: 'What these shares cost with fees, USD.',
    align: 'right',
    cell: ({ costUsd }) => formatUsd(costUsd),
    sortBy: ({ costUsd }) => costUsd,
    csv: 'cost_usd',
  },
  {
    key: 'value',
    label: 'Value',
    definition: 'These shares at the present NAV, USD.',
    align: 'right',
    cell: ({ valueUsd }) => formatUsd(valueUsd),
    sortBy: ({ valueUsd }) => valueUsd,
    csv: 'value_usd',
  },
  {
    key: 'gain',
    label: 'Unrealized',
    definition: 'Value less cost, USD.',
    align: 'right',
    cell: ({ unrealizedUsd }) => <UsdGain usd={unrealizedUsd} />,
    sortBy: ({ unrealizedUsd }) => unrealizedUsd,
    csv: 'unrealized_usd',
  },
];

const saleColumns: readonly Column<Sale>[] = [
  fundColumn({ fundOf: ({ dtf }) => dtf }),
  {
    key: 'sold',
    label: 'Sold',
    cell: ({ soldAt }) => <FormattedTime at={soldAt} show="day" />,
    sortBy: ({ soldAt }) => soldAt,
    csv: {
      sold_at: ({ soldAt }) => formatIso(soldAt),
      bought_at: ({ acquiredAt }) => formatIso(acquiredAt),
    },
  },
  {
    key: 'days',
    label: 'Held, d',
    definition: 'Days from the purchase to the sale.',
    align: 'right',
    minor: true,
    cell: ({ holdingDays }) => formatNumber(holdingDays),
    sortBy: ({ holdingDays }) => holdingDays,
    csv: 'held_days',
  },
  {
    key: 'shares',
    label: 'Shares',
    definition: 'Shares of the lot that were sold.',
    align: 'right',
    minor: true,
    cell: ({ shares }) => formatWei(shares, '', 3),
    sortBy: ({ shares }) => weiToNumber(shares),
    csv: { shares: (row) => formatExactWei(row.shares) },
  },
  {
    key: 'proceeds',
    label: 'Proceeds',
    definition: 'What the sale brought after fees, USD.',
    align: 'right',
    minor: true,
    cell: ({ proceedsUsd }) => formatUsd(proceedsUsd),
    sortBy: ({ proceedsUsd }) => proceedsUsd,
    csv: 'proceeds_usd',
  },
  {
    key: 'cost',
    label: 'Cost',
    definition: 'What the sold shares cost with fees, USD.',
    align: 'right',
    cell: ({ costUsd }) => formatUsd(costUsd),
    sortBy: ({ costUsd }) => costUsd,
    csv: 'cost_usd',
  },
  {
    key: 'gain',
    label: 'Realized',
    definition: 'Proceeds less cost, USD.',
    align: 'right',
    cell: ({ gainUsd }) => <UsdGain usd={gainUsd} />,
    sortBy: ({ gainUsd }) => gainUsd,
    csv: 'realized_usd',
  },
];

const methods: readonly (readonly [LedgerMethod, string])[] = [
  ['AVERAGE', 'Average cost'],
  ['FIFO', 'First in, first out'],
];

/** The lots of a wallet with their cost and gain, by average cost or first in, first out. */
export function WalletLedger({ address }: { readonly address: string }) {
  const [params, setParams] = useSearchParams();
  const method = params.get('ledger') === 'FIFO' ? 'FIFO' : 'AVERAGE';
  return (
    <>
      <SegmentedControl
        label="Cost of sold shares"
        value={method}
        options={methods}
        onChange={(value) =>
          setParams(
            (current) => {
              if (value === 'AVERAGE') current.delete('ledger');
              else current.set('ledger', value);
              return current;
            },
            { replace: true, preventScrollReset: true },
          )
        }
      />
      <div className="below-controls">
        <QuerySection query={ledgerQuery} variables={{ address, method }} height={520}>
          {({ portfolio }) =>
            portfolio.byMethod === null ? (
              <EmptyNote>This wallet has no trades.</EmptyNote>
            ) : (
              <>
                <LedgerDifference
                  portfolio={portfolio}
                  unrealizedUsd={portfolio.byMethod.totals.unrealizedUsd}
                />
                <LedgerTables ledger={portfolio.byMethod} />
              </>
            )
          }
        </QuerySection>
      </div>
    </>
  );
}

function LedgerTables({ ledger: { lots, realized, totals } }: { readonly ledger: Ledger }) {
  return (
    <div className="ledger">
      <section aria-label="Totals">
        <h3>Totals</h3>
        <FigureList
          figures={[
            {
              label: 'Bought',
              definition: definitions.boughtUsd,
              value: formatUsd(totals.boughtUsd),
            },
            { label: 'Sold', definition: definitions.soldUsd, value: formatUsd(totals.soldUsd) },
            {
              label: 'Realized',
              definition: definitions.realizedUsd,
              value: <UsdGain usd={totals.realizedUsd} />,
            },
            {
              label: 'Unrealized',
              definition: definitions.unrealizedUsd,
              value: <UsdGain usd={totals.unrealizedUsd} />,
            },
            {
              label: 'Sales without a purchase',
              definition: definitions.unmatchedSales,
              value: formatNumber(totals.unmatchedSales),
            },
          ]}
        />
      </section>
      <div className="dense bounded tight-table">
        <h3>Shares bought and not sold</h3>
        <DataTable
          label="Open lots"
          columns={lotColumns}
          rows={lots}
          rowKey={({ dtf, acquiredAt }, index) => `${dtf.id}${acquiredAt}${index}`}
          initialSort={{ key: 'value', descending: true }}
          csv="wallet-lots"
          empty="This wallet has sold all the shares it bought."
        />
      </div>
      <div className="dense bounded tight-table">
        <h3>Sales</h3>
        <DataTable
          label="Sales"
          columns={saleColumns}
          rows={realized}
          rowKey={({ dtf, soldAt }, index) => `${dtf.id}${soldAt}${index}`}
          initialSort={{ key: 'sold', descending: true }}
          csv="wallet-sales"
          empty="This wallet has sold nothing."
        />
      </div>
    </div>
  );
}

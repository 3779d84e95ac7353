import { graphql } from '../../generated/gql.ts';
import type { LoanHistoryQuery } from '../../generated/graphql.ts';
import { formatExactWei, formatIso, formatLabel, formatWei, shortenHex } from '../../lib/format.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Badge } from '../../ui/figures.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { FormattedTime } from '../../ui/time.tsx';

const loanHistoryQuery = graphql(`
  query LoanHistory($address: Address!) {
    portfolio(address: $address) {
      id
      lending {
        history(first: 50) {
          totalCount
          edges {
            node {
              type
              amount
              token
              timestamp
              txHash
              dtf {
                id
                symbol
              }
            }
          }
        }
      }
    }
  }
`);

type Row = NonNullable<
  LoanHistoryQuery['portfolio']['lending']['history']
>['edges'][number]['node'];

const tones = { BORROW: 'second', REPAY: 'accent', DEPOSIT: 'up', WITHDRAW: 'neutral' } as const;

const columns: readonly Column<Row>[] = [
  {
    key: 'time',
    label: 'Time',
    cell: ({ timestamp }) => (timestamp === null ? '–' : <FormattedTime at={timestamp} />),
    csv: { time: ({ timestamp }) => formatIso(timestamp) },
  },
  {
    key: 'type',
    label: 'Type',
    cell: ({ type, dtf }) => (
      <>
        <Badge tone={tones[type]}>{formatLabel(type)}</Badge>
        <div className="narrow-only small muted">{dtf?.symbol}</div>
      </>
    ),
    csv: { type: (row) => row.type },
  },
  {
    key: 'fund',
    label: 'Market',
    minor: true,
    cell: ({ dtf }) => dtf?.symbol ?? '–',
    csv: { market: ({ dtf }) => dtf?.symbol },
  },
  {
    key: 'amount',
    label: 'Amount',
    align: 'right',
    cell: ({ amount, token }) => formatWei(amount, token, 3),
    csv: { amount: (row) => formatExactWei(row.amount), token: ({ token }) => token },
  },
  {
    key: 'tx',
    label: 'Transaction',
    align: 'right',
    minor: true,
    cell: ({ txHash }) => (
      <span className="mono muted" title={txHash ?? undefined}>
        {txHash === null ? '–' : shortenHex(txHash)}
      </span>
    ),
    csv: { tx: ({ txHash }) => txHash },
  },
];

/** A table of a wallet's deposits, loans, repayments and withdrawals, newest first. */
export function LoanHistory({ address }: { readonly address: string }) {
  return (
    <QuerySection query={loanHistoryQuery} variables={{ address }} height={200}>
      {({ portfolio }) => (
        <div className="tight-table">
          <DataTable
            label="Loan history"
            csv="loan-history"
            total={portfolio.lending.history?.totalCount}
            columns={columns}
            rows={portfolio.lending.history?.edges.map(({ node }) => node) ?? []}
            rowKey={({ txHash, type }, index) => `${txHash}${type}${index}`}
            empty="This wallet has not borrowed yet."
          />
        </div>
      )}
    </QuerySection>
  );
}

import { graphql } from '../../generated/gql.ts';
import type { LoanHistoryQuery } from '../../generated/graphql.ts';
import { formatExactWei, formatIso, formatLabel, formatWei, shortenHex } from '../../lib/format.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Badge } from '../../ui/figures.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { FormattedTime } from '../../ui/time.tsx';
import { findLiquidations } from '../portfolio/liquidations.ts';

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
>['edges'][number]['node'] & {
  /** Whether a liquidator did it. */
  readonly liquidates: boolean;
};

const tones = { BORROW: 'second', REPAY: 'accent', DEPOSIT: 'up', WITHDRAW: 'neutral' } as const;

/** What of a liquidation a move is. */
const liquidationParts: Partial<Record<Row['type'], string>> = {
  REPAY: 'debt repaid',
  WITHDRAW: 'shares taken',
};

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
    definition:
      'What the wallet did. In a liquidation, a liquidator repaid debt and took shares for it, both in one transaction.',
    cell: ({ type, dtf, liquidates }) => (
      <>
        {liquidates ? (
          <>
            <Badge tone="down">Liquidation</Badge>{' '}
            <span className="wide-only small muted">{liquidationParts[type]}</span>
          </>
        ) : (
          <Badge tone={tones[type]}>{formatLabel(type)}</Badge>
        )}
        <div className="narrow-only small muted">
          {liquidates ? liquidationParts[type] : dtf?.symbol}
        </div>
      </>
    ),
    csv: { type: (row) => row.type, liquidation: ({ liquidates }) => String(liquidates) },
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

/** A table of a wallet's deposits, loans, repayments, withdrawals and liquidations, newest first. */
export function LoanHistory({ address }: { readonly address: string }) {
  return (
    <QuerySection query={loanHistoryQuery} variables={{ address }} height={200}>
      {({ portfolio: { lending } }) => {
        const moves = lending.history?.edges.map(({ node }) => node) ?? [];
        const isLiquidation = findLiquidations(moves);
        return (
          <div className="tight-table">
            <DataTable
              label="Loan history"
              csv="loan-history"
              total={lending.history?.totalCount}
              columns={columns}
              rows={moves.map((move) => ({ ...move, liquidates: isLiquidation(move) }))}
              rowKey={({ txHash, type }, index) => `${txHash}${type}${index}`}
              empty="This wallet has not borrowed yet."
            />
          </div>
        );
      }}
    </QuerySection>
  );
}

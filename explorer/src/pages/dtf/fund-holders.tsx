import { graphql } from '../../generated/gql.ts';
import type { FundHoldersQuery } from '../../generated/graphql.ts';
import {
  formatCount,
  formatExactWei,
  formatIso,
  formatPercent,
  formatUsd,
  formatWei,
  weiToNumber,
} from '../../lib/format.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyNote } from '../../ui/page-section.tsx';
import { Pager, useCursorPages } from '../../ui/pager.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { FormattedTime } from '../../ui/time.tsx';
import { AccountLink } from './account-link.tsx';

const holdersQuery = graphql(`
  query FundHolders($id: ID!, $first: Int!, $after: String) {
    dtf(id: $id) {
      id
      holders(first: $first, after: $after, orderBy: { field: SHARES }) {
        totalCount
        unattributedShares
        pageInfo {
          ...PagerPage
        }
        edges {
          node {
            portfolio {
              id
              address
            }
            shares
            sharePct
            valueUsd
            since
          }
        }
      }
    }
  }
`);

type Holders = NonNullable<NonNullable<FundHoldersQuery['dtf']>['holders']>;
type Row = Holders['edges'][number]['node'];

const pageSize = 20;

const columns: readonly Column<Row>[] = [
  {
    key: 'wallet',
    label: 'Wallet',
    cell: ({ portfolio }) => <AccountLink address={portfolio.address} />,
    sortBy: ({ portfolio }) => portfolio.address,
    csv: 'wallet',
  },
  {
    key: 'shares',
    label: 'Shares',
    definition: 'Shares that the wallet holds.',
    align: 'right',
    cell: ({ shares }) => formatWei(shares, '', 3),
    sortBy: ({ shares }) => weiToNumber(shares),
    csv: { shares: (row) => formatExactWei(row.shares) },
  },
  {
    key: 'share',
    label: 'Share %',
    definition: '100 · shares / shares outstanding, percent.',
    align: 'right',
    cell: ({ sharePct }) => formatPercent(sharePct),
    sortBy: ({ sharePct }) => sharePct,
    csv: 'share_pct',
  },
  {
    key: 'value',
    label: 'Value',
    definition: 'Shares times the NAV in the contract at the same block, USD.',
    align: 'right',
    minor: true,
    cell: ({ valueUsd }) => formatUsd(valueUsd),
    sortBy: ({ valueUsd }) => valueUsd,
    csv: 'value_usd',
  },
  {
    key: 'since',
    label: 'Since',
    definition: 'Since when the wallet has held shares without a break.',
    align: 'right',
    minor: true,
    cell: ({ since }) => <FormattedTime at={since} />,
    sortBy: ({ since }) => since,
    csv: { since: (row) => formatIso(row.since) },
  },
];

/** A table of the wallets that hold shares of a fund, the largest first. */
export function FundHolders({ itpId }: { readonly itpId: string }) {
  const pages = useCursorPages();
  return (
    <QuerySection
      query={holdersQuery}
      variables={{ id: itpId, first: pageSize, after: pages.after }}
      height={420}
      every={60_000}
    >
      {({ dtf }) =>
        dtf?.holders == null ? (
          <EmptyNote>The contract does not know this fund.</EmptyNote>
        ) : (
          <HolderTable holders={dtf.holders} pages={pages} />
        )
      }
    </QuerySection>
  );
}

function HolderTable(props: {
  readonly holders: Holders;
  readonly pages: ReturnType<typeof useCursorPages>;
}) {
  const { edges, totalCount, unattributedShares, pageInfo } = props.holders;
  const rows = edges.map(({ node }) => node);
  return (
    <>
      {BigInt(unattributedShares) !== 0n && (
        <p className="stale small" role="status">
          The transfers do not account for {formatWei(unattributedShares, 'shares', 3)} of those
          outstanding: their holders are not listed.
        </p>
      )}
      <DataTable
        label="Holders"
        columns={columns}
        rows={rows}
        rowKey={({ portfolio }) => portfolio.id}
        csv="holders"
        total={totalCount}
        empty="No wallet holds shares of this fund."
      >
        <Pager
          pages={props.pages}
          pageInfo={pageInfo}
          summary={formatCount(totalCount, 'holder')}
        />
      </DataTable>
    </>
  );
}

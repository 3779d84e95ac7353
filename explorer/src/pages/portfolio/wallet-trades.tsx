import { useState } from 'react';
import { graphql } from '../../generated/gql.ts';
import type { TradesQuery, TradeType } from '../../generated/graphql.ts';
import { formatCount, formatPrice, formatUsd, formatWei } from '../../lib/format.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { SegmentedControl } from '../../ui/fields.tsx';
import { Badge, FundLink } from '../../ui/figures.tsx';
import { Pager, useCursorPages } from '../../ui/pager.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { FormattedTime } from '../../ui/time.tsx';

const tradesQuery = graphql(`
  query Trades($address: Address!, $first: Int!, $after: String, $type: TradeType) {
    portfolio(address: $address) {
      id
      trades(first: $first, after: $after, filter: { type: $type }) {
        totalCount
        pageInfo {
          ...PagerPage
        }
        edges {
          node {
            type
            timestamp
            shares
            pricePerShareUsd
            totalUsd
            feeUsd
            txHash
            dtf {
              id
              itpId
              symbol
            }
          }
        }
      }
    }
  }
`);

type Row = NonNullable<TradesQuery['portfolio']['trades']>['edges'][number]['node'];

const pageSize = 25;

const columns: readonly Column<Row>[] = [
  { key: 'time', label: 'Time', cell: ({ timestamp }) => <FormattedTime at={timestamp} /> },
  {
    key: 'type',
    label: 'Type',
    cell: ({ type }) => (
      <Badge tone={type === 'BUY' ? 'up' : 'down'}>{type === 'BUY' ? 'Buy' : 'Sell'}</Badge>
    ),
  },
  {
    key: 'fund',
    label: 'Fund',
    cell: ({ dtf }) => <FundLink itpId={dtf.itpId} symbol={dtf.symbol} />,
  },
  {
    key: 'shares',
    label: 'Shares',
    align: 'right',
    minor: true,
    cell: ({ shares }) => formatWei(shares, '', 3),
  },
  {
    key: 'price',
    label: 'Price',
    align: 'right',
    minor: true,
    cell: ({ pricePerShareUsd }) => formatPrice(pricePerShareUsd),
  },
  { key: 'total', label: 'Total', align: 'right', cell: ({ totalUsd }) => formatUsd(totalUsd) },
  {
    key: 'fee',
    label: 'Fee',
    align: 'right',
    minor: true,
    cell: ({ feeUsd }) => formatUsd(feeUsd),
  },
];

type Filter = 'ALL' | TradeType;

/** A table of a wallet's purchases and sales, newest first. */
export function WalletTrades({ address }: { readonly address: string }) {
  const [filter, setFilter] = useState<Filter>('ALL');
  const pages = useCursorPages();
  return (
    <>
      <SegmentedControl
        label="Type of trade"
        value={filter}
        options={[
          ['ALL', 'All'],
          ['BUY', 'Buys'],
          ['SELL', 'Sells'],
        ]}
        onChange={(value) => {
          pages.first();
          setFilter(value);
        }}
      />
      <QuerySection
        query={tradesQuery}
        variables={{
          address,
          first: pageSize,
          after: pages.after,
          type: filter === 'ALL' ? null : filter,
        }}
        height={420}
      >
        {({ portfolio }) => {
          const trades = portfolio.trades;
          const rows = trades?.edges.map(({ node }) => node) ?? [];
          return (
            <>
              <DataTable
                label="Trades"
                columns={columns}
                rows={rows}
                rowKey={({ txHash, timestamp }, index) => `${txHash ?? timestamp}${index}`}
                empty="No trade."
              />
              {trades !== null && (
                <Pager
                  pages={pages}
                  pageInfo={trades.pageInfo}
                  summary={formatCount(trades.totalCount, 'trade')}
                />
              )}
            </>
          );
        }}
      </QuerySection>
    </>
  );
}

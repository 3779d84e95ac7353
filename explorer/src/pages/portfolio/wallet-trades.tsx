import { useState } from 'react';
import { graphql } from '../../generated/gql.ts';
import type { TradesQuery, TradeType } from '../../generated/graphql.ts';
import {
  formatCount,
  formatExactWei,
  formatIso,
  formatPrice,
  formatUsd,
  formatWei,
} from '../../lib/format.ts';
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
  {
    key: 'time',
    label: 'Time',
    cell: ({ timestamp }) => <FormattedTime at={timestamp} />,
    csv: { time: ({ timestamp }) => formatIso(timestamp) },
  },
  {
    key: 'type',
    label: 'Type',
    cell: ({ type }) => (
      <Badge tone={type === 'BUY' ? 'up' : 'down'}>{type === 'BUY' ? 'Buy' : 'Sell'}</Badge>
    ),
    csv: { type: (row) => row.type },
  },
  {
    key: 'fund',
    label: 'Fund',
    cell: ({ dtf }) => <FundLink itpId={dtf.itpId} symbol={dtf.symbol} />,
    csv: { fund: ({ dtf }) => dtf.symbol, itp_id: ({ dtf }) => dtf.itpId },
  },
  {
    key: 'shares',
    label: 'Shares',
    definition: 'Shares that were bought or sold.',
    align: 'right',
    minor: true,
    cell: ({ shares }) => formatWei(shares, '', 3),
    csv: { shares: (row) => formatExactWei(row.shares) },
  },
  {
    key: 'price',
    label: 'Price',
    definition: 'Price of a share in the trade, USD.',
    align: 'right',
    minor: true,
    cell: ({ pricePerShareUsd }) => formatPrice(pricePerShareUsd),
    csv: { price_usd: ({ pricePerShareUsd }) => pricePerShareUsd },
  },
  {
    key: 'total',
    label: 'Total',
    definition: 'Shares times price, USD, without the fee.',
    align: 'right',
    cell: ({ totalUsd }) => formatUsd(totalUsd),
    csv: { total_usd: ({ totalUsd }) => totalUsd },
  },
  {
    key: 'fee',
    label: 'Fee',
    definition: 'Fee on top, USD.',
    align: 'right',
    minor: true,
    cell: ({ feeUsd }) => formatUsd(feeUsd),
    csv: { fee_usd: ({ feeUsd }) => feeUsd, tx: ({ txHash }) => txHash },
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
            <div className="tight-table">
              <DataTable
                label="Trades"
                columns={columns}
                rows={rows}
                rowKey={({ txHash, timestamp }, index) => `${txHash ?? timestamp}${index}`}
                csv="trades"
                total={trades?.totalCount}
                empty="No trades."
              >
                {trades !== null && (
                  <Pager
                    pages={pages}
                    pageInfo={trades.pageInfo}
                    summary={formatCount(trades.totalCount, 'trade')}
                  />
                )}
              </DataTable>
            </div>
          );
        }}
      </QuerySection>
    </>
  );
}

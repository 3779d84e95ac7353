import { graphql } from '../../generated/gql.ts';
import type { WalletExposureQuery } from '../../generated/graphql.ts';
import { formatPercent, formatUsd } from '../../lib/format.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { QuerySection } from '../../ui/query-section.tsx';

const exposureQuery = graphql(`
  query WalletExposure($address: Address!) {
    portfolio(address: $address) {
      id
      exposure {
        symbol
        valueUsd
        pct
        asset {
          id
        }
        through {
          valueUsd
          dtf {
            id
            symbol
          }
        }
      }
    }
  }
`);

type Row = NonNullable<WalletExposureQuery['portfolio']['exposure']>[number];

const columns: readonly Column<Row>[] = [
  {
    key: 'asset',
    label: 'Asset',
    cell: ({ symbol }) => <span className="ticker">{symbol}</span>,
    sortBy: ({ symbol }) => symbol,
    csv: 'asset',
  },
  {
    key: 'value',
    label: 'Value',
    align: 'right',
    cell: ({ valueUsd }) => formatUsd(valueUsd),
    sortBy: ({ valueUsd }) => valueUsd,
    csv: 'value_usd',
  },
  {
    key: 'share',
    label: 'Share',
    align: 'right',
    cell: ({ pct }) => formatPercent(pct, 2),
    sortBy: ({ pct }) => pct,
    csv: 'share_pct',
  },
  {
    key: 'through',
    label: 'Through',
    minor: true,
    cell: ({ through }) => (
      <span className="muted">
        {through
          .slice(0, 3)
          .map(({ dtf }) => dtf.symbol ?? '–')
          .join(', ')}
        {through.length > 3 && ` and ${through.length - 3} more`}
      </span>
    ),
    csv: { through: ({ through }) => through.map(({ dtf }) => dtf.symbol ?? dtf.id).join(' ') },
  },
];

/** What a wallet holds of each asset through all its funds. */
export function WalletExposure({ address }: { readonly address: string }) {
  return (
    <QuerySection query={exposureQuery} variables={{ address }} height={560}>
      {({ portfolio: { exposure } }) => (
        <div className="dense bounded">
          <DataTable
            label="Exposure"
            columns={columns}
            rows={exposure ?? []}
            rowKey={({ asset }) => asset.id}
            initialSort={{ key: 'value', descending: true }}
            csv="wallet-exposure"
            empty="This wallet holds no asset."
          />
        </div>
      )}
    </QuerySection>
  );
}

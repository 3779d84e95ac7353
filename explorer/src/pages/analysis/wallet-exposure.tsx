import { graphql } from '../../generated/gql.ts';
import type { WalletExposureQuery } from '../../generated/graphql.ts';
import { formatPercent, formatUsd, weiToNumber } from '../../lib/format.ts';
import { sum } from '../../lib/sum.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { QuerySection } from '../../ui/query-section.tsx';

/** What a wallet holds of each asset, the largest value first. */
export const exposureQuery = graphql(`
  query WalletExposure($wallet: ID!, $address: Address!) {
    portfolio(address: $address) {
      id
      whole: stress(shocks: [{ symbol: "BTC", pct: 0 }]) {
        valueUsd
      }
      lending {
        positions {
          id
          debt
        }
      }
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
    batches(first: 100, filter: { player: $wallet }) {
      edges {
        node {
          id
          player(address: $address) {
            balance
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
    definition:
      'Sum over the funds: shares, pledged ones too, times NAV times the weight of the asset, USD.',
    align: 'right',
    cell: ({ valueUsd }) => formatUsd(valueUsd),
    sortBy: ({ valueUsd }) => valueUsd,
    csv: 'value_usd',
  },
  {
    key: 'share',
    label: 'Share',
    definition: '100·value/sum of all values, percent.',
    align: 'right',
    cell: ({ pct }) => formatPercent(pct),
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

/** Says which part of the wallet the exposure covers, and what it leaves out. */
function Coverage({ data: { portfolio, batches } }: { readonly data: WalletExposureQuery }) {
  const wholeUsd = portfolio.whole?.valueUsd ?? 0;
  if (wholeUsd === 0) return null;
  const coveredUsd = sum((portfolio.exposure ?? []).map(({ valueUsd }) => valueUsd));
  const debtUsd = sum((portfolio.lending.positions ?? []).map(({ debt }) => weiToNumber(debt)));
  const depositsUsd = sum(
    (batches?.edges ?? []).map(({ node }) => weiToNumber(node.player?.balance ?? '0')),
  );
  const others = [
    depositsUsd > 0 && `${formatUsd(depositsUsd)} of batch deposits`,
    debtUsd > 0 && `${formatUsd(debtUsd)} of debt`,
  ].filter((part) => part !== false);
  return (
    <p className="small coverage">
      Covers <strong>{formatPercent((100 * coveredUsd) / wholeUsd)}</strong> of{' '}
      {formatUsd(wholeUsd)} in fund shares, looked through to the assets of their baskets.
      {depositsUsd > 0 &&
        ` That is ${formatPercent((100 * coveredUsd) / (wholeUsd + depositsUsd))} of everything the wallet has.`}
      {others.length > 0 && ` Not included: ${others.join(' and ')}, in USDC.`}
    </p>
  );
}

/** What a wallet holds of each asset through all its funds. */
export function WalletExposure({ address }: { readonly address: string }) {
  return (
    <QuerySection query={exposureQuery} variables={{ wallet: address, address }} height={560}>
      {(data) => (
        <div className="dense bounded tight-table">
          <Coverage data={data} />
          <DataTable
            label="Exposure"
            columns={columns}
            rows={data.portfolio.exposure ?? []}
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

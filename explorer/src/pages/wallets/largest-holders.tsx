import { graphql } from '../../generated/gql.ts';
import type { LargestHoldersQuery } from '../../generated/graphql.ts';
import { formatCount, formatUsd } from '../../lib/format.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { WalletLink } from '../../ui/figures.tsx';
import { PageSection } from '../../ui/page-section.tsx';
import { QuerySection } from '../../ui/query-section.tsx';

const largestHoldersQuery = graphql(`
  query LargestHolders($funds: Int!, $holders: Int!) {
    deployment {
      id
      contracts {
        lending
      }
    }
    dtfs(first: $funds, orderBy: { field: AUM, direction: DESC }) {
      edges {
        node {
          id
          symbol
          holders(first: $holders, orderBy: { field: SHARES }) {
            edges {
              node {
                portfolio {
                  id
                  address
                }
                valueUsd
              }
            }
          }
        }
      }
    }
  }
`);

const variables = { funds: 25, holders: 20 };

/** Number of wallets that are listed. */
const listed = 10;

/** Number of tickers that are named in a row. */
const named = 3;

/** A wallet with what it holds of the funds that were read. */
type Holder = {
  readonly address: string;
  readonly funds: readonly string[];
  readonly valueUsd: number;
};

/** Adds up the holdings of each wallet, the largest first. Contracts that hold for others are left out. */
function toHolders({ dtfs, deployment }: LargestHoldersQuery): readonly Holder[] {
  const held = (dtfs?.edges ?? [])
    .flatMap(({ node: { symbol, holders } }) =>
      (holders?.edges ?? []).map(({ node: { portfolio, valueUsd } }) => ({
        address: portfolio.address,
        fund: symbol ?? '?',
        valueUsd: valueUsd ?? 0,
      })),
    )
    .filter(({ address }) => address.toLowerCase() !== deployment?.contracts.lending?.toLowerCase())
    .sort((a, b) => b.valueUsd - a.valueUsd);
  const byAddress = new Map<string, Holder>();
  for (const { address, fund, valueUsd } of held) {
    const known = byAddress.get(address) ?? { address, funds: [], valueUsd: 0 };
    byAddress.set(address, {
      address,
      funds: [...known.funds, fund],
      valueUsd: known.valueUsd + valueUsd,
    });
  }
  return [...byAddress.values()].sort((a, b) => b.valueUsd - a.valueUsd);
}

const columns: readonly Column<Holder>[] = [
  {
    key: 'wallet',
    label: 'Wallet',
    cell: ({ address }) => <WalletLink address={address} />,
    csv: { wallet: ({ address }) => address },
  },
  {
    key: 'funds',
    label: 'Funds',
    definition: 'Funds whose shares it holds, most valuable first.',
    cell: ({ funds }) => {
      const more = funds.length - named;
      return (
        <span className="held-funds">
          {funds.slice(0, named).join(', ')}
          {more > 0 && ` and ${more} more`}
        </span>
      );
    },
    sortBy: ({ funds }) => funds.length,
    csv: { funds: ({ funds }) => funds.join(' ') },
  },
  {
    key: 'value',
    label: 'Value',
    definition: 'Shares times NAV now, USD, without pledged shares.',
    align: 'right',
    cell: ({ valueUsd }) => formatUsd(valueUsd),
    sortBy: ({ valueUsd }) => valueUsd,
    csv: 'value_usd',
  },
];

/** The wallets that hold most of the funds, as a choice of portfolios to look at. */
export function LargestHolders() {
  return (
    <PageSection
      title="Largest holders of funds"
      note="By the value of their shares at NAV now, without pledged shares. Each opens its portfolio."
    >
      <QuerySection query={largestHoldersQuery} variables={variables} height={540} every={60_000}>
        {(data) => {
          const holders = toHolders(data);
          const funds = formatCount(data.dtfs?.edges.length ?? 0, 'fund');
          return (
            <>
              <DataTable
                label="Largest holders"
                csv="largest-holders"
                columns={columns}
                rows={holders.slice(0, listed)}
                rowKey={({ address }) => address}
                initialSort={{ key: 'value', descending: true }}
                total={holders.length}
                empty="No wallet holds shares of a fund."
              />
              <p className="proof-line muted">
                <span>
                  From the {variables.holders} largest holders of each of the {funds} with the
                  largest AUM
                </span>
              </p>
            </>
          );
        }}
      </QuerySection>
    </PageSection>
  );
}

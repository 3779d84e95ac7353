import { useMemo } from 'react';
import { TimeChart } from '../../charts/time-chart.tsx';
import { graphql } from '../../generated/gql.ts';
import type { WalletHistoryQuery } from '../../generated/graphql.ts';
import { formatUsd, formatUsdMark } from '../../lib/format.ts';
import { EmptyNote } from '../../ui/page-section.tsx';
import { QuerySection } from '../../ui/query-section.tsx';

const historyQuery = graphql(`
  query WalletHistory($address: Address!) {
    portfolio(address: $address) {
      id
      history {
        timestamp
        valueUsd
      }
    }
  }
`);

type Portfolio = WalletHistoryQuery['portfolio'];

/** A chart of the value of the fund shares in a wallet, by day. */
export function WalletHistory({ address }: { readonly address: string }) {
  return (
    <QuerySection query={historyQuery} variables={{ address }} height={330} every={20_000}>
      {({ portfolio }) => <History history={portfolio.history ?? []} />}
    </QuerySection>
  );
}

function History({ history }: { readonly history: NonNullable<Portfolio['history']> }) {
  const series = useMemo(
    () => [
      {
        name: 'Shares in the wallet',
        look: 'area' as const,
        points: history.map(({ timestamp, valueUsd }) => ({ timestamp, value: valueUsd })),
      },
    ],
    [history],
  );
  if (history.length < 2) return <EmptyNote>This wallet has no history.</EmptyNote>;
  return (
    <TimeChart
      label="Value of the fund shares in the wallet over time"
      series={series}
      format={formatUsd}
      formatMark={formatUsdMark}
      height={280}
    />
  );
}

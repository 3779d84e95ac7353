import { useQuery } from '@dtf-graph/client/react';
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { Link, useParams } from 'react-router';
import { TimeChart } from '../../charts/time-chart.tsx';
import { graphql } from '../../generated/gql.ts';
import type { WalletHistoryQuery } from '../../generated/graphql.ts';
import { Page } from '../../layout/page.tsx';
import { formatUsd, formatUsdMark, shortenHex } from '../../lib/format.ts';
import { addressPattern } from '../../lib/identifiers.ts';
import { EmptyNote, PageSection } from '../../ui/page-section.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { SyntheticNote } from '../../ui/synthetic-note.tsx';
import { WhenNear } from '../../ui/when-near.tsx';
import { pageHeads } from '../page-heads.ts';
import { InvalidAddress, UnknownWallet } from '../wallets/no-wallet-lazy.ts';
import { NetWorth } from './net-worth.tsx';
import { Positions } from './positions.tsx';
import { isUnknownWallet, netWorthQuery } from './whole-picture.ts';

/** Below the first screen: loaded when the reader comes near. */
const WalletLoans = lazy(() =>
  import('./wallet-loans.tsx').then(({ WalletLoans }) => ({ default: WalletLoans })),
);
const BatchesPlayed = lazy(() =>
  import('./batches-played.tsx').then(({ BatchesPlayed }) => ({ default: BatchesPlayed })),
);
const WalletTrades = lazy(() =>
  import('./wallet-trades.tsx').then(({ WalletTrades }) => ({ default: WalletTrades })),
);

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

/** The page of a wallet: its holdings, trades and loans. */
export function PortfolioPage() {
  const { address = '' } = useParams();
  if (!addressPattern.test(address)) return <InvalidAddress text={address} />;
  return <WalletPage address={address} />;
}

function WalletPage({ address }: { readonly address: string }) {
  const variables = { wallet: address, address };
  const { data, error } = useQuery(netWorthQuery, variables);
  const isUnknown = error === undefined && data !== undefined && isUnknownWallet(data);
  return (
    <Page
      head={pageHeads.portfolio}
      heading={
        <>
          Portfolio <span className="heading-ticker mono">{shortenHex(address)}</span>
        </>
      }
      actions={
        <>
          <span className="mono address muted">{address}</span>
          <Link className="small" to={`/portfolio/${address}/analysis`}>
            Returns and risk
          </Link>
        </>
      }
      query={netWorthQuery}
      variables={variables}
    >
      {isUnknown ? (
        <UnknownWallet>
          It holds and has pledged no fund shares, has made no trade, owes nothing and plays in no
          batch.
        </UnknownWallet>
      ) : (
        <WalletParts address={address} />
      )}
    </Page>
  );
}

function WalletParts({ address }: { readonly address: string }) {
  return (
    <div className="stack">
      <NetWorth address={address} />
      <PageSection
        title="Positions"
        note="Shares in the wallet and pledged ones, at NAV and at average cost with fees."
      >
        <Positions address={address} />
      </PageSection>
      <PageSection
        title="Fund shares in the wallet over time"
        note={
          <>
            Without pledged shares, loans and batches. <SyntheticNote />
          </>
        }
      >
        <QuerySection query={historyQuery} variables={{ address }} height={330} every={20_000}>
          {({ portfolio }) => <History history={portfolio.history ?? []} />}
        </QuerySection>
      </PageSection>
      <div className="columns even">
        <PageSection title="Loans">
          <Late height={160}>
            <WalletLoans address={address} />
          </Late>
        </PageSection>
        <PageSection title="Batches played">
          <Late height={380}>
            <BatchesPlayed address={address} />
          </Late>
          <p className="small">
            <Link to={`/player/${address}`}>How it played</Link>
          </p>
        </PageSection>
      </div>
      <PageSection title="Trades">
        <Late height={450}>
          <WalletTrades address={address} />
        </Late>
      </PageSection>
    </div>
  );
}

/** Content whose code is loaded when the reader comes near. */
function Late({ height, children }: { readonly height: number; readonly children: ReactNode }) {
  return (
    <WhenNear height={height}>
      <Suspense fallback={<Skeleton height={height} />}>{children}</Suspense>
    </WhenNear>
  );
}

function History({ history }: { readonly history: NonNullable<Portfolio['history']> }) {
  const series = useMemo(
    () => [
      {
        name: 'Value',
        look: 'area' as const,
        points: history.map(({ timestamp, valueUsd }) => ({ timestamp, value: valueUsd })),
      },
    ],
    [history],
  );
  if (history.length < 2) return <EmptyNote>This wallet has no history.</EmptyNote>;
  return (
    <TimeChart
      label="Value of the wallet over time"
      series={series}
      format={formatUsd}
      formatMark={formatUsdMark}
      height={280}
    />
  );
}

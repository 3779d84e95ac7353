import { useQuery } from '@dtf-graph/client/react';
import { lazy, type ReactNode, Suspense } from 'react';
import { Link, useParams } from 'react-router';
import { Page } from '../../layout/page.tsx';
import { shortenHex } from '../../lib/format.ts';
import { addressPattern } from '../../lib/identifiers.ts';
import { PageSection } from '../../ui/page-section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { SyntheticNote } from '../../ui/synthetic-note.tsx';
import { WhenNear } from '../../ui/when-near.tsx';
import { pageHeads } from '../page-heads.ts';
import { InvalidAddress, UnknownWallet } from '../wallets/no-wallet-lazy.ts';
import { NetWorth } from './net-worth.tsx';
import { Positions } from './positions.tsx';
import { isUnknownWallet, netWorthQuery } from './whole-picture.ts';

/** Below the first screen: loaded when the reader comes near. */
const WalletHistory = lazy(() =>
  import('./wallet-history.tsx').then(({ WalletHistory }) => ({ default: WalletHistory })),
);
const WalletLoans = lazy(() =>
  import('./wallet-loans.tsx').then(({ WalletLoans }) => ({ default: WalletLoans })),
);
const BatchesPlayed = lazy(() =>
  import('./batches-played.tsx').then(({ BatchesPlayed }) => ({ default: BatchesPlayed })),
);
const WalletTrades = lazy(() =>
  import('./wallet-trades.tsx').then(({ WalletTrades }) => ({ default: WalletTrades })),
);

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
          It neither holds nor has pledged fund shares, has made no trades, owes nothing and plays
          in no batch.
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
            At NAV, without pledged shares, debt and batch deposits. <SyntheticNote />
          </>
        }
      >
        <Late height={330}>
          <WalletHistory address={address} />
        </Late>
      </PageSection>
      <div className="columns even">
        <PageSection title="Loans">
          <Late height={160}>
            <WalletLoans address={address} />
          </Late>
        </PageSection>
        <PageSection
          title="Batches played"
          note="Balance now of each deposit, and the stake per tick and market."
        >
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

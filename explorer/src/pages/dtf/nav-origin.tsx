import { useState } from 'react';
import { createRequest } from 'urql';
import { graphql } from '../../generated/gql.ts';
import type { NavOriginQuery } from '../../generated/graphql.ts';
import { useDataTimestamp } from '../../graphql/data-age.ts';
import { useGateway } from '../../graphql/gateway-state.ts';
import { formatNumber, formatPrice, weiToNumber } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Badge } from '../../ui/figures.tsx';
import { EmptyNote, FailureNote } from '../../ui/page-section.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { TimeSince } from '../../ui/time.tsx';
import { type ChainNav, readNavOnChain } from '../../wallet/chain-reads.ts';
import { useContracts } from '../../wallet/use-contracts.ts';
import { navOnChainQuery } from './nav-on-chain.tsx';

const navOriginQuery = graphql(`
  query NavOrigin($id: ID!) {
    dtf(id: $id) {
      id
      nav {
        usd
        source
        assetsPriced
        assetsTotal
      }
    }
  }
`);

type Nav = NonNullable<NonNullable<NavOriginQuery['dtf']>['nav']>;

/**
 * Shows how the NAV was computed and when, what the contract has, and a button that reads the
 * contract from this page.
 */
export function NavOrigin({ itpId }: { readonly itpId: string }) {
  const variables = { id: itpId };
  return (
    <>
      <QuerySection query={navOriginQuery} variables={variables} height={60} every={10_000}>
        {({ dtf }) =>
          dtf?.nav == null ? (
            <EmptyNote>
              Neither the data node nor the contract has a NAV of this fund now.
            </EmptyNote>
          ) : (
            <Origin nav={dtf.nav} request={createRequest(navOriginQuery, variables).key} />
          )
        }
      </QuerySection>
      <QuerySection query={navOnChainQuery} variables={variables} height={40} every={10_000}>
        {({ dtf }) => {
          const onChain = dtf?.nav?.onChain;
          return onChain == null ? null : (
            <p className="small muted proof nav-origin-chain">
              Contract: <strong>{formatPrice(weiToNumber(onChain.wei))}</strong> · block{' '}
              {formatNumber(onChain.block)} · <TimeSince at={onChain.blockTime} units={1} />
            </p>
          );
        }}
      </QuerySection>
      <Verify itpId={itpId} />
    </>
  );
}

function Origin({ nav, request }: { readonly nav: Nav; readonly request: number }) {
  const readAt = useDataTimestamp(request);
  const isDown = useGateway()?.isDataNodeDown === true;
  const isFromChain = /chain/i.test(nav.source);
  return (
    <p className="small nav-origin">
      <Badge tone={isFromChain || isDown ? 'second' : 'accent'}>
        {isFromChain ? 'From the chain' : 'From the data node'}
      </Badge>{' '}
      {readAt !== null && (
        <span className="muted">
          <TimeSince at={readAt / 1000} units={1} />
          {'. '}
        </span>
      )}
      {isDown && 'The data node does not answer at the moment. '}
      {isFromChain
        ? 'The value is the last one from the contract.'
        : `The sum of quantity times price, with prices of ${formatNumber(nav.assetsPriced)} of ${formatNumber(nav.assetsTotal)} assets.`}
    </p>
  );
}

function Verify({ itpId }: { readonly itpId: string }) {
  const contracts = useContracts();
  const isSandbox = useGateway()?.isSandbox;
  const [state, setState] = useState<'idle' | 'reading' | 'failed' | ChainNav>('idle');
  const verify = async () => {
    setState('reading');
    try {
      setState(await readNavOnChain({ contracts, itpId }));
    } catch {
      setState('failed');
    }
  };
  // Only a sandbox lets the page read the chain by itself.
  if (isSandbox === false) return null;
  return (
    <>
      <div className="verify">
        <Button size="small" disabled={state === 'reading' || contracts === null} onClick={verify}>
          Verify on chain
        </Button>
        <div role="status" className="small">
          {state === 'reading' && 'Reading the contract…'}
          {typeof state === 'object' && (
            <>
              The contract says <strong>{formatPrice(state.navUsd)}</strong> at block{' '}
              {formatNumber(state.block)}.
            </>
          )}
        </div>
      </div>
      {state === 'failed' && (
        <FailureNote message="The chain cannot be read from this page." onRetry={verify} />
      )}
    </>
  );
}

import { useState } from 'react';
import { type FragmentType, readFragment } from '../../generated/fragment-masking.ts';
import { graphql } from '../../generated/gql.ts';
import { formatNumber, formatPrice } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Badge } from '../../ui/figures.tsx';
import { FailureNote } from '../../ui/page-section.tsx';
import { type ChainNav, readNavOnChain } from '../../wallet/chain-reads.ts';
import { useContracts } from '../../wallet/use-contracts.ts';

const navOrigin = graphql(`
  fragment NavOrigin on Dtf {
    id
    itpId
    nav {
      usd
      source
      assetsPriced
      assetsTotal
    }
  }
`);

/** Shows how the NAV was computed, with a button that reads it from the contract. */
export function NavOrigin(props: { readonly fund: FragmentType<typeof navOrigin> }) {
  const { itpId, nav } = readFragment(navOrigin, props.fund);
  const contracts = useContracts();
  const [state, setState] = useState<'idle' | 'reading' | 'failed' | ChainNav>('idle');
  if (nav === null)
    return <p className="muted">Nobody knows the NAV of this fund at the moment.</p>;
  const isFromChain = /chain/i.test(nav.source);

  const verify = async () => {
    setState('reading');
    try {
      setState(await readNavOnChain({ contracts, itpId }));
    } catch {
      setState('failed');
    }
  };

  return (
    <>
      <p className="small">
        <Badge tone={isFromChain ? 'second' : 'accent'}>
          {isFromChain ? 'From the chain' : 'From the data node'}
        </Badge>{' '}
        {isFromChain
          ? 'The data node has no price, so the last value of the contract counts.'
          : `The sum of quantity times price, with prices of ${formatNumber(nav.assetsPriced)} of ${formatNumber(nav.assetsTotal)} assets.`}
      </p>
      <div className="verify">
        <Button size="small" disabled={state === 'reading' || contracts === null} onClick={verify}>
          Verify on chain
        </Button>
        <div role="status" className="small">
          {state === 'reading' && 'Reading the contract…'}
          {typeof state === 'object' && (
            <>
              The contract says <strong>{formatPrice(state.navUsd)}</strong> at block{' '}
              {formatNumber(state.block)}, {formatDifference(state.navUsd, nav.usd)}.
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

function formatDifference(onChain: number, shown: number): string {
  const percent = Math.abs(onChain / shown - 1) * 100;
  return percent < 0.005 ? 'the same as shown' : `${formatNumber(percent, 2)} % from what is shown`;
}

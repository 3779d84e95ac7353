import { useQuery } from 'urql';
import { graphql } from '../../generated/gql.ts';
import type { NavOnChainQuery } from '../../generated/graphql.ts';
import { formatNumber, formatPercent } from '../../lib/format.ts';
import { TimeSince } from '../../ui/time.tsx';

export const navOnChainQuery = graphql(`
  query NavOnChain($id: ID!) {
    dtf(id: $id) {
      id
      nav {
        usd
        source
        onChain {
          wei
          block
          blockTime
          differenceBps
        }
      }
    }
  }
`);

type NavOnChain = NonNullable<NonNullable<NonNullable<NavOnChainQuery['dtf']>['nav']>['onChain']>;

/**
 * Returns the NAV that the contract has, as `NavOrigin` reads it again and again; undefined before
 * the first response, null if the contract has none.
 */
export function useNavOnChain(itpId: string): NavOnChain | null | undefined {
  const [{ data }] = useQuery({ query: navOnChainQuery, variables: { id: itpId } });
  return data && (data.dtf?.nav?.onChain ?? null);
}

/** Says at which block the contract was read, and how far its NAV is from the data node's. */
export function ChainComparison({ onChain }: { readonly onChain: NavOnChain | null | undefined }) {
  if (onChain === null) return <span>the contract has no NAV</span>;
  if (onChain === undefined) {
    // Holds the place, so that nothing moves when the block is known.
    return (
      <span aria-hidden="true" className="unseen">
        contract at block 1,000, 10 s ago: &lt;0.01 % apart
      </span>
    );
  }
  const { block, blockTime, differenceBps } = onChain;
  return (
    <span>
      contract at block {formatNumber(block)}, <TimeSince at={blockTime} units={1} />
      {differenceBps !== null && `: ${formatPercent(Math.abs(differenceBps) / 100)} apart`}
    </span>
  );
}

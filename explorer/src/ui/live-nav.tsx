import { graphql } from '../generated/gql.ts';
import { useLive } from '../graphql/use-live.ts';
import { formatPrice } from '../lib/format.ts';
import { Flash } from './figures.tsx';

const liveNav = graphql(`
  subscription LiveNav($itpId: ID!) {
    nav(itpId: $itpId) {
      usd
      aumUsd
      source
    }
  }
`);

/** The NAV of a fund as it moves; null until the first change is pushed. */
export function useLiveNav(itpId: string): number | null {
  return useLive({ query: liveNav, variables: { itpId } })?.nav?.usd ?? null;
}

/** The NAV of a fund, which flashes when it changes. */
export function LiveNav({ itpId, usd }: { readonly itpId: string; readonly usd: number | null }) {
  const shown = useLiveNav(itpId) ?? usd;
  return <Flash value={shown}>{formatPrice(shown)}</Flash>;
}

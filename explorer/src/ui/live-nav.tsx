import { graphql } from '../generated/gql.ts';
import { useLiveData } from '../graphql/use-live-data.ts';
import { formatPrice } from '../lib/format.ts';
import { FlashOnChange } from './figures.tsx';

const liveNav = graphql(`
  subscription LiveNav($itpId: ID!) {
    nav(itpId: $itpId) {
      usd
      aumUsd
      source
    }
  }
`);

/** Returns the live NAV of a fund; null until the first event. */
export function useLiveNav(itpId: string): number | null {
  return useLiveData(liveNav, { itpId })?.nav?.usd ?? null;
}

/** Shows the live NAV of a fund, which flashes when it changes. */
export function LiveNav({ itpId, usd }: { readonly itpId: string; readonly usd: number | null }) {
  const shown = useLiveNav(itpId) ?? usd;
  return <FlashOnChange value={shown}>{formatPrice(shown)}</FlashOnChange>;
}

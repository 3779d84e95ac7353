import type { ReactNode } from 'react';
import { type FragmentType, readFragment } from '../../generated/fragment-masking.ts';
import { graphql } from '../../generated/gql.ts';
import { formatCount, formatFraction, formatUsd, formatWei } from '../../lib/format.ts';
import { PercentChange, Stat, Stats } from '../../ui/figures.tsx';
import { LiveNav } from '../../ui/live-nav.tsx';

const fundNumbers = graphql(`
  fragment FundNumbers on Dtf {
    id
    itpId
    aumUsd
    totalSupply
    assetCount
    change24hPct
    nav {
      usd
      assetsPriced
      assetsTotal
      aumUsd
      totalSupply
    }
  }
`);

/** Shows the main figures of a fund. */
export function FundFigures(props: {
  readonly fund: FragmentType<typeof fundNumbers>;
  /** Where the figures come from. */
  readonly children: ReactNode;
}) {
  const { itpId, aumUsd, totalSupply, assetCount, change24hPct, nav } = readFragment(
    fundNumbers,
    props.fund,
  );
  return (
    <section className="part numbers" aria-label="Key figures">
      <Stats>
        <Stat label="NAV per share">
          <LiveNav itpId={itpId} usd={nav?.usd ?? null} />
        </Stat>
        <Stat label="Change in 24 h">
          <PercentChange percent={change24hPct} />
        </Stat>
        <Stat label="Assets under management">{formatUsd(aumUsd ?? nav?.aumUsd)}</Stat>
        <Stat label="Shares outstanding">{formatWei(totalSupply ?? nav?.totalSupply, '')}</Stat>
        <Stat label="Basket">{formatCount(assetCount, 'asset')}</Stat>
        <Stat label="Assets with a price">
          {nav === null ? '–' : formatFraction(nav.assetsPriced / Math.max(1, nav.assetsTotal), 0)}
        </Stat>
      </Stats>
      {props.children}
    </section>
  );
}

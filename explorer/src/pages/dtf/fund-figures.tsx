import type { ReactNode } from 'react';
import { type FragmentType, readFragment } from '../../generated/fragment-masking.ts';
import { graphql } from '../../generated/gql.ts';
import { formatCount, formatUsd, formatWei } from '../../lib/format.ts';
import { formatFreshShare, freshPricesDefinition } from '../../lib/fresh-prices.ts';
import { PercentChange, Stat, Stats } from '../../ui/figures.tsx';
import { LiveNav } from '../../ui/live-nav.tsx';
import { StillPrices } from '../../ui/still-prices.tsx';
import { FundStillAssets } from './fund-still-assets.tsx';

const fundNumbers = graphql(`
  fragment FundNumbers on Dtf {
    id
    itpId
    aumUsd
    totalSupply
    assetCount
    change24hPct
    unchangedPricesPct
    nav {
      usd
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
  const fund = readFragment(fundNumbers, props.fund);
  const { itpId, aumUsd, totalSupply, assetCount, change24hPct, unchangedPricesPct, nav } = fund;
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
        <Stat label="Fresh prices" definition={freshPricesDefinition}>
          {formatFreshShare(unchangedPricesPct)} <span className="stat-unit">of weight</span>
        </Stat>
      </Stats>
      <StillPrices unchangedPct={unchangedPricesPct}>
        <FundStillAssets itpId={itpId} />
      </StillPrices>
      {props.children}
    </section>
  );
}

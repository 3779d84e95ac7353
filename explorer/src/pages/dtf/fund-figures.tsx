import type { ReactNode } from 'react';
import { type FragmentType, readFragment } from '../../generated/fragment-masking.ts';
import { graphql } from '../../generated/gql.ts';
import { formatCount, formatUsd, formatWei } from '../../lib/format.ts';
import { formatFreshShare, freshPricesDefinition } from '../../lib/fresh-prices.ts';
import { fundDefinitions as definitions } from '../../lib/fund-definitions.ts';
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
        <Stat label="NAV per share" definition={definitions.nav}>
          <LiveNav itpId={itpId} usd={nav?.usd ?? null} />
        </Stat>
        <Stat label="Change in 24 h" definition={definitions.change24h}>
          <PercentChange percent={change24hPct} />
        </Stat>
        <Stat label="AUM" definition={definitions.aum}>
          {formatUsd(aumUsd ?? nav?.aumUsd)}
        </Stat>
        <Stat label="Shares outstanding" definition={definitions.shares}>
          {formatWei(totalSupply ?? nav?.totalSupply, '')}
        </Stat>
        <Stat label="Basket" definition={definitions.assets}>
          {formatCount(assetCount, 'asset')}
        </Stat>
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

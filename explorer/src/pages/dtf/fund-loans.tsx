import { Link } from 'react-router';
import { type FragmentType, readFragment } from '../../generated/fragment-masking.ts';
import { graphql } from '../../generated/gql.ts';
import { formatFraction, formatGivenPercent, formatPrice, formatWei } from '../../lib/format.ts';
import { Stat, Stats } from '../../ui/figures.tsx';
import { EmptyNote } from '../../ui/page-section.tsx';
import { marketDefinitions as definitions } from '../lending/market-definitions.ts';

const fundLoans = graphql(`
  fragment FundLoans on Dtf {
    id
    lendingMarket {
      lltv
      liquidity
      utilisation
      oraclePrice {
        usd
      }
    }
  }
`);

/** Shows the market that lends against shares of the fund. */
export function FundLoans(props: { readonly fund: FragmentType<typeof fundLoans> }) {
  const { lendingMarket } = readFragment(fundLoans, props.fund);
  if (lendingMarket === null)
    return <EmptyNote>Nobody lends against shares of this fund.</EmptyNote>;
  const { lltv, liquidity, utilisation, oraclePrice } = lendingMarket;
  return (
    <>
      <Stats>
        <Stat label="Liquidity" definition={definitions.free}>
          {formatWei(liquidity, 'USDC', 0)}
        </Stat>
        <Stat label="Utilisation" definition={definitions.utilisation}>
          {formatFraction(utilisation)}
        </Stat>
        <Stat label="Liquidation at" definition={definitions.limit}>
          {formatGivenPercent(100 * lltv)}
        </Stat>
        <Stat label="Share price there" definition={definitions.price}>
          {formatPrice(oraclePrice?.usd)}
        </Stat>
      </Stats>
      <p className="small more">
        <Link to="/lending">All lending markets</Link>
      </p>
    </>
  );
}

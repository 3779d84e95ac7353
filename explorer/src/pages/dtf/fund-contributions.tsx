import '../../styles/performance.css';
import { graphql } from '../../generated/gql.ts';
import type { FundContributionsQuery } from '../../generated/graphql.ts';
import { explainUnchanged } from '../../lib/fresh-prices.ts';
import { sum } from '../../lib/sum.ts';
import { ContributionTable } from '../../performance/contribution-table.tsx';
import { Hint } from '../../ui/fields.tsx';
import { EmptyNote } from '../../ui/page-section.tsx';
import { QuerySection } from '../../ui/query-section.tsx';

const contributionsQuery = graphql(`
  query FundContributions($id: ID!) {
    dtf(id: $id) {
      id
      symbol
      change24hPct
      enrichment {
        holdings {
          asset {
            id
            unchangedSince
          }
          symbol
          weight
          change24hPct
        }
      }
    }
  }
`);

type Holding = NonNullable<
  NonNullable<FundContributionsQuery['dtf']>['enrichment']['holdings']
>[number];

/** What each asset added to the change of the NAV in 24 hours. */
export function FundContributions({ itpId }: { readonly itpId: string }) {
  return (
    <QuerySection query={contributionsQuery} variables={{ id: itpId }} height={305}>
      {({ dtf }) => {
        const holdings = dtf?.enrichment.holdings ?? [];
        if (dtf?.change24hPct == null || holdings.length === 0)
          return <EmptyNote>There is no 24-hour change, or no snapshot of the basket.</EmptyNote>;
        const contributions = contributionsOf(holdings);
        const total = dtf.change24hPct;
        return (
          <ContributionTable
            label="Contributions in 24 hours"
            noun="asset"
            contributions={contributions}
            isComplete
            residual={{
              name: (
                <>
                  Not attributed <Hint label="what is not attributed" text={residualText} />
                </>
              ),
              points: total - sum(contributions.map(({ points }) => points)),
            }}
            total={{ name: `NAV of ${dtf.symbol ?? 'the fund'}`, points: total }}
            file={`fund-${(dtf.symbol ?? itpId).toLowerCase()}-contributions`}
          />
        );
      }}
    </QuerySection>
  );
}

const residualText =
  'Change of the NAV less the contributions of all assets. It comes from the times at which prices are read: the NAV is compared with its value nearest to 24 hours ago, each asset with its own price 24 hours ago, and assets without one count as unchanged. When prices move fast, it can be larger than the small contributions.';

/**
 * The value of an asset now minus that of 24 hours ago, in percent of the basket 24 hours ago. The
 * amounts per share are taken as constant; an asset without a change adds nothing.
 */
function contributionsOf(holdings: readonly Holding[]) {
  const before = holdings.map(({ weight, change24hPct }) => weight / growthOf(change24hPct));
  const basket = sum(before) || 1;
  return holdings.map(({ symbol, weight, asset: { unchangedSince } }, index) => ({
    key: symbol,
    name: symbol,
    points: (100 * (weight - (before[index] ?? weight))) / basket,
    ...(unchangedSince !== null && {
      note: (
        <span className="muted" title={explainUnchanged(unchangedSince)}>
          · unchanged
        </span>
      ),
    }),
  }));
}

const growthOf = (changePct: number | null) => {
  const growth = 1 + (changePct ?? 0) / 100;
  return growth > 0 ? growth : 1;
};

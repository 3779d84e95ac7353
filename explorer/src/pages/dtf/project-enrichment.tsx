import { useQuery } from 'urql';
import { type Bar, BarList } from '../../charts/bar-list.tsx';
import { graphql } from '../../generated/gql.ts';
import {
  formatCompactUsd,
  formatCount,
  formatDay,
  formatLabel,
  formatNumber,
} from '../../lib/format.ts';
import { PercentChange, Stat, Stats } from '../../ui/figures.tsx';
import { EmptyNote, PageSection } from '../../ui/page-section.tsx';
import { QuerySection } from '../../ui/query-section.tsx';

const foundersQuery = graphql(`
  query Founders($id: ID!) {
    dtf(id: $id) {
      id
      enrichment {
        founders {
          totalFounders
          totalCompaniesMatched
          ageDistribution {
            bucket
            count
          }
          genderSplit {
            label
            count
          }
          topNationalities {
            label
            count
          }
        }
      }
    }
  }
`);

const defiQuery = graphql(`
  query Defi($id: ID!) {
    dtf(id: $id) {
      id
      enrichment {
        defi {
          totalTvlUsd
          protocolsWithData
          totalHoldings
          topByTvl {
            name
            symbol
            tvlUsd
            change7dPct
          }
        }
      }
    }
  }
`);

const fundingQuery = graphql(`
  query Funding($id: ID!) {
    dtf(id: $id) {
      id
      enrichment {
        funding {
          totalRaisedMillionUsd
          totalRounds
          topInvestors {
            label
            count
          }
          recentRaises {
            project
            round
            date
            amountMillionUsd
          }
        }
      }
    }
  }
`);

type Count = { readonly label: string; readonly count: number };

const definitions = {
  founders: 'Founders whom the provider knows, of all projects together.',
  projects: 'Assets of the basket with founder data.',
  locked:
    'Total value locked in the protocols behind the assets, USD: the sum of the provider’s latest values.',
  protocols: 'Assets of the basket with protocol data, of all its assets.',
  raised: 'Sum of the known funding rounds of known size, USD.',
  rounds: 'Funding rounds of the projects that the provider knows.',
} as const;

const height = 320;

/** Number of protocols that fill a column. */
const fewProtocols = 5;

/** The most common nationalities of the founders. */
const Nationalities = ({ counts }: { readonly counts: readonly Count[] }) => (
  <BarList
    label="Founders by nationality"
    caption={<h3>Most common nationalities</h3>}
    file="founders-by-nationality"
    columns={['nationality', 'founders']}
    bars={counts.slice(0, 4).map(({ label, count }) => countBar(label, count, formatNumber(count)))}
  />
);

/** Adds a bar for those of a total whom no other bar counts. */
function withUndisclosed(bars: readonly Bar[], total: number): readonly Bar[] {
  const left = total - bars.reduce((sum, { value }) => sum + value, 0);
  return left > 0 ? [...bars, countBar('Undisclosed', left, formatNumber(left))] : bars;
}

const countBar = (name: string, count: number, text: string): Bar => ({
  key: name,
  name,
  value: count,
  text,
  cells: [name, count],
});

/**
 * Shows data of providers about the projects in the basket. Each section loads and fails
 * independently.
 */
export function ProjectEnrichment({ itpId }: { readonly itpId: string }) {
  const variables = { id: itpId };
  const [{ data }] = useQuery({ query: defiQuery, variables });
  // The columns end together: beside few protocols there is room for a part about the founders.
  const protocols = data?.dtf?.enrichment.defi?.topByTvl.length ?? 0;
  const hasFewProtocols = data !== undefined && protocols < fewProtocols;
  return (
    <div className="columns thirds matched">
      <PageSection title="Founders" note="People behind the projects in the basket">
        <QuerySection query={foundersQuery} variables={variables} height={height}>
          {({ dtf }) => {
            const founders = dtf?.enrichment.founders;
            if (founders == null || founders.totalFounders === 0) {
              return <EmptyNote>No founder of these projects is known.</EmptyNote>;
            }
            return (
              <>
                <Stats>
                  <Stat label="Founders" definition={definitions.founders}>
                    {formatNumber(founders.totalFounders)}
                  </Stat>
                  <Stat label="Projects" definition={definitions.projects}>
                    {formatNumber(founders.totalCompaniesMatched)}
                  </Stat>
                </Stats>
                <BarList
                  label="Founders by age"
                  caption={<h3>Age</h3>}
                  file="founders-by-age"
                  columns={['age', 'founders']}
                  bars={withUndisclosed(
                    founders.ageDistribution.map(({ bucket, count }) =>
                      countBar(bucket, count, formatNumber(count)),
                    ),
                    founders.totalFounders,
                  )}
                />
                {!hasFewProtocols && <Nationalities counts={founders.topNationalities} />}
              </>
            );
          }}
        </QuerySection>
      </PageSection>
      <div className="stack">
        <PageSection title="DeFi" note="Value locked in the protocols behind the assets">
          <QuerySection query={defiQuery} variables={variables} height={height}>
            {({ dtf }) => {
              const defi = dtf?.enrichment.defi;
              if (defi == null || defi.topByTvl.length === 0) {
                return <EmptyNote>No asset of the basket belongs to a protocol.</EmptyNote>;
              }
              return (
                <>
                  <Stats>
                    <Stat label="Value locked" definition={definitions.locked}>
                      {formatCompactUsd(defi.totalTvlUsd)}
                    </Stat>
                    <Stat label="Protocols" definition={definitions.protocols}>
                      {formatNumber(defi.protocolsWithData)} of {formatNumber(defi.totalHoldings)}
                    </Stat>
                  </Stats>
                  <BarList
                    label="Protocols by value locked"
                    caption={<h3>Largest, with the change in 7 days</h3>}
                    file="protocols"
                    columns={['protocol', 'symbol', 'value_locked_usd', 'change_7d_pct']}
                    bars={defi.topByTvl
                      .slice(0, 8)
                      .map(({ name, symbol, tvlUsd, change7dPct }) => ({
                        key: `${symbol}${name}`,
                        name,
                        value: tvlUsd,
                        text: (
                          <>
                            {formatCompactUsd(tvlUsd)} <PercentChange percent={change7dPct} />
                          </>
                        ),
                        cells: [name, symbol, tvlUsd, change7dPct],
                      }))}
                  />
                </>
              );
            }}
          </QuerySection>
        </PageSection>
        {hasFewProtocols && (
          <PageSection title="Nationalities of the founders">
            <QuerySection query={foundersQuery} variables={variables} height={154}>
              {({ dtf }) => {
                const counts = dtf?.enrichment.founders?.topNationalities ?? [];
                if (counts.length === 0)
                  return <EmptyNote>No founder of these projects is known.</EmptyNote>;
                return <Nationalities counts={counts} />;
              }}
            </QuerySection>
          </PageSection>
        )}
      </div>
      <PageSection title="Funding" note="Rounds in which the projects raised money">
        <QuerySection query={fundingQuery} variables={variables} height={height}>
          {({ dtf }) => {
            const funding = dtf?.enrichment.funding;
            if (funding == null || funding.totalRounds === 0) {
              return <EmptyNote>No funding round of these projects is known.</EmptyNote>;
            }
            return (
              <>
                <Stats>
                  <Stat label="Raised" definition={definitions.raised}>
                    {formatCompactUsd(funding.totalRaisedMillionUsd * 1_000_000)}
                  </Stat>
                  <Stat label="Rounds" definition={definitions.rounds}>
                    {formatNumber(funding.totalRounds)}
                  </Stat>
                </Stats>
                <BarList
                  label="Investors by rounds"
                  caption={<h3>Most active investors</h3>}
                  file="investors"
                  columns={['investor', 'rounds']}
                  bars={funding.topInvestors
                    .slice(0, 4)
                    .map(({ label, count }) => countBar(label, count, formatCount(count, 'round')))}
                />
                <h3 className="sub">Latest rounds</h3>
                <ul>
                  {funding.recentRaises
                    .slice(0, 3)
                    .map(({ project, round, date, amountMillionUsd }) => (
                      <li key={`${project}${round}${date}`} className="list-row">
                        <span>
                          {project}{' '}
                          <span className="muted">
                            {formatLabel(round)}
                            {date === null ? '' : `, ${formatDay(date)}`}
                          </span>
                        </span>
                        <strong>
                          {amountMillionUsd === 0
                            ? 'undisclosed'
                            : formatCompactUsd(amountMillionUsd * 1_000_000)}
                        </strong>
                      </li>
                    ))}
                </ul>
              </>
            );
          }}
        </QuerySection>
      </PageSection>
    </div>
  );
}

import { graphql } from '../../generated/gql.ts';
import { Page } from '../../layout/page.tsx';
import { Part } from '../../ui/part.tsx';
import { QueryPart } from '../../ui/query-part.tsx';
import { FundTable } from './fund-table.tsx';
import { LatestBacktests } from './latest-backtests.tsx';
import { NetworkState } from './network-state.tsx';
import { NextTicks } from './next-ticks.tsx';

const homeQuery = graphql(`
  query Home {
    dtfs(first: 50) {
      totalCount
      edges {
        node {
          id
          ...FundRow
        }
      }
    }
  }
`);

/** All funds in a table, and beside it what happens next on the network. */
export function HomePage() {
  return (
    <Page
      title="Funds"
      lede="Baskets of tokens that trade as one share. Their net asset value is counted from the chain and moves while you watch."
      query={homeQuery}
      variables={{}}
    >
      <div className="columns">
        <QueryPart query={homeQuery} variables={{}} height={1120}>
          {({ dtfs }) => <FundTable funds={dtfs?.edges.map(({ node }) => node) ?? []} />}
        </QueryPart>
        <aside className="stack" aria-label="Network">
          <Part title="Ticks that end next">
            <NextTicks />
          </Part>
          <Part title="Latest backtests">
            <LatestBacktests />
          </Part>
          <Part title="Oracle network">
            <NetworkState />
          </Part>
        </aside>
      </div>
    </Page>
  );
}

import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { graphql } from '../../generated/gql.ts';
import type { DtfOrderField } from '../../generated/graphql.ts';
import { Page } from '../../layout/page.tsx';
import { formatCount } from '../../lib/format.ts';
import { useDebouncedValue } from '../../lib/use-debounced-value.ts';
import { type Sort, useUrlSort } from '../../lib/use-url-sort.ts';
import { PageSection } from '../../ui/page-section.tsx';
import { Pager, useCursorPages } from '../../ui/pager.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { pageHeads } from '../page-heads.ts';
import { FundFilters } from './fund-filters.tsx';
import { FundTable } from './fund-table.tsx';
import { LatestBacktests } from './latest-backtests.tsx';
import { NetworkState } from './network-state.tsx';
import { NextTicks } from './next-ticks.tsx';

const homeQuery = graphql(`
  query Home($filter: DtfFilter, $orderBy: DtfOrder, $after: String) {
    dtfs(first: 50, filter: $filter, orderBy: $orderBy, after: $after) {
      totalCount
      pageInfo {
        ...PagerPage
      }
      edges {
        node {
          id
          ...FundRow
        }
      }
    }
  }
`);

/** Milliseconds after the last key until the list is filtered. */
const typingPause = 150;

const usualSort: Sort<DtfOrderField> = { key: 'AUM', descending: true };
const orderFields: ReadonlySet<string> = new Set<DtfOrderField>([
  'NAME',
  'NAV',
  'CHANGE_24H',
  'AUM',
  'ASSET_COUNT',
]);

/** The home page: a table of all funds, and the next events of the network. */
export function HomePage() {
  const [params, setParams] = useSearchParams();
  const [search, setSearch] = useState(params.get('search') ?? '');
  const asset = params.get('asset') ?? '';
  const [given, setSort] = useUrlSort('sort', usualSort);
  const sort = given !== undefined && orderFields.has(given.key) ? given : usualSort;
  const pages = useCursorPages();
  const settledSearch = useDebouncedValue(search.trim(), typingPause);
  const variables = {
    filter: { search: settledSearch || null, holdsAsset: asset || null },
    orderBy: { field: sort.key, direction: sort.descending ? 'DESC' : 'ASC' },
    after: pages.after,
  } as const;

  const change = (name: 'search' | 'asset', value: string) => {
    if (name === 'search') setSearch(value);
    pages.first();
    setParams(
      (current) => {
        if (value === '') current.delete(name);
        else current.set(name, value);
        return current;
      },
      { replace: true },
    );
  };

  return (
    <Page head={pageHeads.home} query={homeQuery} variables={variables}>
      <div className="columns">
        <PageSection label="All funds">
          <div className="filters">
            <FundFilters search={search} asset={asset} onChange={change} />
          </div>
          <QuerySection query={homeQuery} variables={variables} height={1050} every={60_000}>
            {({ dtfs }) => (
              <>
                <FundTable
                  funds={dtfs?.edges.map(({ node }) => node) ?? []}
                  sort={sort}
                  onSort={(next) => {
                    pages.first();
                    setSort(next);
                  }}
                />
                {dtfs !== null && (
                  <Pager
                    pages={pages}
                    pageInfo={dtfs.pageInfo}
                    summary={formatCount(dtfs.totalCount, 'fund')}
                  />
                )}
              </>
            )}
          </QuerySection>
        </PageSection>
        <aside className="stack" aria-label="Network">
          <PageSection title="Ticks that end next">
            <NextTicks />
          </PageSection>
          <PageSection title="Latest backtests">
            <LatestBacktests />
          </PageSection>
          <PageSection title="Oracle network">
            <NetworkState />
          </PageSection>
        </aside>
      </div>
    </Page>
  );
}

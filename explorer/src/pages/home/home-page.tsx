import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { graphql } from '../../generated/gql.ts';
import type { DtfOrderField } from '../../generated/graphql.ts';
import { Page } from '../../layout/page.tsx';
import { formatCount } from '../../lib/format.ts';
import { useDebouncedValue } from '../../lib/use-debounced-value.ts';
import { type Sort, useUrlSort } from '../../lib/use-url-sort.ts';
import { useWatchlist } from '../../lib/watchlist.ts';
import { readRange } from '../../performance/nav-ranges.ts';
import { SegmentedControl } from '../../ui/fields.tsx';
import { PageSection } from '../../ui/page-section.tsx';
import { Pager, useCursorPages } from '../../ui/pager.tsx';
import { ProofLine } from '../../ui/proof-line.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { pageHeads } from '../page-heads.ts';
import { ColumnMenu } from './column-menu.tsx';
import { columnSets, findSet } from './column-sets.ts';
import { CompareBar } from './compare-bar.tsx';
import { fundColumns } from './fund-columns.tsx';
import { type FilterName, FundFilters } from './fund-filters.tsx';
import { FundTable } from './fund-table.tsx';
import { LatestBacktests } from './latest-backtests.tsx';
import { NetworkState } from './network-state.tsx';
import { NextTicks } from './next-ticks.tsx';
import { SortField } from './sort-field.tsx';
import { useColumnChoice } from './use-column-choice.ts';

const homeQuery = graphql(`
  query Home(
    $filter: DtfFilter
    $orderBy: DtfOrder
    $after: String
    $yearRange: NavRange!
    $yearBegin: Date
  ) {
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
const orderFields: ReadonlySet<string> = new Set(
  fundColumns.filter(({ sortBy }) => sortBy !== undefined).map(({ key }) => key),
);

/** The home page: a table of all funds, and the next events of the network. */
export function HomePage() {
  const [params, setParams] = useSearchParams();
  const [search, setSearch] = useState(params.get('search') ?? '');
  const asset = params.get('asset') ?? '';
  const isWatchlist = params.get('show') === 'watchlist';
  const watched = useWatchlist();
  const [given, setGivenSort] = useUrlSort('sort', usualSort);
  const sort = given !== undefined && orderFields.has(given.key) ? given : usualSort;
  const isUsualSort = sort.key === usualSort.key && sort.descending;
  const [columns, setColumns] = useColumnChoice();
  const set = findSet(columns);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const pages = useCursorPages();
  const settledSearch = useDebouncedValue(search.trim(), typingPause);
  const year = readRange('Y1');
  const variables = {
    filter: {
      search: settledSearch || null,
      holdsAsset: asset || null,
      ids: isWatchlist ? [...watched].sort() : null,
    },
    orderBy: { field: sort.key, direction: sort.descending ? 'DESC' : 'ASC' },
    after: pages.after,
    yearRange: year.range,
    yearBegin: year.from,
  } as const;

  const change = (name: FilterName, value: string) => {
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
  const setSort = (next: Sort<DtfOrderField>) => {
    pages.first();
    setGivenSort(next);
  };

  return (
    <Page head={pageHeads.home} query={homeQuery} variables={variables}>
      <div className="stack">
        <PageSection label="All funds">
          <div className="fund-filters">
            <FundFilters
              search={search}
              asset={asset}
              isWatchlist={isWatchlist}
              onChange={change}
            />
            <SortField sort={sort} onSort={setSort} />
            <div className="column-sets">
              <SegmentedControl
                label="Columns for"
                value={set?.key ?? ''}
                options={columnSets.map(({ key, label }) => [key, label])}
                onChange={(key) => {
                  const next = columnSets.find((one) => one.key === key);
                  if (next !== undefined) setColumns(next.columns);
                }}
              />
              <ColumnMenu shown={columns} onChange={setColumns} />
            </div>
          </div>
          {isWatchlist && (
            <p className="small muted">
              Your watchlist, stored only in this browser. The star adds or removes a fund.
            </p>
          )}
          <QuerySection query={homeQuery} variables={variables} height={1082} every={30_000}>
            {({ dtfs }) => (
              <>
                <FundTable
                  funds={dtfs?.edges.map(({ node }) => node) ?? []}
                  shown={columns}
                  total={dtfs?.totalCount}
                  sort={sort}
                  onSort={setSort}
                  mainColumn={
                    isUsualSort || sort.key === 'NAME' || sort.key === 'NAV'
                      ? (set?.main ?? 'CHANGE_24H')
                      : sort.key
                  }
                  chosen={chosen}
                  onChoose={setChosen}
                  empty={
                    isWatchlist && watched.size === 0
                      ? 'You are not watching any funds yet. The star before a fund’s name adds it.'
                      : 'No fund matches. Try another name or asset.'
                  }
                >
                  {dtfs !== null && (
                    <Pager
                      pages={pages}
                      pageInfo={dtfs.pageInfo}
                      summary={formatCount(dtfs.totalCount, 'fund')}
                    />
                  )}
                </FundTable>
                <ProofLine source="Data node" query={homeQuery} variables={variables}>
                  <span>NAV live; other columns as read, from daily NAVs (UTC) up to then</span>
                </ProofLine>
              </>
            )}
          </QuerySection>
          <CompareBar chosen={chosen} onClear={() => setChosen([])} />
        </PageSection>
        <aside className="columns level thirds" aria-label="Network">
          <PageSection title="Ticks ending next">
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

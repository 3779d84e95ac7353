import { useRef } from 'react';
import { useSearchParams } from 'react-router';
import { graphql } from '../../generated/gql.ts';
import type { SourceStatus, SourcesPageQuery } from '../../generated/graphql.ts';
import { Page } from '../../layout/page.tsx';
import {
  formatCount,
  formatDuration,
  formatIso,
  formatLabel,
  formatNumber,
} from '../../lib/format.ts';
import { useDebouncedValue } from '../../lib/use-debounced-value.ts';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { PageSection } from '../../ui/page-section.tsx';
import { Pager, useCursorPages } from '../../ui/pager.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { TimeSince } from '../../ui/time.tsx';
import { pageHeads } from '../page-heads.ts';
import { SourceAssets } from './source-assets.tsx';
import { FreshnessBadge, FreshnessCounts, freshnessRule, lateFrom } from './source-freshness.tsx';

const sourcesQuery = graphql(`
  query SourcesPage($filter: DataSourceFilter, $after: String) {
    sources(first: 100, filter: $filter, after: $after) {
      totalCount
      pageInfo {
        ...PagerPage
      }
      edges {
        node {
          sourceId
          name
          category
          assetCount
          status
          lastSync
          syncIntervalSecs
        }
      }
    }
    sourceList {
      sourceId
      category
      status
      lastSync
      syncIntervalSecs
    }
  }
`);

type Row = NonNullable<SourcesPageQuery['sources']>['edges'][number]['node'];

/** The states by which the API filters, in the words of this page. */
const statuses: readonly (readonly [SourceStatus, string])[] = [
  ['HEALTHY', 'On time or late'],
  ['STALE', 'Stale'],
  ['NOT_STARTED', 'Not started'],
];

/** The page of data sources by category and health, with their assets and histories. */
export function SourcesPage() {
  const [params, setParams] = useSearchParams();
  const search = params.get('search') ?? '';
  const category = params.get('category') ?? '';
  const status = statuses.find(([known]) => known === params.get('status'))?.[0];
  const pages = useCursorPages();
  const settled = useDebouncedValue(search, 250);
  const variables = {
    filter: { search: settled, category: category || null, status: status ?? null },
    after: pages.after,
  };
  const selected = params.get('source');
  const detail = useRef<HTMLElement>(null);
  const set = (name: string, value: string | null) => {
    // A change of the filter shows the first page.
    if (name !== 'source' && name !== 'asset') pages.first();
    setParams(
      (current) => {
        if (value === null || value === '') current.delete(name);
        else current.set(name, value);
        if (name === 'source') current.delete('asset');
        return current;
      },
      { replace: name !== 'source' },
    );
  };
  // Scrolls to the detail, which is below the list on a narrow page.
  const showDetail = () => {
    const top = detail.current?.getBoundingClientRect().top ?? 0;
    if (top > innerHeight) detail.current?.scrollIntoView();
  };
  const columns: readonly Column<Row>[] = [
    {
      key: 'name',
      label: 'Source',
      cell: ({ sourceId, name }) => (
        <Button
          look="quiet"
          size="small"
          className="in-table"
          aria-pressed={selected === sourceId}
          onClick={() => {
            set('source', sourceId);
            showDetail();
          }}
        >
          {name ?? formatLabel(sourceId)}
        </Button>
      ),
      sortBy: ({ name, sourceId }) => name ?? sourceId,
      csv: { source: ({ sourceId }) => sourceId, name: ({ name }) => name },
    },
    {
      key: 'category',
      label: 'Category',
      minor: true,
      cell: ({ category }) => formatLabel(category ?? 'other'),
      sortBy: (row) => row.category,
      csv: 'category',
    },
    {
      key: 'status',
      label: 'Freshness',
      definition: freshnessRule,
      cell: (row) => <FreshnessBadge source={row} />,
      sortBy: lateFrom,
      csv: { health: (row) => row.status },
    },
    {
      key: 'sync',
      label: 'Newest',
      align: 'right',
      cell: ({ lastSync }) => (lastSync === null ? 'none' : <TimeSince at={lastSync} units={1} />),
      sortBy: ({ lastSync }) => lastSync,
      csv: { newest_record: ({ lastSync }) => formatIso(lastSync) },
    },
    {
      key: 'interval',
      label: 'Every',
      align: 'right',
      minor: true,
      cell: ({ syncIntervalSecs }) => formatDuration(syncIntervalSecs),
      csv: { interval_s: ({ syncIntervalSecs }) => syncIntervalSecs },
    },
    {
      key: 'assets',
      label: 'Assets',
      align: 'right',
      minor: true,
      cell: ({ assetCount }) => formatNumber(assetCount),
      sortBy: ({ assetCount }) => assetCount,
      csv: 'assets',
    },
  ];
  return (
    <Page head={pageHeads.sources} query={sourcesQuery} variables={variables}>
      <div className="columns wide-aside">
        <PageSection title="All sources" note={freshnessRule}>
          <QuerySection query={sourcesQuery} variables={variables} height={640} every={20_000}>
            {({ sources, sourceList }) => {
              const names = (sourceList ?? []).map((source) => source.category ?? '');
              const categories = [...new Set(names)].filter((name) => name !== '').sort();
              const rows = sources?.edges.map(({ node }) => node) ?? [];
              return (
                <>
                  <section className="numbers compact" aria-label="Freshness of all sources">
                    <FreshnessCounts sources={sourceList ?? []} />
                  </section>
                  <div className="filters below-controls">
                    <TextField
                      label="Search"
                      type="search"
                      placeholder="Name"
                      value={search}
                      onChange={({ target }) => set('search', target.value)}
                    />
                    <SelectField
                      label="Category"
                      value={category}
                      onChange={({ target }) => set('category', target.value)}
                    >
                      <option value="">All</option>
                      {categories.map((name) => (
                        <option key={name} value={name}>
                          {formatLabel(name)}
                        </option>
                      ))}
                    </SelectField>
                    <SelectField
                      label="Freshness"
                      value={status ?? ''}
                      onChange={({ target }) => set('status', target.value)}
                    >
                      <option value="">All</option>
                      {statuses.map(([name, label]) => (
                        <option key={name} value={name}>
                          {label}
                        </option>
                      ))}
                    </SelectField>
                  </div>
                  <DataTable
                    label="Sources"
                    columns={columns}
                    rows={rows}
                    rowKey={({ sourceId }) => sourceId}
                    csv="sources"
                    total={sources?.totalCount}
                    empty="No source matches."
                  >
                    {sources !== null && (
                      <Pager
                        pages={pages}
                        pageInfo={sources.pageInfo}
                        summary={formatCount(sources.totalCount, 'source')}
                      />
                    )}
                  </DataTable>
                </>
              );
            }}
          </QuerySection>
        </PageSection>
        <aside ref={detail} aria-label="Source">
          <SourceAssets
            sourceId={selected ?? 'crypto'}
            assetId={params.get('asset')}
            onSelect={(assetId) => set('asset', assetId)}
          />
        </aside>
      </div>
    </Page>
  );
}

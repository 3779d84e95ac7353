import { useSearchParams } from 'react-router';
import { graphql } from '../../generated/gql.ts';
import type { SourcesPageQuery } from '../../generated/graphql.ts';
import { Page } from '../../layout/page.tsx';
import { formatDuration, formatIso, formatLabel, formatNumber } from '../../lib/format.ts';
import { useIsNarrow } from '../../lib/use-is-narrow.ts';
import { useNow } from '../../lib/use-now.ts';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { PageSection } from '../../ui/page-section.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { TimeSince } from '../../ui/time.tsx';
import { pageHeads } from '../page-heads.ts';
import { SourceAssets } from './source-assets.tsx';
import {
  FreshnessBadge,
  FreshnessFilter,
  freshnesses,
  freshnessOf,
  freshnessRule,
  LateSince,
  lateSince,
  urgencyOf,
} from './source-freshness.tsx';

const sourcesQuery = graphql(`
  query SourcesPage {
    sourceList {
      sourceId
      name
      category
      assetCount
      status
      lastSync
      syncIntervalSecs
    }
  }
`);

type Row = NonNullable<SourcesPageQuery['sourceList']>[number];

/** The page of data sources by category and health, with their assets and histories. */
export function SourcesPage() {
  const [params, setParams] = useSearchParams();
  const search = params.get('search') ?? '';
  const category = params.get('category') ?? '';
  const freshness = freshnesses.find((known) => known === params.get('freshness')) ?? null;
  const now = useNow();
  const isShown = (source: Row) =>
    (category === '' || source.category === category) &&
    (freshness === null || freshnessOf(source, now) === freshness) &&
    `${source.name ?? ''} ${source.sourceId}`.toLowerCase().includes(search.trim().toLowerCase());
  const selected = params.get('source');
  const isNarrow = useIsNarrow();
  const set = (name: string, value: string | null) => {
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
  const detail = (sourceId: string) => (
    <aside aria-label="Source">
      <SourceAssets
        sourceId={sourceId}
        assetId={params.get('asset')}
        onSelect={(assetId) => set('asset', assetId)}
      />
    </aside>
  );
  const columns: readonly Column<Row>[] = [
    {
      key: 'name',
      label: 'Source',
      cell: ({ sourceId, name }) => (
        <Button
          look="quiet"
          size="small"
          className="in-table"
          {...(isNarrow
            ? { 'aria-expanded': selected === sourceId }
            : { 'aria-pressed': selected === sourceId })}
          onClick={() => set('source', isNarrow && selected === sourceId ? null : sourceId)}
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
      cell: (row) => (
        <>
          <FreshnessBadge source={row} />
          <LateSince source={row} />
        </>
      ),
      sortBy: (row) => urgencyOf(row, now),
      csv: {
        health: (row) => row.status,
        freshness: (row) => freshnessOf(row, now),
        late_since: (row) => formatIso(lateSince(row, now)),
      },
    },
    {
      key: 'sync',
      label: 'Newest',
      definition: 'Age of the newest record of the source.',
      align: 'right',
      cell: ({ lastSync }) => (lastSync === null ? 'none' : <TimeSince at={lastSync} units={1} />),
      sortBy: ({ lastSync }) => lastSync,
      csv: { newest_record: ({ lastSync }) => formatIso(lastSync) },
    },
    {
      key: 'interval',
      label: 'Every',
      definition: 'The interval at which the source is read.',
      align: 'right',
      minor: true,
      cell: ({ syncIntervalSecs }) => formatDuration(syncIntervalSecs),
      sortBy: ({ syncIntervalSecs }) => syncIntervalSecs,
      csv: 'interval_s',
    },
    {
      key: 'assets',
      label: 'Assets',
      definition: 'Number of values that the source has.',
      align: 'right',
      minor: true,
      cell: ({ assetCount }) => formatNumber(assetCount),
      sortBy: ({ assetCount }) => assetCount,
      csv: 'assets',
    },
  ];
  return (
    <Page head={pageHeads.sources} query={sourcesQuery} variables={{}}>
      <div className="columns wide-aside">
        <PageSection
          title="All sources"
          note="The API states which sources are stale, which have not started and which are healthy; of the healthy ones those are late whose newest record is older than two of their intervals and a minute."
        >
          <QuerySection query={sourcesQuery} variables={{}} height={640} every={20_000}>
            {({ sourceList }) => {
              const names = (sourceList ?? []).map((source) => source.category ?? '');
              const categories = [...new Set(names)].filter((name) => name !== '').sort();
              const rows = (sourceList ?? []).filter(isShown);
              return (
                <>
                  <FreshnessFilter
                    sources={sourceList ?? []}
                    value={freshness}
                    onChange={(value) => set('freshness', value)}
                  />
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
                  </div>
                  <DataTable
                    label="Sources"
                    columns={columns}
                    rows={rows}
                    rowKey={({ sourceId }) => sourceId}
                    // On a narrow page there is no room beside the list.
                    detail={({ sourceId }) =>
                      isNarrow && sourceId === selected ? detail(sourceId) : null
                    }
                    csv="sources"
                    // What needs a look comes first.
                    firstRows={25}
                    initialSort={{ key: 'status', descending: false }}
                    empty="No source matches."
                  />
                </>
              );
            }}
          </QuerySection>
        </PageSection>
        {!isNarrow && detail(selected ?? 'crypto')}
      </div>
    </Page>
  );
}

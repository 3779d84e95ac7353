import { useQuery } from '@dtf-graph/client/react';
import { useMemo } from 'react';
import { TimeChart } from '../../charts/time-chart.tsx';
import { graphql } from '../../generated/gql.ts';
import type { SourceAssetsQuery } from '../../generated/graphql.ts';
import { useGateway } from '../../graphql/gateway-state.ts';
import { formatCount, formatInUnit, formatLabel, formatNumber } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { PercentChange } from '../../ui/figures.tsx';
import { EmptyNote, PageSection } from '../../ui/page-section.tsx';
import { Pager, useCursorPages } from '../../ui/pager.tsx';
import { LoadedSection, QuerySection } from '../../ui/query-section.tsx';
import { FreshnessBadge, FreshnessNote, hasCurrentChange } from './source-freshness.tsx';

const sourceAssetsQuery = graphql(`
  query SourceAssets($id: String!, $after: String) {
    source(id: $id) {
      sourceId
      name
      description
      valueLabel
      valueUnit
      status
      lastSync
      syncIntervalSecs
      assetCount
      assets(first: 8, after: $after) {
        totalCount
        pageInfo {
          ...PagerPage
        }
        edges {
          node {
            assetId
            symbol
            name
            value
            changePct
          }
        }
      }
    }
  }
`);

const marketHistoryQuery = graphql(`
  query MarketHistory($source: String!, $asset: String!) {
    marketHistory(source: $source, asset: $asset) {
      timestamp
      value
    }
  }
`);

type Source = NonNullable<SourceAssetsQuery['source']>;
type Row = NonNullable<Source['assets']>['edges'][number]['node'];

type SourceAssetsProps = {
  readonly sourceId: string;
  readonly assetId: string | null;
  readonly onSelect: (assetId: string) => void;
};

/** Milliseconds between two requests. */
const every = 20_000;

/** Shows the assets of a source and the history of the selected asset. */
export function SourceAssets(props: SourceAssetsProps) {
  // The key resets the page number for each source.
  return <Assets key={props.sourceId} {...props} />;
}

function Assets({ sourceId, assetId, onSelect }: SourceAssetsProps) {
  const pages = useCursorPages();
  // The API leaves the period to the source; those of the sandbox have the same one.
  const now = useNow();
  const period = useGateway()?.isSandbox === true ? '24 h' : 'period of the source';
  const variables = { id: sourceId, after: pages.after };
  const loaded = useQuery(sourceAssetsQuery, variables, { every, keepPrevious: true });
  return (
    <PageSection title={loaded.data?.source?.name ?? formatLabel(sourceId)}>
      <LoadedSection
        loaded={loaded}
        query={sourceAssetsQuery}
        variables={variables}
        height={720}
        every={every}
      >
        {({ source }) => {
          if (source === null) return <EmptyNote>There is no such source.</EmptyNote>;
          const rows = source.assets?.edges.map(({ node }) => node) ?? [];
          const shown = assetId ?? rows[0]?.assetId;
          const isCurrent = hasCurrentChange(source, now);
          const columns = columnsOf(source, { isCurrent, period, shown, onSelect });
          return (
            <>
              <p className="small muted">{source.description}</p>
              <p className="small source-freshness">
                <FreshnessBadge source={source} />{' '}
                <span className="muted">
                  <FreshnessNote source={source} />
                </span>
              </p>
              {shown !== undefined && (
                <History
                  sourceId={sourceId}
                  assetId={shown}
                  name={rows.find((row) => row.assetId === shown)?.name ?? shown}
                  unit={source.valueUnit}
                />
              )}
              <DataTable
                label="Assets of the source"
                columns={columns}
                rows={rows}
                rowKey={(row) => row.assetId}
                csv={`source-${sourceId}`}
                total={source.assets?.totalCount}
                empty="This source has no assets."
              >
                {source.assets !== null && (
                  <Pager
                    pages={pages}
                    pageInfo={source.assets.pageInfo}
                    summary={`${formatNumber(source.assets.totalCount)} with a value, of ${formatCount(source.assetCount, 'asset')}`}
                  />
                )}
              </DataTable>
            </>
          );
        }}
      </LoadedSection>
    </PageSection>
  );
}

function columnsOf(
  source: Source,
  options: {
    /** Whether changes are changes up to now; those of a source that is not read are not shown. */
    readonly isCurrent: boolean;
    readonly period: string;
    readonly shown: string | undefined;
    readonly onSelect: (assetId: string) => void;
  },
): readonly Column<Row>[] {
  const { isCurrent, period, shown, onSelect } = options;
  return [
    {
      key: 'asset',
      label: 'Asset',
      cell: ({ assetId, symbol, name }) => (
        <Button
          look="quiet"
          size="small"
          className="in-table"
          aria-pressed={shown === assetId}
          onClick={() => onSelect(assetId)}
        >
          {symbol} <span className="muted">{name}</span>
        </Button>
      ),
      csv: {
        asset: ({ assetId }) => assetId,
        symbol: ({ symbol }) => symbol,
        name: ({ name }) => name,
      },
    },
    {
      key: 'value',
      label: source.valueLabel ?? 'Value',
      definition: 'The newest value that the source reports, in its own unit.',
      align: 'right',
      cell: ({ value }) => formatInUnit(value, source.valueUnit),
      csv: { value: ({ value }) => value, unit: () => source.valueUnit },
    },
    {
      key: 'change',
      label: 'Change',
      window: period,
      definition:
        'Change up to the newest record; – if that is older than a day and late, or the source is stale.',
      align: 'right',
      cell: ({ changePct }) => <PercentChange percent={isCurrent ? changePct : null} />,
      csv: { change_pct: ({ changePct }) => (isCurrent ? changePct : null) },
    },
  ];
}

const height = 190;
/** Height of a chart's legend including its margin, pixels. */
const legendHeight = 28.8;

function History(props: {
  readonly sourceId: string;
  readonly assetId: string;
  readonly name: string;
  readonly unit: string | null;
}) {
  const { sourceId, assetId, name, unit } = props;
  return (
    <QuerySection
      query={marketHistoryQuery}
      variables={{ source: sourceId, asset: assetId }}
      height={height + legendHeight}
    >
      {({ marketHistory }) => <HistoryChart name={name} unit={unit} points={marketHistory ?? []} />}
    </QuerySection>
  );
}

function HistoryChart(props: {
  readonly name: string;
  readonly unit: string | null;
  readonly points: readonly { readonly timestamp: number; readonly value: number }[];
}) {
  const { name, unit, points } = props;
  const series = useMemo(() => [{ name, look: 'area' as const, points }], [name, points]);
  const format = useMemo(() => (value: number) => formatInUnit(value, unit), [unit]);
  if (points.length < 2) return <EmptyNote>No history of {name} is known.</EmptyNote>;
  return <TimeChart label={`History of ${name}`} series={series} format={format} height={height} />;
}

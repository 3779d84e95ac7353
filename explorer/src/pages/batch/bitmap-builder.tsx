import { useState } from 'react';
import { useClient } from 'urql';
import { graphql } from '../../generated/gql.ts';
import type { BatchMarketsQuery, Direction } from '../../generated/graphql.ts';
import {
  formatCount,
  formatInUnit,
  formatMarket,
  formatNumber,
  nameBeside,
} from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { SegmentedControl } from '../../ui/fields.tsx';
import { FlashOnChange, PercentChange } from '../../ui/figures.tsx';
import { Pager, useCursorPages } from '../../ui/pager.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { followChanges, useSourceUnit } from './follow-changes.ts';
import { countPredictions, type Predictions } from './predictions.ts';

const marketsQuery = graphql(`
  query BatchMarkets($id: ID!, $after: String) {
    batch(id: $id) {
      id
      markets(first: 50, after: $after) {
        totalCount
        pageInfo {
          ...PagerPage
        }
        edges {
          bit
          node {
            marketId
            symbol
            displayName
            value
            changePct
          }
        }
      }
    }
  }
`);

type Row = NonNullable<NonNullable<BatchMarketsQuery['batch']>['markets']>['edges'][number];

/** Number of markets on a page; the query has the same number. */
const pageSize = 50;
/** Heights of the table's header and rows, pixels. */
const headHeight = 39;
const rowHeight = 41;
/** Rows that are shown at first, which fit beside the other parts of the page. */
const firstRows = 15;

type BitmapBuilderProps = {
  readonly batchId: string;
  readonly sourceId: string | null;
  readonly marketCount: number;
  readonly predictions: Predictions;
  readonly onChange: (predictions: Predictions) => void;
};

/** A table of the markets of a batch with their values and the user's predictions. */
export function BitmapBuilder(props: BitmapBuilderProps) {
  const { batchId, sourceId, marketCount, predictions, onChange } = props;
  const client = useClient();
  const pages = useCursorPages();
  const unit = useSourceUnit(sourceId);
  const [busy, setBusy] = useState(false);
  const all = (direction: Direction) =>
    onChange(new Map(Array.from({ length: marketCount }, (_, bit) => [bit, direction])));
  const followChange = async () => {
    setBusy(true);
    onChange(await followChanges(client, batchId));
    setBusy(false);
  };
  const columns: readonly Column<Row>[] = [
    {
      key: 'market',
      label: 'Market',
      cell: ({ node }) => (
        <>
          <span className="ticker">{formatMarket(node)}</span>{' '}
          <span className="muted minor">{nameBeside(formatMarket(node), node.displayName)}</span>
        </>
      ),
      csv: {
        market: ({ node }) => node.marketId,
        symbol: ({ node }) => node.symbol,
        name: ({ node }) => node.displayName,
      },
    },
    {
      key: 'value',
      label: 'Value',
      definition: 'Latest value, in the unit of its source.',
      align: 'right',
      cell: ({ node }) => (
        <FlashOnChange value={node.value}>{formatInUnit(node.value, unit)}</FlashOnChange>
      ),
      csv: { value: ({ node }) => node.value, unit: () => unit },
    },
    {
      key: 'change',
      label: '24 h',
      definition:
        'Change of the value as its source states it, percent; the period can differ from 24 hours in some sources.',
      align: 'right',
      minor: true,
      cell: ({ node }) => <PercentChange percent={node.changePct} />,
      csv: { change_24h_pct: ({ node }) => node.changePct },
    },
    {
      key: 'prediction',
      label: 'Prediction',
      align: 'right',
      cell: ({ bit, node }) => (
        <SegmentedControl
          label={`Prediction for ${formatMarket(node)}`}
          value={predictions.get(bit) ?? null}
          options={[
            ['UP', 'Up'],
            ['DOWN', 'Down'],
          ]}
          onChange={(direction) => onChange(new Map(predictions).set(bit, direction))}
        />
      ),
      csv: { prediction: ({ bit }) => predictions.get(bit) },
    },
  ];
  const { up, down, missing } = countPredictions(predictions, marketCount);
  return (
    <>
      <div className="toolbar">
        <Button size="small" onClick={() => all('UP')}>
          All up
        </Button>
        <Button size="small" onClick={() => all('DOWN')}>
          All down
        </Button>
        <Button size="small" disabled={busy} onClick={followChange}>
          Follow 24 h change
        </Button>
        <p className="small muted" role="status">
          {formatNumber(up)} up, {formatNumber(down)} down
          {missing > 0 && `, ${formatNumber(missing)} open`}
        </p>
      </div>
      <QuerySection
        query={marketsQuery}
        variables={{ id: batchId, after: pages.after }}
        height={headHeight + rowHeight * Math.min(marketCount, firstRows)}
        every={10_000}
      >
        {({ batch }) => {
          const markets = batch?.markets;
          return (
            <DataTable
              label="Markets"
              columns={columns}
              rows={markets?.edges ?? []}
              rowKey={({ bit }) => String(bit)}
              csv={`batch-${batchId}-markets`}
              total={markets?.totalCount}
              firstRows={firstRows}
              empty="This batch has no markets."
            >
              {markets != null && markets.totalCount > pageSize && (
                <Pager
                  pages={pages}
                  pageInfo={markets.pageInfo}
                  summary={formatCount(markets.totalCount, 'market')}
                />
              )}
            </DataTable>
          );
        }}
      </QuerySection>
    </>
  );
}

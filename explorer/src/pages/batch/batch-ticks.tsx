import { useState } from 'react';
import { useClient } from 'urql';
import { graphql } from '../../generated/gql.ts';
import type { TicksQuery } from '../../generated/graphql.ts';
import { useLiveData } from '../../graphql/use-live-data.ts';
import { formatExactWei, formatIso, formatNumber, formatWei } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { FormattedTime } from '../../ui/time.tsx';
import { matchedDefinition, statisticsQuery } from './batch-statistics.tsx';
import { TickDetail } from './tick-detail.tsx';

const ticksQuery = graphql(`
  query Ticks($id: ID!) {
    batch(id: $id) {
      id
      ticks(first: 20) {
        totalCount
        edges {
          node {
            tickId
            resolvedAt
            playerCount
            totalMatched
          }
        }
      }
    }
  }
`);

const resolvedSubscription = graphql(`
  subscription TickResolved($id: ID!) {
    tickResolved(batchId: $id) {
      tickId
    }
  }
`);

type Row = NonNullable<NonNullable<TicksQuery['batch']>['ticks']>['edges'][number]['node'];

/** A list of the newest settled ticks. Users open a tick to see its outcomes and predictions. */
export function BatchTicks(props: { readonly batchId: string; readonly sourceId: string | null }) {
  const { batchId, sourceId } = props;
  const client = useClient();
  const [open, setOpen] = useState<number | null>(null);
  // Reloads the list and the statistics, because what is cached lacks a new tick.
  useLiveData(resolvedSubscription, { id: batchId }, () => {
    for (const query of [ticksQuery, statisticsQuery])
      void client.query(query, { id: batchId }, { requestPolicy: 'network-only' }).toPromise();
  });
  const columns: readonly Column<Row>[] = [
    {
      key: 'tick',
      label: 'Tick',
      cell: ({ tickId }) => formatNumber(tickId),
      csv: { tick: ({ tickId }) => tickId },
    },
    {
      key: 'time',
      label: 'Settled',
      cell: ({ resolvedAt }) =>
        resolvedAt === null ? '–' : <FormattedTime at={resolvedAt} show="exact" />,
      csv: { settled_at: ({ resolvedAt }) => formatIso(resolvedAt) },
    },
    {
      key: 'players',
      label: 'Players',
      definition: 'Players who took part in the tick.',
      align: 'right',
      minor: true,
      cell: ({ playerCount }) => formatNumber(playerCount),
      csv: { players: ({ playerCount }) => playerCount },
    },
    {
      key: 'matched',
      label: 'Matched stakes',
      definition: `${matchedDefinition} The sum over the markets of the tick, USDC.`,
      align: 'right',
      minor: true,
      cell: ({ totalMatched }) => formatWei(totalMatched, 'USDC'),
      csv: { matched_usdc: ({ totalMatched }) => formatExactWei(totalMatched) },
    },
    {
      key: 'open',
      label: 'Details',
      align: 'right',
      cell: ({ tickId }) => (
        <Button
          size="small"
          look="quiet"
          aria-expanded={open === tickId}
          aria-label={`Open details of tick ${tickId}`}
          onClick={() => setOpen(open === tickId ? null : tickId)}
        >
          {open === tickId ? 'Close' : 'Open'}
        </Button>
      ),
      csv: {},
    },
  ];
  return (
    <QuerySection query={ticksQuery} variables={{ id: batchId }} height={300} every={15_000}>
      {({ batch }) => (
        <DataTable
          label="Settled ticks"
          csv={`batch-${batchId}-ticks`}
          firstRows={12}
          total={batch?.ticks?.totalCount}
          columns={columns}
          rows={batch?.ticks?.edges.map(({ node }) => node) ?? []}
          rowKey={({ tickId }) => String(tickId)}
          detail={({ tickId }) =>
            tickId === open ? (
              <TickDetail batchId={batchId} tickId={tickId} sourceId={sourceId} />
            ) : null
          }
          empty="No tick is settled yet."
        />
      )}
    </QuerySection>
  );
}

import { Link } from 'react-router';
import { formatIso, formatNumber, formatWei, weiToNumber } from '../../lib/format.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Badge } from '../../ui/figures.tsx';
import { FormattedTime } from '../../ui/time.tsx';
import { rightDefinition } from '../markets/right-definition.ts';
import type { Player } from './player-page.tsx';
import { profitColumns } from './profit-columns.tsx';
import { recordDefinitions } from './record-figures.tsx';

type Row = Player['ticks'][number];

const columns: readonly Column<Row>[] = [
  {
    key: 'tick',
    label: 'Tick',
    cell: ({ batchId, tickId }) => (
      <>
        {formatNumber(tickId)} of <Link to={`/markets/${batchId}`}>batch {batchId}</Link>
      </>
    ),
    csv: { batch: ({ batchId }) => batchId, tick: ({ tickId }) => tickId },
  },
  {
    key: 'ended',
    label: 'Ended',
    minor: true,
    cell: ({ endedAt }) => <FormattedTime at={endedAt} show="exact" />,
    sortBy: ({ endedAt }) => endedAt,
    csv: { ended_at: ({ endedAt }) => formatIso(endedAt) },
  },
  {
    key: 'right',
    label: 'Right',
    definition: rightDefinition,
    align: 'right',
    cell: ({ hits, decided, isForfeit }) =>
      isForfeit ? (
        <Badge tone="down">Forfeit</Badge>
      ) : (
        `${formatNumber(hits)} of ${formatNumber(decided)}`
      ),
    sortBy: ({ hits, decided }) => (decided === 0 ? null : hits / decided),
    csv: {
      right: ({ hits }) => hits,
      markets_that_moved: ({ decided }) => decided,
      is_forfeit: ({ isForfeit }) => isForfeit,
    },
  },
  {
    key: 'stake',
    label: 'Staked',
    definition: recordDefinitions.staked,
    align: 'right',
    minor: true,
    cell: ({ stake }) => formatWei(stake, 'USDC'),
    sortBy: ({ stake }) => weiToNumber(stake),
    csv: {},
  },
  ...profitColumns,
];

/** A table of the counted ticks of a player. */
export function PlayedTicks({ ticks }: { readonly ticks: readonly Row[] }) {
  return (
    <DataTable
      label="Counted ticks"
      csv="player-ticks"
      columns={columns}
      rows={ticks}
      rowKey={({ batchId, tickId }) => `${batchId} ${tickId}`}
      firstRows={12}
      initialSort={{ key: 'ended', descending: true }}
      empty="No tick of this wallet is revealed yet."
    />
  );
}

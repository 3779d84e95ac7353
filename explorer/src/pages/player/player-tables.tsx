import type { PlayerPageQuery } from '../../generated/graphql.ts';
import {
  formatCount,
  formatFixed,
  formatFraction,
  formatNumber,
  formatPercent,
  weiToNumber,
} from '../../lib/format.ts';
import { wilsonInterval } from '../../lib/significance.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { BatchLink } from '../../ui/figures.tsx';
import { rightDefinition } from '../markets/right-definition.ts';
import { profitColumns } from './profit-columns.tsx';
import { recordDefinitions } from './record-figures.tsx';

type Played = NonNullable<PlayerPageQuery['predictionPlayer']>['batches'][number];
type Accuracy = {
  readonly key: string;
  readonly name: string;
  readonly hits: number;
  readonly decided: number;
  readonly accuracyPct: number;
};

const batchColumns: readonly Column<Played>[] = [
  {
    key: 'batch',
    label: 'Batch',
    cell: ({ batch }) => <BatchLink {...batch} />,
    sortBy: ({ batch }) => batch.batchId,
    csv: 'batch',
  },
  {
    key: 'ticks',
    label: 'Ticks',
    definition: recordDefinitions.ticks,
    align: 'right',
    minor: true,
    cell: ({ ticksPlayed, forfeits }) => (
      <>
        {formatNumber(ticksPlayed)}
        {forfeits > 0 && <span className="muted"> + {formatCount(forfeits, 'forfeit')}</span>}
      </>
    ),
    csv: { ticks: ({ ticksPlayed }) => ticksPlayed, forfeits: ({ forfeits }) => forfeits },
  },
  {
    key: 'rate',
    label: 'Right',
    definition: rightDefinition,
    align: 'right',
    cell: ({ winRate }) => formatFraction(winRate),
    csv: { win_rate_fraction: ({ winRate }) => winRate },
  },
  ...profitColumns,
];

const accuracyColumns: readonly Column<Accuracy>[] = [
  { key: 'name', label: 'Name', cell: ({ name }) => name, sortBy: ({ name }) => name, csv: 'name' },
  {
    key: 'decided',
    label: 'Predictions',
    definition: 'Predictions of markets that moved.',
    align: 'right',
    cell: ({ decided }) => formatNumber(decided),
    sortBy: ({ decided }) => decided,
    csv: 'predictions',
  },
  {
    key: 'accuracy',
    label: 'Right',
    definition: rightDefinition,
    align: 'right',
    cell: ({ accuracyPct }) => formatPercent(accuracyPct),
    sortBy: ({ accuracyPct }) => accuracyPct,
    csv: 'right_pct',
  },
  {
    key: 'interval',
    label: '95 % interval',
    definition: 'Wilson’s interval of the share of right predictions',
    align: 'right',
    minor: true,
    cell: ({ hits, decided }) => formatInterval(wilsonInterval(hits, decided)),
    csv: {
      low_95_pct: ({ hits, decided }) => percentOf(wilsonInterval(hits, decided)?.low),
      high_95_pct: ({ hits, decided }) => percentOf(wilsonInterval(hits, decided)?.high),
    },
  },
];

const percentOf = (fraction: number | undefined) =>
  fraction === undefined ? null : 100 * fraction;

const formatInterval = (interval: ReturnType<typeof wilsonInterval>) =>
  interval === null ? '–' : `${formatFixed(100 * interval.low)}–${formatFraction(interval.high)}`;

/** What a player did in each batch: those of which a tick is counted, or all before the first. */
export function PlayedBatches({ batches }: { readonly batches: readonly Played[] }) {
  const played = batches.filter(isPlayed);
  return (
    <DataTable
      label="Batches"
      columns={batchColumns}
      rows={played.length > 0 ? played : batches}
      rowKey={({ batch }) => batch.id}
      csv="player-batches"
      empty="This wallet plays in no batch."
    />
  );
}

/** Whether a tick of a batch is counted. */
export const isPlayed = ({ ticksPlayed, forfeits }: Played): boolean => ticksPlayed + forfeits > 0;

/** Says which batches did best and worst, if there are two at least. */
export function describeBatches(batches: readonly Played[]): string | undefined {
  const ranked = batches
    .filter(isPlayed)
    .toSorted((left, right) => weiToNumber(right.profit) - weiToNumber(left.profit));
  const [best, worst] = [ranked[0], ranked.at(-1)];
  return ranked.length < 2 || best === undefined || worst === undefined
    ? undefined
    : `Most profit: batch ${best.batch.batchId}. Least: batch ${worst.batch.batchId}.`;
}

/** How often a player was right, by source or by market. */
export function AccuracyTable(props: {
  readonly label: string;
  readonly file: string;
  readonly rows: readonly Accuracy[];
}) {
  return (
    <DataTable
      label={props.label}
      columns={accuracyColumns}
      rows={props.rows}
      rowKey={({ key }) => key}
      csv={props.file}
      firstRows={10}
      empty="Nothing is decided yet."
    />
  );
}

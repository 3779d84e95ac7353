import { useQuery } from '@dtf-graph/client/react';
import type { ReactNode } from 'react';
import {
  formatChange,
  formatCount,
  formatFraction,
  formatNumber,
  formatUsdc,
  weiToNumber,
} from '../../lib/format.ts';
import { median } from '../../lib/median.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Hint } from '../../ui/fields.tsx';
import { PercentChange, UsdcGain } from '../../ui/figures.tsx';
import { PageSection } from '../../ui/page-section.tsx';
import { TimeSince } from '../../ui/time.tsx';
import { leaderboardQuery, type RankedPlayer, rankPlayers } from '../markets/rank-players.ts';
import { returnDefinition } from '../markets/return-on-stake.ts';
import { rightDefinition } from '../markets/right-definition.ts';
import type { Player } from './player-page.tsx';
import { returnOf } from './profit-columns.tsx';

/** A figure of both scopes: what is shown, and the value in the CSV. */
type Row = {
  readonly figure: string;
  readonly definition: string;
  /** What belongs to the name. */
  readonly note?: string | undefined;
  readonly counted: Value;
  readonly lifetime: Value;
  readonly median?: Value;
};
type Value = readonly [shown: ReactNode, exact: number | null | undefined] | null;

/** What the figures of a player are. */
export const recordDefinitions = {
  profit:
    'Payouts less stakes, before the fee of a claim. Ticks that are sealed, older, or in batches the wallet has left count only in the lifetime.',
  return: returnDefinition,
  staked: 'Stakes on all markets together.',
  right: rightDefinition,
  ticks:
    'Ticks in which the wallet had stakes and sent its predictions. A forfeit is a tick without predictions, which loses the stakes.',
  streak: 'The most counted ticks in a row that ended with a profit, in the order of their ends.',
  rank: 'The place by profit among the players with a settled tick.',
} as const;

const columns: readonly Column<Row>[] = [
  {
    key: 'figure',
    label: 'Figure',
    cell: ({ figure, definition, note }) => (
      <>
        {figure} <Hint label={figure} text={definition} />
        {note !== undefined && <span className="figure-scope muted small">{note}</span>}
      </>
    ),
    csv: { figure: ({ figure }) => figure },
  },
  {
    key: 'counted',
    label: 'Counted',
    definition: 'Of the counted ticks.',
    window: 'ticks',
    align: 'right',
    cell: ({ counted }) => <strong>{counted?.[0]}</strong>,
    csv: { counted_ticks: ({ counted }) => counted?.[1] },
  },
  {
    key: 'lifetime',
    label: 'Lifetime',
    definition: 'Of every tick of all batches.',
    window: 'by the oracles',
    align: 'right',
    cell: ({ lifetime }) => lifetime?.[0],
    csv: { lifetime: ({ lifetime }) => lifetime?.[1] },
  },
  {
    key: 'median',
    label: 'Median',
    window: 'player',
    definition: 'Of all ranked players, over their lifetimes',
    align: 'right',
    minor: true,
    cell: ({ median }) => <span className="muted">{median?.[0]}</span>,
    csv: { median_player: ({ median }) => median?.[1] },
  },
];

/** Returns a player of the leaderboard by the address; null for one without a tick. */
export const findPlayer = (
  players: readonly RankedPlayer[],
  address: string,
): RankedPlayer | null =>
  players.find(
    (one) => one.profit !== null && one.address?.toLowerCase() === address.toLowerCase(),
  ) ?? null;

/** The figures of a wallet: of its counted ticks, and of all that the oracles' leaderboard counts. */
export function RecordFigures(props: {
  readonly address: string;
  /** Null for a wallet without a counted tick. */
  readonly player: Player | null;
  /** The most ticks of a batch that are counted. */
  readonly newest: number;
  /** Where the figures of the counted ticks come from. */
  readonly children?: ReactNode;
}) {
  const { address, player, newest, children } = props;
  const { data } = useQuery(leaderboardQuery, { batchId: null }, { every: 15_000 });
  const players = rankPlayers(data?.leaderboard ?? null);
  return (
    <PageSection
      title="Figures"
      label="Key figures"
      className="tight-table"
      note={`Counted ticks are the revealed ones among the newest ${newest} of each batch; everything below is based on them. The lifetime includes every tick of all batches.`}
    >
      <DataTable
        label="Figures of the player"
        csv="player-figures"
        columns={player === null ? columns.filter(({ key }) => key !== 'counted') : columns}
        rows={listFigures(player, findPlayer(players, address), players)}
        rowKey={({ figure }) => figure}
      />
      <p className="proof-line muted">
        <span>Lifetime: leaderboard, by the oracles</span>
        {data?.leaderboard != null && (
          <span>
            updated <TimeSince at={data.leaderboard.updatedAt} units={1} />
          </span>
        )}
      </p>
      {children}
    </PageSection>
  );
}

function listFigures(
  player: Player | null,
  lifetime: RankedPlayer | null,
  players: readonly RankedPlayer[],
): readonly Row[] {
  const ranked = players.filter(({ place }) => place !== null);
  const value = <Of, Figure>(
    of: Of | null,
    read: (of: Of) => Figure,
    show: (figure: Figure) => ReactNode,
    exact: (figure: Figure) => number | null,
  ): Value => (of === null ? null : [show(read(of)), exact(read(of))]);
  const medianOf = (read: (one: RankedPlayer) => number | null) =>
    median(ranked.flatMap((one) => read(one) ?? []));
  const number = (figure: number | null) => figure;
  const showGain = (figure: number | null) => <UsdcGain amount={figure ?? 0} />;
  const showChange = (figure: number | null) => <PercentChange percent={figure} />;
  const showStake = (figure: number | null) => formatUsdc(figure ?? 0);
  const showCount = (figure: number | null) => formatNumber(figure);
  const medianReturn = medianOf(({ returnPct }) => returnPct);
  const medianRight = medianOf(({ winRate }) => winRate);
  return [
    {
      figure: 'Profit',
      definition: recordDefinitions.profit,
      note: player?.isComplete === false ? 'counted ticks not all proved' : undefined,
      counted: value(player, ({ profit }) => weiToNumber(profit), showGain, number),
      lifetime: value(lifetime, ({ profit }) => profit, showGain, number),
    },
    {
      figure: 'Return',
      definition: recordDefinitions.return,
      counted: value(player, returnOf, showChange, number),
      lifetime: value(lifetime, ({ returnPct }) => returnPct, showChange, number),
      median: [formatChange(medianReturn), medianReturn],
    },
    {
      figure: 'Staked',
      definition: recordDefinitions.staked,
      counted: value(player, ({ stake }) => weiToNumber(stake), showStake, number),
      lifetime: value(lifetime, ({ staked }) => staked, showStake, number),
    },
    {
      figure: 'Right',
      definition: recordDefinitions.right,
      counted: value(player, ({ winRate }) => winRate, formatFraction, number),
      lifetime: value(lifetime, ({ winRate }) => winRate, formatFraction, number),
      median: [formatFraction(medianRight), medianRight],
    },
    {
      figure: 'Ticks',
      definition: recordDefinitions.ticks,
      note:
        player === null || player.forfeits === 0
          ? undefined
          : `and ${formatCount(player.forfeits, 'forfeit')}`,
      counted: value(player, ({ ticksPlayed }) => ticksPlayed, showCount, number),
      lifetime: value(lifetime, ({ ticks }) => ticks, showCount, number),
    },
    ...(player === null
      ? []
      : [
          {
            figure: 'Longest streak',
            definition: recordDefinitions.streak,
            counted: [formatCount(player.longestStreak, 'tick'), player.longestStreak] as const,
            lifetime: null,
          },
        ]),
    {
      figure: 'Rank',
      definition: recordDefinitions.rank,
      counted: null,
      lifetime: value(
        lifetime,
        ({ place }) => place,
        (place) =>
          place === null
            ? 'not ranked'
            : `${formatNumber(place)} of ${formatNumber(ranked.length)}`,
        number,
      ),
    },
  ];
}

import type { TickOutcome } from '../../generated/graphql.ts';
import {
  formatCount,
  formatExactWei,
  formatFraction,
  formatLabel,
  formatMarket,
  formatTickChange,
  formatValue,
  formatWei,
  weiToNumber,
} from '../../lib/format.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { useSourceUnit } from './follow-changes.ts';
import type { Outcome, RevealedBitmap } from './tick-detail.tsx';

/** How a market got its outcome. */
const decisions: Readonly<Record<TickOutcome, string>> = {
  UP: 'the value at the end is above that at the start.',
  DOWN: 'the value at the end is below that at the start.',
  FLAT: 'both values are equal; every stake is given back.',
  CANCELLED: 'there was no fresh value; every stake is given back.',
  ALL_SAME_SIDE: 'all players predicted the same; every stake is given back.',
  ALL_LOSERS: 'no player was right; every stake is given back.',
};

const arrows: Partial<Record<TickOutcome, string>> = { UP: '↑ ', DOWN: '↓ ' };

const toneOf = (outcome: TickOutcome) =>
  outcome === 'UP' ? 'up' : outcome === 'DOWN' ? 'down' : 'muted';

/** A table of the markets of a tick: the values that decided each, its outcome and the stakes. */
export function TickMarkets(props: {
  readonly tickId: number;
  readonly outcomes: readonly Outcome[];
  /** Number of all markets of the tick. */
  readonly total: number;
  readonly bitmaps: readonly RevealedBitmap[];
  readonly sourceId: string | null;
}) {
  const { tickId, outcomes, total, bitmaps, sourceId } = props;
  const unit = useSourceUnit(sourceId);
  const seen = [...new Set(outcomes.flatMap(({ outcome }) => outcome ?? []))];
  return (
    <div>
      <h4>
        {outcomes.length < total
          ? `Outcomes of the first ${outcomes.length} of ${total} markets`
          : 'Outcomes'}
      </h4>
      <DataTable
        label="Outcomes of the tick"
        csv={`tick-${tickId}`}
        total={total}
        columns={listColumns(outcomes, bitmaps, unit)}
        rows={outcomes}
        rowKey={({ market }) => market.marketId}
        empty="The oracles state no outcome for this tick."
      />
      <ul className="small muted">
        {seen.map((outcome) => (
          <li key={outcome}>
            <strong>{formatLabel(outcome)}</strong>: {decisions[outcome]}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Returns the columns; values and stakes that no market has are left out. */
function listColumns(
  outcomes: readonly Outcome[],
  bitmaps: readonly RevealedBitmap[],
  unit: string | null,
): readonly Column<Outcome>[] {
  const inUnit = unit === null ? '' : `, ${unit}`;
  const values = (
    [
      ['startPrice', 'Start', 'start'],
      ['endPrice', 'End', 'end'],
    ] as const
  )
    .filter(([field]) => outcomes.some(({ [field]: value }) => value !== null))
    .map(
      ([field, label, name]): Column<Outcome> => ({
        key: field,
        label: `${label}${inUnit}`,
        definition: `Value at the ${name} of the tick`,
        align: 'right',
        cell: ({ [field]: value }) => formatValue(value),
        sortBy: ({ [field]: value }) => value,
        csv: `value_at_${name}`,
      }),
    );
  return [
    {
      key: 'market',
      label: 'Market',
      cell: ({ market }) => <span className="ticker">{formatMarket(market)}</span>,
      sortBy: ({ market }) => formatMarket(market),
      csv: {
        market: ({ market }) => market.marketId,
        symbol: ({ market }) => market.symbol,
      },
    },
    {
      key: 'outcome',
      label: 'Outcome',
      cell: ({ outcome }) =>
        outcome === null ? (
          'Unknown'
        ) : (
          <span className={toneOf(outcome)} title={decisions[outcome]}>
            {arrows[outcome]}
            {formatLabel(outcome)}
          </span>
        ),
      sortBy: ({ outcome }) => outcome,
      csv: 'outcome',
    },
    ...values,
    {
      key: 'change',
      label: 'Change, %',
      align: 'right',
      cell: ({ changePct }) => formatTickChange(changePct),
      sortBy: ({ changePct }) => changePct,
      csv: 'change_pct',
    },
    ...(outcomes.some(({ pools }) => pools !== null) ? poolColumns : []),
    {
      key: 'predictions',
      label: 'Predictions',
      csvOnly: true,
      cell: () => null,
      csv: Object.fromEntries(
        bitmaps.map((bitmap) => [
          bitmap.portfolio?.address ?? 'player',
          ({ market }: Outcome) => directionOf(bitmap, market.marketId),
        ]),
      ),
    },
  ];
}

const poolColumns: readonly Column<Outcome>[] = [
  ...(
    [
      { label: 'USDC on UP', stake: 'upStake', players: 'upPlayers', csv: 'up_stake_usdc' },
      { label: 'USDC on DOWN', stake: 'downStake', players: 'downPlayers', csv: 'down_stake_usdc' },
    ] as const
  ).map(
    ({ label, stake, players, csv }): Column<Outcome> => ({
      key: stake,
      label,
      align: 'right',
      cell: ({ pools }) =>
        pools === null ? (
          '–'
        ) : (
          <>
            {formatWei(pools[stake], '')}
            <span className="pool-players muted">{formatCount(pools[players], 'player')}</span>
          </>
        ),
      sortBy: ({ pools }) => pools && weiToNumber(pools[stake]),
      csv: { [csv]: ({ pools }) => formatExactWei(pools?.[stake]) },
    }),
  ),
  {
    key: 'share',
    label: 'Stakes on UP',
    definition: 'Share of the stakes on UP: what the players as a whole expected',
    align: 'right',
    cell: ({ pools }) => formatFraction(pools?.impliedUpProbability),
    sortBy: ({ pools }) => pools?.impliedUpProbability,
    csv: 'stakes_on_up_fraction',
  },
];

/** Returns what a player predicted of a market. */
export const directionOf = ({ predictions }: RevealedBitmap, marketId: string) =>
  predictions?.edges.find(({ node }) => node.market.marketId === marketId)?.node.direction;

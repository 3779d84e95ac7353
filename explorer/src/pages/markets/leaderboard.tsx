import { formatFraction, formatNumber, formatUsdc } from '../../lib/format.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { PercentChange, PlayerLink, UsdcGain, WalletLink } from '../../ui/figures.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { TimeSince } from '../../ui/time.tsx';
import { leaderboardQuery, type RankedPlayer, rankPlayers } from './rank-players.ts';
import { returnDefinition } from './return-on-stake.ts';
import { rightDefinition } from './right-definition.ts';

const columns: readonly Column<RankedPlayer>[] = [
  {
    key: 'rank',
    label: '#',
    cell: ({ place }) => formatNumber(place),
    sortBy: ({ place }) => place,
    csv: 'rank',
  },
  {
    key: 'player',
    label: 'Player',
    cell: ({ address }) => (address === null ? '–' : <PlayerLink address={address} />),
    csv: { player: ({ address }) => address },
  },
  {
    key: 'right',
    label: 'Right',
    definition: rightDefinition,
    align: 'right',
    cell: ({ winRate }) => formatFraction(winRate),
    sortBy: ({ winRate }) => winRate,
    csv: 'win_rate_fraction',
  },
  {
    key: 'ticks',
    label: 'Ticks',
    definition: 'Ticks for which the player sent predictions',
    align: 'right',
    minor: true,
    cell: ({ ticks }) => formatNumber(ticks),
    sortBy: ({ ticks }) => ticks,
    csv: 'ticks_played',
  },
  {
    key: 'staked',
    label: 'Staked',
    definition: 'Stakes of these ticks, played or forfeited',
    align: 'right',
    minor: true,
    cell: ({ staked }) => (staked === null ? '–' : formatUsdc(staked)),
    sortBy: ({ staked }) => staked,
    csv: 'staked_usdc',
  },
  {
    key: 'return',
    label: 'Return on stake',
    definition: returnDefinition,
    align: 'right',
    minor: true,
    cell: ({ returnPct }) => <PercentChange percent={returnPct} />,
    sortBy: ({ returnPct }) => returnPct,
    csv: {
      return_on_stake_pct: ({ returnPct }) => returnPct,
      return_on_deposits_pct: ({ returnOnDepositsPct }) => returnOnDepositsPct,
    },
  },
  {
    key: 'pnl',
    label: 'Profit',
    definition: 'Payouts less stakes of the settled ticks, before the fee of a claim',
    align: 'right',
    cell: ({ profit }) => (profit === null ? '–' : <UsdcGain amount={profit} />),
    sortBy: ({ profit }) => profit,
    csv: 'profit_usdc',
  },
];

/** The columns with links to portfolios in place of records of players. */
const walletColumns = columns.map(
  (column): Column<RankedPlayer> =>
    column.key === 'player'
      ? {
          ...column,
          cell: ({ address }) => (address === null ? '–' : <WalletLink address={address} />),
        }
      : column,
);

/** A ranking of players by profit, in all batches or in one. */
export function Leaderboard(props: {
  readonly batchId?: string | null;
  /** Whether players link to their portfolios. */
  readonly linksToWallets?: boolean;
}) {
  const { batchId = null, linksToWallets = false } = props;
  return (
    <QuerySection query={leaderboardQuery} variables={{ batchId }} height={288} every={15_000}>
      {({ leaderboard }) => (
        <>
          <DataTable
            label="Leaderboard"
            csv={batchId === null ? 'leaderboard' : `batch-${batchId}-leaderboard`}
            total={leaderboard?.entries?.totalCount}
            columns={linksToWallets ? walletColumns : columns}
            rows={rankPlayers(leaderboard)}
            rowKey={({ address }, index) => address ?? String(index)}
            empty="Nobody has played a whole tick yet."
          />
          {leaderboard !== null && (
            <p className="proof-line muted">
              <span>
                Every tick that the oracles count,{' '}
                {batchId === null ? 'in all batches' : 'in this batch'}
              </span>
              <span>
                updated <TimeSince at={leaderboard.updatedAt} units={1} />
              </span>
            </p>
          )}
        </>
      )}
    </QuerySection>
  );
}

import { formatChange, formatFraction, formatNumber, formatUsdc } from '../../lib/format.ts';
import { median } from '../../lib/median.ts';
import { PercentChange, Stat, Stats, UsdcGain } from '../../ui/figures.tsx';
import { EmptyNote, PageSection } from '../../ui/page-section.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { TimeSince } from '../../ui/time.tsx';
import { leaderboardQuery, type RankedPlayer, rankPlayers } from '../markets/leaderboard.tsx';
import { returnDefinition } from '../markets/return-on-stake.ts';

const definitions = {
  profit:
    'Payouts less stakes of all ticks that the oracles count, before the fee of a claim. Ticks that are still sealed are in it, and ticks of batches that the wallet has left.',
  return: `${returnDefinition} The median is of all ranked players.`,
  right:
    'Right predictions among those of markets that moved. The median is of all ranked players.',
} as const;

/** Returns a ranked player by the address; null for one without a tick. */
export const findPlayer = (
  players: readonly RankedPlayer[],
  address: string,
): RankedPlayer | null =>
  players.find(
    (one) => one.place !== null && one.address?.toLowerCase() === address.toLowerCase(),
  ) ?? null;

/** What the leaderboard of the oracles says of a wallet: all its ticks in all batches. */
export function LifetimeFigures({ address }: { readonly address: string }) {
  return (
    <PageSection
      title="All ticks since the first"
      label="Lifetime figures"
      className="numbers compact by-three"
      note="The oracles’ leaderboard: every tick that it counts, in all batches."
    >
      <QuerySection
        query={leaderboardQuery}
        variables={{ batchId: null }}
        height={160}
        every={15_000}
      >
        {({ leaderboard }) => {
          const players = rankPlayers(leaderboard);
          const player = findPlayer(players, address);
          if (player === null)
            return <EmptyNote>The leaderboard has no tick of this wallet.</EmptyNote>;
          const ranked = players.filter(({ place }) => place !== null);
          const medianOf = (read: (one: RankedPlayer) => number | null) =>
            median(ranked.flatMap((one) => read(one) ?? []));
          return (
            <>
              <Stats>
                <Stat label="Profit" definition={definitions.profit}>
                  <UsdcGain amount={player.profit ?? 0} />
                </Stat>
                <Stat
                  label="Return on stake"
                  definition={definitions.return}
                  note={`median player ${formatChange(medianOf(({ returnPct }) => returnPct))}`}
                >
                  <PercentChange percent={player.returnPct} />
                </Stat>
                <Stat
                  label="Right"
                  definition={definitions.right}
                  note={`median player ${formatFraction(medianOf(({ winRate }) => winRate))}`}
                >
                  {formatFraction(player.winRate)}
                </Stat>
                <Stat label="Ticks played">{formatNumber(player.ticks)}</Stat>
                <Stat label="Staked">{formatUsdc(player.staked ?? 0)}</Stat>
                <Stat label="Rank">
                  {formatNumber(player.place)} of {formatNumber(ranked.length)}
                </Stat>
              </Stats>
              {leaderboard !== null && (
                <p className="proof-line muted">
                  <span>Leaderboard, by the oracles</span>
                  <span>
                    updated <TimeSince at={leaderboard.updatedAt} units={1} />
                  </span>
                </p>
              )}
            </>
          );
        }}
      </QuerySection>
    </PageSection>
  );
}

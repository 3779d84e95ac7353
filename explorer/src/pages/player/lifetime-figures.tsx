import { formatChange, formatFraction, formatNumber, formatUsdc } from '../../lib/format.ts';
import { PercentChange, Stat, Stats, UsdcGain } from '../../ui/figures.tsx';
import { EmptyNote, PageSection } from '../../ui/page-section.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { TimeSince } from '../../ui/time.tsx';
import { hasPlayed, leaderboardQuery, medianOf, returnOnVolume } from '../markets/leaderboard.tsx';

const definitions = {
  profit: 'Payouts less stakes of all ticks that the oracles count.',
  return:
    'Profit in percent of the stakes placed in these ticks. The median is of all ranked players who have played.',
  right:
    'Right predictions among those of markets that moved. The median is of all ranked players who have played.',
} as const;

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
          const entry = leaderboard?.entries?.edges.find(
            ({ node }) => node.portfolio?.address.toLowerCase() === address.toLowerCase(),
          )?.node;
          if (entry === undefined || !hasPlayed(entry))
            return <EmptyNote>The leaderboard has no tick of this wallet.</EmptyNote>;
          const others =
            leaderboard?.entries?.edges.map(({ node }) => node).filter(hasPlayed) ?? [];
          return (
            <>
              <Stats>
                <Stat label="Profit" definition={definitions.profit}>
                  <UsdcGain amount={entry.pnlUsd} />
                </Stat>
                <Stat
                  label="Return on stake"
                  definition={definitions.return}
                  note={`median player ${formatChange(medianOf(others, returnOnVolume))}`}
                >
                  <PercentChange percent={returnOnVolume(entry)} />
                </Stat>
                <Stat
                  label="Right"
                  definition={definitions.right}
                  note={`median player ${formatFraction(medianOf(others, ({ winRate }) => winRate))}`}
                >
                  {formatFraction(entry.winRate)}
                </Stat>
                <Stat label="Ticks played">{formatNumber(entry.bitmapsPlayed)}</Stat>
                <Stat label="Staked">{formatUsdc(entry.totalVolumeUsd)}</Stat>
                <Stat label="Rank">
                  {formatNumber(entry.rank)} of {formatNumber(leaderboard?.entries?.totalCount)}
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

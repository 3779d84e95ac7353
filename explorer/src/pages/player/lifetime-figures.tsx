import { formatFraction, formatNumber, formatUsdc } from '../../lib/format.ts';
import { PercentChange, Stat, Stats, UsdcGain } from '../../ui/figures.tsx';
import { EmptyNote, PageSection } from '../../ui/page-section.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { TimeSince } from '../../ui/time.tsx';
import { hasPlayed, leaderboardQuery } from '../markets/leaderboard.tsx';

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
          return (
            <>
              <Stats>
                <Stat label="Profit">
                  <UsdcGain amount={entry.pnlUsd} />
                </Stat>
                <Stat label="Return on deposits">
                  <PercentChange percent={entry.roiPct} />
                </Stat>
                <Stat label="Right">{formatFraction(entry.winRate)}</Stat>
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

import { Link } from 'react-router';
import { graphql } from '../../generated/gql.ts';
import { formatMillis, formatNumber } from '../../lib/format.ts';
import { HealthBadge, Stat, Stats } from '../../ui/figures.tsx';
import { EmptyNote } from '../../ui/page-section.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { TimeSince } from '../../ui/time.tsx';

const networkStateQuery = graphql(`
  query NetworkState {
    explorerHealth {
      latest {
        polledAt
        worstStatus
        totalPeers
        totalPeersHealthy
        quorumMet
        avgConsensusTimeMs
      }
    }
  }
`);

const definitions = {
  healthy: 'Oracles whose last report to the data node was healthy, at the latest poll.',
  consensus:
    'From the start of a round until enough oracles had signed it, as an average that the oracles report at the latest poll.',
} as const;

/** Shows the present state of the oracle network. */
export function NetworkState() {
  return (
    <QuerySection query={networkStateQuery} variables={{}} height={98} every={15_000}>
      {({ explorerHealth }) => {
        const latest = explorerHealth?.latest;
        if (latest == null) return <EmptyNote>Nothing is known about the oracles.</EmptyNote>;
        return (
          <>
            <Stats>
              <Stat
                label="Oracles healthy"
                definition={definitions.healthy}
                note={<HealthBadge status={latest.worstStatus} />}
              >
                {formatNumber(latest.totalPeersHealthy)} of {formatNumber(latest.totalPeers)}
              </Stat>
              <Stat
                label="Time to consensus"
                definition={definitions.consensus}
                note={<TimeSince at={latest.polledAt} />}
              >
                {formatMillis(latest.avgConsensusTimeMs)}
              </Stat>
            </Stats>
            <p className="small more">
              <Link to="/status">Network over time</Link>
            </p>
          </>
        );
      }}
    </QuerySection>
  );
}

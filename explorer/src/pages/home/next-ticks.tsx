import { Link } from 'react-router';
import { graphql } from '../../generated/gql.ts';
import { formatCount, formatLabel } from '../../lib/format.ts';
import { EmptyNote } from '../../ui/page-section.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { Countdown } from '../../ui/time.tsx';

const nextTicksQuery = graphql(`
  query NextTicks {
    batches(first: 50, filter: { paused: false }, orderBy: { field: NEXT_TICK }) {
      edges {
        node {
          id
          batchId
          sourceId
          marketCount
          playerCount
          nextTickAt
        }
      }
    }
  }
`);

const shownCount = 5;

/** A list of the batches whose ticks end next, each with a countdown. */
export function NextTicks() {
  return (
    <QuerySection query={nextTicksQuery} variables={{}} height={240} every={10_000}>
      {({ batches }) => {
        const next = (batches?.edges ?? [])
          .map(({ node }) => node)
          .filter(({ nextTickAt, marketCount }) => nextTickAt !== null && marketCount > 0)
          .slice(0, shownCount);
        if (next.length === 0) return <EmptyNote>No batch is running.</EmptyNote>;
        return (
          <ul>
            {next.map(({ id, batchId, sourceId, marketCount, playerCount, nextTickAt }) => (
              <li key={id} className="list-row">
                <Link to={`/markets/${batchId}`}>
                  Batch {batchId} · {formatLabel(sourceId ?? 'mixed')}
                  <br />
                  <span className="muted small">
                    {formatCount(marketCount, 'market')}, {formatCount(playerCount, 'player')}
                  </span>
                </Link>
                {nextTickAt !== null && <Countdown to={nextTickAt} />}
              </li>
            ))}
          </ul>
        );
      }}
    </QuerySection>
  );
}

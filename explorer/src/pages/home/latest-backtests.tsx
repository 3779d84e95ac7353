import { Link } from 'react-router';
import { graphql } from '../../generated/gql.ts';
import { formatFixed } from '../../lib/format.ts';
import { PercentChange } from '../../ui/figures.tsx';
import { EmptyNote } from '../../ui/page-section.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { formatRunName } from '../backtest/format-run.ts';

const latestBacktestsQuery = graphql(`
  query LatestBacktests {
    simulationResults(first: 4) {
      edges {
        node {
          id
          runId
          stats {
            totalReturnPct
            sharpeRatio
          }
          ...RunName
        }
      }
    }
  }
`);

/** Height of the list and of its placeholders. */
const height = 178;

/** A list of the newest backtests of all users, with links to their charts. */
export function LatestBacktests() {
  return (
    <QuerySection query={latestBacktestsQuery} variables={{}} height={height} every={30_000}>
      {({ simulationResults }) => {
        const runs = simulationResults?.edges ?? [];
        if (runs.length === 0) {
          return (
            <div style={{ minHeight: height }}>
              <EmptyNote>
                Nobody has run one yet. <Link to="/backtest">Build the first.</Link>
              </EmptyNote>
            </div>
          );
        }
        return (
          <ul>
            {runs.map(({ node: run }) => (
              <li key={run.id} className="list-row">
                <Link to={`/backtest?runs=${run.runId}`}>
                  {formatRunName(run)}
                  <br />
                  <span className="muted small">Sharpe {formatFixed(run.stats?.sharpeRatio)}</span>
                </Link>
                <PercentChange percent={run.stats?.totalReturnPct} />
              </li>
            ))}
          </ul>
        );
      }}
    </QuerySection>
  );
}

import { Link } from 'react-router';
import { graphql } from '../../generated/gql.ts';
import { formatFixed, formatLabel } from '../../lib/format.ts';
import { Change } from '../../ui/figures.tsx';
import { Empty } from '../../ui/part.tsx';
import { QueryPart } from '../../ui/query-part.tsx';

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
          config {
            categoryId
            topN
            weighting
          }
        }
      }
    }
  }
`);

/** The newest backtests of all users, each a link to its charts. */
export function LatestBacktests() {
  return (
    <QueryPart query={latestBacktestsQuery} variables={{}} height={178} every={30_000}>
      {({ simulationResults }) => {
        const runs = simulationResults?.edges ?? [];
        if (runs.length === 0) {
          return (
            <Empty>
              Nobody has run one yet. <Link to="/backtest">Build the first.</Link>
            </Empty>
          );
        }
        return (
          <ul>
            {runs.map(({ node: { id, runId, config, stats } }) => (
              <li key={id} className="list-row">
                <Link to={`/backtest?runs=${runId}`}>
                  {config === null
                    ? `Run ${runId}`
                    : `Top ${config.topN} ${formatLabel(config.categoryId)}, ${formatLabel(config.weighting)}`}
                  <br />
                  <span className="muted small">Sharpe {formatFixed(stats?.sharpeRatio)}</span>
                </Link>
                <Change percent={stats?.totalReturnPct} />
              </li>
            ))}
          </ul>
        );
      }}
    </QueryPart>
  );
}

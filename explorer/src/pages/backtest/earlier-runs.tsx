import { useState } from 'react';
import { graphql } from '../../generated/gql.ts';
import { Button } from '../../ui/button.tsx';
import { Change } from '../../ui/figures.tsx';
import { Empty } from '../../ui/part.tsx';
import { QueryPart } from '../../ui/query-part.tsx';
import { nameRun } from './run-names.ts';

const earlierRunsQuery = graphql(`
  query EarlierRuns {
    simulationResults(first: 20) {
      edges {
        node {
          id
          runId
          ...RunName
          stats {
            totalReturnPct
          }
        }
      }
    }
  }
`);

/** The newest runs of all users, to choose from. */
export function EarlierRuns(props: {
  readonly shown: readonly number[];
  readonly onCompare: (runIds: readonly number[]) => void;
}) {
  const [changed, setChanged] = useState<readonly number[] | null>(null);
  const chosen = changed ?? props.shown;
  const toggle = (runId: number) =>
    setChanged(chosen.includes(runId) ? chosen.filter((id) => id !== runId) : [...chosen, runId]);
  return (
    // The list follows the runs that the reader makes.
    <QueryPart key={props.shown.join()} query={earlierRunsQuery} variables={{}} height={300}>
      {({ simulationResults }) => {
        const runs = simulationResults?.edges.map(({ node }) => node) ?? [];
        if (runs.length === 0) return <Empty>There is none yet.</Empty>;
        return (
          <>
            <ul className="run-list">
              {runs.map((run) => (
                <li key={run.id} className="list-row">
                  <label>
                    <input
                      type="checkbox"
                      checked={chosen.includes(run.runId)}
                      onChange={() => toggle(run.runId)}
                    />
                    {nameRun(run)}
                  </label>
                  <Change percent={run.stats?.totalReturnPct} />
                </li>
              ))}
            </ul>
            <Button
              disabled={chosen.length < 2}
              onClick={() => {
                props.onCompare(chosen);
                setChanged(null);
              }}
            >
              Compare
            </Button>
          </>
        );
      }}
    </QueryPart>
  );
}

import { useState } from 'react';
import { graphql } from '../../generated/gql.ts';
import { Button } from '../../ui/button.tsx';
import { PercentChange } from '../../ui/figures.tsx';
import { EmptyNote } from '../../ui/page-section.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { formatRunName } from './format-run.ts';

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

/** A list of the newest runs of all users, from which runs can be selected. */
export function EarlierRuns(props: {
  readonly shown: readonly number[];
  readonly onCompare: (runIds: readonly number[]) => void;
}) {
  const [changed, setChanged] = useState<readonly number[] | null>(null);
  const chosen = changed ?? props.shown;
  const toggle = (runId: number) =>
    setChanged(chosen.includes(runId) ? chosen.filter((id) => id !== runId) : [...chosen, runId]);
  return (
    // The key reloads the list after each run of the user.
    <QuerySection key={props.shown.join()} query={earlierRunsQuery} variables={{}} height={300}>
      {({ simulationResults }) => {
        const runs = simulationResults?.edges.map(({ node }) => node) ?? [];
        if (runs.length === 0) return <EmptyNote>There is none yet.</EmptyNote>;
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
                    {formatRunName(run)}
                  </label>
                  <PercentChange percent={run.stats?.totalReturnPct} />
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
    </QuerySection>
  );
}

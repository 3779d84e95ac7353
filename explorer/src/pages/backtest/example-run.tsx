import { useQuery } from '@dtf-graph/client/react';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { LinePlot } from '../../charts/line-plot.tsx';
import { graphql } from '../../generated/gql.ts';
import type { ExampleRunQuery, ExampleRunQueryVariables } from '../../generated/graphql.ts';
import { formatMultiple } from '../../lib/format.ts';
import { PageSection } from '../../ui/page-section.tsx';
import { ProofLine } from '../../ui/proof-line.tsx';
import { LoadedSection } from '../../ui/query-section.tsx';
import { ReceiptLink } from '../../ui/receipt-link.tsx';
import { SyntheticNote } from '../../ui/synthetic-note.tsx';
import { type FormValues, toSimulationInput } from './form-values.ts';
import { formatRunName } from './format-run.ts';
import { useGrowthLines } from './growth-lines.ts';
import { RunStatistics } from './run-statistics.tsx';

const exampleQuery = graphql(`
  query ExampleRun($input: SimulationInput!) {
    simulation(input: $input) {
      id
      runId
      receipt {
        hash
      }
      ...RunName
      ...RunStatistics
      ...GrowthOfRun
    }
  }
`);

/**
 * The figures and the growth of an example. The run is computed when the data node does not have it
 * yet.
 */
export function ExampleRun(props: {
  readonly values: FormValues;
  /** Address of the page with the whole result. */
  readonly address: string;
  /** Height of the place until the run is known. */
  readonly height: number;
  readonly onRun: (runId: number) => void;
}) {
  const { values, address, height, onRun } = props;
  const variables = { input: toSimulationInput(values) };
  const loaded = useQuery(exampleQuery, variables);
  const runId = loaded.data?.simulation?.runId;
  useEffect(() => {
    if (runId !== undefined) onRun(runId);
  }, [runId, onRun]);
  return (
    <LoadedSection query={exampleQuery} variables={variables} height={height} loaded={loaded}>
      {({ simulation }) =>
        simulation !== null && <Example run={simulation} variables={variables} address={address} />
      }
    </LoadedSection>
  );
}

function Example(props: {
  readonly run: NonNullable<ExampleRunQuery['simulation']>;
  readonly variables: ExampleRunQueryVariables;
  readonly address: string;
}) {
  const { run, variables, address } = props;
  const { runId, receipt } = run;
  const name = formatRunName(run, variables.input);
  const growth = useGrowthLines(run);
  return (
    <PageSection
      title={name}
      note={<SyntheticNote />}
      actions={
        <Link className="small" to={address}>
          Whole result
        </Link>
      }
    >
      <RunStatistics run={run} />
      <div className="example-growth">
        <LinePlot
          label={`Growth of 1 in ${name}, against BTC and ETH`}
          series={growth}
          format={formatMultiple}
          height={440}
          log
          file={`backtest-${runId}`}
        />
      </div>
      <ProofLine
        source="Backtest engine of the data node"
        query={exampleQuery}
        variables={variables}
      >
        {receipt !== null && <ReceiptLink runId={runId} hash={receipt.hash} />}
      </ProofLine>
    </PageSection>
  );
}

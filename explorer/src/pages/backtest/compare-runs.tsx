import { useMemo } from 'react';
import { seriesToken } from '../../charts/chart-colors.ts';
import { Swatch, TimeChart } from '../../charts/time-chart.tsx';
import { graphql } from '../../generated/gql.ts';
import type { CompareRunsQuery } from '../../generated/graphql.ts';
import { formatMultiple } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Part } from '../../ui/part.tsx';
import { QueryPart } from '../../ui/query-part.tsx';
import { nameRun, navPoints } from './run-names.ts';
import { statColumns } from './stat-columns.tsx';

const compareQuery = graphql(`
  query CompareRuns($ids: [ID!]!) {
    simulations(ids: $ids) {
      id
      runId
      ...RunName
      ...RunStats
      navSeries(maxPoints: 700) {
        date
        nav
      }
    }
  }
`);

type Run = NonNullable<NonNullable<CompareRunsQuery['simulations']>[number]>;

/** Up to ten runs in one chart and one table. */
export function CompareRuns(props: {
  readonly runIds: readonly number[];
  readonly onChange: (runIds: readonly number[]) => void;
}) {
  return (
    <QueryPart query={compareQuery} variables={{ ids: props.runIds.map(String) }} height={700}>
      {({ simulations }) => (
        <Comparison
          runs={(simulations ?? []).filter((run) => run !== null)}
          onRemove={(runId) => props.onChange(props.runIds.filter((id) => id !== runId))}
        />
      )}
    </QueryPart>
  );
}

function Comparison(props: {
  readonly runs: readonly Run[];
  readonly onRemove: (runId: number) => void;
}) {
  const { runs, onRemove } = props;
  const series = useMemo(
    () =>
      runs.map(({ runId, navSeries }) => ({
        name: `#${runId}`,
        points: navPoints(navSeries),
      })),
    [runs],
  );
  const columns: readonly Column<Run>[] = [
    {
      key: 'run',
      label: 'Run',
      cell: (run) => (
        <>
          <Swatch token={seriesToken(runs.indexOf(run))} /> {nameRun(run)}
        </>
      ),
    },
    ...statColumns((run: Run) => run),
    {
      key: 'remove',
      label: 'Shown',
      align: 'right',
      cell: ({ runId }) => (
        <Button
          size="small"
          look="quiet"
          aria-label={`Remove run ${runId}`}
          onClick={() => onRemove(runId)}
        >
          Remove
        </Button>
      ),
    },
  ];
  return (
    <>
      <Part title="Growth of 1, compared" note="Synthetic prices in the sandbox.">
        <TimeChart
          label="Growth of 1 for each run"
          series={series}
          format={formatMultiple}
          height={380}
          daily
        />
      </Part>
      <Part title="Statistics">
        <DataTable
          label="Compared runs"
          columns={columns}
          rows={runs}
          rowKey={({ id }) => id}
          initialSort={{ key: 'return', descending: true }}
        />
      </Part>
    </>
  );
}

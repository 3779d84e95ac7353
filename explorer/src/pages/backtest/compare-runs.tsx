import { useMemo } from 'react';
import { seriesToken } from '../../charts/chart-colors.ts';
import { Swatch } from '../../charts/swatch.tsx';
import { TimeChart } from '../../charts/time-chart.tsx';
import { graphql } from '../../generated/gql.ts';
import type { CompareRunsQuery } from '../../generated/graphql.ts';
import { formatMultiple } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { PageSection } from '../../ui/page-section.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { SyntheticNote } from '../../ui/synthetic-note.tsx';
import { formatRunName, toNavPoints } from './format-run.ts';
import { createStatColumns } from './stat-columns.tsx';

const compareQuery = graphql(`
  query CompareRuns($ids: [ID!]!) {
    simulations(ids: $ids) {
      id
      runId
      ...RunName
      ...RunStats
      navSeries {
        date
        nav
      }
    }
  }
`);

type Run = NonNullable<NonNullable<CompareRunsQuery['simulations']>[number]>;

/** Compares up to ten runs in one chart and one table. */
export function CompareRuns(props: {
  readonly runIds: readonly number[];
  readonly onChange: (runIds: readonly number[]) => void;
}) {
  return (
    <QuerySection query={compareQuery} variables={{ ids: props.runIds.map(String) }} height={700}>
      {({ simulations }) => (
        <Comparison
          runs={(simulations ?? []).filter((run) => run !== null)}
          onRemove={(runId) => props.onChange(props.runIds.filter((id) => id !== runId))}
        />
      )}
    </QuerySection>
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
        points: toNavPoints(navSeries),
      })),
    [runs],
  );
  const columns: readonly Column<Run>[] = [
    {
      key: 'run',
      label: 'Run',
      cell: (run) => (
        <>
          <Swatch token={seriesToken(runs.indexOf(run))} /> {formatRunName(run)}
        </>
      ),
    },
    ...createStatColumns((run: Run) => run),
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
      <PageSection title="Growth of 1, compared" note={<SyntheticNote />}>
        <TimeChart
          label="Growth of 1 for each run"
          series={series}
          format={formatMultiple}
          height={380}
          daily
        />
      </PageSection>
      <PageSection title="Statistics">
        <DataTable
          label="Compared runs"
          columns={columns}
          rows={runs}
          rowKey={({ id }) => id}
          initialSort={{ key: 'return', descending: true }}
          sortParam="sort"
          csv="runs"
        />
      </PageSection>
    </>
  );
}

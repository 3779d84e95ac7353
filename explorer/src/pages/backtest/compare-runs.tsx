import { useMemo } from 'react';
import { seriesToken } from '../../charts/chart-colors.ts';
import { Swatch, TimeChart } from '../../charts/time-chart.tsx';
import { graphql } from '../../generated/gql.ts';
import type { CompareRunsQuery } from '../../generated/graphql.ts';
import { formatFixed, formatMultiple, formatPercent } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Change } from '../../ui/figures.tsx';
import { Part } from '../../ui/part.tsx';
import { QueryPart } from '../../ui/query-part.tsx';
import { nameRun, navPoints } from './run-names.ts';

const compareQuery = graphql(`
  query CompareRuns($ids: [Int!]!) {
    simulations(ids: $ids) {
      id
      runId
      config {
        categoryId
        topN
        weighting
        rebalanceDays
      }
      stats {
        totalReturnPct
        annualizedReturn
        sharpeRatio
        maxDrawdownPct
        totalFeesPct
      }
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
    <QueryPart query={compareQuery} variables={{ ids: props.runIds }} height={700}>
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
      cell: ({ runId, config }) => (
        <>
          <Swatch token={seriesToken(runs.findIndex((run) => run.runId === runId))} />{' '}
          {nameRun(runId, config)}
        </>
      ),
    },
    {
      key: 'return',
      label: 'Return',
      align: 'right',
      cell: ({ stats }) => <Change percent={stats?.totalReturnPct} />,
      sortBy: ({ stats }) => stats?.totalReturnPct,
    },
    {
      key: 'year',
      label: 'A year',
      align: 'right',
      cell: ({ stats }) => <Change percent={stats?.annualizedReturn} />,
      sortBy: ({ stats }) => stats?.annualizedReturn,
    },
    {
      key: 'sharpe',
      label: 'Sharpe',
      align: 'right',
      cell: ({ stats }) => formatFixed(stats?.sharpeRatio),
      sortBy: ({ stats }) => stats?.sharpeRatio,
    },
    {
      key: 'drawdown',
      label: 'Drawdown',
      align: 'right',
      cell: ({ stats }) => formatPercent(stats?.maxDrawdownPct),
      sortBy: ({ stats }) => stats?.maxDrawdownPct,
    },
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

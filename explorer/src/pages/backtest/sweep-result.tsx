import { useMemo } from 'react';
import { TimeChart } from '../../charts/time-chart.tsx';
import { formatCount, formatMultiple, formatNumber } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Failure, Part } from '../../ui/part.tsx';
import { navPoints } from './run-names.ts';
import { RunProgress } from './run-progress.tsx';
import { statColumns } from './stat-columns.tsx';
import type { SweepState, Variant } from './use-sweep.ts';

const columns: readonly Column<Variant>[] = [
  {
    key: 'variant',
    label: 'Variant',
    cell: ({ variant }) => variant ?? '–',
    sortBy: ({ variant }) => variant,
  },
  ...statColumns(({ run }: Variant) => run),
];

/** The most lines that stay apart in one chart. */
const maxLines = 10;

/** The variants of a sweep as they finish: as lines, and ranked in a table. */
export function SweepResult(props: {
  readonly state: Exclude<SweepState, { kind: 'idle' }>;
  readonly onCompare: (runIds: readonly number[]) => void;
}) {
  const { kind, variants, failures, total, progress } = props.state;
  const series = useMemo(
    () =>
      variants.slice(0, maxLines).map(({ variant, run }) => ({
        name: variant ?? `#${run.runId}`,
        points: navPoints(run.navSeries),
      })),
    [variants],
  );
  return (
    <>
      {kind === 'running' && <RunProgress progress={progress} label="Sweep" />}
      <Part
        title="Sweep"
        note={
          <span role="status">
            {formatNumber(variants.length)} of{' '}
            {total === null ? '…' : formatCount(total, 'variant')} finished
          </span>
        }
        actions={
          kind === 'done' && (
            <Button
              size="small"
              onClick={() =>
                props.onCompare(variants.map(({ run }) => run.runId).slice(0, maxLines))
              }
            >
              Compare
            </Button>
          )
        }
      >
        {failures.map((message) => (
          <Failure key={message} message={message} />
        ))}
        {series.length > 0 && (
          <TimeChart
            label="Growth of 1 for each variant"
            series={series}
            format={formatMultiple}
            height={300}
            daily
          />
        )}
        <DataTable
          label="Variants"
          columns={columns}
          rows={variants}
          rowKey={({ run }) => run.id}
          initialSort={{ key: 'sharpe', descending: true }}
          empty="The first variant is on its way."
        />
      </Part>
    </>
  );
}

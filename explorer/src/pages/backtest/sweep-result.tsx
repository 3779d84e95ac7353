import { useCallback, useMemo } from 'react';
import { TimeChart } from '../../charts/time-chart.tsx';
import { formatCount, formatMultiple, formatNumber } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { FailureNote, PageSection } from '../../ui/page-section.tsx';
import { toNavPoints } from './format-run.ts';
import { RunProgressBar } from './run-progress-bar.tsx';
import { createStatColumns } from './stat-columns.tsx';
import { nameVariant, type SweepPlan, titleOf } from './sweep-plan.ts';
import { RunSelection, SweepSelection } from './sweep-selection.tsx';
import type { FinishedVariant, SweepState } from './use-backtest-sweep.ts';

const columnsOf = (
  nameOf: (variant: FinishedVariant) => string,
): readonly Column<FinishedVariant>[] => [
  {
    key: 'variant',
    label: 'Variant',
    cell: nameOf,
    sortBy: ({ index }) => index,
    csv: { run: ({ run }) => run.runId, variant: nameOf },
  },
  ...createStatColumns(({ run }: FinishedVariant) => run),
];

/** Maximum number of lines that can be distinguished in one chart. */
const maxLines = 10;

/** Shows the finished variants of a sweep as lines of a chart and ranked in a table. */
export function SweepResult(props: {
  readonly state: Exclude<SweepState, { kind: 'idle' }>;
  readonly plan: SweepPlan;
  readonly onCompare: (variants: readonly FinishedVariant[]) => void;
}) {
  const { kind, variants, failures, total, progress, selection } = props.state;
  const { dimension, steps } = props.plan;
  const nameOf = useCallback(
    ({ variant, run }: FinishedVariant) =>
      variant === null ? `#${run.runId}` : nameVariant(dimension, variant),
    [dimension],
  );
  const names = new Map(variants.map((one) => [one.run.runId, nameOf(one)]));
  const series = useMemo(
    () =>
      variants.slice(0, maxLines).map((one) => ({
        name: nameOf(one),
        points: toNavPoints(one.run.navSeries),
      })),
    [variants, nameOf],
  );
  return (
    <>
      {kind === 'running' && <RunProgressBar progress={progress} label="Sweep" />}
      {selection !== null && <SweepSelection selection={selection} names={names} />}
      {steps !== null && kind === 'done' && <RunSelection names={names} />}
      <PageSection
        title={titleOf(props.plan)}
        note={
          <span role="status">
            {formatNumber(variants.length)} of{' '}
            {total === null ? '…' : formatCount(total, 'variant')} finished
          </span>
        }
        actions={
          kind === 'done' && (
            <Button size="small" onClick={() => props.onCompare(variants.slice(0, maxLines))}>
              Compare
            </Button>
          )
        }
      >
        {failures.map((message) => (
          <FailureNote key={message} message={message} />
        ))}
        {series.length > 0 && (
          <TimeChart
            label="Growth of 1 for each variant"
            series={series}
            format={formatMultiple}
            height={300}
            daily
            growth
          />
        )}
        <DataTable
          label="Variants"
          columns={columnsOf(nameOf)}
          rows={variants}
          rowKey={({ run }) => run.id}
          initialSort={{ key: 'sharpe', descending: true }}
          sortParam="sort"
          csv="sweep"
          empty="The first variant is on its way."
        />
      </PageSection>
    </>
  );
}

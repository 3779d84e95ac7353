import { useCallback, useMemo } from 'react';
import { Link } from 'react-router';
import { TimeChart } from '../../charts/time-chart.tsx';
import { formatCount, formatMultiple, formatNumber } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { FailureNote, PageSection } from '../../ui/page-section.tsx';
import { BestVariants } from './best-variants.tsx';
import { useBtcLine } from './btc-line.ts';
import { toNavPoints } from './format-run.ts';
import { RunProgressBar } from './run-progress-bar.tsx';
import { createStatColumns } from './stat-columns.tsx';
import { nameVariant, type SweepPlan, titleOf } from './sweep-plan.ts';
import { RunSelection, SweepSelection } from './sweep-selection.tsx';
import type { FinishedVariant, SweepState } from './use-backtest-sweep.ts';

const columnsOf = (
  nameOf: (variant: FinishedVariant) => string,
  addressOf: (variant: FinishedVariant) => string,
): readonly Column<FinishedVariant>[] => [
  {
    key: 'variant',
    label: 'Variant',
    cell: (variant) => <Link to={addressOf(variant)}>{nameOf(variant)}</Link>,
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
  /** Address of the page of a variant's run. */
  readonly addressOf: (variant: FinishedVariant) => string;
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
  const isDone = kind === 'done';
  const btc = useBtcLine(isDone ? variants[0]?.run.runId : undefined, series[0]?.points);
  const judged = {
    names,
    isRunning: kind === 'running',
    best: (
      <BestVariants
        variants={variants.map((one) => ({
          name: nameOf(one),
          to: props.addressOf(one),
          run: one.run,
        }))}
      />
    ),
  };
  const shown = (
    <PageSection
      title={titleOf(props.plan)}
      className="tight-table"
      note={
        <span role="status">
          {formatNumber(variants.length)} of {total === null ? '…' : formatCount(total, 'variant')}{' '}
          finished
        </span>
      }
      actions={
        isDone && (
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
          series={[...series, ...btc]}
          format={formatMultiple}
          height={300}
          daily
          growth
        />
      )}
      <DataTable
        label="Variants"
        columns={columnsOf(nameOf, props.addressOf)}
        rows={variants}
        rowKey={({ run }) => run.id}
        initialSort={{ key: 'sharpe', descending: true }}
        sortParam="sort"
        csv="sweep"
        empty="The first variant is being computed."
      />
    </PageSection>
  );
  return (
    <>
      {kind === 'running' && (
        <RunProgressBar
          label="Sweep"
          pct={progress.pct}
          reached={
            total === null
              ? null
              : `${formatNumber(variants.length)} of ${formatCount(total, 'variant')}`
          }
        />
      )}
      {steps === null ? (
        <SweepSelection {...judged} selection={selection}>
          {shown}
        </SweepSelection>
      ) : (
        <RunSelection {...judged}>{shown}</RunSelection>
      )}
    </>
  );
}

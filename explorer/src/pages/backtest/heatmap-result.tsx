import { useMemo } from 'react';
import { type HeatCell, Heatmap } from '../../charts/heatmap.tsx';
import { formatCount, formatNumber } from '../../lib/format.ts';
import { useUrlChoice } from '../../lib/use-url-choice.ts';
import { Button } from '../../ui/button.tsx';
import { SegmentedControl } from '../../ui/fields.tsx';
import { FailureNote, PageSection } from '../../ui/page-section.tsx';
import { SyntheticNote } from '../../ui/synthetic-note.tsx';
import { BestVariants } from './best-variants.tsx';
import { changeValues } from './form-values.ts';
import { readSweepFigure, sweepFigureChoices, sweepFigures } from './sweep-figures.ts';
import {
  columnLabels,
  formatRowValue,
  labelOfRows,
  nameCell,
  readVariant,
  titleOf,
} from './sweep-plan.ts';
import { RunSelection } from './sweep-selection.tsx';
import { cellKey, type GridState } from './use-sweep-grid.ts';

type Started = Exclude<GridState, { kind: 'idle' }>;

/** Shows the runs of two swept parameters as a heatmap of one figure; each cell links to its run. */
export function HeatmapResult(props: {
  readonly state: Started;
  readonly onCancel: () => void;
  readonly onResume: () => void;
}) {
  const { state, onCancel, onResume } = props;
  const { kind, strategy, plan, columns, cells, failures, pct } = state;
  const [figure, setFigure] = useUrlChoice('figure', sweepFigureChoices, 'SHARPE');
  const { label: figureLabel, note, format, better } = sweepFigures[figure];
  const { dimension, rows } = plan;

  const variants = columns.map(({ label }) => ({ label, ...readVariant(dimension, label) }));
  const linkTo = (row: string, column: string, runId: number) => {
    const variant = readVariant(dimension, column)?.values;
    const values = changeValues(strategy, { [rows.name]: row, ...variant });
    return `/backtest?${new URLSearchParams({ ...values, runs: String(runId) })}`;
  };
  const cellOf = (row: string, column: string): HeatCell => {
    const cell = cells.get(cellKey(row, column));
    if (cell === undefined) return { value: null, text: kind === 'running' ? '…' : '–' };
    if (cell.kind === 'failed') return { value: null, text: 'none', note: cell.message };
    const value = readSweepFigure(cell.run, figure);
    const to = linkTo(row, column, cell.run.runId);
    return { value, text: value === null ? '–' : format(value), to };
  };
  const runs = useMemo(() => listRuns(state), [state]);
  const names = new Map(
    runs.map(({ row, column, run }) => [run.runId, nameCell(plan, row, column)]),
  );
  const table = () => [
    [
      labelOfRows(rows.name),
      columnLabels[dimension],
      'run',
      ...Object.values(sweepFigures).map(({ csv }) => csv),
    ],
    ...runs.map(({ row, column, run }) => [
      ...[
        formatRowValue(rows.name, row),
        readVariant(dimension, column)?.name ?? column,
        run.runId,
      ],
      ...sweepFigureChoices.map(([name]) => readSweepFigure(run, name)),
    ]),
  ];
  const finished = runs.map(({ row, column, run }) => ({
    name: nameCell(plan, row, column),
    to: linkTo(row, column, run.runId),
    run,
  }));
  return (
    <RunSelection
      names={names}
      isRunning={kind === 'running'}
      best={<BestVariants variants={finished} />}
    >
      <PageSection
        title={titleOf(plan)}
        note={
          <>
            <span role="status">
              {kind === 'running'
                ? `${formatNumber(runs.length)} of ${columns.length === 0 ? '…' : formatCount(columns.length * rows.values.length, 'run')} finished`
                : `${formatCount(runs.length, 'run')} finished${kind === 'cancelled' ? ', then cancelled' : ''}`}
            </span>
            . Choose a value to see its run; arrow keys move between values. <SyntheticNote />
          </>
        }
        actions={
          kind === 'running' ? (
            <Button size="small" onClick={onCancel}>
              Cancel
            </Button>
          ) : kind === 'done' ? null : (
            <Button size="small" onClick={onResume}>
              Run again
            </Button>
          )
        }
      >
        {kind === 'running' && (
          <progress className="heat-progress" max={100} value={pct} aria-label="Sweeps" />
        )}
        {failures.map((message) => (
          <FailureNote key={message} message={message} />
        ))}
        {columns.length > 0 && (
          <>
            <div className="toolbar heat-figure">
              <SegmentedControl
                label="Figure"
                value={figure}
                options={sweepFigureChoices}
                onChange={setFigure}
              />
            </div>
            <Heatmap
              label={`${figureLabel} by two parameters`}
              rowAxis={labelOfRows(rows.name)}
              columnAxis={columnLabels[dimension]}
              rows={rows.values.map((value) => ({
                key: value,
                label: formatRowValue(rows.name, value),
              }))}
              columns={variants.map(({ label, name = label }) => ({ key: label, label: name }))}
              cellOf={cellOf}
              format={format}
              better={better}
              caption={note}
              file="heatmap"
              table={table}
            />
          </>
        )}
      </PageSection>
    </RunSelection>
  );
}

/** Lists the finished runs with their row and column, row by row. */
function listRuns({ plan: { rows }, columns, cells }: Started) {
  return rows.values.flatMap((row) =>
    columns.flatMap(({ label }) => {
      const cell = cells.get(cellKey(row, label));
      if (cell?.kind !== 'run') return [];
      return [{ row, column: label, run: cell.run }];
    }),
  );
}

import { useMemo } from 'react';
import { type HeatCell, Heatmap } from '../../charts/heatmap.tsx';
import {
  formatChange,
  formatCount,
  formatFixed,
  formatNumber,
  formatPercent,
} from '../../lib/format.ts';
import { useUrlChoice } from '../../lib/use-url-choice.ts';
import { Button } from '../../ui/button.tsx';
import { SegmentedControl } from '../../ui/fields.tsx';
import { FailureNote, PageSection } from '../../ui/page-section.tsx';
import { SyntheticNote } from '../../ui/synthetic-note.tsx';
import { changeValues } from './form-values.ts';
import { isYear } from './format-run.ts';
import {
  columnLabels,
  formatRowValue,
  labelOfRows,
  nameCell,
  readVariant,
  titleOf,
} from './sweep-plan.ts';
import { RunSelection } from './sweep-selection.tsx';
import { cellKey, type GridRun, type GridState } from './use-sweep-grid.ts';

type Stats = NonNullable<GridRun['stats']>;

/** What the cells can show, with its name in the CSV, which has all of it. */
const figures = {
  SHARPE: {
    label: 'Sharpe',
    csv: 'sharpe',
    note: 'Mean over deviation of daily returns, annualised; the risk-free rate is 0.',
    read: ({ sharpeRatio }: Stats) => sharpeRatio,
    format: (value: number) => formatFixed(value),
    better: 'higher',
  },
  RETURN: {
    label: 'Total return',
    csv: 'total_return_pct',
    note: 'Growth from the first to the last day.',
    read: ({ totalReturnPct }: Stats) => totalReturnPct,
    format: (value: number) => formatChange(value),
    better: 'higher',
  },
  YEAR: {
    label: 'Return per year',
    csv: 'return_pct_per_year',
    note: 'Total return as a constant rate per year; none for less than a year.',
    read: (stats: Stats) => (isYear(stats) ? stats.annualizedReturn : null),
    format: (value: number) => formatChange(value),
    better: 'higher',
  },
  DRAWDOWN: {
    label: 'Largest drawdown',
    csv: 'max_drawdown_pct',
    note: 'Largest loss since an earlier peak; the mildest, nearest to 0, is the best.',
    read: ({ maxDrawdownPct }: Stats) => maxDrawdownPct,
    format: (value: number) => formatPercent(value),
    better: 'higher',
  },
  FEES: {
    label: 'Fees',
    csv: 'fees_pct',
    note: 'Sum of the fees of all rebalances, of the traded value; the lowest is the best.',
    read: ({ totalFeesPct }: Stats) => totalFeesPct,
    format: (value: number) => formatPercent(value),
    better: 'lower',
  },
} as const;

type Figure = keyof typeof figures;

const choices = Object.entries(figures).map(
  ([name, { label }]) => [name as Figure, label] as const,
);

const readFigure = ({ stats }: GridRun, figure: Figure): number | null =>
  stats === null ? null : figures[figure].read(stats);

type Started = Exclude<GridState, { kind: 'idle' }>;

/** Shows the runs of two swept parameters as a heatmap of one figure; each cell links to its run. */
export function HeatmapResult(props: {
  readonly state: Started;
  readonly onCancel: () => void;
  readonly onResume: () => void;
}) {
  const { state, onCancel, onResume } = props;
  const { kind, strategy, plan, columns, cells, failures, pct } = state;
  const [figure, setFigure] = useUrlChoice('figure', choices, 'SHARPE');
  const { label: figureLabel, note, format, better } = figures[figure];
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
    const value = readFigure(cell.run, figure);
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
      ...Object.values(figures).map(({ csv }) => csv),
    ],
    ...runs.map(({ row, column, run }) => [
      ...[
        formatRowValue(rows.name, row),
        readVariant(dimension, column)?.name ?? column,
        run.runId,
      ],
      ...choices.map(([name]) => readFigure(run, name)),
    ]),
  ];
  return (
    <>
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
                options={choices}
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
      {kind !== 'running' && <RunSelection names={names} />}
    </>
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

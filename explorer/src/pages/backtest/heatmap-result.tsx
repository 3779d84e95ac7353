import { useMemo } from 'react';
import { type HeatCell, Heatmap } from '../../charts/heatmap.tsx';
import { graphql } from '../../generated/gql.ts';
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
import { QuerySection } from '../../ui/query-section.tsx';
import { SyntheticNote } from '../../ui/synthetic-note.tsx';
import { changeValues } from './form-values.ts';
import { isYear } from './format-run.ts';
import { columnLabels, formatRowValue, labelOfRows, readVariant } from './sweep-plan.ts';
import { SweepSelection } from './sweep-selection.tsx';
import { cellKey, type GridRun, type GridState } from './use-sweep-grid.ts';

const selectionQuery = graphql(`
  query HeatmapSelection($runs: [ID!]!) {
    simulationSelection(runs: $runs) {
      ...SweepSelection
    }
  }
`);

/** Most runs of which the API says what the choice of the best is worth. */
const maxSelected = 50;

type Figure = 'SHARPE' | 'RETURN' | 'YEAR' | 'DRAWDOWN' | 'FEES';

const figures: readonly (readonly [Figure, string])[] = [
  ['SHARPE', 'Sharpe'],
  ['RETURN', 'Total return'],
  ['YEAR', 'Return per year'],
  ['DRAWDOWN', 'Largest drawdown'],
  ['FEES', 'Fees'],
];

const formats: Readonly<Record<Figure, (value: number) => string>> = {
  SHARPE: (value) => formatFixed(value),
  RETURN: (value) => formatChange(value),
  YEAR: (value) => formatChange(value),
  DRAWDOWN: (value) => formatPercent(value),
  FEES: (value) => formatPercent(value),
};

const notes: Readonly<Record<Figure, string>> = {
  SHARPE: 'Mean over deviation of daily returns, annualised; the risk-free rate is 0.',
  RETURN: 'Growth from the first to the last day.',
  YEAR: 'Total return as a constant rate per year; none for less than a year.',
  DRAWDOWN: 'Largest loss since an earlier peak; higher, nearer to 0, is better.',
  FEES: 'Sum of the fees of all rebalances, of the traded value; higher is dearer.',
};

/** Names of the figures in the CSV, which has all of them. */
const fileNames: Readonly<Record<Figure, string>> = {
  SHARPE: 'sharpe',
  RETURN: 'total_return_pct',
  YEAR: 'return_pct_per_year',
  DRAWDOWN: 'max_drawdown_pct',
  FEES: 'fees_pct',
};

function readFigure({ stats }: GridRun, figure: Figure): number | null {
  if (stats === null) return null;
  switch (figure) {
    case 'SHARPE':
      return stats.sharpeRatio;
    case 'RETURN':
      return stats.totalReturnPct;
    case 'YEAR':
      return isYear(stats) ? stats.annualizedReturn : null;
    case 'DRAWDOWN':
      return stats.maxDrawdownPct;
    case 'FEES':
      return stats.totalFeesPct;
  }
}

type Started = Exclude<GridState, { kind: 'idle' }>;

/** Shows the runs of two swept parameters as a heatmap of one figure; each cell links to its run. */
export function HeatmapResult(props: {
  readonly state: Started;
  readonly onCancel: () => void;
  readonly onResume: () => void;
}) {
  const { state, onCancel, onResume } = props;
  const { kind, strategy, plan, columns, cells, failures, pct } = state;
  const [figure, setFigure] = useUrlChoice('figure', figures, 'SHARPE');
  const format = formats[figure];
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
  const finished = [...cells.values()].filter((cell) => cell.kind === 'run').length;
  const table = () => [
    [
      labelOfRows(rows.name),
      columnLabels[dimension],
      'run',
      ...figures.map(([name]) => fileNames[name]),
    ],
    ...rows.values.flatMap((row) =>
      variants.flatMap(({ label, name = label }) => {
        const cell = cells.get(cellKey(row, label));
        if (cell?.kind !== 'run') return [];
        const values = figures.map(([name]) => readFigure(cell.run, name));
        return [[formatRowValue(rows.name, row), name, cell.run.runId, ...values]];
      }),
    ),
  ];
  const names = useMemo(() => nameRuns(state), [state]);
  return (
    <>
      <PageSection
        title="Heatmap"
        note={
          <>
            <span role="status">
              {kind === 'running'
                ? `${formatNumber(finished)} of ${columns.length === 0 ? '…' : formatCount(columns.length * rows.values.length, 'run')} finished`
                : `${formatCount(finished, 'run')} finished${kind === 'cancelled' ? ', then cancelled' : ''}`}
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
                options={figures}
                onChange={setFigure}
              />
            </div>
            <Heatmap
              label={`${figures.find(([name]) => name === figure)?.[1]} by two parameters`}
              rowAxis={labelOfRows(rows.name)}
              columnAxis={columnLabels[dimension]}
              rows={rows.values.map((value) => ({
                key: value,
                label: formatRowValue(rows.name, value),
              }))}
              columns={variants.map(({ label, name = label }) => ({ key: label, label: name }))}
              cellOf={cellOf}
              format={format}
              caption={notes[figure]}
              file="heatmap"
              table={table}
            />
          </>
        )}
      </PageSection>
      {kind !== 'running' && names.size > 1 && names.size <= maxSelected && (
        <QuerySection
          query={selectionQuery}
          variables={{ runs: [...names.keys()].map(String) }}
          height={400}
        >
          {({ simulationSelection }) =>
            simulationSelection !== null && (
              <SweepSelection selection={simulationSelection} names={names} />
            )
          }
        </QuerySection>
      )}
    </>
  );
}

/** Names the runs of a heatmap by their row and column. */
function nameRuns({ plan, columns, cells }: Started): ReadonlyMap<number, string> {
  const { dimension, rows } = plan;
  return new Map(
    rows.values.flatMap((row) =>
      columns.flatMap(({ label }) => {
        const cell = cells.get(cellKey(row, label));
        if (cell?.kind !== 'run') return [];
        const name = readVariant(dimension, label)?.name ?? label;
        return [[cell.run.runId, `${formatRowValue(rows.name, row)} × ${name}`] as const];
      }),
    ),
  );
}

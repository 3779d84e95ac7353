import { Link } from 'react-router';
import { Swatch } from '../../charts/swatch.tsx';
import { useUrlSort } from '../../lib/use-url-sort.ts';
import { Button } from '../../ui/button.tsx';
import { Hint } from '../../ui/fields.tsx';
import { TableFoot } from '../../ui/table-foot.tsx';
import {
  bestOf,
  commonFigures,
  type FigureRun,
  type RunFigure,
  wholeFigures,
} from './run-figures.tsx';
import type { Difference } from './run-inputs.ts';

/** A run of a comparison: a column of its table. */
export type RunColumn = {
  readonly runId: number;
  /** All that is known of the run. */
  readonly name: string;
  readonly token: string;
  /** Address of the page that shows the run. */
  readonly to: string;
  readonly figures: FigureRun;
};

/** Most runs that have room for larger figures. */
const roomyRuns = 5;

const allFigures = [...commonFigures, ...wholeFigures];

/**
 * Runs side by side: the inputs in which they differ, and figures of which the best ones are
 * marked. A figure that is chosen orders the runs, the best one first.
 */
export function RunTable(props: {
  readonly columns: readonly RunColumn[];
  readonly differences: readonly Difference[];
  /** First and last of the days that all runs have. */
  readonly from: string;
  readonly to: string;
  readonly onRemove: (runId: number) => void;
}) {
  const { columns, differences, from, to, onRemove } = props;
  const [sort, setSort] = useUrlSort<string>('sort', { key: 'return', descending: true });
  const by = allFigures.find(({ key }) => key === sort?.key);
  const descending = sort?.descending ?? true;
  const places = orderOf(columns, by, descending);
  const shown = places.flatMap((place) => columns[place] ?? []);
  const runs = columns.map(({ figures }) => figures);
  const onSort = ({ key, better }: RunFigure) =>
    setSort({ key, descending: key === by?.key ? !descending : better === 'higher' });
  const rowOf = (figure: RunFigure) => {
    const { key, label, definition, read, show } = figure;
    const best = bestOf(figure, runs);
    return (
      <tr key={key}>
        <th
          scope="row"
          className="run-label"
          aria-sort={key === by?.key ? (descending ? 'descending' : 'ascending') : undefined}
        >
          <button type="button" className="sort" onClick={() => onSort(figure)}>
            {label}
            {key === by?.key && (
              <span aria-hidden="true" className="sort-mark">
                {descending ? '↓' : '↑'}
              </span>
            )}
          </button>{' '}
          <Hint label={label} text={definition} />
        </th>
        {shown.map(({ runId, figures }) => {
          const value = read(figures);
          const isBest = best !== null && value === best;
          return (
            <td key={runId} className={isBest ? 'right best' : 'right'}>
              {show(value)}
              {isBest && <span className="visually-hidden"> best</span>}
            </td>
          );
        })}
      </tr>
    );
  };
  return (
    <>
      <section
        className={`table-scroll dense run-table ${columns.length > roomyRuns ? 'many' : ''}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region needs the keyboard
        tabIndex={0}
        aria-label="Compared runs"
      >
        <table className="versus">
          <thead>
            <tr>
              <th scope="col">Run</th>
              {shown.map(({ runId, name, token, to }) => (
                <th key={runId} scope="col" className="right">
                  <span className="run-head">
                    <Swatch token={token} />
                    <Link to={to} title={name}>
                      #{runId}
                      <span className="visually-hidden"> {name}</span>
                    </Link>
                  </span>
                  <span className="run-head">
                    <Link className="small muted" to={`/backtest/${runId}/report`}>
                      Report<span className="visually-hidden"> of #{runId}</span>
                    </Link>
                    <Button
                      size="small"
                      look="quiet"
                      aria-label={`Remove run ${runId}`}
                      onClick={() => onRemove(runId)}
                    >
                      ×
                    </Button>
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          {differences.length > 0 && (
            <tbody className="run-inputs">
              {differences.map(({ field, texts }) => (
                <tr key={field.name}>
                  <th scope="row" className="run-label">
                    {field.label} <Hint label={field.label} text={field.description} />
                  </th>
                  {places.map((place) => (
                    <td key={columns[place]?.runId} className="right">
                      {texts[place] ?? <span className="muted">none</span>}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          )}
          <tbody>
            <GroupHead text="Over the days all of them have data for" columns={columns.length} />
            {commonFigures.map(rowOf)}
          </tbody>
          <tbody>
            <GroupHead text="Over each whole run" columns={columns.length} />
            {wholeFigures.map(rowOf)}
          </tbody>
        </table>
      </section>
      <TableFoot
        of="Compared runs"
        file="runs"
        rows={() => [
          ['run', 'strategy', 'from', 'to', ...allFigures.map(({ csv }) => csv)],
          ...shown.map(({ runId, name, figures }) => [
            runId,
            name,
            from,
            to,
            ...allFigures.map(({ read }) => read(figures)),
          ]),
        ]}
        count={columns.length}
      >
        <p className="small muted">
          <span className="best best-key">Best</span> value of each row. Choose a figure to order
          the runs by it.
        </p>
      </TableFoot>
    </>
  );
}

/** Says of which days the rows below it are. */
function GroupHead({ text, columns }: { readonly text: string; readonly columns: number }) {
  return (
    <tr className="run-group">
      <th scope="rowgroup" className="run-label" colSpan={columns + 1}>
        {text}
      </th>
    </tr>
  );
}

/** The places of the runs in the order of a figure; unknown values come last. */
function orderOf(
  columns: readonly RunColumn[],
  by: RunFigure | undefined,
  descending: boolean,
): readonly number[] {
  const places = columns.map((_, place) => place);
  if (by === undefined) return places;
  const valueAt = (place: number) => {
    const column = columns[place];
    return column === undefined ? null : by.read(column.figures);
  };
  return places.sort((left, right) => {
    const [a, b] = [valueAt(left), valueAt(right)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return descending ? b - a : a - b;
  });
}

import { type KeyboardEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { CsvRows } from '../lib/download.ts';
import { ChartFrame } from './chart-frame.tsx';
import { type Better, createHeatScale, type HeatScale, heatColor } from './heat-scale.ts';

/** A row or a column of a heatmap. */
export type HeatAxisValue = { readonly key: string; readonly label: string };

/** A cell of a heatmap; without `value` it has a mark that says why. */
export type HeatCell = {
  readonly value: number | null;
  /** What the cell shows. */
  readonly text: string;
  /** What a pointer resting on the cell is told, if the text is not all. */
  readonly note?: string | undefined;
  /** The page of what the cell stands for. */
  readonly to?: string | undefined;
};

type HeatmapProps = {
  readonly label: string;
  /** What the rows and the columns are, with their units. */
  readonly rowAxis: string;
  readonly columnAxis: string;
  readonly rows: readonly HeatAxisValue[];
  readonly columns: readonly HeatAxisValue[];
  readonly cellOf: (row: string, column: string) => HeatCell;
  readonly format: (value: number) => string;
  /** Which values are the better ones: the best one has a frame and the strongest colour. */
  readonly better: Better;
  /** What the values are. */
  readonly caption: string;
  /** Name of the files, without their endings. */
  readonly file: string;
  /** The rows of the CSV, which may have more than the heatmap shows. */
  readonly table: () => CsvRows;
};

const steps: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/**
 * A table whose cells are coloured by their values. Tab reaches one cell, arrow keys move to the
 * others.
 */
export function Heatmap(props: HeatmapProps) {
  const { label, rowAxis, columnAxis, rows, columns, cellOf, format } = props;
  const { better, caption, file, table } = props;
  const cells = rows.map((row) => columns.map((column) => cellOf(row.key, column.key)));
  const values = cells.flat().flatMap(({ value }) => value ?? []);
  const scale = createHeatScale(values, better);
  const body = useRef<HTMLTableSectionElement>(null);
  const [current, setCurrent] = useState<readonly [number, number] | null>(null);
  const links = cells.flatMap((row, y) =>
    row.flatMap(({ to }, x) => (to === undefined ? [] : [[y, x] as const])),
  );
  const isLink = ([y, x]: readonly [number, number]) => cells[y]?.[x]?.to !== undefined;
  const tabStop = current !== null && isLink(current) ? current : links[0];

  const move = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined || tabStop === undefined) return;
    event.preventDefault();
    let [y, x]: readonly [number, number] = tabStop;
    do {
      y += step[0];
      x += step[1];
      if (cells[y]?.[x] === undefined) return;
    } while (!isLink([y, x]));
    setCurrent([y, x]);
    body.current?.rows[y]?.cells[x + 1]?.querySelector('a')?.focus();
  };

  return (
    <ChartFrame label={label} caption={caption} file={file} rows={table}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region needs the keyboard */}
      <section className="table-scroll heatmap" tabIndex={0} aria-label={label}>
        <table>
          <thead>
            <tr>
              <th scope="col" rowSpan={2} className="heat-corner">
                {rowAxis}
              </th>
              <th scope="colgroup" colSpan={columns.length} className="heat-axis">
                {columnAxis}
              </th>
            </tr>
            <tr>
              {columns.map((column) => (
                <th key={column.key} scope="col">
                  {column.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody ref={body} onKeyDown={move}>
            {cells.map((row, y) => (
              <tr key={rows[y]?.key}>
                <th scope="row">{rows[y]?.label}</th>
                {row.map(({ value, text, note, to }, x) => {
                  const isTabStop = tabStop?.[0] === y && tabStop[1] === x;
                  return (
                    <td
                      key={columns[x]?.key}
                      title={note}
                      className={value !== null && value === scale?.best ? 'heat-top' : undefined}
                      style={
                        value === null || scale === null
                          ? undefined
                          : { background: heatColor(scale.shareOf(value)) }
                      }
                    >
                      {to === undefined ? (
                        <span className="muted">{text}</span>
                      ) : (
                        <Link
                          to={to}
                          tabIndex={isTabStop ? 0 : -1}
                          onFocus={() => setCurrent([y, x])}
                        >
                          {text}
                        </Link>
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {scale !== null && <HeatLegend scale={scale} better={better} format={format} />}
    </ChartFrame>
  );
}

/** Places of the colours of a legend, from 0 to 1; steps, because a picture has no gradients. */
const rampSteps = Array.from({ length: 24 }, (_, index) => index / 23);

/** The colours of a heatmap from its lowest to its highest value. */
function HeatLegend(props: {
  readonly scale: HeatScale;
  readonly better: Better;
  readonly format: (value: number) => string;
}) {
  const { scale, better, format } = props;
  const { min, max, shareOf } = scale;
  return (
    <p className="heat-legend small muted">
      <span>{format(min)}</span>
      <span className="heat-ramp">
        {rampSteps.map((step) => (
          <span key={step} style={{ background: heatColor(shareOf(min + step * (max - min))) }} />
        ))}
      </span>
      <span>{format(max)}</span>
      {max !== min && (
        <span>The best value, the {better === 'higher' ? 'highest' : 'lowest'}, is framed.</span>
      )}
    </p>
  );
}

import type { ReactNode } from 'react';
import { benchmarkComparisonDefinitions as definitions } from '../generated/definitions.ts';
import { type FragmentType, readFragment } from '../generated/fragment-masking.ts';
import { graphql } from '../generated/gql.ts';
import type { VersusFiguresFragment } from '../generated/graphql.ts';
import { formatDay, formatFixed, formatNumber, formatPercent } from '../lib/format.ts';
import { toCommonDays } from '../pages/compare/growth.ts';
import { Hint } from '../ui/fields.tsx';
import { PointChange } from '../ui/point-change.tsx';
import { TableFoot } from '../ui/table-foot.tsx';
import { readSeriesFigures, toYearlyGrowth } from './series-figures.ts';
import { type FiguresColumn, SideBySide, toFigureRows } from './side-by-side.tsx';

const versusFigures = graphql(`
  fragment VersusFigures on BenchmarkComparison {
    days
    series {
      date
      value
      benchmark
    }
    excessReturnPct
    alphaPct
    betaToBenchmark
    correlation
    trackingErrorPct
    informationRatio
    upCapturePct
    downCapturePct
  }
`);

/** A benchmark with its name. */
export type NamedComparison = {
  readonly name: string;
  readonly comparison: FragmentType<typeof versusFigures> | null;
};

type Figure = Exclude<keyof typeof definitions, 'series'>;

const points = (value: number | null) => <PointChange points={value} />;
const ratio = (value: number | null) => formatFixed(value);

const figures: readonly {
  readonly name: Figure;
  readonly label: string;
  readonly show: (value: number | null) => ReactNode;
  /** The name of the figure in the CSV. */
  readonly csv: string;
}[] = [
  { name: 'excessReturnPct', label: 'Excess return', show: points, csv: 'excess_return_pct' },
  { name: 'alphaPct', label: 'Alpha per year', show: points, csv: 'alpha_pct_per_year' },
  { name: 'betaToBenchmark', label: 'Beta', show: ratio, csv: 'beta' },
  { name: 'correlation', label: 'Correlation', show: ratio, csv: 'correlation' },
  {
    name: 'trackingErrorPct',
    label: 'Tracking error',
    show: formatPercent,
    csv: 'tracking_error_pct',
  },
  { name: 'informationRatio', label: 'Information ratio', show: ratio, csv: 'information_ratio' },
  { name: 'upCapturePct', label: 'Up capture', show: formatPercent, csv: 'up_capture_pct' },
  { name: 'downCapturePct', label: 'Down capture', show: formatPercent, csv: 'down_capture_pct' },
  { name: 'days', label: 'Common days', show: (value) => formatNumber(value), csv: 'common_days' },
];

/** What is said in place of a definition of the schema that only repeats the label. */
const sentences: Readonly<Partial<Record<Figure, string>>> = {
  days: 'Number of days on which the series and the benchmark both have a value. All figures in the column are for these days; returns are from one of them to the next.',
};

/** What the API does not state: the excess of a year. */
const excessPerYear = {
  label: 'Excess a year',
  text: 'Own return less that of the benchmark, each per year: 100·(growth^(365/days) − 1), percentage points (pp). The excess return below is the difference of the whole returns, which grows with the number of years. Not stated for less than a year.',
  csv: 'excess_return_pct_per_year',
} as const;

const millisPerDay = 86_400_000;

function excessPerYearPct(series: VersusFiguresFragment['series']): number | null {
  const [first, last] = [series?.[0], series?.at(-1)];
  if (first === undefined || last === undefined || last.value < 0) return null;
  const days = (Date.parse(last.date) - Date.parse(first.date)) / millisPerDay;
  const [own, others] = [last.value, last.benchmark].map((growth) => toYearlyGrowth(growth, days));
  return own == null || others == null ? null : 100 * (own - others);
}

/** The series and its benchmarks on the days that all of them have. */
function readColumns(
  name: string,
  columns: readonly { readonly name: string; readonly values: VersusFiguresFragment }[],
): readonly FiguresColumn[] {
  const toPoints = (
    series: VersusFiguresFragment['series'],
    read: (point: { readonly value: number; readonly benchmark: number }) => number,
  ) => (series ?? []).map((one) => ({ timestamp: Date.parse(one.date) / 1000, nav: read(one) }));
  const all = toCommonDays([
    toPoints(columns[0]?.values.series ?? null, ({ value }) => value),
    ...columns.map(({ values }) => toPoints(values.series, ({ benchmark }) => benchmark)),
  ]);
  return [name, ...columns.map((column) => column.name)].map((one, index) => ({
    name: one,
    figures: readSeriesFigures(all[index] ?? []),
  }));
}

/**
 * A series beside benchmarks: the figures of each, and those of the series against each benchmark.
 */
export function VersusTable(props: {
  /** Name of the series. */
  readonly name: string;
  readonly benchmarks: readonly NamedComparison[];
  /** Last day of the series if the benchmarks end before it. */
  readonly ownEnd: string | null;
  readonly file: string;
}) {
  const columns = props.benchmarks.flatMap(({ name, comparison }) => {
    const values = readFragment(versusFigures, comparison);
    return values === null ? [] : [{ name, values }];
  });
  const each = readColumns(props.name, columns);
  const last = columns[0]?.values.series?.at(-1)?.date;
  const first = columns[0]?.values.series?.[0]?.date;
  return (
    <section className="dense" aria-label="Beside benchmarks">
      {first !== undefined && last !== undefined && (
        <p className="small">
          <strong>
            {formatDay(first)} – {formatDay(last)}
          </strong>
          <span className="muted">
            , the days all of them have data for.
            {props.ownEnd !== null &&
              ` Figures of ${props.name} alone go on to ${formatDay(props.ownEnd)}.`}
          </span>
        </p>
      )}
      <SideBySide columns={each} />
      <table className="versus">
        <thead>
          <tr>
            <th scope="col">{props.name} against</th>
            {columns.map(({ name }) => (
              <th key={name} scope="col" className="right">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">
              {excessPerYear.label} <Hint label={excessPerYear.label} text={excessPerYear.text} />
            </th>
            {columns.map(({ name, values }) => (
              <td key={name} className="right">
                {points(excessPerYearPct(values.series))}
              </td>
            ))}
          </tr>
          {figures.map(({ name, label, show }) => (
            <tr key={name}>
              <th scope="row">
                {label} <Hint label={label} text={sentences[name] ?? definitions[name]} />
              </th>
              {columns.map((column) => (
                <td key={column.name} className="right">
                  {show(column.values[name])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <TableFoot
        of="Beside benchmarks"
        file={`${props.file}-benchmarks`}
        rows={() => [
          ['figure', ...each.map(({ name }) => name)],
          ...toFigureRows(each),
          [
            excessPerYear.csv,
            null,
            ...columns.map(({ values }) => excessPerYearPct(values.series)),
          ],
          ...figures.map(({ name, csv }) => [
            csv,
            null,
            ...columns.map(({ values }) => values[name]),
          ]),
        ]}
        count={columns.length}
      />
    </section>
  );
}

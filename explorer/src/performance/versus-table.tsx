import type { ReactNode } from 'react';
import { benchmarkComparisonDefinitions as definitions } from '../generated/definitions.ts';
import { type FragmentType, readFragment } from '../generated/fragment-masking.ts';
import { graphql } from '../generated/gql.ts';
import type { VersusFiguresFragment } from '../generated/graphql.ts';
import { formatDay, formatFixed, formatNumber, formatPercent } from '../lib/format.ts';
import { Hint } from '../ui/fields.tsx';
import { PercentChange } from '../ui/figures.tsx';
import { TableFoot } from '../ui/table-foot.tsx';

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

const change = (value: number | null) => <PercentChange percent={value} />;
const ratio = (value: number | null) => formatFixed(value);
const percent = (value: number | null) => formatPercent(value);

const figures: readonly {
  readonly name: Figure;
  readonly label: string;
  readonly show: (value: number | null) => ReactNode;
  /** The name of the figure in the CSV. */
  readonly csv: string;
}[] = [
  { name: 'excessReturnPct', label: 'Excess return', show: change, csv: 'excess_return_pct' },
  { name: 'alphaPct', label: 'Alpha per year', show: change, csv: 'alpha_pct_per_year' },
  { name: 'betaToBenchmark', label: 'Beta', show: ratio, csv: 'beta' },
  { name: 'correlation', label: 'Correlation', show: ratio, csv: 'correlation' },
  { name: 'trackingErrorPct', label: 'Tracking error', show: percent, csv: 'tracking_error_pct' },
  { name: 'informationRatio', label: 'Information ratio', show: ratio, csv: 'information_ratio' },
  { name: 'upCapturePct', label: 'Up capture', show: percent, csv: 'up_capture_pct' },
  { name: 'downCapturePct', label: 'Down capture', show: percent, csv: 'down_capture_pct' },
  { name: 'days', label: 'Common days', show: (value) => formatNumber(value), csv: 'common_days' },
];

/** The returns of which the excess return is the difference. */
const ends = [
  {
    label: 'Own return',
    text: 'Return over the days that both have, percent, not annualised. Minus the return of the benchmark it is the excess return.',
    csv: 'return_pct',
    read: ({ series }: VersusFiguresFragment) => growthPct(series?.at(-1)?.value),
  },
  {
    label: 'Return of the benchmark',
    text: 'Return of the benchmark over the same days, percent, not annualised.',
    csv: 'benchmark_return_pct',
    read: ({ series }: VersusFiguresFragment) => growthPct(series?.at(-1)?.benchmark),
  },
  {
    label: 'Excess a year',
    text: 'Own return less that of the benchmark, each per year: 100·(growth^(365/days) − 1), percentage points. The excess return below is the difference of the whole returns, which grows with the number of years. Missing below a year.',
    csv: 'excess_return_pct_per_year',
    read: ({ series }: VersusFiguresFragment) => excessPerYearPct(series),
  },
] as const;

const millisPerDay = 86_400_000;

function excessPerYearPct(series: VersusFiguresFragment['series']): number | null {
  const [first, last] = [series?.[0], series?.at(-1)];
  if (first === undefined || last === undefined || last.value < 0) return null;
  const days = (Date.parse(last.date) - Date.parse(first.date)) / millisPerDay;
  const perYear = (growth: number) => growth ** (365 / days);
  return days < 364 ? null : 100 * (perYear(last.value) - perYear(last.benchmark));
}

const growthPct = (growth: number | undefined) =>
  growth === undefined ? null : (growth - 1) * 100;

/** A series beside benchmarks: a figure in each row, a benchmark in each column. */
export function VersusTable(props: {
  readonly benchmarks: readonly NamedComparison[];
  readonly file: string;
}) {
  const columns = props.benchmarks.flatMap(({ name, comparison }) => {
    const values = readFragment(versusFigures, comparison);
    return values === null ? [] : [{ name, values }];
  });
  const last = columns[0]?.values.series?.at(-1)?.date;
  const first = columns[0]?.values.series?.[0]?.date;
  return (
    <section className="dense" aria-label="Beside benchmarks">
      {first !== undefined && last !== undefined && (
        <p className="small">
          <strong>
            {formatDay(first)} – {formatDay(last)}
          </strong>
          <span className="muted">, the days that both have.</span>
        </p>
      )}
      <table className="versus">
        <thead>
          <tr>
            <th scope="col">Against</th>
            {columns.map(({ name }) => (
              <th key={name} scope="col" className="right">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ends.map(({ label, text, read }) => (
            <tr key={label}>
              <th scope="row">
                {label} <Hint label={label} text={text} />
              </th>
              {columns.map((column) => (
                <td key={column.name} className="right">
                  {change(read(column.values))}
                </td>
              ))}
            </tr>
          ))}
          {figures.map(({ name, label, show }) => (
            <tr key={name}>
              <th scope="row">
                {label} <Hint label={label} text={definitions[name]} />
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
          ['figure', ...columns.map(({ name }) => name)],
          ...ends.map(({ csv, read }) => [csv, ...columns.map(({ values }) => read(values))]),
          ...figures.map(({ name, csv }) => [csv, ...columns.map(({ values }) => values[name])]),
        ]}
        count={columns.length}
      />
    </section>
  );
}

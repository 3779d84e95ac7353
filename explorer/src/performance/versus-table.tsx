import type { ReactNode } from 'react';
import { benchmarkComparisonDefinitions as definitions } from '../generated/definitions.ts';
import { type FragmentType, readFragment } from '../generated/fragment-masking.ts';
import { graphql } from '../generated/gql.ts';
import { formatFixed, formatNumber, formatPercent } from '../lib/format.ts';
import { Hint } from '../ui/fields.tsx';
import { PercentChange } from '../ui/figures.tsx';

const versusFigures = graphql(`
  fragment VersusFigures on BenchmarkComparison {
    days
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

/** A series beside benchmarks: a figure in each row, a benchmark in each column. */
export function VersusTable(props: { readonly benchmarks: readonly NamedComparison[] }) {
  const columns = props.benchmarks.flatMap(({ name, comparison }) => {
    const figures = readFragment(versusFigures, comparison);
    return figures === null ? [] : [{ name, figures }];
  });
  const row = (
    label: string,
    name: Exclude<keyof typeof definitions, 'series'>,
    show: (value: number | null) => ReactNode,
  ) => (
    <tr>
      <th scope="row">
        {label} <Hint label={label} text={definitions[name]} />
      </th>
      {columns.map((column) => (
        <td key={column.name} className="right">
          {show(column.figures[name])}
        </td>
      ))}
    </tr>
  );
  const change = (value: number | null) => <PercentChange percent={value} />;
  const ratio = (value: number | null) => formatFixed(value);
  const percent = (value: number | null) => formatPercent(value);
  return (
    <section className="dense" aria-label="Beside benchmarks">
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
          {row('Excess return', 'excessReturnPct', change)}
          {row('Alpha per year', 'alphaPct', change)}
          {row('Beta', 'betaToBenchmark', ratio)}
          {row('Correlation', 'correlation', ratio)}
          {row('Tracking error', 'trackingErrorPct', percent)}
          {row('Information ratio', 'informationRatio', ratio)}
          {row('Up capture', 'upCapturePct', percent)}
          {row('Down capture', 'downCapturePct', percent)}
          {row('Common days', 'days', (value) => formatNumber(value))}
        </tbody>
      </table>
    </section>
  );
}

import type { ReactNode } from 'react';
import { performanceDefinitions as definitions } from '../generated/definitions.ts';
import { formatFixed, formatPercent } from '../lib/format.ts';
import { Hint } from '../ui/fields.tsx';
import { PercentChange } from '../ui/figures.tsx';
import type { SeriesFigures } from './series-figures.ts';

/** A series and its figures, as a column. */
export type FiguresColumn = { readonly name: string; readonly figures: SeriesFigures | null };

const change = (value: number | null) => <PercentChange percent={value} />;

const rows: readonly {
  readonly label: string;
  readonly name: keyof SeriesFigures;
  readonly definition: string;
  readonly show: (value: number | null) => ReactNode;
  /** The name of the figure in the CSV. */
  readonly csv: string;
}[] = [
  {
    label: 'Return',
    name: 'returnPct',
    definition: definitions.totalReturnPct,
    show: change,
    csv: 'return_pct',
  },
  {
    label: 'Per year',
    name: 'returnPerYearPct',
    definition: definitions.annualizedReturnPct,
    show: change,
    csv: 'return_pct_per_year',
  },
  {
    label: 'Volatility',
    name: 'volatilityPct',
    definition: definitions.volatilityPct,
    show: formatPercent,
    csv: 'volatility_pct_per_year',
  },
  {
    label: 'Drawdown',
    name: 'maxDrawdownPct',
    definition: definitions.maxDrawdownPct,
    show: formatPercent,
    csv: 'max_drawdown_pct',
  },
  {
    label: 'Sharpe',
    name: 'sharpe',
    definition: definitions.sharpe,
    show: (value) => formatFixed(value),
    csv: 'sharpe',
  },
];

/** The figures of a series and of its benchmarks over the same days, each in a column. */
export function SideBySide({ columns }: { readonly columns: readonly FiguresColumn[] }) {
  return (
    <table className="versus side-by-side">
      <thead>
        <tr>
          <th scope="col">Each</th>
          {columns.map(({ name }) => (
            <th key={name} scope="col" className="right">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, name, definition, show }) => (
          <tr key={name}>
            <th scope="row">
              {label} <Hint label={`${label} of each`} text={definition} />
            </th>
            {columns.map((column) => (
              <td key={column.name} className="right">
                {show(column.figures?.[name] ?? null)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The rows of the CSV. */
export const toFigureRows = (columns: readonly FiguresColumn[]) =>
  rows.map(({ csv, name }) => [csv, ...columns.map(({ figures }) => figures?.[name] ?? null)]);

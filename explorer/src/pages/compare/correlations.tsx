import { ChartFrame } from '../../charts/chart-frame.tsx';
import { heatColor } from '../../charts/heat-scale.ts';
import type { ChartSeries } from '../../charts/time-chart.tsx';
import { formatFixed } from '../../lib/format.ts';
import { correlate, toReturns } from './growth.ts';

/** Most of a colour below the digits, percent: their contrast is above 7 in both modes. */
const strongest = 30;

/** A matrix of the correlations between the daily returns of several series. */
export function Correlations({ series }: { readonly series: readonly ChartSeries[] }) {
  const returns = series.map(({ points }) => toReturns(points));
  const values = returns.map((one) => returns.map((other) => correlate(one, other)));
  return (
    <ChartFrame
      label="Correlations"
      caption="1 moves together, 0 independently, −1 in opposite directions"
      file="correlations"
      rows={() => [
        ['name', ...series.map(({ name }) => name)],
        ...series.map(({ name }, row) => [name, ...(values[row] ?? [])]),
      ]}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region needs the keyboard */}
      <section className="table-scroll" tabIndex={0} aria-label="Correlations">
        <table className="matrix">
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">Name</span>
              </th>
              {series.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {series.map(({ name }, row) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {series.map((other, column) => {
                  const value = values[row]?.[column] ?? null;
                  return (
                    <td
                      key={other.name}
                      style={
                        row === column
                          ? undefined
                          : { background: heatColor(value ?? 0, strongest) }
                      }
                    >
                      {formatFixed(value)}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </ChartFrame>
  );
}

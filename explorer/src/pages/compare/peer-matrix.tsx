import { ChartFrame } from '../../charts/chart-frame.tsx';
import { heatColor } from '../../charts/heat-scale.ts';

/** Most of a colour below the digits, percent: their contrast is above 7 in both modes. */
const strongest = 30;

/** A matrix with one value for each pair of some series. */
export function PeerMatrix(props: {
  readonly label: string;
  /** What the values mean. */
  readonly caption: string;
  /** Name of its files, without their endings. */
  readonly file: string;
  readonly names: readonly string[];
  /** The values by row and column, as the CSV has them; null where there is none. */
  readonly values: readonly (readonly (number | null)[])[];
  readonly format: (value: number | null) => string;
  /** Returns how strongly a value is coloured, from −1 to 1. */
  readonly shareOf: (value: number) => number;
}) {
  const { label, caption, file, names, values, format, shareOf } = props;
  return (
    <ChartFrame
      label={label}
      caption={caption}
      file={file}
      rows={() => [['name', ...names], ...names.map((name, row) => [name, ...(values[row] ?? [])])]}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region needs the keyboard */}
      <section className="table-scroll" tabIndex={0} aria-label={label}>
        <table className="matrix">
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">Name</span>
              </th>
              {names.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {names.map((name, row) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {names.map((other, column) => {
                  const value = values[row]?.[column] ?? null;
                  return (
                    <td
                      key={other}
                      style={
                        row === column
                          ? undefined
                          : {
                              background: heatColor(value === null ? 0 : shareOf(value), strongest),
                            }
                      }
                    >
                      {format(value)}
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

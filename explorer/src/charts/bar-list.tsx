import type { ReactNode } from 'react';
import type { CsvValue } from '../lib/download.ts';
import { ChartFrame } from './chart-frame.tsx';

/** One bar: its name, its length and the text at its end. */
export type Bar = {
  readonly key: string;
  readonly name: ReactNode;
  readonly value: number;
  readonly text: ReactNode;
  /** The cells of its row in the CSV. */
  readonly cells: readonly CsvValue[];
};

/** Shows values as horizontal bars. */
export function BarList(props: {
  readonly label: string;
  /** What the bars show, with the unit. */
  readonly caption: ReactNode;
  /** Name of the files, without their endings. */
  readonly file: string;
  /** Names of the cells of each bar, with their units. */
  readonly columns: readonly string[];
  readonly bars: readonly Bar[];
}) {
  const { label, caption, file, columns, bars } = props;
  const largest = Math.max(...bars.map(({ value }) => value), 0) || 1;
  return (
    <ChartFrame
      label={label}
      caption={caption}
      file={file}
      rows={() => [columns, ...bars.map(({ cells }) => cells)]}
    >
      <ul className="bars" aria-label={label}>
        {bars.map(({ key, name, value, text }) => (
          <li key={key} className="bar">
            <span
              className="bar-fill"
              style={{ width: `${(Math.max(value, 0) / largest) * 100}%` }}
            />
            <span className="bar-name">{name}</span>
            <span className="bar-text">{text}</span>
          </li>
        ))}
      </ul>
    </ChartFrame>
  );
}

import type { ReactNode } from 'react';

/** One bar: its name, its length and the text at its end. */
export type Bar = {
  readonly key: string;
  readonly name: ReactNode;
  readonly value: number;
  readonly text: ReactNode;
};

/** Shows values as horizontal bars. */
export function BarList({
  label,
  bars,
}: {
  readonly label: string;
  readonly bars: readonly Bar[];
}) {
  const largest = Math.max(...bars.map(({ value }) => value), 0) || 1;
  return (
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
  );
}

import { type ReactNode, useRef } from 'react';
import type { CsvRows } from '../lib/download.ts';
import { ChartMenu } from './chart-menu.tsx';

/**
 * The frame of a chart that is drawn with elements: a caption that says what is drawn and in which
 * unit, and a menu with its files.
 */
export function ChartFrame(props: {
  /** Name of the chart, the title of its picture. */
  readonly label: string;
  readonly caption: ReactNode;
  /** Name of the files, without their endings. */
  readonly file: string;
  readonly rows: () => CsvRows;
  readonly children: ReactNode;
}) {
  const { label, caption, file, rows, children } = props;
  const text = useRef<HTMLDivElement>(null);
  const drawn = useRef<HTMLDivElement>(null);
  return (
    <figure className="chart-frame" aria-label={label}>
      <figcaption className="chart-caption small">
        <div ref={text}>{caption}</div>
        <ChartMenu
          label={label}
          file={file}
          rows={rows}
          draw={async () => {
            const { drawElement } = await import('./draw-element.ts');
            if (drawn.current === null) throw new Error('the chart is gone');
            return {
              title: label,
              note: text.current?.textContent ?? '',
              keys: [],
              drawing: drawElement(drawn.current),
            };
          }}
        />
      </figcaption>
      <div ref={drawn}>{children}</div>
    </figure>
  );
}

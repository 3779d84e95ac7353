import { type ReactNode, useState } from 'react';
import { useGateway } from '../graphql/gateway-state.ts';
import { type CsvRows, downloadCsv } from '../lib/download.ts';
import { Button } from '../ui/button.tsx';
import { ImageFailure } from '../ui/image-failure.tsx';
import { Popover } from '../ui/popover.tsx';
import type { Picture } from './picture.ts';

type ChartFilesProps = {
  /** Name of the files, without their endings. */
  readonly file: string;
  readonly rows: () => CsvRows;
  /** Draws the chart for a file; called on a click, so that code for it can be loaded then. */
  readonly draw: () => Promise<Picture>;
};

/** The menu of a chart: controls of its own, and its data and picture as files. */
export function ChartMenu(
  props: ChartFilesProps & {
    /** Name of the chart. */
    readonly label: string;
    readonly className?: string;
    readonly onClose?: () => void;
    /** Controls above the files; a function gets the files, to place or to leave out. */
    readonly children?: (files: ReactNode) => ReactNode;
  },
) {
  const { label, file, rows, draw, className = '', onClose } = props;
  const { children = (files) => files } = props;
  return (
    <Popover
      label={`Options of ${label}`}
      className={`chart-menu ${className}`}
      {...(onClose && { onClose })}
      button={(open) => (
        <button
          type="button"
          className="chart-options"
          aria-label={`Options of ${label}`}
          {...open}
        >
          <span aria-hidden="true">⋯</span>
        </button>
      )}
    >
      {children(<ChartFiles file={file} rows={rows} draw={draw} />)}
    </Popover>
  );
}

function ChartFiles({ file, rows, draw }: ChartFilesProps) {
  const isSandbox = useGateway()?.isSandbox !== false;
  const [hasFailed, setFailed] = useState(false);
  const save = async (type: 'png' | 'svg') => {
    try {
      const [{ savePicture }, picture] = await Promise.all([import('./picture.ts'), draw()]);
      await savePicture({ picture, file, type, isSandbox });
      setFailed(false);
    } catch {
      setFailed(true);
    }
  };
  return (
    <>
      <div className="chart-files">
        <Button size="small" onClick={() => downloadCsv(file, rows())}>
          CSV
        </Button>
        <Button size="small" onClick={() => save('png')}>
          PNG
        </Button>
        <Button size="small" onClick={() => save('svg')}>
          SVG
        </Button>
      </div>
      {hasFailed && <ImageFailure />}
    </>
  );
}

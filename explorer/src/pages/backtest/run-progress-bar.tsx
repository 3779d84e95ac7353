import { formatDay, formatPercent } from '../../lib/format.ts';

/** Progress of a computation. */
export type RunProgress = { readonly pct: number; readonly currentDate: string | null };

/** Shows the progress of a computation. */
export function RunProgressBar(props: { readonly progress: RunProgress; readonly label: string }) {
  const { pct, currentDate } = props.progress;
  return (
    <section className="part run-progress" aria-label={`${props.label} progress`}>
      <progress max={100} value={pct} aria-label={props.label} />
      <p className="small muted" role="status">
        {currentDate === null ? 'Starting' : formatDay(currentDate)} · {formatPercent(pct, 0)}
      </p>
    </section>
  );
}

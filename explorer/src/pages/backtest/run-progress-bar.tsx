import { formatGivenPercent } from '../../lib/format.ts';

/** Progress of a computation. */
export type RunProgress = { readonly pct: number; readonly currentDate: string | null };

/** Shows the progress of a computation. */
export function RunProgressBar(props: {
  readonly label: string;
  readonly pct: number;
  /** How far it is, such as a day; null while that is not known. */
  readonly reached: string | null;
}) {
  const { label, pct, reached } = props;
  return (
    <section className="part run-progress" aria-label={`${label} progress`}>
      <progress max={100} value={pct} aria-label={label} />
      <p className="small muted" role="status">
        {reached === null ? 'Running…' : `${reached} · ${formatGivenPercent(Math.round(pct))}`}
      </p>
    </section>
  );
}

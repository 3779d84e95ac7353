import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router';

/** Where to go from a page that does not exist: paths with what is there. */
type Ways = readonly (readonly [to: string, label: string])[];

/** Says that an address of the explorer leads to nothing: what is missing, why, and where to go. */
export function UnknownPage(props: {
  readonly what: string;
  readonly why: ReactNode;
  readonly where: Ways;
  /** Whether the page has a heading of its own. */
  readonly isPart?: boolean;
}) {
  const { what, why, where, isPart = false } = props;
  useEffect(() => {
    if (!isPart) document.title = `${what} · DTF explorer`;
  }, [what, isPart]);
  return (
    <section className="part unknown-page" aria-label={what}>
      {isPart ? <h2>{what}</h2> : <h1>{what}</h1>}
      <p className="measure">{why}</p>
      <p className="more">
        {where.map(([to, label], index) => (
          <span key={to}>
            {index > 0 && ' · '}
            <Link to={to}>{label}</Link>
          </span>
        ))}
      </p>
    </section>
  );
}

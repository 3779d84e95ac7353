import { Link } from 'react-router';

/** The page for URLs without a page. */
export function NotFoundPage() {
  return (
    <div className="not-found">
      <h1>There is nothing at this address</h1>
      <p className="muted">
        It may have been moved. All funds are <Link to="/">on the first page</Link>.
      </p>
    </div>
  );
}

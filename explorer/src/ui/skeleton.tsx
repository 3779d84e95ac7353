/** Holds the place of data that are on their way. */
export function Skeleton({ height }: { readonly height: number | string }) {
  return (
    <div className="skeleton" style={{ height }} role="status" aria-label="Loading">
      <span className="visually-hidden">Loading</span>
    </div>
  );
}

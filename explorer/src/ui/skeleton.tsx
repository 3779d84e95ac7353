/** A placeholder for data that are loading; as high as a page unless a height is given. */
export function Skeleton({ height }: { readonly height?: number | string }) {
  return (
    <div
      className="skeleton"
      style={height === undefined ? undefined : { height }}
      role="status"
      aria-label="Loading"
    >
      <span className="visually-hidden">Loading</span>
    </div>
  );
}

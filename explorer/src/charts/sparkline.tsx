type SparklineProps = {
  readonly values: readonly number[];
  /** Accessible description of the line. */
  readonly label: string;
};

const width = 112;
const height = 30;
const inset = 2;

/**
 * A small line chart without axes. Its colour shows whether the last value is higher than the
 * first.
 */
export function Sparkline({ values, label }: SparklineProps) {
  if (values.length < 2) return <span className="muted">–</span>;
  const min = Math.min(...values);
  const span = Math.max(...values) - min || 1;
  const points = values.map((value, index) => {
    const x = inset + (index / (values.length - 1)) * (width - 2 * inset);
    const y = height - inset - ((value - min) / span) * (height - 2 * inset);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  const isUp = (values.at(-1) ?? 0) >= (values[0] ?? 0);
  return (
    <svg
      className={`sparkline ${isUp ? 'up' : 'down'}`}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={label}
    >
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
    </svg>
  );
}

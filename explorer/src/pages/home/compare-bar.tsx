import { Link } from 'react-router';
import { formatCount, formatNumber } from '../../lib/format.ts';
import { maxPeers } from '../../lib/fund-word.ts';
import { Button } from '../../ui/button.tsx';

/** What is chosen to be compared, and the way to the comparison; nothing before the first choice. */
export function CompareBar(props: {
  /** Words of the chosen funds. */
  readonly chosen: readonly string[];
  readonly onClear: () => void;
}) {
  const { chosen, onClear } = props;
  if (chosen.length === 0) return null;
  return (
    <section className="compare-bar" aria-label="Comparison">
      <span className="small" role="status">
        {formatCount(chosen.length, 'fund')} chosen
        {chosen.length === 1 && <span className="muted">, choose 2 to {maxPeers}</span>}
      </span>
      <Button size="small" look="quiet" onClick={onClear}>
        Clear
      </Button>
      {chosen.length > 1 && (
        <Link
          className="button primary small"
          to={`/compare?funds=${chosen.map(encodeURIComponent).join()}`}
        >
          Compare {formatNumber(chosen.length)}
        </Link>
      )}
    </section>
  );
}
